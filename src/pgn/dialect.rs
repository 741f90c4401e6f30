//! The dialect of a PGN text: piece letters, comment style, annotations to keep.

use crate::notation::language::Language;

/// The language of the piece letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Letters {
    /// English ones, as the standard has it.
    #[default]
    English,
    /// Those of a language.
    Of(Language),
    /// English ones; a game that breaks so is read again in every language, and if it goes through
    /// in one, or in several with the same moves, that is what it says. A warning tells of it.
    Detected,
}

/// What comments may say beside the commands `%eval` and `%clk`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CommentStyle {
    /// Words.
    #[default]
    Standard,
    /// What TCEC's engines report, as in `{d=35, tl=1738239, wv=0.65,}`: the evaluation from White's
    /// view after `wv=`, in pawns or as `M12`, the milliseconds left after `tl=`, and those that the
    /// side to move thought after `mt=`.
    Tcec,
}

/// The annotations that are kept beside evaluations and clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// How long the side to move thought, from `%emt` commands.
    pub move_times: bool,
    /// Arrows and colored squares, from `%cal` and `%csl` commands.
    pub arrows: bool,
}

impl Annotations {
    /// Nothing else.
    pub const NONE: Annotations = Annotations { move_times: false, arrows: false };

    /// Whether anything is.
    #[inline(always)]
    pub fn any(self) -> bool {
        self.move_times | self.arrows
    }
}

/// The dialect of a PGN text, and which annotations are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dialect {
    /// The language of the piece letters; figurines are always read.
    pub letters: Letters,
    /// The contents of comments.
    pub comments: CommentStyle,
    /// The annotations that are kept beside evaluations and clocks.
    pub annotations: Annotations,
}

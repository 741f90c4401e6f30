//! The dialect of a PGN text: piece letters, comment style, annotations to keep.

use crate::notation::language::Language;

/// The language of the piece letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Letters {
    /// English, as in the standard.
    #[default]
    English,
    /// The letters of a language.
    Of(Language),
    /// English. A game with a move that cannot be read is read again in every language. If one
    /// language reads it without an error, or several do with the same moves, that reading counts,
    /// and a warning reports it.
    Detected,
}

/// The contents of comments beside commands such as `%eval` and `%clk`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CommentStyle {
    /// Text.
    #[default]
    Standard,
    /// TCEC engine reports, as in `{d=35, tl=1738239, wv=0.65,}`: `wv=` is the evaluation from
    /// White's view, in pawns or as `M12`; `tl=` is the clock after the move and `mt=` the move
    /// time, in milliseconds.
    Tcec,
}

/// The annotations to keep beside evaluations and clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// Move times, from `%emt` commands.
    pub move_times: bool,
    /// Arrows and colored squares, from `%cal` and `%csl` commands.
    pub arrows: bool,
    /// Evaluations and move times, from the comments of Cutechess and fastchess, such as
    /// `{+0.53/14 47s}`.
    pub engine: bool,
}

impl Annotations {
    /// No others.
    pub const NONE: Annotations = Annotations { move_times: false, arrows: false, engine: false };

    /// All of them.
    pub const ALL: Annotations = Annotations { move_times: true, arrows: true, engine: true };

    /// Whether there are any.
    #[inline(always)]
    pub fn any(self) -> bool {
        self.move_times | self.arrows | self.engine
    }
}

/// The dialect of a PGN text, and the annotations to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dialect {
    /// The language of the piece letters; figurines are always read.
    pub letters: Letters,
    /// The contents of comments.
    pub comments: CommentStyle,
    /// The annotations to keep beside evaluations and clocks.
    pub annotations: Annotations,
}

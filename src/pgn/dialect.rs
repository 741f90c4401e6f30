//! How a PGN text is written, where the standard leaves or finds a choice.

use super::annotation::Annotations;
use crate::notation::language::Language;

/// Whose letters stand for the pieces.
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

/// How a text is written, and what of it is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dialect {
    /// Whose letters stand for the pieces; figurines are understood always.
    pub letters: Letters,
    /// What comments may say.
    pub comments: CommentStyle,
    /// What is kept of comments beside evaluations and clocks.
    pub annotations: Annotations,
}

//! Errors and warnings of PGN text.

use std::fmt;

/// The kind of an error or warning.
///
/// An *error* ends its game: what was legal before stays. A *warning* reports what was tolerated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum PgnErrorKind {
    /// A word that looks like a move but is none.
    Syntax,
    /// An illegal move.
    IllegalMove,
    /// A move that several pieces can make.
    AmbiguousMove,
    /// A null move in the main line.
    NullMove,
    /// A comment without its closing brace.
    UnclosedComment,
    /// A variation without its closing parenthesis.
    UnclosedVariation,
    /// The `FEN` tag is not a valid position.
    InvalidFen,
    /// The `Variant` tag names an unsupported variant.
    UnsupportedVariant,
    /// The moves begin in the middle of a game, and there is no `FEN` tag.
    MissingStart,
    /// Moves after the result, which belong to no game.
    StrayMoves,
    /// The text of one game is longer than the reader's limit.
    TooLong,
    /// The source broke off in the middle of the game.
    Truncated,
    /// Warning: text outside a game that is not a move.
    StrayText,
    /// Warning: a bracket, brace or parenthesis that closes nothing.
    StrayBracket,
    /// Warning: a tag that is not written as in the standard.
    MalformedTag,
    /// Warning: a tag twice in a game; the last one counts.
    DuplicateTag,
    /// Warning: too many tags; the rest is not kept.
    TooManyTags,
    /// Warning: the `Result` tag and the result after the moves are not the same.
    ResultMismatch,
    /// Warning: a result in a nonstandard spelling.
    OddResult,
    /// Warning: a `$` without a number from 0 to 255.
    InvalidNag,
    /// Warning: a sign beside a move, such as `±`, or a comment word such as `N`.
    Annotation,
    /// Warning: a command in a comment whose value cannot be read, such as `[%clk 3:00]`: as if it were not
    /// there.
    MalformedCommand,
    /// Warning: a move in a form that needed repair.
    OddMove,
    /// Warning: `Variant` says Chess960, or `SetUp` 1, but no `FEN` tag gives the start: the standard
    /// one is taken.
    MissingFen,
    /// Warning: the `FEN` tag contradicts `SetUp`, or has castling rights that cannot be: the `FEN`
    /// counts, and the rights that can.
    OddStart,
    /// Warning: a variation before the first move.
    EarlyVariation,
    /// Warning: the pieces' letters are another language's.
    ForeignLetters,
}

/// The number of errors and of warnings.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct ErrorCounts {
    pub(crate) errors: u64,
    pub(crate) warnings: u64,
}

impl ErrorCounts {
    /// The count that includes a kind: that of errors or that of warnings.
    pub(crate) fn of_sort(&mut self, kind: PgnErrorKind) -> &mut u64 {
        if kind.is_error() { &mut self.errors } else { &mut self.warnings }
    }
}

impl PgnErrorKind {
    /// Whether this is an error, which ends the game, and not a warning.
    pub fn is_error(self) -> bool {
        self <= PgnErrorKind::Truncated
    }

    /// Whether a strict reading ends here: at all but letters of another language, whose detection the caller
    /// asked for.
    pub(crate) fn ends_strict(self) -> bool {
        self != PgnErrorKind::ForeignLetters
    }

    /// Whether a warning of this kind is of no game: text between games, or what would be an error in one.
    pub(crate) fn is_outside_games(self) -> bool {
        self.is_error() || self == PgnErrorKind::StrayText
    }

    /// All kinds, in their order.
    pub const ALL: [PgnErrorKind; 27] = {
        use PgnErrorKind::*;
        [
            Syntax,
            IllegalMove,
            AmbiguousMove,
            NullMove,
            UnclosedComment,
            UnclosedVariation,
            InvalidFen,
            UnsupportedVariant,
            MissingStart,
            StrayMoves,
            TooLong,
            Truncated,
            StrayText,
            StrayBracket,
            MalformedTag,
            DuplicateTag,
            TooManyTags,
            ResultMismatch,
            OddResult,
            InvalidNag,
            Annotation,
            MalformedCommand,
            OddMove,
            MissingFen,
            OddStart,
            EarlyVariation,
            ForeignLetters,
        ]
    };

    /// The kind of a [name](PgnErrorKind::name).
    pub fn from_name(name: &str) -> Option<PgnErrorKind> {
        PgnErrorKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// A name for programs: lower case, with underscores.
    pub fn name(self) -> &'static str {
        use PgnErrorKind::*;
        match self {
            Syntax => "syntax",
            IllegalMove => "illegal_move",
            AmbiguousMove => "ambiguous_move",
            NullMove => "null_move",
            UnclosedComment => "unclosed_comment",
            UnclosedVariation => "unclosed_variation",
            InvalidFen => "invalid_fen",
            UnsupportedVariant => "unsupported_variant",
            MissingStart => "missing_start",
            StrayMoves => "stray_moves",
            TooLong => "too_long",
            Truncated => "truncated",
            StrayText => "stray_text",
            StrayBracket => "stray_bracket",
            MalformedTag => "malformed_tag",
            DuplicateTag => "duplicate_tag",
            TooManyTags => "too_many_tags",
            ResultMismatch => "result_mismatch",
            OddResult => "odd_result",
            InvalidNag => "invalid_nag",
            Annotation => "annotation",
            MalformedCommand => "malformed_command",
            OddMove => "odd_move",
            MissingFen => "missing_fen",
            OddStart => "odd_start",
            EarlyVariation => "early_variation",
            ForeignLetters => "foreign_letters",
        }
    }
}

impl fmt::Display for PgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An error or warning in a text, with its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnError {
    /// Its kind.
    pub kind: PgnErrorKind,
    /// Half-moves that were read before it.
    pub ply: usize,
    /// Bytes before it, from the start of the text.
    pub offset: u64,
    /// Its line, from 1.
    pub line: u64,
    /// Its column in bytes, from 1.
    pub column: u64,
    /// The text there, cut to [`MAX_TOKEN`] characters.
    pub token: Box<str>,
    /// What is wrong with it.
    pub reason: Box<str>,
}

/// The largest number of characters of a token in a message.
pub const MAX_TOKEN: usize = 40;

pub(super) const UNCLOSED_COMMENT: &str = "the comment has no end";
pub(super) const UNCLOSED_VARIATION: &str = "the variation has no end";
pub(super) const STRAY_AFTER_TAG: &str = "rubbish after a tag";

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}, ply {}: ", self.line, self.column, self.ply)?;
        if !self.token.is_empty() {
            write!(f, "{:?}: ", self.token)?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for PgnError {}

#[cfg(test)]
mod tests {
    use super::PgnErrorKind;

    #[test]
    fn all_kinds_have_names_that_are_read_again() {
        for (number, kind) in PgnErrorKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, number);
            assert_eq!(PgnErrorKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(PgnErrorKind::ALL.last(), Some(&PgnErrorKind::ForeignLetters));
    }
}

//! Errors and warnings of PGN text.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::tag::decode;
use crate::named_enum::named_enum;

named_enum! {
    /// The kind of an error or warning.
    ///
    /// An *error* ends its game: the legal moves before it are kept. A *warning* reports a
    /// tolerated deviation. Names are in lower case, with underscores.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum PgnErrorKind {
        /// A word that has the form of a move but is not one.
        Syntax = "syntax",
        /// An illegal move.
        IllegalMove = "illegal_move",
        /// A move that several pieces can make.
        AmbiguousMove = "ambiguous_move",
        /// A null move in the main line.
        NullMove = "null_move",
        /// A comment without its closing brace.
        UnclosedComment = "unclosed_comment",
        /// A variation without its closing parenthesis.
        UnclosedVariation = "unclosed_variation",
        /// The `FEN` tag is not a valid position.
        InvalidFen = "invalid_fen",
        /// The `Variant` tag names an unsupported variant.
        UnsupportedVariant = "unsupported_variant",
        /// The moves begin in the middle of a game, and there is no `FEN` tag.
        MissingStart = "missing_start",
        /// Moves after the result, which belong to no game.
        StrayMoves = "stray_moves",
        /// The text of one game is longer than the reader's limit.
        TooLong = "too_long",
        /// The source ended in the middle of the game because of an error.
        Truncated = "truncated",
        /// Warning: text outside a game that is not a move.
        StrayText = "stray_text",
        /// Warning: a closing bracket, brace or parenthesis without the opening one.
        StrayBracket = "stray_bracket",
        /// Warning: a tag that does not follow the standard.
        MalformedTag = "malformed_tag",
        /// Warning: a tag that occurs twice in a game; the last one counts.
        DuplicateTag = "duplicate_tag",
        /// Warning: too many tags; the rest is not kept.
        TooManyTags = "too_many_tags",
        /// Warning: the `Result` tag and the result after the moves differ, or only the tag has one.
        ResultMismatch = "result_mismatch",
        /// Warning: a result in a nonstandard spelling.
        OddResult = "odd_result",
        /// Warning: a `$` without a number from 0 to 255.
        InvalidNag = "invalid_nag",
        /// Warning: a sign beside a move, such as `±`, or a comment word such as `N`.
        Annotation = "annotation",
        /// Warning: a command in a comment with an invalid value, such as `[%clk 3:00]`; it is
        /// ignored.
        MalformedCommand = "malformed_command",
        /// Warning: a move in a form that needed repair.
        OddMove = "odd_move",
        /// Warning: `Variant` is Chess960, or `SetUp` is 1, but there is no `FEN` tag; the game
        /// starts from the standard position.
        MissingFen = "missing_fen",
        /// Warning: the `FEN` tag contradicts `SetUp`, or has impossible castling rights. The `FEN`
        /// counts, without these rights.
        OddStart = "odd_start",
        /// Warning: a variation before the first move.
        EarlyVariation = "early_variation",
        /// Warning: the piece letters are those of another language.
        ForeignLetters = "foreign_letters",
    }
}

/// The number of errors and of warnings.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct ErrorCounts {
    pub(crate) errors: u64,
    pub(crate) warnings: u64,
}

impl ErrorCounts {
    /// Returns the count that a kind belongs to: that of errors or that of warnings.
    pub(crate) fn of_sort(&mut self, kind: PgnErrorKind) -> &mut u64 {
        if kind.is_error() { &mut self.errors } else { &mut self.warnings }
    }
}

impl PgnErrorKind {
    /// Whether this is an error, which ends its game, and not a warning.
    pub fn is_error(self) -> bool {
        self <= PgnErrorKind::Truncated
    }

    /// Whether strict reading stops here: at all kinds but letters of another language, which are
    /// reported only if the caller requested their detection.
    pub(crate) fn ends_strict(self) -> bool {
        self != PgnErrorKind::ForeignLetters
    }

    /// Whether a warning of this kind belongs to no game: text between games, or a kind that is an
    /// error inside a game.
    pub(crate) fn is_outside_games(self) -> bool {
        self.is_error() || self == PgnErrorKind::StrayText
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
    /// The number of plies before it.
    pub ply: usize,
    /// Its offset in bytes from the start of the text.
    pub offset: u64,
    /// Its line, from 1.
    pub line: u64,
    /// Its column in bytes, from 1.
    pub column: u64,
    /// The text at this location, cut to [`MAX_TOKEN`] characters.
    pub token: Box<str>,
    /// The reason.
    pub reason: Box<str>,
}

/// The largest number of characters of a token in a message.
pub const MAX_TOKEN: usize = 40;

pub(super) const UNCLOSED_COMMENT: &str = "the comment has no closing brace";
pub(super) const EARLY_VARIATION: &str = "a variation before the first move of its line";
pub(super) const UNCLOSED_EARLY_VARIATION: &str =
    "a parenthesis before the first move that is never closed is ignored";

/// The largest number of parentheses before the first move whose end is searched, so that reading
/// takes linear time.
pub(super) const MAX_EARLY_BRACKETS: usize = 8;

pub(super) const NOT_A_TAG: &str = "not a tag, which is a name and a value in quotation marks";
pub(super) const UNCLOSED_VARIATION: &str = "the variation has no closing parenthesis";

impl PgnError {
    /// Returns an error or warning at an offset of the text. Line and column are set later.
    pub(super) fn unlocated(
        kind: PgnErrorKind,
        ply: usize,
        at: usize,
        token: &[u8],
        reason: &str,
    ) -> PgnError {
        // a character has at most four bytes
        let token = decode(token.get(..4 * MAX_TOKEN).unwrap_or(token));
        PgnError {
            kind,
            ply,
            offset: at as u64,
            line: 0,
            column: 0,
            token: token.chars().take(MAX_TOKEN).collect(),
            reason: reason.into(),
        }
    }
}

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

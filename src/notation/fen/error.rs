//! Errors of FEN.

use std::fmt;

use crate::position::Status;
use crate::types::{Color, Rank};

/// The largest accepted clock, so that sums do not overflow.
pub const MAX_CLOCK: u32 = 1_000_000;

/// The kind of an error in a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenErrorKind {
    /// The text is empty.
    Empty,
    /// A letter that is not a piece, or a digit that is not 1 to 8.
    Character(char),
    /// Two adjacent numbers of empty squares.
    AdjacentDigits,
    /// A rank with too many or too few squares.
    RankLength(Rank),
    /// Not eight ranks.
    RankCount(usize),
    /// The side to move is neither `w` nor `b`.
    Turn,
    /// The castling field has a character other than `-`, `KQkq` and file letters.
    Castling(char),
    /// The en-passant field is neither `-` nor a square.
    EnPassant,
    /// The halfmove clock is not a number up to [`MAX_CLOCK`].
    HalfmoveClock,
    /// The move number is not a number up to [`MAX_CLOCK`].
    FullmoveNumber,
    /// There is text after the move number.
    SeventhField,
    /// The text is well-formed, but the position is illegal.
    Unplayable(Status),
    /// Strict reader: the position is legal but cannot have arisen.
    Impossible(Status),
    /// Strict reader: a player has more promoted pieces than missing pawns.
    TooMuchMaterial(Color),
    /// Strict reader: the clocks contradict the position, with the reason.
    Clocks(&'static str),
    /// Strict reader for standard chess: a king or rook with a castling right is not on its square
    /// of standard chess.
    NotStandardCastling,
    /// Strict reader: a field, with its name, is not in canonical form.
    NotCanonical(&'static str),
}

/// A FEN is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The kind of error.
    pub kind: FenErrorKind,
    /// The location in characters from 0; `None` if the error has no single location.
    pub column: Option<usize>,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use FenErrorKind::*;
        match self.kind {
            Empty => write!(f, "empty FEN")?,
            Character(c) => write!(f, "invalid character {c:?} in the board part of a FEN")?,
            AdjacentDigits => {
                write!(f, "adjacent empty squares must be one number in a FEN, such as 8 for 44")?
            }
            RankLength(rank) => write!(f, "rank {} of a FEN must have 8 squares", rank.digit())?,
            RankCount(n) => write!(f, "a FEN must have 8 ranks, not {n}")?,
            Turn => write!(f, "the side to move of a FEN must be 'w' or 'b'")?,
            Castling(c) => write!(f, "invalid character {c:?} in the castling part of a FEN")?,
            EnPassant => write!(f, "the en-passant part of a FEN must be '-' or a square")?,
            HalfmoveClock => {
                write!(f, "the halfmove clock of a FEN must be a number from 0 to {MAX_CLOCK}")?
            }
            FullmoveNumber => {
                write!(f, "the move number of a FEN must be a number from 0 to {MAX_CLOCK}")?
            }
            SeventhField => write!(f, "a FEN must end with its sixth field, the move number")?,
            Unplayable(status) => write!(f, "illegal position: {}", status & Status::ILLEGAL)?,
            Impossible(status) => write!(f, "impossible position: {status}")?,
            TooMuchMaterial(color) => write!(
                f,
                "impossible position: {color} has more promoted pieces than missing pawns"
            )?,
            Clocks(why) => write!(f, "impossible position: {why}")?,
            NotStandardCastling => write!(f, "a castling right exists only in Chess960")?,
            NotCanonical(part) => {
                write!(f, "not a canonical FEN: {part} is not in canonical form")?
            }
        }
        match self.column {
            Some(column) => write!(f, " (index {column})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for FenError {}

pub(super) fn error<T>(kind: FenErrorKind, column: usize) -> Result<T, FenError> {
    Err(FenError { kind, column: Some(column) })
}

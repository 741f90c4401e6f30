//! What may be wrong with a FEN.

use std::fmt;

use crate::position::Status;
use crate::types::{Color, Rank};

/// Clocks above this are refused: no game is so long, and sums stay far from overflow.
pub const MAX_CLOCK: u32 = 1_000_000;

/// What is wrong with a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenErrorKind {
    /// There is no text.
    Empty,
    /// A letter that names no piece, a digit that is no number of squares.
    Character(char),
    /// A number of empty squares that follows another.
    AdjacentDigits,
    /// A rank with too many or too few squares.
    RankLength(Rank),
    /// Not eight ranks.
    RankCount(usize),
    /// The side to move is neither `w` nor `b`.
    Turn,
    /// The castling field holds something other than `-`, `KQkq` and file letters.
    Castling(char),
    /// The en-passant field is neither `-` nor a square.
    EnPassant,
    /// The half-move clock is no number, or an absurd one.
    HalfmoveClock,
    /// The move number is no number, or an absurd one.
    FullmoveNumber,
    /// Something follows the move number.
    SeventhField,
    /// The text is well formed, but nothing can be played from there.
    Unplayable(Status),
    /// Only the strict reader: the position is playable but cannot have arisen.
    Impossible(Status),
    /// Only the strict reader: a player has more promoted pieces than pawns that are gone.
    TooMuchMaterial(Color),
    /// Only the strict reader: the clocks contradict the rest; says how.
    Clocks(&'static str),
    /// Only the strict reader: standard chess was asked for, and a king or rook with a castling
    /// right does not stand where it does there.
    NotStandardCastling,
    /// Only the strict reader: FEN has one way to write it, and this is another; names the part.
    NotCanonical(&'static str),
}

/// A FEN could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FenError {
    /// What is wrong.
    pub kind: FenErrorKind,
    /// Where, in characters from 0; `None` if it is not one place.
    pub column: Option<usize>,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use FenErrorKind::*;
        match self.kind {
            Empty => write!(f, "empty FEN")?,
            Character(c) => write!(f, "invalid character {c:?} in the board part of a FEN")?,
            AdjacentDigits => {
                write!(f, "empty squares beside each other are one number in a FEN, as 8 for 44")?
            }
            RankLength(rank) => write!(f, "rank {} of a FEN has not 8 squares", rank.digit())?,
            RankCount(n) => write!(f, "a FEN has 8 ranks, not {n}")?,
            Turn => write!(f, "the side to move of a FEN is 'w' or 'b'")?,
            Castling(c) => write!(f, "invalid character {c:?} in the castling part of a FEN")?,
            EnPassant => write!(f, "the en passant part of a FEN is '-' or a square")?,
            HalfmoveClock => {
                write!(f, "the half-move clock of a FEN is a number from 0 to {MAX_CLOCK}")?
            }
            FullmoveNumber => {
                write!(f, "the move number of a FEN is a number from 0 to {MAX_CLOCK}")?
            }
            SeventhField => {
                write!(f, "a FEN ends with its sixth field, the move number: this is one too many")?
            }
            Unplayable(status) => write!(f, "illegal position: {}", status & Status::ILLEGAL)?,
            Impossible(status) => write!(f, "no possible position: {status}")?,
            TooMuchMaterial(color) => write!(
                f,
                "no possible position: {color} has more promoted pieces than missing pawns"
            )?,
            Clocks(why) => write!(f, "no possible position: {why}")?,
            NotStandardCastling => {
                write!(f, "a castling right that standard chess does not have, in a FEN of it")?
            }
            NotCanonical(part) => write!(f, "not a canonical FEN: {part} is written otherwise")?,
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

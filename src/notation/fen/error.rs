//! Errors of FEN.

use thiserror::Error;

use crate::position::Status;
use crate::types::{Color, Rank};

/// The largest accepted clock, so that sums do not overflow.
pub const MAX_CLOCK: u32 = 1_000_000;

/// The kind of an error in a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum FenErrorKind {
    /// The text is empty.
    #[error("empty FEN")]
    Empty,
    /// A letter that is not a piece, or a digit that is not 1 to 8.
    #[error("invalid character {0:?} in the board part of a FEN")]
    Character(char),
    /// Two adjacent numbers of empty squares.
    #[error("adjacent empty squares must be one number in a FEN, such as 8 for 44")]
    AdjacentDigits,
    /// A rank with too many or too few squares.
    #[error("rank {} of a FEN must have 8 squares", .0.digit())]
    RankLength(Rank),
    /// Not eight ranks.
    #[error("a FEN must have 8 ranks, not {0}")]
    RankCount(usize),
    /// The side to move is neither `w` nor `b`.
    #[error("the side to move of a FEN must be 'w' or 'b'")]
    Turn,
    /// The castling field has a character other than `-`, `KQkq` and file letters.
    #[error("invalid character {0:?} in the castling part of a FEN")]
    Castling(char),
    /// The en-passant field is neither `-` nor a square.
    #[error("the en-passant part of a FEN must be '-' or a square")]
    EnPassant,
    /// The halfmove clock is not a number up to [`MAX_CLOCK`].
    #[error("the halfmove clock of a FEN must be a number from 0 to {MAX_CLOCK}")]
    HalfmoveClock,
    /// The move number is not a number up to [`MAX_CLOCK`].
    #[error("the move number of a FEN must be a number from 0 to {MAX_CLOCK}")]
    FullmoveNumber,
    /// There is text after the move number.
    #[error("a FEN must end with its sixth field, the move number")]
    SeventhField,
    /// The text is well-formed, but the position is illegal.
    #[error("illegal position: {}", *.0 & Status::ILLEGAL)]
    Unplayable(Status),
    /// Strict reader: the position is legal but cannot have arisen.
    #[error("impossible position: {0}")]
    Impossible(Status),
    /// Strict reader: a player has more promoted pieces than missing pawns.
    #[error("impossible position: {0} has more promoted pieces than missing pawns")]
    TooMuchMaterial(Color),
    /// Strict reader: the clocks contradict the position, with the reason.
    #[error("impossible position: {0}")]
    Clocks(&'static str),
    /// Strict reader for standard chess: a king or rook with a castling right is not on its square
    /// of standard chess.
    #[error("a castling right exists only in Chess960")]
    NotStandardCastling,
    /// Strict reader: a field, with its name, is not in canonical form.
    #[error("not a canonical FEN: {0} is not in canonical form")]
    NotCanonical(&'static str),
}

/// A FEN is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{kind}{}", location(*.column))]
pub struct FenError {
    /// The kind of error.
    pub kind: FenErrorKind,
    /// The location in characters from 0; `None` if the error has no single location.
    pub column: Option<usize>,
}

/// Returns the location of an error as its message shows it.
fn location(column: Option<usize>) -> String {
    column.map_or(String::new(), |column| format!(" (index {column})"))
}
pub(super) fn error<T>(kind: FenErrorKind, column: usize) -> Result<T, FenError> {
    Err(FenError { kind, column: Some(column) })
}

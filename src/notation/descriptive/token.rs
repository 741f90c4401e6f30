//! Tokens of a move.

use crate::types::{CastlingSide, PieceType};

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A letter of a piece, of a file or of a side.
    Piece(PieceType),
    /// A rank, from 0, as seen by the side to move.
    Rank(u8),
    Hyphen,
    Times,
    Open,
    Close,
    Slash,
    Equals,
    /// A letter O or a zero.
    Oh,
    /// The word for castling.
    Castles(Option<CastlingSide>),
    MoveSuffix(MoveSuffix),
    /// A token without a meaning, which is skipped.
    Nothing,
}

/// A mark after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MoveSuffix {
    EnPassant,
    Check,
    Double,
    Discovered,
    Mate,
    /// `++`: mate, or a double check.
    DoublePlus,
    DrawOffer,
    Assessment,
}

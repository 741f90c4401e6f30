//! Plain values without rules: colors, pieces, squares, sets of squares, moves, castling rights.

mod bitboard;
mod castling;
mod color;
mod moves;
mod piece;
mod square;

pub use bitboard::{Bitboard, Squares, Subsets};
pub use castling::{CastlingRights, CastlingSide};
pub use color::{BlackSide, Color, Side, WhiteSide};
pub use moves::{MAX_MOVES, Move, MoveList};
pub use piece::{Piece, PieceType};
pub use square::{File, Rank, Square, SquareError};

//! Plain values without rules: colors, pieces, squares, sets of squares, moves, castling rights, and the
//! codes of evaluations.

mod bitboard;
mod castling;
mod color;
mod evals;
mod moves;
mod piece;
mod square;

pub use bitboard::{Bitboard, Squares, Subsets};
pub use castling::{CastlingRights, CastlingSide};
pub use color::{BlackSide, Color, Side, WhiteSide};
pub use evals::{MATE, MAX_CENTIPAWNS, NO_CLOCK, NO_EVAL};
pub use moves::{MAX_MOVES, Move, MoveList};
pub use piece::{Piece, PieceType};
pub use square::{File, Rank, Square, SquareError};

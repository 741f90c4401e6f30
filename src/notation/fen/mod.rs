//! FEN: a position in one line of text, with either dialect of Chess960 castling.
//!
//! # Accepted castling letters
//!
//! Castling letters of standard FEN and X-FEN (`KQkq`: the outermost rook on that side) and of
//! Shredder-FEN (`HAha`: the rook's file), also mixed, in any order.
//!
//! # Deviations that the lenient reader accepts
//!
//! * missing fields at the end, with the defaults `w - - 0 1`;
//! * repeated whitespace, and Unicode whitespace such as U+00A0;
//! * underscores for whitespace, as in URLs;
//! * `~` after a promoted piece, which [`promoted`] reads;
//! * castling letters out of order or twice;
//! * impossible castling rights and en-passant squares ([`read`] drops them);
//! * a move number of 0, read as 1.

mod board;
mod error;
mod promoted;
mod read;
mod squares;
mod strict;
#[cfg(test)]
mod tests;
mod write;

pub use error::{FenError, FenErrorKind, MAX_CLOCK};
pub use promoted::{promoted, with_promoted};
pub use read::{parse, parse_castling, read};
pub(crate) use read::{parse_ascii, position};
pub use strict::read_strict;
pub use write::{
    CastlingStyle, EnPassantStyle, FenText, write, write_as, write_board, write_castling,
    write_setup, write_setup_as,
};

use crate::position::{Placement, outermost};
use crate::types::{Bitboard, CastlingSide, Color, File, PieceType, Square};

/// The FEN of the standard start position.
pub const STARTING_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Returns the rook of X-FEN's `K` or `Q`, or the corner if there is none.
#[inline(always)]
fn outermost_rook(placement: &Placement, color: Color, side: CastlingSide) -> Square {
    let rank = Bitboard::from_rank(color.back_rank());
    let rooks = rank & placement.pieces(color, PieceType::Rook);
    // without a king there is no side
    let king = (rank & placement.pieces(color, PieceType::King)).first();
    let corner = match side {
        CastlingSide::King => File::H,
        CastlingSide::Queen => File::A,
    };
    let rook = king.and_then(|king| outermost(rooks, king, side));
    rook.unwrap_or(Square::new(corner, color.back_rank()))
}

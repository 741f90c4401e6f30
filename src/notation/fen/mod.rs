//! FEN: a position in one line of text, with either dialect of Chess960 castling.
//!
//! # What the readers take
//!
//! Castling letters of standard FEN and X-FEN (`KQkq`: the outermost rook of that wing) and of
//! Shredder-FEN (`HAha`: the rook's file), also mixed, in any order.
//!
//! # What the lenient reader forgives
//!
//! * fields that are missing from the end: `w - - 0 1` are their defaults;
//! * more whitespace than one, and those of web pages and word processors, such as U+00A0;
//! * underscores for whitespace, as in the addresses of web sites;
//! * `~` after a promoted piece;
//! * castling letters out of order or twice;
//! * castling rights and en-passant squares that cannot be true ([`read`] drops them);
//! * a move number of 0, read as 1.

mod board;
mod error;
mod read;
mod squares;
mod strict;
#[cfg(test)]
mod tests;
mod write;

pub use error::{FenError, FenErrorKind, MAX_CLOCK};
pub(crate) use read::position;
pub use read::{parse, parse_castling, read};
pub use strict::read_strict;
pub use write::{
    CastlingStyle, EnPassantStyle, FenText, write, write_as, write_board, write_castling,
    write_setup, write_setup_as,
};

use crate::position::{Placement, outermost};
use crate::types::{Bitboard, CastlingSide, Color, File, PieceType, Square};

/// The FEN of the start of standard chess.
pub const STARTING_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The rook that X-FEN's `K` or `Q` means, or the corner if there is none.
#[inline(always)]
fn outermost_rook(placement: &Placement, color: Color, side: CastlingSide) -> Square {
    let rank = Bitboard::from_rank(color.back_rank());
    let rooks = rank & placement.pieces(color, PieceType::Rook);
    // without a king there is no rook beside him
    let king = (rank & placement.pieces(color, PieceType::King)).first();
    let corner = match side {
        CastlingSide::King => File::H,
        CastlingSide::Queen => File::A,
    };
    let rook = king.and_then(|king| outermost(rooks, king, side));
    rook.unwrap_or(Square::new(corner, color.back_rank()))
}

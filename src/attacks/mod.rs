//! Attack sets of pieces, with run-time choice of the instruction set.
//!
//! Pinned pieces attack too (FIDE 3.1.2).

#[cfg(target_arch = "x86_64")]
mod avx512;
mod backend;
#[cfg(target_arch = "x86_64")]
mod bmi2;
mod dispatch;
mod leapers;
mod lines;
mod magics;
mod portable;
mod rays;
mod sliders;

#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub(crate) use backend::task;
pub use backend::{Backend, KingLines, Pieces, Task};
#[cfg(target_arch = "x86_64")]
pub use bmi2::Bmi2;
pub use dispatch::{backend_name, dispatch};
pub use leapers::{king, knight, knights, pawn, pawns};
pub use lines::Line;
pub use portable::Portable;
pub use rays::{between, diagonals, line, orthogonals};

use crate::types::{Bitboard, PieceType, Square};

/// The attacks of a knight, bishop, rook, queen or king; empty for a pawn, whose attacks depend on
/// its color ([`pawn`]).
#[inline(always)]
pub fn piece<B: Backend>(
    backend: B,
    piece_type: PieceType,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    match piece_type {
        PieceType::Pawn => Bitboard::EMPTY,
        PieceType::Knight => knight(square),
        PieceType::Bishop => backend.bishop(square, occupied),
        PieceType::Rook => backend.rook(square, occupied),
        PieceType::Queen => backend.queen(square, occupied),
        PieceType::King => king(square),
    }
}

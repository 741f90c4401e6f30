//! Phases of a game.

use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType, Rank};

/// The largest number of pieces other than kings and pawns in an endgame, and in a middlegame with
/// full back ranks.
const MOST_PIECES: [u32; 2] = [6, 10];

/// The number of a side's pieces on its back rank from which the rank is full.
const FULL_RANK: u32 = 4;

/// Returns 0 for the opening, 1 for the middlegame, 2 for the endgame.
pub(super) fn phase(position: &Position) -> i32 {
    let placement = position.placement();
    let others = placement.by_type(PieceType::Pawn) | placement.by_type(PieceType::King);
    let pieces = (placement.occupied() & !others).len();
    let is_sparse = |color: Color| {
        let rank =
            Bitboard::from_rank(if color == Color::White { Rank::First } else { Rank::Eighth });
        (placement.by_color(color) & rank).len() < FULL_RANK
    };
    let is_open = pieces <= MOST_PIECES[1] || Color::ALL.into_iter().any(is_sparse);
    i32::from(pieces <= MOST_PIECES[0]) + i32::from(is_open)
}

//! Proofs by cases: a piece is captured on its first square, or it moves before that.

use super::{Assumption, Mobility};
use crate::attacks::Backend;
use crate::position::Position;
use crate::types::{Color, PieceType};

/// Whether a case split on some piece proves that `winner` never mates.
///
/// In any line the piece is captured on its square before it has moved, or it is not. In the first
/// case it never moves. In the second it is not captured before it has moved, so if it has no move,
/// it stays forever. Each assumption makes the sets smaller, often if a piece without moves shuts
/// in others and could only be captured by these.
pub(crate) fn never_mates_by_cases<B: Backend>(
    backend: B,
    position: &Position,
    winner: Color,
) -> bool {
    if position.ep_capturers().any() {
        return false;
    }
    let Some(start) = Mobility::new(position, winner) else { return false };
    let never = |index: usize, assumption: Assumption| {
        let mut mobility = Mobility { pieces: start.pieces.clone(), ..start };
        mobility.pieces[index].assumption = assumption;
        while mobility.grow(backend) {}
        !mobility.mate_is_possible(backend)
    };
    let splits = |index: &usize| {
        let piece = &start.pieces[*index];
        piece.piece_type != PieceType::King && !piece.never_captured
    };
    // castling moves king and rook at once, so rooks with castling rights are skipped
    let castles = |index: &usize| start.pieces[*index].origin.meets(position.castling().0);
    (0..start.pieces.len()).filter(splits).filter(|index| !castles(index)).any(|index| {
        never(index, Assumption::MovesBeforeCapture) && never(index, Assumption::CapturedBeforeMove)
    })
}

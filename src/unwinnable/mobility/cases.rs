//! A piece that stands where it is may be captured there, or it moves first: two questions for one.

use super::{MobilePiece, Mobility};
use crate::attacks::Backend;
use crate::position::Position;
use crate::types::{Color, PieceType};

/// What is supposed of a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// Nothing.
    Open,
    /// It is not captured before it has moved.
    MovesFirst,
    /// It is captured before it has moved, so that it never moves.
    NeverMoves,
}

impl MobilePiece {
    /// Whether nobody captures it where it stands, as far as the sets go.
    #[inline(always)]
    pub(super) fn is_spared(&self) -> bool {
        self.kept || self.fate == Fate::MovesFirst && self.stays()
    }
}

/// Whether it is proved that `winner` never mates, by telling apart what becomes of a piece.
///
/// In any line a piece is captured on its square before it has ever moved, or it is not. In the lines of
/// the first kind it never moves; in the others nobody captures it there before it has moved, so
/// that, if nothing else lets it move, it stands there for ever. Each supposition alone makes the
/// sets smaller, often where a piece that cannot move is the plug that keeps others in, and can only
/// be captured by those that it keeps in.
pub(in crate::unwinnable) fn never_mates_by_cases<B: Backend>(
    backend: B,
    position: &Position,
    winner: Color,
) -> bool {
    if position.ep_capturers().any() {
        return false;
    }
    let Some(start) = Mobility::new(position, winner) else { return false };
    let never = |index: usize, fate: Fate| {
        let mut mobility = Mobility { pieces: start.pieces.clone(), ..start };
        mobility.pieces[index].fate = fate;
        while mobility.round(backend) {}
        !mobility.mate_is_possible(backend)
    };
    let splits = |index: &usize| {
        let piece = &start.pieces[*index];
        piece.piece_type != PieceType::King && !piece.kept
    };
    // castling is a move of king and rook at once: a rook with its right is not told apart
    let castles = |index: &usize| start.pieces[*index].at.meets(position.castling().0);
    (0..start.pieces.len())
        .filter(splits)
        .filter(|index| !castles(index))
        .any(|index| never(index, Fate::MovesFirst) && never(index, Fate::NeverMoves))
}

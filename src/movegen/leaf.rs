//! The actions of a perft: counting or visiting leaves, and making moves.

use crate::position::Position;
use crate::types::{PieceType, Side, Square};

/// The action at the last ply of a traversal.
pub(super) trait Leaf {
    /// Whether the positions need keys.
    const KEYED: bool;
    /// Whether moves of the last ply are made; else they are counted.
    const MADE: bool;

    fn count(&mut self, moves: u32);
    fn visit(&mut self, position: &Position);

    /// The position after a move of a piece other than a pawn.
    #[inline(always)]
    fn after<S: Side>(
        position: &Position,
        piece_type: PieceType,
        from: Square,
        to: Square,
    ) -> Position {
        if Self::KEYED {
            position.make_piece_move::<S, true>(piece_type, from, to)
        } else {
            position.make_piece_move::<S, false>(piece_type, from, to)
        }
    }

    /// The position after a push or capture of a pawn that does not promote.
    #[inline(always)]
    fn after_pawn<S: Side>(position: &Position, from: Square, to: Square) -> Position {
        if Self::KEYED {
            position.make_pawn_move::<S, true>(from, to)
        } else {
            position.make_pawn_move::<S, false>(from, to)
        }
    }
}

/// Counts leaves.
pub(super) struct Counter<const KEYED: bool>(pub(super) u64);

impl<const KEYED: bool> Leaf for Counter<KEYED> {
    const KEYED: bool = KEYED;
    const MADE: bool = false;

    #[inline(always)]
    fn count(&mut self, moves: u32) {
        self.0 += u64::from(moves);
    }

    #[inline(always)]
    fn visit(&mut self, _: &Position) {
        self.0 += 1;
    }
}

/// Visits leaves.
pub(super) struct Visitor<F>(pub(super) F);

impl<F: FnMut(&Position)> Leaf for Visitor<F> {
    const KEYED: bool = true;
    const MADE: bool = true;

    #[inline(always)]
    fn count(&mut self, _: u32) {}

    #[inline(always)]
    fn visit(&mut self, position: &Position) {
        (self.0)(position);
    }
}

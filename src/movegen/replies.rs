//! Counting the replies to each move: the last two plies of a perft.
//!
//! Most moves change neither the checks and pins of the opponent's king nor the attacks on the
//! squares around it, except for the attacks of the moving piece itself. So both are computed once
//! before the moves, and updated after such a *simple* move; after another one they are computed
//! again. All moves are made.

use std::marker::PhantomData;

use super::generate::{generate_with_rooks, generate_with_state};
use super::king_state::KingState;
use super::leaf::Leaf;
use super::sink::{Count, Sink, origin};
use crate::attacks::{Backend, Task};
use crate::position::Position;
use crate::types::{Bitboard, PieceType, Side, Square};

/// Makes each move of `S` and counts the replies.
pub(super) struct CountReplies<'a, B, S, L> {
    backend: B,
    position: &'a Position,
    state: KingState,
    leaf: &'a mut L,
    side: PhantomData<S>,
}

impl<'a, B: Backend, S: Side, L: Leaf> CountReplies<'a, B, S, L> {
    #[inline(always)]
    pub(super) fn new(backend: B, position: &'a Position, leaf: &'a mut L) -> Self {
        let state = KingState::new::<B, S>(backend, position);
        CountReplies { backend, position, state, leaf, side: PhantomData }
    }

    /// Counts the replies to any move.
    #[inline(always)]
    fn count(&mut self, position: &Position) {
        let castling_rooks = self.state.castling_rooks;
        let (leaf, side) = (&mut *self.leaf, PhantomData::<S::Other>);
        self.backend.enter(LastPly { position, castling_rooks, leaf, side });
    }

    /// Counts the replies to a simple move, given the squares that are attacked.
    #[inline(always)]
    fn count_after_simple(&mut self, position: &Position, danger: Bitboard) {
        let state = &self.state;
        let (leaf, side) = (&mut *self.leaf, PhantomData::<S::Other>);
        self.backend.enter(AfterSimple { position, state, danger, leaf, side });
    }

    #[inline(always)]
    fn moves(&mut self, piece: PieceType, from: Square, targets: Bitboard) {
        let (simple, others) = self.state.simple_moves(self.backend, piece, from, targets);
        for to in simple {
            let danger = self.state.danger(self.backend, piece, (from, to), others);
            self.count_after_simple(&L::after::<S>(self.position, piece, from, to), danger);
        }
        for to in targets - simple {
            self.count(&L::after::<S>(self.position, piece, from, to));
        }
    }
}

impl<B: Backend, S: Side, L: Leaf> Sink for CountReplies<'_, B, S, L> {
    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) {
        // one loop for each piece type, without tests inside
        match piece_type {
            PieceType::Knight => self.moves(PieceType::Knight, from, targets),
            PieceType::Bishop => self.moves(PieceType::Bishop, from, targets),
            PieceType::Rook => self.moves(PieceType::Rook, from, targets),
            PieceType::Queen => self.moves(PieceType::Queen, from, targets),
            PieceType::Pawn | PieceType::King => self.moves(PieceType::King, from, targets),
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        let simple = self.state.simple_pawn_moves::<S>(self.position, targets, step);
        for to in simple {
            let from = origin(to, step);
            let danger = self.state.danger_after_pawn::<S>(from, to);
            self.count_after_simple(&L::after_pawn::<S>(self.position, from, to), danger);
        }
        for to in targets - simple {
            self.count(&L::after_pawn::<S>(self.position, origin(to, step), to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            for becomes in PieceType::PROMOTIONS {
                let from = origin(to, step);
                self.count(&self.position.make_promotion::<S, true>(from, to, becomes));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.count(&L::after_pawn::<S>(self.position, from, to));
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) {
        self.count(&self.position.make_castling::<S>(king, rook));
    }
}

/// The last ply, counted.
pub(super) struct LastPly<'a, S, L> {
    pub(super) position: &'a Position,
    /// The rooks of `S` for which castling may be legal.
    pub(super) castling_rooks: Bitboard,
    pub(super) leaf: &'a mut L,
    pub(super) side: PhantomData<S>,
}

impl<S: Side, L: Leaf> Task for LastPly<'_, S, L> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let mut count = Count::default();
        let rooks = self.castling_rooks & self.position.castling().0;
        generate_with_rooks::<B, S>(backend, self.position, rooks, &mut count);
        self.leaf.count(count.0);
    }
}

/// The last ply, counted, after a simple move.
struct AfterSimple<'a, S, L> {
    position: &'a Position,
    state: &'a KingState,
    danger: Bitboard,
    leaf: &'a mut L,
    side: PhantomData<S>,
}

impl<S: Side, L: Leaf> Task for AfterSimple<'_, S, L> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let mut count = Count::default();
        let KingState { pins, castling_rooks, .. } = self.state;
        let rooks = *castling_rooks & self.position.castling().0;
        generate_with_state::<B, S>(backend, self.position, rooks, pins, self.danger, &mut count);
        self.leaf.count(count.0);
    }
}

#[cfg(test)]
mod tests {
    use crate::movegen::{count_legal_moves, legal_moves, perft, perft_unkeyed, random_positions};

    /// The replies are as many as are counted after each move without a state.
    #[test]
    fn replies_are_counted_as_after_each_move() {
        let games = if cfg!(debug_assertions) { 40 } else { 1000 };
        let mut nodes = 0;
        let positions = random_positions::for_each(3, games, |position| {
            let replies = |&m| count_legal_moves(&position.after(m)) as u64;
            let expected: u64 = legal_moves(position).iter().map(replies).sum();
            assert_eq!(perft(position, 2), expected, "{position:?}");
            assert_eq!(perft_unkeyed(position, 2), expected, "{position:?}");
            nodes += expected;
        });
        assert!(positions > 100 * games && nodes > 0, "{positions} positions, {nodes} nodes");
    }
}

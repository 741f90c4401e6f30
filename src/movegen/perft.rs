//! Perft: the number of sequences of legal moves of a given length, to test move generators.
//!
//! There are no move lists: the generator passes each set of targets to the next ply, which is
//! generic over the moving piece type and the side to move.

use std::marker::PhantomData;

use super::generate::generate;
use super::leaf::{Counter, Leaf, Visitor};
use super::replies::{CountReplies, LastPly};
use super::sink::{Sink, origin};
use crate::attacks::{Backend, Task, dispatch};
use crate::position::Position;
use crate::types::{Bitboard, BlackSide, Color, PieceType, Side, Square, WhiteSide};

/// The number of sequences of `depth` legal moves. Moves of the last ply are counted, not made.
///
/// ```
/// use enroque::{movegen::perft, position::Position};
/// assert_eq!(perft(&Position::standard(), 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    dispatch(Perft::<true> { position, depth })
}

/// [`perft`] without updating the keys of positions, which is faster.
pub fn perft_unkeyed(position: &Position, depth: u32) -> u64 {
    dispatch(Perft::<false> { position, depth })
}

/// [`perft`] on a chosen backend.
pub fn perft_with<B: Backend>(backend: B, position: &Position, depth: u32) -> u64 {
    backend.enter(Perft::<true> { position, depth })
}

/// [`perft_unkeyed`] on a chosen backend.
pub(super) fn perft_unkeyed_with<B: Backend>(backend: B, position: &Position, depth: u32) -> u64 {
    backend.enter(Perft::<false> { position, depth })
}

/// Calls `visit` with the position after every sequence of `depth` legal moves.
pub fn visit_leaves(position: &Position, depth: u32, visit: impl FnMut(&Position)) {
    let mut visitor = Visitor(visit);
    if depth == 0 {
        return visitor.0(position);
    }
    dispatch(Start { position, depth, leaf: &mut visitor });
}

/// [`visit_leaves`] on a chosen backend; `depth` is 1 or more.
#[inline(always)]
pub(super) fn visit_leaves_with<B: Backend>(
    backend: B,
    position: &Position,
    depth: u32,
    visit: impl FnMut(&Position),
) {
    backend.one_by_one().enter(Start { position, depth, leaf: &mut Visitor(visit) });
}

struct Perft<'a, const KEYED: bool> {
    position: &'a Position,
    depth: u32,
}

impl<const KEYED: bool> Task for Perft<'_, KEYED> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        if self.depth == 0 {
            return 1;
        }
        let mut counter = Counter::<KEYED>(0);
        let start = Start { position: self.position, depth: self.depth, leaf: &mut counter };
        backend.one_by_one().enter(start);
        counter.0
    }
}

/// Starts a traversal, dispatching on the side to move; `depth` is 1 or more.
struct Start<'a, L> {
    position: &'a Position,
    depth: u32,
    leaf: &'a mut L,
}

impl<L: Leaf> Task for Start<'_, L> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Start { position, depth, leaf } = self;
        match position.turn() {
            Color::White => walk::<B, WhiteSide, L>(backend, position, depth, leaf),
            Color::Black => walk::<B, BlackSide, L>(backend, position, depth, leaf),
        }
    }
}

/// Continues the traversal with `depth` plies left, one or more.
#[inline(always)]
fn walk<B: Backend, S: Side, L: Leaf>(backend: B, position: &Position, depth: u32, leaf: &mut L) {
    let side = PhantomData::<S>;
    if depth == 1 && !L::MADE {
        let castling_rooks = position.castling().of(S::COLOR);
        backend.enter(LastPly { position, castling_rooks, leaf, side });
    } else {
        backend.enter(Ply { position, depth, leaf, side });
    }
}

/// A ply whose moves are made.
struct Ply<'a, S, L> {
    position: &'a Position,
    depth: u32,
    leaf: &'a mut L,
    side: PhantomData<S>,
}

impl<S: Side, L: Leaf> Task for Ply<'_, S, L> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Ply { position, depth, leaf, side } = self;
        if depth == 2 && !L::MADE {
            let mut replies = CountReplies::<B, S, L>::new(backend, position, leaf);
            generate::<B, S>(backend, position, &mut replies);
        } else {
            let mut moves = MakeMoves { backend, position, depth, leaf, side };
            generate::<B, S>(backend, position, &mut moves);
        }
    }
}

/// Makes each move and continues.
struct MakeMoves<'a, B, S, L> {
    backend: B,
    position: &'a Position,
    depth: u32,
    leaf: &'a mut L,
    side: PhantomData<S>,
}

impl<B: Backend, S: Side, L: Leaf> MakeMoves<'_, B, S, L> {
    #[inline(always)]
    fn visit_after(&mut self, after: &Position) {
        if self.depth == 1 {
            self.leaf.visit(after);
        } else {
            walk::<B, S::Other, L>(self.backend, after, self.depth - 1, self.leaf);
        }
    }
}

impl<B: Backend, S: Side, L: Leaf> Sink for MakeMoves<'_, B, S, L> {
    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) {
        for to in targets {
            self.visit_after(&L::after::<S>(self.position, piece_type, from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            self.visit_after(&L::after_pawn::<S>(self.position, origin(to, step), to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            for becomes in PieceType::PROMOTIONS {
                let from = origin(to, step);
                let after = self.position.make_promotion::<S, true>(from, to, becomes);
                self.visit_after(&after);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.visit_after(&L::after_pawn::<S>(self.position, from, to));
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) {
        let after = self.position.make_castling::<S>(king, rook);
        self.visit_after(&after);
    }
}

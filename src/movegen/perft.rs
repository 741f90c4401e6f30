//! Perft: the number of paths of legal moves of a given length, the yardstick of move generators.

use super::generate::generate;
use super::sink::Count;
use crate::attacks::{Backend, Task, dispatch};
use crate::position::Position;
use crate::types::{BlackSide, Color, MoveList, Side, WhiteSide};

/// The number of sequences of `depth` legal moves. The last ply is counted, not made.
///
/// ```
/// use enroque::{movegen::perft, position::Position};
/// assert_eq!(perft(&Position::standard(), 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    dispatch(Root { position, depth })
}

/// [`perft`] on a chosen backend.
pub fn perft_with<B: Backend>(backend: B, position: &Position, depth: u32) -> u64 {
    backend.enter(Root { position, depth })
}

struct Root<'a> {
    position: &'a Position,
    depth: u32,
}

impl Task for Root<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        if self.depth == 0 {
            return 1;
        }
        match self.position.turn() {
            Color::White => backend.enter(Walk::<WhiteSide>::new(self.position, self.depth)),
            Color::Black => backend.enter(Walk::<BlackSide>::new(self.position, self.depth)),
        }
    }
}

/// One node: the side to move is `S`, `depth` is 1 or more.
struct Walk<'a, S> {
    position: &'a Position,
    depth: u32,
    side: std::marker::PhantomData<S>,
}

impl<'a, S> Walk<'a, S> {
    #[inline(always)]
    fn new(position: &'a Position, depth: u32) -> Walk<'a, S> {
        Walk { position, depth, side: std::marker::PhantomData }
    }
}

impl<S: Side> Task for Walk<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        if self.depth == 1 {
            let mut count = Count::default();
            generate::<B, S>(backend, self.position, &mut count);
            return count.0;
        }
        let mut moves = MoveList::new();
        generate::<B, S>(backend, self.position, &mut moves);
        let mut nodes = 0;
        for &m in &moves {
            let mut after = *self.position;
            after.make::<S>(m);
            nodes += backend.enter(Walk::<S::Other>::new(&after, self.depth - 1));
        }
        nodes
    }
}

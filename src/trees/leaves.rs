//! Positions of trees that need an evaluation.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::arena::{ArenaSamples, GameSlot};
use crate::notation::{fen, san};
use crate::types::Move;

/// A position of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub(super) slot: u32,
    pub(super) node: u32,
    pub(super) depth: u16,
    /// Its key in the cache of evaluations, if there is one.
    pub(super) key: u128,
    pub(super) epoch: u64,
}

/// The boards that a search and its leaves share.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardPool(Arc<Mutex<Shared>>);

#[derive(Debug, Default)]
struct Shared {
    /// Boards of leaves that were dropped, for the next ones.
    boards: Vec<Vec<GameSlot>>,
    /// Leaves that were dropped without an evaluation.
    dropped: Vec<Leaf>,
}

impl BoardPool {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether leaves were selected by the search with this pool.
    pub(super) fn is_of(&self, leaves: &Leaves) -> bool {
        Arc::ptr_eq(&self.0, &leaves.pool.0)
    }

    /// Takes boards that are no longer used, if there are any.
    pub(super) fn take_boards(&self) -> Vec<GameSlot> {
        self.lock().boards.pop().unwrap_or_default()
    }

    /// Takes the leaves that were dropped without an evaluation.
    pub(super) fn take_dropped(&self) -> Vec<Leaf> {
        std::mem::take(&mut self.lock().dropped)
    }

    /// Frees the boards.
    pub(super) fn clear(&self) {
        self.lock().boards.clear();
    }

    pub(super) fn heap_bytes(&self) -> usize {
        let of_board = |board: &GameSlot| size_of::<GameSlot>() + board.heap_bytes();
        self.lock().boards.iter().flatten().map(of_board).sum()
    }

    fn give(&self, boards: Vec<GameSlot>, dropped: &[Leaf]) {
        /// The number of groups of games that may be searched in turn.
        const MOST: usize = 4;
        let mut shared = self.lock();
        shared.dropped.extend_from_slice(dropped);
        if shared.boards.len() < MOST {
            shared.boards.push(boards);
        }
    }
}

/// Positions of the trees of some games that need an evaluation: each continues a game of the arena
/// by the moves of its tree, with its whole history. They are ordered by game.
#[derive(Debug)]
pub struct Leaves {
    pub(super) leaves: Vec<Leaf>,
    /// The index of each leaf in `boards`.
    pub(super) rows: Vec<usize>,
    pub(super) boards: Vec<GameSlot>,
    pub(super) pool: BoardPool,
    /// Whether they were evaluated.
    pub(super) is_evaluated: AtomicBool,
}

impl Drop for Leaves {
    fn drop(&mut self) {
        let is_evaluated = *self.is_evaluated.get_mut();
        let dropped = if is_evaluated { &[] } else { &self.leaves[..] };
        self.pool.give(std::mem::take(&mut self.boards), dropped);
    }
}

impl Leaves {
    /// The number of leaves.
    pub fn len(&self) -> usize {
        self.leaves.len()
    }

    /// Whether there are no leaves.
    pub fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// The slot of each leaf's game.
    pub fn slots(&self) -> impl ExactSizeIterator<Item = usize> {
        self.leaves.iter().map(|leaf| leaf.slot as usize)
    }

    /// The number of plies from the root to each leaf.
    pub fn depths(&self) -> impl ExactSizeIterator<Item = usize> {
        self.leaves.iter().map(|leaf| leaf.depth.into())
    }

    pub(super) fn board(&self, row: usize) -> &GameSlot {
        &self.boards[self.rows[row]]
    }

    /// The position of each leaf.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = &crate::position::Position> {
        self.rows.iter().map(|&index| self.boards[index].recent.position())
    }

    /// The legal moves of a leaf, in the order of generation.
    pub fn legal_moves(&self, row: usize) -> &[Move] {
        &self.board(row).legal
    }

    /// The start position of a leaf's game, and the moves to the leaf.
    pub fn game(&self, row: usize) -> (&crate::position::Position, &[Move]) {
        let board = self.board(row);
        (&board.start, &board.moves)
    }

    /// The number of occurrences of a leaf's position in its game and its path.
    pub fn repetition_count(&self, row: usize) -> u32 {
        self.board(row).recent.repetition_count()
    }

    /// The name of a leaf in messages: its game, FEN and path.
    pub(super) fn name(&self, row: usize) -> String {
        let (leaf, board) = (&self.leaves[row], self.board(row));
        let mut name = format!("leaf {row} (game {}, ", leaf.slot);
        if leaf.depth > 0 {
            let first = board.moves.len().saturating_sub(leaf.depth.into());
            let mut position = board.start;
            board.moves[..first].iter().for_each(|&m| position.play_unchecked(m));
            for &m in &board.moves[first..] {
                let _ = write!(name, "{} ", san::write(&position, m));
                position.play_unchecked(m);
            }
            name.pop();
            name.push_str(", ");
        }
        let _ = write!(name, "{})", fen::write(board.recent.position()));
        name
    }

    /// The leaves as samples.
    pub fn samples(&self) -> ArenaSamples<'_> {
        ArenaSamples::of_leaves(&self.boards, &self.rows)
    }
}

//! A cache of evaluations, keyed by the data of a position that columns can contain.

use std::collections::{HashMap, VecDeque};

use crate::arena::{GameSlot, ScoreKind};
use crate::memory::OutOfMemory;
use crate::random::split_mix;
use crate::tensor::{EnPassantRule, RECENT_POSITIONS};

/// The evaluation of a position as a network returned it.
#[derive(Debug, Default)]
pub(super) struct CachedEvaluation {
    pub(super) value: f32,
    pub(super) draw: f32,
    pub(super) is_final: bool,
    /// The kind of the scores; `None` if all moves have the same score.
    pub(super) kind: Option<ScoreKind>,
    /// The scores of the legal moves, in the order of generation.
    pub(super) scores: Vec<f32>,
}

/// The last evaluations.
#[derive(Debug, Default)]
pub(super) struct Cache {
    size: usize,
    evaluations: HashMap<u128, CachedEvaluation>,
    /// The keys, the oldest first.
    keys: VecDeque<u128>,
}

impl Cache {
    /// A cache of up to `size` evaluations.
    pub(super) fn new(size: usize) -> Cache {
        Cache { size, ..Cache::default() }
    }

    pub(super) fn is_off(&self) -> bool {
        self.size == 0
    }

    /// The evaluation of a position with this key.
    pub(super) fn get(&self, key: u128) -> Option<&CachedEvaluation> {
        self.evaluations.get(&key)
    }

    /// Adds an evaluation, in place of the oldest one if the cache is full, or of one with the same
    /// key. `write` gets memory that can be used again.
    pub(super) fn insert(
        &mut self,
        key: u128,
        write: impl FnOnce(&mut CachedEvaluation) -> Result<(), OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        let mut place = match self.evaluations.remove(&key) {
            Some(old) => old,
            None => {
                self.evaluations.try_reserve(1)?;
                self.keys.try_reserve(1)?;
                let is_full = self.keys.len() >= self.size;
                let oldest = if is_full { self.keys.pop_front() } else { None };
                self.keys.push_back(key);
                oldest.and_then(|key| self.evaluations.remove(&key)).unwrap_or_default()
            }
        };
        write(&mut place)?;
        self.evaluations.insert(key, place);
        Ok(())
    }

    /// Forgets all evaluations.
    pub(super) fn clear(&mut self) {
        *self = Cache::new(self.size);
    }

    pub(super) fn heap_bytes(&self) -> usize {
        let scores = |found: &CachedEvaluation| size_of::<f32>() * found.scores.capacity();
        self.evaluations.capacity() * size_of::<(u128, CachedEvaluation)>()
            + self.keys.capacity() * size_of::<u128>()
            + self.evaluations.values().map(scores).sum::<usize>()
    }
}

/// A key of all the data of a position that a column can contain: the position and the eight before
/// it, their repetitions, clocks and en-passant squares, and the number of plies.
pub(super) fn key(board: &GameSlot) -> u128 {
    let (mut low, mut high) = (board.ply() as u64, 0u64);
    let mut add = |number: u64| {
        low = split_mix(low ^ number);
        high = split_mix(high.rotate_left(32) ^ low);
    };
    let positions = board.recent.positions();
    let first = positions.len().saturating_sub(RECENT_POSITIONS);
    for (n, position) in positions.iter().enumerate().skip(first) {
        add(position.key());
        let mut rest = u64::from(position.halfmove_clock()) << 32;
        for rule in EnPassantRule::ALL {
            rest = rest << 8 | u64::from(board.recent.marks(rule)[n].repetitions);
        }
        add(rest ^ position.ep_square().map_or(0, |square| square as u64 + 1) << 56);
    }
    add(u64::from(board.recent.position().fullmove_number()));
    u128::from(high) << 64 | u128::from(low)
}

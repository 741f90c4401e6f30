//! The current positions of games in progress as samples.

use std::ops::Range;

use super::Arena;
use super::slot::{FIELDS_AHEAD, GameSlot, MEMORY_AHEAD};
use crate::attacks::Backend;
use crate::columns::{Histories, Labels, Needs, Sample, SampleHistory, Samples};
use crate::error::CallError;
use crate::pool;
use crate::tensor::RECENT_POSITIONS;

/// Samples that a thread visits at a time.
const SAMPLES_PER_JOB: usize = 64;

/// The number of samples from which on several threads are faster.
const FEWEST_FOR_THREADS: usize = 256;

/// The same for columns without history, which take less time.
const FEWEST_WITHOUT_HISTORY: usize = 512;

/// The current positions of some slots of an [`Arena`], with the legal moves that the arena lists,
/// none for a game that is over. Their arrays equal those of the same positions of the finished
/// games.
#[derive(Clone, Copy, Debug)]
pub struct ArenaSamples<'a> {
    all: &'a [GameSlot],
    slots: &'a [usize],
    /// Whether they are the leaves of trees, which have no numbers but those of their rows.
    are_leaves: bool,
}

impl<'a> ArenaSamples<'a> {
    /// The current positions of some slots.
    ///
    /// # Errors
    /// If an index is out of range or occurs twice.
    pub fn new(arena: &'a Arena, slots: &'a [usize]) -> Result<ArenaSamples<'a>, CallError> {
        arena.check_slots(slots)?;
        Ok(ArenaSamples { all: &arena.slots, slots, are_leaves: false })
    }

    /// The positions of leaves of trees, whose indices are in range and differ.
    pub(crate) fn of_leaves(all: &'a [GameSlot], slots: &'a [usize]) -> ArenaSamples<'a> {
        ArenaSamples { all, slots, are_leaves: true }
    }

    fn slot(&self, n: usize) -> Option<&'a GameSlot> {
        self.slots.get(n).map(|&slot| &self.all[slot])
    }
}

/// The state of a thread that visits slots.
#[derive(Debug)]
pub struct ArenaCursor {
    /// Whether legal moves are read, or history.
    reads_moves: bool,
    reads_history: bool,
    /// For columns that need more positions than a slot has.
    replay: Option<Histories>,
    game_and_ply: (usize, usize),
}

/// The labels of a game in progress: its number and its ply.
impl Labels for (usize, usize) {
    fn game_and_ply(&self) -> (usize, usize) {
        *self
    }
}

// SAFETY: the jobs divide the slots, and the n-th sample has row n.
unsafe impl Samples for ArenaSamples<'_> {
    type Cursor<'c>
        = ArenaCursor
    where
        Self: 'c;

    fn len(&self) -> usize {
        self.slots.len()
    }

    fn check(&self, needs: &Needs) -> Result<(), CallError> {
        self.check_in_progress(needs)
    }

    fn jobs(&self, _: &Needs) -> Vec<Range<usize>> {
        pool::ranges(self.len(), SAMPLES_PER_JOB).collect()
    }

    fn fewest_for_threads(&self, needs: &Needs) -> usize {
        match needs.longest_history() {
            Some(_) => FEWEST_FOR_THREADS,
            None => FEWEST_WITHOUT_HISTORY,
        }
    }

    fn cursor(&self, needs: &Needs) -> ArenaCursor {
        let plies = needs.longest_history();
        ArenaCursor {
            reads_moves: needs.legal_moves,
            reads_history: plies.is_some(),
            replay: plies.filter(|&plies| plies >= RECENT_POSITIONS).map(|_| Histories::new(needs)),
            game_and_ply: (0, 0),
        }
    }

    #[inline(always)]
    fn sample<'c, B: Backend>(&'c self, _: B, cursor: &'c mut ArenaCursor, n: usize) -> Sample<'c> {
        let slot = &self.all[self.slots[n]];
        if let Some(ahead) = self.slot(n + FIELDS_AHEAD) {
            ahead.prefetch_fields();
        }
        if let Some(ahead) = self.slot(n + MEMORY_AHEAD) {
            if cursor.reads_moves {
                ahead.prefetch_legal();
            }
            match cursor.reads_history {
                true => ahead.recent.prefetch_positions(),
                false => ahead.recent.prefetch_position(),
            }
        }
        let mut history = SampleHistory::BoundedHistory(&slot.recent);
        if let Some(replay) = &mut cursor.replay {
            replay.restart(slot.start);
            replay.play(&slot.moves);
            history = SampleHistory::Whole(replay.by_rule());
        }
        cursor.game_and_ply = (slot.game as usize, slot.ply());
        let position = slot.recent.position();
        Sample {
            position,
            history,
            legal_moves: Some(&slot.legal),
            next: None,
            turn: position.turn(),
            labels: &cursor.game_and_ply,
            row: n,
        }
    }

    fn legal_move_offsets(&self) -> Option<Vec<i64>> {
        let mut offsets = Vec::with_capacity(self.len() + 1);
        let mut end = 0;
        offsets.push(0);
        for (n, &slot) in self.slots.iter().enumerate() {
            if let Some(ahead) = self.slot(n + FIELDS_AHEAD) {
                ahead.prefetch_head();
            }
            end += self.all[slot].legal.len() as i64;
            offsets.push(end);
        }
        Some(offsets)
    }

    fn name(&self, row: usize) -> String {
        match self.slots.get(row) {
            Some(_) if self.are_leaves => format!("leaf {row}"),
            Some(slot) => format!("game {slot}"),
            None => format!("entry {row}"),
        }
    }
}

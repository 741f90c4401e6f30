//! Saving and restoring games in progress.

use std::ops::Range;

use super::Arena;
use super::error::foreign_notes;
use super::record::check_visits;
use super::slot::{End, GameSlot, joined};
use crate::attacks::{Backend, Task, dispatch};
use crate::error::{CallError, call_error, ensure};
use crate::games::{Games, PlyColumns};
use crate::movegen::legal_moves_with;
use crate::pool::{self, Run};
use crate::position::Position;
use crate::types::Move;

/// The number of slots that a thread restores at a time.
const SLOTS_PER_JOB: usize = 64;

/// The state of an arena, apart from its options: all data that later games depend on.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The seed.
    pub seed: u64,
    /// All slots.
    pub slots: Vec<SlotState>,
    /// The finished games that were not taken.
    pub finished: Games,
    /// The search results recorded for the game of each slot; empty if there are none. The last
    /// entry may be that of the current position.
    pub notes: Vec<PlyColumns>,
}

/// The state of one slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlotState {
    /// The start position of its game, or the first position of the row that it was read from.
    pub start: Position,
    /// The number of plies before that position.
    pub plies_before: u32,
    /// Whether it is a position after a move.
    pub is_continued: bool,
    /// The moves of its game.
    pub moves: Vec<Move>,
    /// The number of its game.
    pub game: u64,
    /// The end of its game, if it is over.
    pub end: Option<End>,
}

impl Arena {
    /// Returns the state of the arena.
    pub fn snapshot(&self) -> Snapshot {
        let state = |slot: &GameSlot| SlotState {
            start: slot.start,
            plies_before: slot.plies_before,
            is_continued: slot.is_continued,
            moves: slot.moves.clone(),
            game: slot.game,
            end: slot.end,
        };
        Snapshot {
            seed: self.options.seed,
            slots: self.slots.iter().map(state).collect(),
            finished: self.finished.clone(),
            notes: self.notes.clone(),
        }
    }

    /// Continues from the state of an arena with the same options.
    ///
    /// # Errors
    /// When the number of slots differs, a move is illegal, notes do not belong to the games, or
    /// `run.stop` returned true; nothing is changed.
    pub fn restore(&mut self, mut snapshot: Snapshot, run: Run<'_>) -> Result<(), CallError> {
        let games = self.len();
        let notes = Some(snapshot.notes.len()).filter(|&notes| notes > 0);
        for found in [Some(snapshot.slots.len()), notes].into_iter().flatten() {
            ensure!(
                found == games,
                Value("state"),
                "the state has {found} games, but the arena has {games}"
            );
        }
        for (slot, (notes, state)) in snapshot.notes.iter_mut().zip(&snapshot.slots).enumerate() {
            let plies = notes.rows();
            let checked = std::mem::take(notes).validated(plies);
            let checked = checked.filter(|_| plies <= state.moves.len() + 1);
            *notes = checked.ok_or_else(|| foreign_notes(slot))?;
        }
        let (arena, saved) = (&*self, &snapshot);
        let jobs = pool::ranges(games, SLOTS_PER_JOB);
        let restored = pool::map(run, jobs, |slots| dispatch(Restore { arena, saved, slots }))?;
        self.slots = joined(games, restored)?;
        self.options.seed = snapshot.seed;
        self.finished = snapshot.finished;
        self.notes = snapshot.notes;
        Ok(())
    }
}

/// Slots for one thread.
struct Restore<'a> {
    arena: &'a Arena,
    saved: &'a Snapshot,
    slots: Range<usize>,
}

impl Task for Restore<'_> {
    type Output = Result<Vec<GameSlot>, CallError>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let Restore { arena, saved, slots } = self;
        let options = &arena.options;
        let mut restored = Vec::with_capacity(slots.len());
        for index in slots {
            let state = &saved.slots[index];
            let mut slot = GameSlot::unlisted(state.start, state.game);
            (slot.plies_before, slot.is_continued) = (state.plies_before, state.is_continued);
            slot.replay(backend, &state.moves, options).map_err(|ply| {
                call_error!(
                    Value("state"),
                    "the state has the move {} at ply {ply} of game {index}, which is not legal there",
                    state.moves[ply]
                )
            })?;
            slot.end_as(state.end);
            if let Some(notes) = saved.notes.get(index) {
                let mut position = state.start;
                for (ply, &m) in state.moves.iter().enumerate() {
                    check_visits(index, Some(notes), ply, &legal_moves_with(backend, &position))?;
                    position = position.after(m);
                }
                check_visits(index, Some(notes), state.moves.len(), &slot.legal)?;
            }
            restored.push(slot);
        }
        Ok(restored)
    }
}

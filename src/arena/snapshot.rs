//! Saving and restoring games in progress.

use super::slot::{End, Slot};
use super::{Arena, ArenaError};
use crate::attacks::{Backend, Task, dispatch};
use crate::games::Games;
use crate::position::Position;
use crate::types::Move;

/// The state of an arena, apart from its options: everything that the games that follow depend on.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The seed.
    pub seed: u64,
    /// All slots, search slots included.
    pub slots: Vec<SlotState>,
    /// The finished games that were not taken.
    pub finished: Games,
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
    /// How its game ended, if it is over.
    pub end: Option<End>,
}

impl Arena {
    /// Returns the state of the arena.
    pub fn snapshot(&self) -> Snapshot {
        let state = |slot: &Slot| SlotState {
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
        }
    }

    /// Continues from the state of an arena with the same options.
    ///
    /// # Errors
    /// When there are fewer slots than games, or a move is illegal; nothing is changed.
    pub fn restore(&mut self, snapshot: Snapshot) -> Result<(), ArenaError> {
        if snapshot.slots.len() < self.games {
            let (found, games) = (snapshot.slots.len(), self.games);
            return Err(ArenaError::SnapshotSize { found, games });
        }
        let restored = dispatch(Restore(self, &snapshot.slots))?;
        self.slots = restored;
        self.options.seed = snapshot.seed;
        self.finished = snapshot.finished;
        Ok(())
    }
}

struct Restore<'a>(&'a Arena, &'a [SlotState]);

impl Task for Restore<'_> {
    type Output = Result<Vec<Slot>, ArenaError>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let Restore(arena, states) = self;
        let options = &arena.options;
        let mut slots = Vec::with_capacity(states.len());
        for (index, state) in states.iter().enumerate() {
            let mut slot = Slot::unlisted(state.start, state.game);
            (slot.plies_before, slot.is_continued) = (state.plies_before, state.is_continued);
            slot.replay(backend, &state.moves, options).map_err(|ply| {
                ArenaError::SnapshotMove { slot: index, ply, m: state.moves[ply] }
            })?;
            slot.end_as(state.end);
            slots.push(slot);
        }
        Ok(slots)
    }
}

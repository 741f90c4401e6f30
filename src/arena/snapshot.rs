//! Saving and restoring games in progress.

use super::slot::Slot;
use super::{Arena, ArenaError};
use crate::attacks::{Backend, Task, dispatch};
use crate::games::Games;
use crate::position::Position;
use crate::rules::Termination;
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
    /// The start position of its game.
    pub start: Position,
    /// The moves of its game.
    pub moves: Vec<Move>,
    /// The number of its game.
    pub game: u64,
    /// Whether the side to move lost by an illegal action.
    pub is_forfeited: bool,
}

impl Arena {
    /// Returns the state of the arena.
    pub fn snapshot(&self) -> Snapshot {
        let state = |slot: &Slot| SlotState {
            start: slot.start,
            moves: slot.moves.clone(),
            game: slot.game,
            is_forfeited: slot.end.is_some_and(|end| {
                end.outcome().is_some_and(|end| end.termination == Termination::IllegalMove)
            }),
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
            let mut slot = Slot::new(state.start, state.game, options);
            for (ply, &m) in state.moves.iter().enumerate() {
                // no move follows the end of a game
                if !slot.legal.contains(&m) {
                    return Err(ArenaError::SnapshotMove { slot: index, ply, m });
                }
                slot.play(backend, m, options);
            }
            if state.is_forfeited && slot.end.is_none() {
                slot.forfeit();
            }
            slots.push(slot);
        }
        Ok(slots)
    }
}

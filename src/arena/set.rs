//! Setting games in progress.

use super::slot::{GameSlot, chosen};
use super::{Arena, ArenaError};
use crate::attacks::{dispatch, task};
use crate::position::Position;
use crate::types::Move;

/// A game in progress: its start position and its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameState {
    /// The start position.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Arena {
    /// Replaces the games of some slots, whose numbers stay.
    ///
    /// # Errors
    /// When an index is out of range or occurs twice, there is not one state for each slot, or a
    /// move is illegal; nothing is changed.
    pub fn set(&mut self, slots: &[usize], states: &[GameState]) -> Result<(), ArenaError> {
        self.check_slots(slots)?;
        if slots.len() != states.len() {
            let (sources, targets) = (states.len(), slots.len());
            return Err(ArenaError::CopyCount { sources, targets });
        }
        let arena = &*self;
        type Played = Result<Vec<GameSlot>, ArenaError>;
        let played =
            task!(|backend, arena: &Arena, slots: &[usize], states: &[GameState]| -> Played {
                let play = |(&index, state): (&usize, &GameState)| {
                    let mut slot = GameSlot::unlisted(state.start, arena.slots[index].game);
                    let illegal =
                        |ply| ArenaError::SetMove { slot: index, ply, m: state.moves[ply] };
                    slot.replay(backend, &state.moves, &arena.options).map_err(illegal)?;
                    Ok(slot)
                };
                slots.iter().zip(states).map(play).collect()
            });
        let played = dispatch(played)?;
        for (slot, played) in chosen(&mut self.slots, slots).into_iter().zip(played) {
            *slot = played;
        }
        slots.iter().for_each(|&slot| self.drop_notes(slot));
        Ok(())
    }
}

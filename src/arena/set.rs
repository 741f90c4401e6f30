//! Setting games in progress.

use super::Arena;
use super::slot::{GameSlot, chosen};
use crate::attacks::{dispatch, task};
use crate::error::{CallError, call_error, ensure};
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
    pub fn set(&mut self, slots: &[usize], states: &[GameState]) -> Result<(), CallError> {
        self.check_slots(slots)?;
        let (sources, targets) = (states.len(), slots.len());
        ensure!(
            sources == targets,
            Array("states"),
            "{sources} games cannot be copied to {targets} slots"
        );
        let arena = &*self;
        type Played = Result<Vec<GameSlot>, CallError>;
        let played =
            task!(|backend, arena: &Arena, slots: &[usize], states: &[GameState]| -> Played {
                let play = |(&index, state): (&usize, &GameState)| {
                    let mut slot = GameSlot::unlisted(state.start, arena.slots[index].game);
                    let illegal = |ply| {
                        let m = state.moves[ply];
                        call_error!(
                            Value("states"),
                            "the move {m} at ply {ply} of the game for slot {index} is not legal"
                        )
                    };
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

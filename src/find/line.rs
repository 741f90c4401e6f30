//! Games as queries see them.

use crate::games::GameRef;
use crate::position::Position;
use crate::types::Move;

/// A game as queries see it.
#[derive(Clone, Copy, Debug)]
pub struct GameLine<'a> {
    /// The start position.
    pub start: Position,
    /// The moves.
    pub moves: &'a [Move],
    /// The evaluation after each move, as in [`Games::evals`](crate::games::Games::evals); empty if
    /// there are none.
    pub evals: &'a [i32],
    /// The clock after each move, as in [`Games::clocks`](crate::games::Games::clocks); empty if there
    /// are none.
    pub clocks: &'a [i32],
}

impl<'a> GameLine<'a> {
    /// A game that has a start position.
    pub(crate) fn of(game: GameRef<'a>) -> GameLine<'a> {
        GameLine {
            start: game.start(),
            moves: game.moves(),
            evals: game.evals().unwrap_or_default(),
            clocks: game.clocks().unwrap_or_default(),
        }
    }
}

//! Games as queries see them.

use std::cell::LazyCell;

use crate::games::{GameRef, Players};
use crate::position::Position;
use crate::types::Move;

/// A game as queries see it.
#[derive(Debug)]
pub struct GameLine<'a> {
    /// The start position.
    pub start: Position,
    /// The moves.
    pub moves: &'a [Move],
    /// The evaluation after each move, as in [`Games::evals`](crate::games::Games::evals); empty if
    /// there are none.
    pub evals: &'a [i32],
    /// The ratings and clocks of the players, read when a condition needs them.
    pub players: LazyPlayers<'a>,
}

/// The players of a game.
pub type LazyPlayers<'a> = LazyCell<Players<'a>, Box<dyn FnOnce() -> Players<'a> + 'a>>;

impl<'a> GameLine<'a> {
    /// A game that has a start position.
    pub(crate) fn of(game: GameRef<'a>) -> GameLine<'a> {
        GameLine {
            start: game.start(),
            moves: game.moves(),
            evals: game.evals().unwrap_or_default(),
            players: LazyCell::new(Box::new(move || game.players())),
        }
    }
}

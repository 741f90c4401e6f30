//! Setting games of an arena.

use numpy::PyUntypedArrayMethods;

use super::Arena;
use super::rows::rows;
use super::start::of_games;
use crate::arena::GameState;
use crate::notation::fen;
use crate::python::board::{Board, BoardState};
use crate::python::errors::fen_of_row;
use crate::python::games::Games;
use crate::python::prelude::*;

const RULE: &str = "positions must be a Board, a FEN, a list of these, (games, game, ply), or rows";

/// The game of a board or a FEN, which may be in a row of a list.
fn state(object: &Bound<'_, PyAny>, row: Option<usize>) -> PyResult<GameState> {
    if let Ok(board) = object.cast::<Board>() {
        let guard = board.lock();
        let game = guard.game()?;
        let moves = game.moves().iter().copied().collect::<Option<Vec<_>>>();
        let moves = moves.ok_or_else(|| {
            ArgumentError::new_err("a board with a null move cannot be a game of an arena")
        })?;
        return Ok(GameState { start: *game.start(), moves });
    }
    let Ok(text) = object.extract::<&str>() else { return Err(wrong_type(RULE, object)) };
    let start = match row {
        Some(row) => fen_of_row(text, row)?,
        None => fen::read(text)?,
    };
    Ok(GameState { start, moves: Vec::new() })
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Arena {
    /// Replaces games in progress, with their history.
    ///
    /// The numbers of the games stay. The games are recorded from their start positions on, those
    /// of rows from the first position of the row. Nothing is changed after an error.
    ///
    /// Args:
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     positions: one for each game: `Board`s (with their moves) and FENs; `(games, game, ply)`,
    ///         positions of `Games` with the moves before; or `(games, 384)` uint8 of `rows`. A
    ///         single `Board` or FEN is for all.
    ///
    /// Raises:
    ///     OutOfRangeError: a game or position does not exist.
    ///     ArrayError: there is not one position for each game.
    ///     FenError: a text is not a FEN.
    ///     IllegalPositionError: the position of a board is illegal.
    ///     ArgumentError: a row is invalid, or a board has a null move.
    ///
    /// Example:
    ///     >>> arena = enroque.Arena(3, seed=1)
    ///     >>> arena.set([0, 2], "8/8/8/3k4/8/8/8/R3K3 w Q - 0 1")
    ///     >>> arena.legal_count.tolist()
    ///     [16, 20, 16]
    fn set(
        &self,
        py: Python<'_>,
        games: Option<ArrayLike<'_>>,
        positions: PositionsArgument<'_>,
    ) -> PyResult<()> {
        let chosen = self.chosen(py, games.as_ref())?;
        let positions = positions.0;
        let expect = |found: usize| match chosen.len() {
            count if count == found => Ok(()),
            count => Err(ArrayError::new_err(format!(
                "there must be one position for each of {count} games, not {found}"
            ))),
        };
        if numpy_api::as_array(&positions)?.is_some_and(|array| array.ndim() == 2) {
            let rows = rows(&positions)?;
            expect(rows.shape()[0])?;
            let bytes = rows.as_slice()?;
            return interruptible(py, None, |run| self.lock().set_rows(&chosen, bytes, run));
        }
        let states = match positions.cast::<PyTuple>() {
            Ok(parts) if parts.len() == 3 && parts.get_item(0)?.is_instance_of::<Games>() => {
                of_games(parts, |game, ply| {
                    let moves = game.moves().get(..ply).filter(|_| game.has_start())?.to_vec();
                    Some(GameState { start: game.start(), moves })
                })?
            }
            _ if positions.is_instance_of::<Board>() || positions.extract::<&str>().is_ok() => {
                vec![state(&positions, None)?; chosen.len()]
            }
            _ => {
                let items = positions.try_iter().map_err(|_| wrong_type(RULE, &positions))?;
                let states = items.enumerate().map(|(row, item)| state(&item?, Some(row)));
                states.collect::<PyResult<_>>()?
            }
        };
        expect(states.len())?;
        Ok(self.with(py, |core| core.set(&chosen, &states))?)
    }
}

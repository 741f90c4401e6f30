//! What a position's game says of it: how it ended, its evaluation, how long it went on.

use numpy::PyArrayDyn;
use pyo3::prelude::*;

use super::Games;
use super::batch_call::BatchCall;
use crate::batch::{self, Pairs};
use crate::games::Games as CoreGames;
use crate::pool::Run;
use crate::python::encodings as choice;
use crate::python::hints::{AnyArrayArgument, Array, ArrayLike};

#[pymethods]
impl Games {
    /// Returns the result of the game for each position: 1 won, 0 drawn, -1 lost, NaN unknown.
    ///
    /// Args:
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     view: `"side_to_move"` or `"white"`.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///
    /// Returns:
    ///     `(positions,)` float32.
    #[pyo3(signature = (game, ply, *, view = "side_to_move", out = None))]
    fn value<'py>(
        slf: &Bound<'py, Games>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        view: &str,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<Array<'py, PyArrayDyn<f32>>> {
        let view = choice::view(view)?;
        let work = |games: &CoreGames, pairs: Pairs<'_>, out: &mut [f32], _: Run<'_>| {
            batch::value(games, pairs, view, out)
        };
        BatchCall::new(&game, &ply, out)?.fill(slf, &[], work).map(Array)
    }

    /// Returns the result of the game for each position as win, draw, loss; NaN if unknown.
    ///
    /// Args:
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     view: `"side_to_move"` or `"white"`.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///
    /// Returns:
    ///     `(positions, 3)` float32.
    #[pyo3(signature = (game, ply, *, view = "side_to_move", out = None))]
    fn wdl<'py>(
        slf: &Bound<'py, Games>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        view: &str,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<Array<'py, PyArrayDyn<f32>>> {
        let view = choice::view(view)?;
        let work = |games: &CoreGames, pairs: Pairs<'_>, out: &mut [f32], _: Run<'_>| {
            batch::win_draw_loss(games, pairs, view, out)
        };
        BatchCall::new(&game, &ply, out)?.fill(slf, &[3], work).map(Array)
    }

    /// Returns the win probability of each position by its evaluation (`evals`).
    ///
    /// Args:
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     model: `"lichess"` or `"chessbench"`, as in `enroque.win_probability`.
    ///     view: `"side_to_move"` or `"white"`.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///
    /// Returns:
    ///     `(positions,)` float32; NaN without evaluation, as for every start position.
    #[pyo3(signature = (game, ply, *, model = "lichess", view = "side_to_move", out = None))]
    fn win_probability<'py>(
        slf: &Bound<'py, Games>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        model: &str,
        view: &str,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<Array<'py, PyArrayDyn<f32>>> {
        let (model, view) = (choice::win_model(model)?, choice::view(view)?);
        let work = |games: &CoreGames, pairs: Pairs<'_>, out: &mut [f32], _: Run<'_>| {
            batch::win_probability(games, pairs, model, view, out)
        };
        BatchCall::new(&game, &ply, out)?.fill(slf, &[], work).map(Array)
    }

    /// Returns the number of plies to the end of the game for each position.
    ///
    /// Args:
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///
    /// Returns:
    ///     `(positions,)` int32.
    #[pyo3(signature = (game, ply, *, out = None))]
    fn plies_left<'py>(
        slf: &Bound<'py, Games>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<Array<'py, PyArrayDyn<i32>>> {
        let work = |games: &CoreGames, pairs: Pairs<'_>, out: &mut [i32], _: Run<'_>| {
            batch::plies_left(games, pairs, out)
        };
        BatchCall::new(&game, &ply, out)?.fill(slf, &[], work).map(Array)
    }
}

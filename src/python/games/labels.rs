//! Training targets of many positions: results, evaluations, plies left.

use numpy::PyArrayDyn;
use pyo3::prelude::*;

use super::Games;
use super::batch_call::BatchCall;
use crate::batch;
use crate::python::encodings;
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
        let view = encodings::view(view)?;
        BatchCall::new(slf, &game, &ply, out, None)?
            .fill(&[], |games, positions, out, _, _| batch::value(games, positions, view, out))
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
        let view = encodings::view(view)?;
        BatchCall::new(slf, &game, &ply, out, None)?.fill(&[3], |games, positions, out, _, _| {
            batch::win_draw_loss(games, positions, view, out)
        })
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
        let (model, view) = (encodings::win_model(model)?, encodings::view(view)?);
        BatchCall::new(slf, &game, &ply, out, None)?.fill(&[], |games, positions, out, _, _| {
            batch::win_probability(games, positions, model, view, out)
        })
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
        BatchCall::new(slf, &game, &ply, out, None)?
            .fill(&[], |games, positions, out, _, _| batch::plies_left(games, positions, out))
    }
}

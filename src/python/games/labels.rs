//! What a position's game says of it: how it ended, its evaluation, how long it went on.

use numpy::PyArrayDyn;
use pyo3::prelude::*;

use super::Games;
use super::request::Request;
use crate::batch::{self, Pairs};
use crate::games::Games as CoreGames;
use crate::pool::Run;
use crate::python::encodings as choice;
use crate::python::hints::{AnyArrayArgument, Array, ArrayLike};

#[pymethods]
impl Games {
    /// How the game of each position ended, `(pairs,)` float32: 1 won, 0 drawn, -1 lost, NaN
    /// unknown, for the side to move or, with `view="white"`, for White.
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
        Request::new(&game, &ply, out)?.fill(slf, &[], work).map(Array)
    }

    /// How the game of each position ended as win, draw, loss, `(pairs, 3)` float32: one of them 1,
    /// or all NaN if the result is unknown; views as of `value`.
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
        Request::new(&game, &ply, out)?.fill(slf, &[3], work).map(Array)
    }

    /// How likely a win is by the evaluation that the game has of each position (`evals`), `(pairs,)`
    /// float32; NaN where there is none, as of every start. Models as of `enroque.win_probability`,
    /// views as of `value`.
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
        Request::new(&game, &ply, out)?.fill(slf, &[], work).map(Array)
    }

    /// How many plies were still played after each position, `(pairs,)` int32.
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
        Request::new(&game, &ply, out)?.fill(slf, &[], work).map(Array)
    }
}

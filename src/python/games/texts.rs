//! Moves and positions of games as texts.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::Games;
use crate::games::MoveNotation;
use crate::notation::uci::CastlingDialect;
use crate::python::arrays::text_array;
use crate::python::calls::{Threads, interruptible};
use crate::python::hints::TextArray;

impl Games {
    fn move_texts<'py>(
        &self,
        py: Python<'py>,
        notation: MoveNotation,
        threads: Option<Threads>,
    ) -> PyResult<TextArray<'py>> {
        let games = self.core();
        text_array(py, interruptible(py, threads, |run| games.move_texts(notation, run))?)
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// Returns the moves of each game in SAN, separated by spaces.
    ///
    /// Args:
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(games,)` `str` (dtype object).
    ///
    /// Example:
    ///     >>> enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 * 1. d4 *").san().tolist()
    ///     ['e4 e5 Nf3', 'd4']
    #[pyo3(signature = (*, threads = None))]
    fn san<'py>(&self, py: Python<'py>, threads: Option<Threads>) -> PyResult<TextArray<'py>> {
        self.move_texts(py, MoveNotation::San, threads)
    }

    /// Returns the moves of each game in UCI, separated by spaces.
    ///
    /// Args:
    ///     chess960: whether castling is written as king takes rook; `None` for that of each game's
    ///         variant.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(games,)` `str` (dtype object).
    ///
    /// Example:
    ///     >>> enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 * 1. d4 *").uci().tolist()
    ///     ['e2e4 e7e5 g1f3', 'd2d4']
    #[pyo3(signature = (*, chess960 = None, threads = None))]
    fn uci<'py>(
        &self,
        py: Python<'py>,
        chess960: Option<bool>,
        threads: Option<Threads>,
    ) -> PyResult<TextArray<'py>> {
        let dialect = chess960.map(|chess960| match chess960 {
            true => CastlingDialect::Chess960,
            false => CastlingDialect::Standard,
        });
        self.move_texts(py, MoveNotation::Uci(dialect), threads)
    }

    /// Raises `TypeError`: games are many arrays.
    #[pyo3(signature = (*arguments: "object", **options: "object"))]
    fn __array__(
        &self,
        arguments: &Bound<'_, PyTuple>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let _ = (arguments, options);
        Err(PyTypeError::new_err(
            "Games are not one array: a table for pandas is games.to_pandas(), the moves as texts are \
             games.san() and games.uci(), positions are games.fens(game, ply); columns are attributes, \
             such as games.result",
        ))
    }
}

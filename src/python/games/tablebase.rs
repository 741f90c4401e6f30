//! Results of positions by endgame tables.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::Games;
use crate::python::arguments::Number;
use crate::python::hints::{Array, ArrayLike, TablebaseArgument};

#[pymethods]
impl Games {
    /// Returns the result of positions by Syzygy tables.
    ///
    /// Equal positions are looked up once; those with castling rights or more pieces than the
    /// tables are not looked up.
    ///
    /// Args:
    ///     tablebase: an `enroque.tablebase.Tablebase`.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     view: `"side_to_move"` or `"white"`.
    ///     max_pieces: the largest number of pieces to look up, pawns and kings included; `None`
    ///         for that of the tables.
    ///     on_missing: `"skip"` gives -128 for positions of at most `max_pieces` pieces without a
    ///         table, `"raise"` raises an error.
    ///
    /// Returns:
    ///     `(positions,)` int8: 2 won, 1 won but drawn by the 50-move rule, 0 drawn, -1 lost but
    ///     drawn by the 50-move rule, -2 lost, -128 unknown.
    ///
    /// Raises:
    ///     ImportError: python-chess, the extra `engine`, is not installed.
    ///     MissingTableError: a table is missing, with `on_missing="raise"`.
    ///     OutOfRangeError: a game or ply does not exist.
    #[pyo3(signature = (
        tablebase, game, ply, *, view = "side_to_move", max_pieces = None, on_missing = "skip",
    ))]
    fn tablebase_wdl<'py>(
        slf: &Bound<'py, Games>,
        tablebase: TablebaseArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        view: &str,
        max_pieces: Option<Number>,
        on_missing: &str,
    ) -> PyResult<Array<'py, PyArray1<i8>>> {
        let max_pieces: Option<u64> =
            max_pieces.map(|pieces| pieces.count("max_pieces")).transpose()?;
        let arguments = (slf, tablebase.0, game.0, ply.0, view, max_pieces, on_missing);
        let module = slf.py().import("enroque._model.tablebase_games")?;
        Ok(Array(module.call_method1("wdl", arguments)?.cast_into()?))
    }
}

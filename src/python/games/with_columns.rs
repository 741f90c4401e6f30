//! Games with other evaluations, clocks or searches.

use numpy::{PyArray1, PyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Games;
use crate::columns::evals_of_positions;
use crate::games::{ColumnsError, MoveColumns};
use crate::python::arrays::{integers, owned, readable};
use crate::python::calls::{Threads, interruptible};
use crate::python::errors::ArrayError;
use crate::python::exit::detach;
use crate::python::hints::ArrayLike;
use crate::python::positions::Positions;
use crate::types::NO_EVAL;

#[pymethods]
impl Games {
    /// Returns the same games with other columns.
    ///
    /// A column of which no entry is known becomes `None`.
    ///
    /// Args:
    ///     evals: the evaluation after each move from White's view, `(moves,)` integers:
    ///         centipawns, mate in n as 1,000,000 - n or its negative, -2**31 if there is none.
    ///         `None` keeps the column.
    ///     clocks: the clock after each move in milliseconds, `(moves,)` integers, -1 if unknown.
    ///         `None` keeps the column.
    ///     move_times: the time used for each move in milliseconds, `(moves,)` integers, -1 if
    ///         unknown. `None` keeps the column.
    ///     search_values: the value of the search before each move, `(moves,)`, from -1 to 1 for the
    ///         player to move, NaN if unknown. `None` keeps the column.
    ///     search_wdl: win, draw and loss probabilities of the search, `(moves, 3)`, for the player
    ///         to move, NaN if unknown. `None` keeps the column.
    ///     network_values: the network's value before the search, as `search_values`. `None` keeps the
    ///         column.
    ///     search_nodes: the number of nodes of the search, `(moves,)` integers, -1 if unknown.
    ///         `None` keeps the column.
    ///     search_weights: the weight in training, `(moves,)`, 0 or more, NaN if unknown. `None` keeps
    ///         the column.
    ///
    /// Returns:
    ///     The games; these are unchanged.
    ///
    /// Raises:
    ///     ArrayError: a column has the wrong shape or dtype, or a value is out of range.
    ///
    /// Example:
    ///     >>> games = enroque.Games.from_pgn(b"1. e4 e5 *")
    ///     >>> games.with_columns(evals=[30, 25])[0].evals
    ///     array([30, 25], dtype=int32)
    #[pyo3(signature = (
        *, evals = None, clocks = None, move_times = None, search_values = None, search_wdl = None,
        network_values = None, search_nodes = None, search_weights = None,
    ))]
    #[expect(clippy::too_many_arguments, reason = "one for each column")]
    fn with_columns(
        &self,
        py: Python<'_>,
        evals: Option<ArrayLike<'_>>,
        clocks: Option<ArrayLike<'_>>,
        move_times: Option<ArrayLike<'_>>,
        search_values: Option<ArrayLike<'_>>,
        search_wdl: Option<ArrayLike<'_>>,
        network_values: Option<ArrayLike<'_>>,
        search_nodes: Option<ArrayLike<'_>>,
        search_weights: Option<ArrayLike<'_>>,
    ) -> PyResult<Games> {
        let column = |column: Option<ArrayLike<'_>>, name| {
            column.map(|column| numbers(&column, name, &[])).transpose()
        };
        let wdl = search_wdl.as_ref().map(|column| numbers(column, "search_wdl", &[3]));
        let columns = MoveColumns {
            evals: optional(evals, "evals")?,
            clocks: optional(clocks, "clocks")?,
            move_times: optional(move_times, "move_times")?,
            search_values: column(search_values, "search_values")?,
            search_wdl: wdl.transpose()?.map(|wdl| wdl.as_chunks().0.to_vec()),
            network_values: column(network_values, "network_values")?,
            search_nodes: optional(search_nodes, "search_nodes")?,
            search_weights: column(search_weights, "search_weights")?,
        };
        let games = self.core();
        let result = detach(py, || games.with_columns(columns));
        result.map(Games::new).map_err(|error: ColumnsError| ArrayError::new_err(error.to_string()))
    }
}

#[pymethods]
impl Games {
    /// Returns the same games with the evaluations of a table of positions.
    ///
    /// Positions are the same by their keys: pieces, side to move, castling rights and legal en
    /// passant, not clocks. Of several evaluations of a position the first of the deepest is taken.
    /// `evals` has evaluations after moves: that of a start position has no place there.
    ///
    /// Args:
    ///     positions: the table, such as a batch of `Positions.stream`.
    ///     replace: whether the table's evaluations replace those that the games have; else they fill
    ///         only those that are missing.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     The games, whose `eval_count` is the number of moves that now have an evaluation.
    ///
    /// Example:
    ///     >>> games = enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 *")
    ///     >>> table = b"FEN,Evaluation\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,+34\n"
    ///     >>> evaluated = games.with_evals(enroque.Positions.read(table))
    ///     >>> evaluated.eval_count, evaluated.evals[0]
    ///     (1, np.int32(34))
    #[pyo3(signature = (positions, *, replace = false, threads = None))]
    fn with_evals(
        &self,
        py: Python<'_>,
        positions: &Positions,
        replace: bool,
        threads: Option<Threads>,
    ) -> PyResult<Games> {
        let (games, positions) = (self.core(), positions.core());
        let evals =
            interruptible(py, threads, |run| evals_of_positions(&games, &positions, replace, run))?;
        let columns = MoveColumns { evals: Some(evals), ..MoveColumns::default() };
        let result = detach(py, || games.with_columns(columns));
        result.map(Games::new).map_err(|error: ColumnsError| ArrayError::new_err(error.to_string()))
    }

    /// The number of moves with an evaluation.
    #[getter]
    fn eval_count(&self) -> usize {
        let evals = self.core();
        evals.evals().map_or(0, |evals| evals.iter().filter(|&&eval| eval != NO_EVAL).count())
    }
}

/// Returns the integers of a column.
fn optional(column: Option<ArrayLike<'_>>, name: &str) -> PyResult<Option<Vec<i32>>> {
    let Some(column) = column else { return Ok(None) };
    let number = |value: i64| {
        i32::try_from(value)
            .map_err(|_| ArrayError::new_err(format!("invalid value {value} in column {name}")))
    };
    integers(&column.0, name)?.into_iter().map(number).collect::<PyResult<_>>().map(Some)
}

/// Returns the numbers of a column, whose rows have the shape `row`, one after the other.
fn numbers(column: &ArrayLike<'_>, name: &str, row: &[usize]) -> PyResult<Vec<f32>> {
    let py = column.0.py();
    let options = PyDict::new(py);
    options.set_item("dtype", numpy::dtype::<f32>(py))?;
    let array = py.import("numpy")?.call_method("asarray", (&column.0,), Some(&options))?;
    let array = array.cast_into::<PyArrayDyn<f32>>()?;
    if array.ndim() != 1 + row.len() || array.shape()[1..] != *row {
        let rest: String = row.iter().map(|length| format!(" {length}")).collect();
        return Err(ArrayError::new_err(format!(
            "{name} must have shape (moves,{rest}), not {:?}",
            array.shape()
        )));
    }
    let flat = array.call_method1("reshape", (-1,))?.cast_into::<PyArray1<f32>>()?;
    owned(&readable(&flat)?)
}

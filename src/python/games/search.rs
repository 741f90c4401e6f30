//! Columns of searches: what was found in the position before each move.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use super::{Games, optional_column, optional_columns};
use crate::python::hints::Array;

optional_columns! {
    /// The value of the search in the position before each move, float32, `(moves,)`.
    ///
    /// From -1 (lost) to 1 (won) for the player to move; NaN if unknown. `None` if no game has any.
    search_values: f32 = search_values;
    /// The number of nodes of the search in the position before each move, int32, `(moves,)`.
    ///
    /// -1 if unknown. `None` if no game has any.
    search_nodes: i32 = search_nodes;
    /// The moves that the searches visited, uint16, as in `moves`, concatenated.
    ///
    /// `visit_offsets` separates the positions before each move, in which they are legal. Legal
    /// moves without visits may be absent. `None` if no game has any.
    visit_moves: u16 = visit_moves;
    /// The visit count of each of `visit_moves`, uint16.
    ///
    /// Only the ratios of the counts of a position are meaningful: counts that were fractions or
    /// above 65,535 are scaled.
    visit_counts: u16 = visit_counts;
    /// The start of each position's visits in `visit_moves`, uint64, `(moves + 1,)`.
    ///
    /// The last entry is the end of the last position's visits. `None` if `visit_moves` is `None`.
    visit_offsets: u64 = visit_offsets;
}

/// A column of win, draw and loss as a read-only array that keeps the games alive.
pub(super) fn wdl_column<'py>(
    owner: &Bound<'py, Games>,
    rows: Option<&[[f32; 3]]>,
) -> PyResult<Option<Array<'py, PyArray2<f32>>>> {
    let Some(rows) = rows else { return Ok(None) };
    let flat = super::column(owner, rows.as_flattened())?;
    Ok(Some(Array(flat.0.reshape([rows.len(), 3])?)))
}

#[pymethods]
impl Games {
    /// The probabilities of win, draw and loss by the search in the position before each move,
    /// float32, `(moves, 3)`.
    ///
    /// For the player to move; NaN if unknown. `None` if no game has any.
    #[getter]
    pub(super) fn search_wdl<'py>(
        slf: &Bound<'py, Games>,
    ) -> PyResult<Option<Array<'py, PyArray2<f32>>>> {
        wdl_column(slf, slf.get().games.search_wdl())
    }
}

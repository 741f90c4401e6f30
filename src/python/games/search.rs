//! Columns of search results, for the position before each move.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{Games, index_column, optional_column, optional_columns};
use crate::games::{SearchColumns, VisitColumns};
use crate::memory;
use crate::python::arrays::{Offsets, owned, owned_column};
use crate::python::errors::FileFormatError;
use crate::python::hints::Array;

optional_columns! {
    /// The value of the search in the position before each move, float32, `(moves,)`.
    ///
    /// From -1 (lost) to 1 (won) for the player to move; NaN if unknown. `None` if no game has any.
    search_values: f32 = search_values;
    /// The network's value of the position before each move, before the search, float32, `(moves,)`.
    ///
    /// As `search_values`, which the search has improved.
    network_values: f32 = network_values;
    /// The weight in training of the position before each move, float32, `(moves,)`.
    ///
    /// 0 or more: for example 0 for quick searches, or more where the search contradicts the network
    /// (`TreeSearch.surprise`). NaN if unknown. `None` if no game has any.
    search_weights: f32 = search_weights;
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
    /// The start of each position's visits in `visit_moves`, int64, `(moves + 1,)`.
    ///
    /// The last entry is the end of the last position's visits. `None` if `visit_moves` is `None`.
    #[getter]
    fn visit_offsets<'py>(slf: &Bound<'py, Games>) -> PyResult<Option<Array<'py, PyArray1<i64>>>> {
        let offsets = slf.get().games.visit_offsets();
        offsets.map(|offsets| index_column(slf, offsets)).transpose()
    }

    /// The win, draw and loss probabilities of the search, float32, `(moves, 3)`.
    ///
    /// In the position before each move, for the player to move; NaN if unknown. `None` if no game has any.
    #[getter]
    fn search_wdl<'py>(slf: &Bound<'py, Games>) -> PyResult<Option<Array<'py, PyArray2<f32>>>> {
        wdl_column(slf, slf.get().games.search_wdl())
    }
}

/// The columns of searches, from a dict.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(in crate::python) struct SearchArrays<'py> {
    search_values: Option<PyReadonlyArray1<'py, f32>>,
    search_wdl: Option<PyReadonlyArray2<'py, f32>>,
    network_values: Option<PyReadonlyArray1<'py, f32>>,
    search_nodes: Option<PyReadonlyArray1<'py, i32>>,
    search_weights: Option<PyReadonlyArray1<'py, f32>>,
    visit_moves: Option<PyReadonlyArray1<'py, u16>>,
    visit_counts: Option<PyReadonlyArray1<'py, u16>>,
    visit_offsets: Option<Offsets>,
}

impl SearchArrays<'_> {
    /// Copies the columns.
    ///
    /// # Errors
    /// If a row of `search_wdl` does not have three numbers, or a column of visits is missing.
    pub(in crate::python) fn columns(&self) -> PyResult<SearchColumns> {
        let wdl = |array: &PyReadonlyArray2<'_, f32>| {
            let array = array.as_array();
            if array.ncols() != 3 {
                return Err(FileFormatError::new_err(format!(
                    "column search_wdl has rows of {} numbers, not 3",
                    array.ncols()
                )));
            }
            Ok(memory::collected(array.rows().into_iter().map(|row| [row[0], row[1], row[2]]))?)
        };
        let visits = match (&self.visit_moves, &self.visit_counts, &self.visit_offsets) {
            (None, None, None) => None,
            (Some(moves), Some(counts), Some(offsets)) => Some(VisitColumns {
                moves: owned(moves)?,
                counts: owned(counts)?,
                offsets: offsets.0.clone(),
            }),
            _ => {
                return Err(FileFormatError::new_err(
                    "visit_moves, visit_counts and visit_offsets must be present together",
                ));
            }
        };
        Ok(SearchColumns {
            values: owned_column(&self.search_values)?,
            wdl: self.search_wdl.as_ref().map(wdl).transpose()?,
            network_values: owned_column(&self.network_values)?,
            nodes: owned_column(&self.search_nodes)?,
            weights: owned_column(&self.search_weights)?,
            visits,
        })
    }
}

/// Returns the columns of searches as a dict of arrays, from which [`SearchArrays`] can be
/// extracted.
pub(in crate::python) fn search_dict<'py>(
    py: Python<'py>,
    columns: &SearchColumns,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let wdl = columns
        .wdl
        .as_ref()
        .map(|rows| PyArray1::from_slice(py, rows.as_flattened()).reshape([rows.len(), 3]));
    let numbers = |column: &Option<Vec<f32>>| column.as_ref().map(|a| PyArray1::from_slice(py, a));
    let visits = columns.visits.as_ref();
    dict.set_item("search_values", numbers(&columns.values))?;
    dict.set_item("network_values", numbers(&columns.network_values))?;
    dict.set_item("search_weights", numbers(&columns.weights))?;
    dict.set_item("search_wdl", wdl.transpose()?)?;
    dict.set_item("search_nodes", columns.nodes.as_ref().map(|a| PyArray1::from_slice(py, a)))?;
    dict.set_item("visit_moves", visits.map(|a| PyArray1::from_slice(py, &a.moves)))?;
    dict.set_item("visit_counts", visits.map(|a| PyArray1::from_slice(py, &a.counts)))?;
    dict.set_item("visit_offsets", visits.map(|a| PyArray1::from_slice(py, &a.offsets)))?;
    Ok(dict)
}

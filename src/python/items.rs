//! What stands between brackets: a number gives one, a slice gives a list.
//!
//! The stubs are made without these, as pyo3 knows no overloads; `item_hints.rs` has what they say.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PySlice;

use super::board::BoardState;
use super::errors::OutOfRangeError;
use super::legal_moves::{LegalMoveGenerator, Shown};
use super::pgn::VariationList;
use crate::movegen;

#[pymethods]
impl LegalMoveGenerator {
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: IndexOrSlice<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let index = match index {
            IndexOrSlice::Slice(slice) => return self.list(py)?.as_any().get_item(slice),
            IndexOrSlice::Index(index) => index,
        };
        let (position, dialect) = self.board.bind(py).position_and_dialect()?;
        let moves = movegen::legal_moves(&position);
        let count = moves.len();
        let from_start = if index < 0 { index.saturating_add(count as isize) } else { index };
        match usize::try_from(from_start).ok().and_then(|index| moves.get(index)) {
            Some(&m) => Ok(Shown { position: &position, m, dialect }.into_pyobject(py)?.into_any()),
            None => Err(OutOfRangeError::new_err(format!(
                "there are {count} legal moves: no number {index}"
            ))),
        }
    }
}

#[pymethods]
impl VariationList {
    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if let Ok(0) = index.extract::<usize>()
            && let Some(first) = self.first(py)?
        {
            return Ok(first.into_any()); // by far the most frequent
        }
        self.list(py)?.as_any().get_item(index)
    }

    // pyo3 would say that it returns `None`; without it type checkers take `__add__`
    fn __iadd__(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.extend(other)
    }
}

/// What stands between the brackets.
enum IndexOrSlice<'py> {
    Index(isize),
    Slice(Bound<'py, PySlice>),
}

impl<'py> FromPyObject<'_, 'py> for IndexOrSlice<'py> {
    type Error = PyErr;
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<IndexOrSlice<'py>> {
        if let Ok(slice) = object.cast::<PySlice>() {
            return Ok(IndexOrSlice::Slice(slice.to_owned()));
        }
        object.extract().map(IndexOrSlice::Index).map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(object.py()) {
                return OutOfRangeError::new_err("no position has so many legal moves");
            }
            let kind =
                object.get_type().qualname().map_or_else(|_| "?".to_owned(), |k| k.to_string());
            PyTypeError::new_err(format!(
                "legal moves are indexed by numbers and slices, not {kind}"
            ))
        })
    }
}

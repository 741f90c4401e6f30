//! `__getitem__` of lists: an int returns one item, a slice returns a list.
//!
//! The stubs are generated without these methods, since pyo3 does not support overloads;
//! `item_hints.rs` declares their types.

use pyo3::exceptions::PyOverflowError;
use pyo3::types::PySlice;

use super::arguments::index_of;
use super::board::MoveStack;
use super::legal_moves::{LegalMoveGenerator, shown};
use super::python_chess;
use crate::python::prelude::*;

#[pymethods(crate = "crate::python::named_arguments")]
impl LegalMoveGenerator {
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: IndexOrSlice<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let IndexOrSlice::Index(_) = index
            && let Some((position, dialect)) = self.position(py)
        {
            let moves = python_chess::legal_moves(&position);
            if let Some(index) = index.in_range(moves.len()) {
                return Ok(shown(py, &position, moves[index], dialect)?.into_any());
            }
        }
        index.of(&self.list(py)?, "legal moves")
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl MoveStack {
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: IndexOrSlice<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match index.in_range(self.__len__(py)).and_then(|ply| self.at(py, ply)) {
            Some(found) => Ok(found?.into_bound(py).into_any()),
            None => index.of(&self.list(py)?, "moves"),
        }
    }
}

/// The argument of `__getitem__`.
enum IndexOrSlice<'py> {
    Index(isize),
    Slice(Bound<'py, PySlice>),
}

impl<'py> IndexOrSlice<'py> {
    /// Returns the index from the start, if it is one and there are more moves.
    fn in_range(&self, count: usize) -> Option<usize> {
        match self {
            IndexOrSlice::Index(index) => index_of(*index as i64, count),
            IndexOrSlice::Slice(_) => None,
        }
    }

    fn of(self, moves: &Bound<'py, PyList>, kind: &str) -> PyResult<Bound<'py, PyAny>> {
        match (self.in_range(moves.len()), self) {
            (Some(index), _) => moves.get_item(index),
            (None, IndexOrSlice::Slice(slice)) => moves.as_any().get_item(slice),
            (None, IndexOrSlice::Index(index)) => Err(OutOfRangeError::new_err(format!(
                "index {index} is out of range: there are {} {kind}",
                moves.len()
            ))),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for IndexOrSlice<'py> {
    type Error = PyErr;
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<IndexOrSlice<'py>> {
        if let Ok(slice) = object.cast::<PySlice>() {
            return Ok(IndexOrSlice::Slice(slice.to_owned()));
        }
        object.extract().map(IndexOrSlice::Index).map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(object.py()) {
                return OutOfRangeError::new_err(
                    "index is out of range: it exceeds the number of moves of any position or game",
                );
            }
            wrong_type("an index of moves must be an int or a slice", &object)
        })
    }
}

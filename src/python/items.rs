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
        let index = match index {
            IndexOrSlice::Slice(slice) => return self.list(py)?.as_any().get_item(slice),
            IndexOrSlice::Index(index) => index,
        };
        let Some((position, dialect)) = self.position(py) else {
            return self.list(py)?.as_any().get_item(index);
        };
        let moves = python_chess::legal_moves(&position);
        let count = moves.len();
        match index_of(index as i64, count).map(|index| moves[index]) {
            Some(m) => Ok(shown(py, &position, m, dialect)?.into_any()),
            None => Err(OutOfRangeError::new_err(format!(
                "index {index} is out of range: there are {count} legal moves"
            ))),
        }
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl MoveStack {
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: IndexOrSlice<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let index = match index {
            IndexOrSlice::Slice(slice) => return self.list(py)?.as_any().get_item(slice),
            IndexOrSlice::Index(index) => index,
        };
        let ply = index_of(index as i64, self.__len__(py));
        match ply.and_then(|ply| self.at(py, ply)) {
            Some(found) => Ok(found?.into_bound(py).into_any()),
            None => self.list(py)?.as_any().get_item(index),
        }
    }
}

/// The argument of `__getitem__`.
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
                return OutOfRangeError::new_err(
                    "index is out of range: it exceeds the number of moves of any position or game",
                );
            }
            wrong_type("an index of moves must be an int or a slice", &object)
        })
    }
}

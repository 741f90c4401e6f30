//! A batch as NumPy arrays over its own memory.

use std::sync::{Mutex, PoisonError};

use numpy::PyArray;
use numpy::ndarray::{ArrayViewMut, IxDyn};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::loader::{Batch, Column, Recycler};
use crate::python::errors::ArrayError;

/// The memory of a batch; when its last array goes, it is filled again.
#[pyclass(frozen, module = "enroque")]
struct BatchMemory {
    batch: Mutex<Option<Batch>>,
    recycler: Recycler,
}

impl Drop for BatchMemory {
    fn drop(&mut self) {
        let batch = self.batch.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(batch) = batch {
            self.recycler.put(batch);
        }
    }
}

/// An array over elements of a batch, which `memory` holds.
fn array_over<'py, T: numpy::Element>(
    memory: &Bound<'py, BatchMemory>,
    elements: &mut [T],
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let view = ArrayViewMut::from_shape(IxDyn(shape), elements);
    let view = view.map_err(|error| ArrayError::new_err(error.to_string()))?;
    // SAFETY: the elements lie in a vector of the batch that `memory` holds, which does not move when
    // the batch does. The array keeps `memory` alive, and nothing reads or writes the vector through
    // `memory` until it is dropped: there is no call that does. Without this, each batch would be
    // copied (7 MB of uint8 lc0 planes in 1,024 samples).
    let array = unsafe { PyArray::borrow_from_array(&view, memory.clone().into_any()) };
    Ok(array.into_any())
}

/// A batch as a dict of arrays over its memory.
pub(super) fn arrays<'py>(
    py: Python<'py>,
    mut batch: Batch,
    recycler: Recycler,
) -> PyResult<Bound<'py, PyDict>> {
    let size = batch.len();
    let memory = Bound::new(py, BatchMemory { batch: Mutex::new(None), recycler })?;
    let dict = PyDict::new(py);
    for (name, row, column) in batch.columns_mut() {
        let shape = [&[size], row].concat();
        let count: usize = shape.iter().product();
        macro_rules! over {
            ($column:expr) => {
                array_over(&memory, &mut $column.as_mut_slice()[..count], &shape)?
            };
        }
        let array = match column {
            Column::Float32(column) => over!(column),
            Column::Float16(column) => over!(column),
            Column::Uint8(column) => over!(column),
            Column::Bool(column) => over!(column),
            Column::Uint64(column) => over!(column),
            Column::Int64(column) => over!(column),
            Column::Int32(column) => over!(column),
        };
        dict.set_item(name, array)?;
    }
    *memory.get().batch.lock().unwrap_or_else(PoisonError::into_inner) = Some(batch);
    Ok(dict)
}

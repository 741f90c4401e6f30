//! Batches as NumPy arrays without copies.

use std::sync::{Mutex, PoisonError};

use numpy::PyArray;
use numpy::ndarray::{ArrayViewMut, IxDyn};

use crate::columns::ElementsMut;
use crate::loader::{Batch, BatchArray, BatchPool};
use crate::python::prelude::*;

/// The memory of a batch, which is reused after its last array is deleted.
#[pyclass(frozen, module = "enroque")]
struct BatchMemory {
    batch: Mutex<Option<Batch>>,
    pool: BatchPool,
}

impl Drop for BatchMemory {
    fn drop(&mut self) {
        let batch = self.batch.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(batch) = batch {
            self.pool.put(batch);
        }
    }
}

/// An array of elements of a batch, whose owner is `memory`.
fn array_over<'py, T: numpy::Element>(
    memory: &Bound<'py, BatchMemory>,
    elements: &mut [T],
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let view = ArrayViewMut::from_shape(IxDyn(shape), elements);
    let view = view.map_err(|error| ArrayError::new_err(error.to_string()))?;
    numpy_api::load(memory.py())?;
    // SAFETY: the elements are in a vector of the batch that `memory` will own, and do not move
    // with the batch. The array keeps `memory` alive, which has no method that accesses the vector
    // before `drop`. This avoids copying each batch (7 MB of uint8 lc0 planes of 1,024 samples).
    let array = unsafe { PyArray::borrow_from_array(&view, memory.clone().into_any()) };
    Ok(array.into_any())
}

/// A batch as a dict of arrays that share its memory.
pub(super) fn arrays<'py>(
    py: Python<'py>,
    mut batch: Batch,
    pool: BatchPool,
) -> PyResult<Bound<'py, PyDict>> {
    let size = batch.len();
    let memory = Bound::new(py, BatchMemory { batch: Mutex::new(None), pool })?;
    let dict = PyDict::new(py);
    for BatchArray { name, shape, array, .. } in batch.arrays_mut() {
        let shape = [&[size], &shape[..]].concat();
        let count: usize = shape.iter().product();
        macro_rules! array_of {
            ($($variant:ident),*) => {
                match array.elements_mut() {
                    $(ElementsMut::$variant(all) => array_over(&memory, &mut all[..count], &shape)?,)*
                }
            };
        }
        let array = array_of!(Float32, Float16, Uint8, Bool, Uint16, Uint64, Int32, Int64);
        dict.set_item(&*name, array)?;
    }
    *locked(&memory.get().batch) = Some(batch);
    Ok(dict)
}

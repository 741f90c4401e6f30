//! Views: objects that behave as a Python list or set and edit a node.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::types::{PyList, PyTuple};
use pyo3::{PyClass, PyTypeInfo};

use crate::python::arguments::items;

/// A view of the items of a node, edited through the methods of a plain Python list or set.
pub(super) trait View: PyClass<Frozen = True> + Sync {
    /// An item in the tree.
    type Item;

    fn items(&self) -> Vec<Self::Item>;

    /// Returns a plain list or set of the items.
    fn plain<'py>(&self, py: Python<'py>, items: &[Self::Item]) -> PyResult<Bound<'py, PyAny>>;

    /// Stores the items of an edited list or set. Returns false, and changes nothing, if the node
    /// no longer has the items `before`.
    fn store(&self, edited: &Bound<'_, PyAny>, before: &[Self::Item]) -> PyResult<bool>;

    /// Calls a method of the plain list or set, and stores the result of the edit.
    ///
    /// Repeats the call if another thread has edited the node in the meantime: Python may switch
    /// threads whenever it runs code of one of its objects.
    fn edit<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        arguments: impl IntoPyObject<
            'py,
            Target = PyTuple,
            Output = Bound<'py, PyTuple>,
            Error: Into<PyErr>,
        >,
    ) -> PyResult<Bound<'py, PyAny>> {
        /// A call that edits the node itself, in an `__eq__`, would never end.
        const TRIES: usize = 1_000;
        let arguments = arguments.into_pyobject(py).map_err(Into::into)?;
        for _ in 0..TRIES {
            let before = self.items();
            let edited = self.plain(py, &before)?;
            let result = edited.call_method1(method, &arguments)?;
            if self.store(&edited, &before)? {
                return Ok(result);
            }
        }
        Err(PyRuntimeError::new_err(format!(
            "{method}: the node was changed during each of {TRIES} attempts"
        )))
    }
}

/// Returns a plain list or set in place of a view, and any other object unchanged.
pub(super) fn without_view<'py, V: View + PyTypeInfo>(
    other: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    match other.cast::<V>() {
        Ok(view) => view.get().plain(other.py(), &view.get().items()),
        Err(_) => Ok(other.clone()),
    }
}

/// Returns the items of an iterable, at most 2^20, as a list, which can be iterated over repeatedly.
pub(super) fn listed<'py>(iterable: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let items = items::<Bound<'py, PyAny>>(iterable, 1 << 20)?;
    Ok(PyList::new(iterable.py(), items)?.into_any())
}

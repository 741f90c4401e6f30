//! Access to NumPy's C API after an import that may fail: with no NumPy, Ctrl-C, or too many open
//! files. The crate `numpy` imports it at its first use, and panics if that fails.

use std::panic::{AssertUnwindSafe, catch_unwind};

use numpy::{Element, PyArray1, PyArrayDescr, PyArrayMethods, PyUntypedArray};
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::{PyTypeInfo, intern};

/// Imports NumPy and its C API once. Must be called before the first use of the crate.
///
/// # Errors
///
/// The exception of the import; the next call tries again.
pub(super) fn load(py: Python<'_>) -> PyResult<()> {
    static LOADED: PyOnceLock<()> = PyOnceLock::new();
    LOADED.get_or_try_init(py, || {
        let numpy = py.import("numpy")?;
        // the step of the crate that runs Python code, which can exceed the limit of recursion
        let version = (numpy.getattr("__version__")?,);
        numpy.getattr("lib")?.getattr("NumpyVersion")?.call1(version)?;
        let load = || {
            let _ = PyUntypedArray::type_object(py);
            let _ = PyArray1::<u8>::from_vec(py, Vec::new()).try_readonly();
        };
        let unusable = |_| PyImportError::new_err("the C API of numpy cannot be loaded");
        catch_unwind(AssertUnwindSafe(load)).map_err(unusable)
    })?;
    Ok(())
}

/// Returns the module `numpy`, after [`load`].
pub(super) fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    load(py)?;
    py.import("numpy")
}

/// Returns an object as an array, if it is one. Does not import NumPy: without it there are none.
pub(super) fn as_array<'a, 'py>(
    object: &'a Bound<'py, PyAny>,
) -> PyResult<Option<&'a Bound<'py, PyUntypedArray>>> {
    let py = object.py();
    let modules = py.import(intern!(py, "sys"))?.getattr(intern!(py, "modules"))?;
    if !modules.contains(intern!(py, "numpy"))? {
        return Ok(None);
    }
    load(py)?;
    Ok(object.cast().ok())
}

/// Returns the array of a vector.
pub(super) fn from_vec<T: Element>(
    py: Python<'_>,
    values: Vec<T>,
) -> PyResult<Bound<'_, PyArray1<T>>> {
    load(py)?;
    Ok(PyArray1::from_vec(py, values))
}

/// Returns the array of some values.
pub(super) fn from_iter<T: Element>(
    py: Python<'_>,
    values: impl IntoIterator<Item = T>,
) -> PyResult<Bound<'_, PyArray1<T>>> {
    load(py)?;
    Ok(PyArray1::from_iter(py, values))
}

/// Returns NumPy's dtype of a type.
pub(super) fn dtype<T: Element>(py: Python<'_>) -> PyResult<Bound<'_, PyArrayDescr>> {
    load(py)?;
    Ok(numpy::dtype::<T>(py))
}

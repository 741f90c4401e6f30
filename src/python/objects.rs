//! Creation of objects of the classes that are created often: boards and square sets.
//!
//! With the feature `fast-objects`, and if the running interpreter lays objects out as expected,
//! they are created as in `untracked.rs`; otherwise as PyO3 creates objects.

use pyo3::prelude::*;
use pyo3::types::PyType;

#[cfg(feature = "fast-objects")]
use super::untracked;
use super::value_class::ValueClass;

/// What a `#[new]` method returns: an object.
#[cfg(feature = "fast-objects")]
pub(super) type New<'py, T> = Bound<'py, T>;

/// What a `#[new]` method returns: a value, of which PyO3 creates an object of the requested class.
#[cfg(not(feature = "fast-objects"))]
pub(super) type New<'py, T> = PyClassInitializer<T>;

/// A new object of exactly this class.
#[inline(always)]
pub(super) fn object<T: ValueClass>(
    py: Python<'_>,
    make: impl FnOnce() -> T::Value,
) -> PyResult<Bound<'_, T>> {
    #[cfg(feature = "fast-objects")]
    return untracked::object(py, make);
    #[cfg(not(feature = "fast-objects"))]
    Bound::new(py, T::initializer(make()))
}

/// A new object of this class or of a subclass, for its `#[new]` method.
#[inline(always)]
pub(super) fn object_of<'py, T: ValueClass>(
    class: &Bound<'py, PyType>,
    make: impl FnOnce() -> T::Value,
) -> PyResult<New<'py, T>> {
    #[cfg(feature = "fast-objects")]
    return untracked::object_of(class, make);
    #[cfg(not(feature = "fast-objects"))]
    {
        let _ = class;
        Ok(T::initializer(make()))
    }
}

/// Whether objects of this class are created without PyO3. The interpreter is checked at the first
/// call.
pub(super) fn are_untracked<T: ValueClass>(py: Python<'_>) -> PyResult<bool> {
    #[cfg(feature = "fast-objects")]
    return untracked::is_expected::<T>(py);
    #[cfg(not(feature = "fast-objects"))]
    {
        let _ = py;
        Ok(false)
    }
}

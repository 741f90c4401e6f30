//! Creation of objects of the classes that are created often: boards and square sets.
//!
//! With the feature `fast-objects`, and if the running interpreter lays objects out as expected,
//! they are created as in `untracked.rs`; otherwise as PyO3 creates objects.

use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
#[cfg(feature = "fast-objects")]
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use pyo3::{PyClass, PyClassInitializer};

#[cfg(feature = "fast-objects")]
use super::untracked::Layout;

/// A class whose objects hold one value and no Python object, so they are in no reference cycle.
pub(super) trait ValueClass: PyClass {
    /// The class of the value: this one, or its base if this one adds nothing.
    type Value: PyClass<Frozen = True> + Default + Sync;

    /// PyO3's initializer of an object.
    fn initializer(value: Self::Value) -> PyClassInitializer<Self>;

    /// The cell of the layout.
    #[cfg(feature = "fast-objects")]
    fn layout() -> &'static PyOnceLock<Layout<Self::Value>>;
}

/// Implements [`ValueClass`]: the class, the class of its value, and PyO3's initializer of a value.
macro_rules! value_class {
    ($class:ident, $value:ident, $initializer:expr) => {
        impl $crate::python::objects::ValueClass for $class {
            type Value = $value;

            fn initializer(value: $value) -> PyClassInitializer<$class> {
                $initializer(value)
            }

            #[cfg(feature = "fast-objects")]
            fn layout()
            -> &'static ::pyo3::sync::PyOnceLock<$crate::python::untracked::Layout<$value>> {
                static LAYOUT: ::pyo3::sync::PyOnceLock<$crate::python::untracked::Layout<$value>> =
                    ::pyo3::sync::PyOnceLock::new();
                &LAYOUT
            }
        }
    };
}
pub(super) use value_class;

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
    return super::untracked::object(py, make);
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
    return super::untracked::object_of(class, make);
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
    return Ok(Layout::of::<T>(py)?.is_expected());
    #[cfg(not(feature = "fast-objects"))]
    {
        let _ = py;
        Ok(false)
    }
}

//! `int | None`, as the type of a field.

use pyo3::prelude::*;
use pyo3::type_object::PyTypeCheck;
use pyo3::types::PyInt;

/// A type of [`Py`] for fields that are an int or `None`.
pub(super) struct OptionalInt;

impl OptionalInt {
    /// The object of a number.
    pub(super) fn object(py: Python<'_>, number: Option<u8>) -> PyResult<Py<OptionalInt>> {
        Ok(number.into_pyobject(py)?.cast_into::<OptionalInt>()?.unbind())
    }
}

// SAFETY: the type has no value, so it says nothing of the objects
unsafe impl PyTypeCheck for OptionalInt {
    #[cfg(feature = "stubs")]
    const TYPE_HINT: pyo3::inspect::PyStaticExpr =
        hint!(union hint!(int), hint!("builtins", "None"));

    fn type_check(object: &Bound<'_, PyAny>) -> bool {
        object.is_none() || object.is_instance_of::<PyInt>()
    }

    fn classinfo_object(py: Python<'_>) -> Bound<'_, PyAny> {
        py.get_type::<PyInt>().into_any()
    }
}

//! Structs of the core that are dataclasses of the package, with their fields listed once.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use super::arguments::{Number, explained};

/// Makes the error of a message.
pub(super) type RangeError = fn(String) -> PyErr;

/// A field of a dataclass.
pub(super) trait Field: Sized {
    /// Converts the value of the field with a name; `error` makes the error of a number out of range.
    fn of(name: &str, value: &Bound<'_, PyAny>, error: RangeError) -> PyResult<Self>;

    /// Returns the value for Python.
    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;
}

/// Makes the functions that convert a struct to a dataclass and back.
macro_rules! dataclass {
    ($core:ident = $class:ident, $rule:literal, $error:ident; $($field:ident),*) => {
        /// Returns the fields as keywords.
        fn fields<'py>(
            py: Python<'py>,
            object: &$core,
        ) -> PyResult<pyo3::Bound<'py, pyo3::types::PyDict>> {
            let fields = pyo3::types::PyDict::new(py);
            $(fields.set_item(stringify!($field), Field::object(&object.$field, py)?)?;)*
            Ok(fields)
        }

        /// Changes the fields to those of a dataclass.
        fn set_fields(to: &mut $core, object: &Bound<'_, PyAny>) -> PyResult<()> {
            if !object.is_instance(package::$class::class(object.py())?)? {
                return Err(wrong_type($rule, object));
            }
            let error = |message| $error::new_err(message);
            $(
                let value = object.getattr(stringify!($field))?;
                to.$field = Field::of(stringify!($field), &value, error)?;
            )*
            Ok(())
        }
    };
}
pub(super) use dataclass;

/// Implements [`Field`] for types that PyO3 converts.
macro_rules! converted {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn of(name: &str, value: &Bound<'_, PyAny>, _: RangeError) -> PyResult<$type> {
                let rule = |kind: &str| format!("{name} must be a number, not {kind}");
                value.extract().map_err(|error| explained(error, value, rule))
            }

            fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                self.into_bound_py_any(py)
            }
        }
    )*};
}

converted!(bool, f64, Option<f32>);

/// Implements [`Field`] for counts.
macro_rules! counts {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn of(name: &str, value: &Bound<'_, PyAny>, error: RangeError) -> PyResult<$type> {
                let Number(count) = value.extract()?;
                <$type>::try_from(count).map_err(|_| {
                    let most = <$type>::MAX;
                    error(format!("{name} must be from 0 to {most}, not {count}"))
                })
            }

            fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                self.into_bound_py_any(py)
            }
        }
    )*};
}

counts!(u32, u64);

impl Field for Option<u32> {
    fn of(name: &str, value: &Bound<'_, PyAny>, error: RangeError) -> PyResult<Option<u32>> {
        if value.is_none() { Ok(None) } else { Field::of(name, value, error).map(Some) }
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.into_bound_py_any(py)
    }
}

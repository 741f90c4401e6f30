//! Structs of the core that are dataclasses of the package, with their fields listed once.

use super::arguments::explained;
use crate::python::prelude::*;

/// Makes the error of a message.
pub(super) type RangeError = fn(String) -> PyErr;

/// A field of a dataclass.
pub(super) trait Field: Sized {
    /// Converts the value of the field with a name; `error` makes the error of a number out of range.
    fn of(name: &str, value: &Bound<'_, PyAny>, error: RangeError) -> PyResult<Self>;

    /// Returns the value for Python.
    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;
}

/// A struct that is a dataclass.
pub(super) trait Dataclass: Sized {
    /// The dataclass.
    fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>>;

    /// Returns the fields as keywords.
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>>;

    /// Changes the fields to those of an object of the dataclass.
    fn set_fields(&mut self, object: &Bound<'_, PyAny>) -> PyResult<()>;

    /// Returns an object of the dataclass.
    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Self::class(py)?.call((), Some(&self.fields(py)?))
    }

    /// Converts an object of the dataclass.
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Self>
    where
        Self: Default,
    {
        let mut new = Self::default();
        new.set_fields(object)?;
        Ok(new)
    }
}

/// Implements [`Dataclass`] for a struct with the name of the class.
macro_rules! dataclass {
    ($name:ident, $rule:literal, $error:ident; $($field:ident),*) => {
        impl crate::python::dataclass::Dataclass for $name {
            fn class(py: Python<'_>) -> PyResult<&Bound<'_, pyo3::types::PyType>> {
                package::$name::class(py)
            }

            fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
                let fields = pyo3::types::PyDict::new(py);
                $(fields.set_item(stringify!($field), Field::object(&self.$field, py)?)?;)*
                Ok(fields)
            }

            fn set_fields(&mut self, object: &Bound<'_, PyAny>) -> PyResult<()> {
                if !object.is_instance(Self::class(object.py())?)? {
                    return Err(wrong_type($rule, object));
                }
                let error = |message| $error::new_err(message);
                $(
                    let value = object.getattr(stringify!($field))?;
                    self.$field = Field::of(stringify!($field), &value, error)?;
                )*
                Ok(())
            }
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

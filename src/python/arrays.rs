//! NumPy arrays in and out: which element type, whose memory.

use numpy::ndarray::Dimension;
use numpy::{
    PyArray, PyArray1, PyArrayDescr, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods,
    PyReadonlyArray, PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::errors::{ArrayError, shortened};
use super::hints::Array;
use crate::tensor::rows::Ragged;

/// The element types that arrays of planes and masks can have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dtype {
    Float32,
    Float16,
    Uint8,
    Bool,
}

/// Evaluates an expression with the type alias `$number` standing for the Rust type of a dtype.
macro_rules! with_dtype {
    ($dtype:expr, $number:ident => $body:expr) => {
        match $dtype {
            $crate::python::arrays::Dtype::Float32 => {
                type $number = f32;
                $body
            }
            $crate::python::arrays::Dtype::Float16 => {
                type $number = $crate::tensor::f16;
                $body
            }
            $crate::python::arrays::Dtype::Uint8 => {
                type $number = u8;
                $body
            }
            $crate::python::arrays::Dtype::Bool => {
                type $number = bool;
                $body
            }
        }
    };
}
pub(super) use with_dtype;

impl Dtype {
    const ALL: [Dtype; 4] = [Dtype::Float32, Dtype::Float16, Dtype::Uint8, Dtype::Bool];

    fn descriptor<'py>(self, py: Python<'py>) -> Bound<'py, PyArrayDescr> {
        with_dtype!(self, T => numpy::dtype::<T>(py))
    }

    fn of(descriptor: &Bound<'_, PyArrayDescr>) -> Option<Dtype> {
        let py = descriptor.py();
        Dtype::ALL.into_iter().find(|dtype| dtype.descriptor(py).is_equiv_to(descriptor))
    }

    /// The element type that a call asked for: by `dtype`, else by `out`, else `default`.
    pub(super) fn chosen(
        dtype: Option<&Bound<'_, PyAny>>,
        out: Option<&Bound<'_, PyAny>>,
        default: Dtype,
    ) -> PyResult<Dtype> {
        let descriptor = match (dtype, out) {
            (Some(dtype), _) => PyArrayDescr::new(dtype.py(), dtype)?,
            (None, Some(out)) => array(out)?.dtype(),
            (None, None) => return Ok(default),
        };
        Dtype::of(&descriptor).ok_or_else(|| {
            ArrayError::new_err(format!(
                "dtype is float32, float16, uint8 or bool, not {descriptor}"
            ))
        })
    }
}

fn array<'a, 'py>(out: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, PyUntypedArray>> {
    out.cast::<PyUntypedArray>().map_err(|_| {
        let kind =
            out.get_type().qualname().map_or_else(|_| "?".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("out is a numpy.ndarray, not {kind}"))
    })
}

/// The array that a call writes: `out`, if it is exactly what is needed, else a new one.
pub(super) fn output<'py, T: numpy::Element>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let needed = numpy::dtype::<T>(py);
    let Some(out) = out else {
        // by NumPy itself, which raises MemoryError where there is no room
        let arguments = (PyTuple::new(py, shape)?, needed);
        let new = py.import("numpy")?.call_method1("zeros", arguments)?;
        return Ok(new.cast_into::<PyArrayDyn<T>>()?);
    };
    let untyped = array(out)?;
    let found = untyped.dtype();
    if !needed.is_equiv_to(&found) {
        return Err(ArrayError::new_err(format!("out has dtype {found}, {needed} is needed")));
    }
    if untyped.shape() != shape {
        return Err(ArrayError::new_err(format!(
            "out has shape {:?}, {shape:?} is needed",
            untyped.shape()
        )));
    }
    if !untyped.is_c_contiguous() {
        return Err(ArrayError::new_err("out is not C-contiguous"));
    }
    let flags = untyped.getattr("flags")?;
    if !flags.getattr("aligned")?.extract()? {
        return Err(ArrayError::new_err("out is not aligned to its elements"));
    }
    if !flags.getattr("writeable")?.extract()? {
        return Err(ArrayError::new_err("out is read-only"));
    }
    Ok(out.cast::<PyArrayDyn<T>>()?.clone())
}

/// The elements of an array, for writing.
pub(super) fn borrowed<'py, T: numpy::Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let in_use = |error| ArrayError::new_err(format!("out is in use by another call: {error}"));
    array.try_readwrite().map_err(in_use)
}

/// The elements of an array, for reading.
pub(super) fn readable<'py, T: numpy::Element, D: Dimension>(
    array: &Bound<'py, PyArray<T, D>>,
) -> PyResult<PyReadonlyArray<'py, T, D>> {
    let in_use = |_| ArrayError::new_err("another call is writing into this array");
    array.try_readonly().map_err(in_use)
}

/// Rows of different lengths as Python has them: values, and offsets.
pub(super) type Rows<'py> = (Array<'py, PyArray1<i32>>, Array<'py, PyArray1<i64>>);

/// Rows of different lengths on their way to Python.
pub(super) fn rows(py: Python<'_>, ragged: Ragged) -> Rows<'_> {
    let Ragged { values, offsets } = ragged;
    (Array(PyArray1::from_vec(py, values)), Array(PyArray1::from_vec(py, offsets)))
}

/// The choice that a word names, or an error that lists the words.
pub(super) fn named<T: Copy>(
    what: &str,
    word: &str,
    choices: &[(&str, T)],
    error: impl FnOnce(String) -> PyErr,
) -> PyResult<T> {
    match choices.iter().find(|(name, _)| *name == word) {
        Some(&(_, choice)) => Ok(choice),
        None => {
            let names: Vec<_> = choices.iter().map(|(name, _)| format!("{name:?}")).collect();
            let (names, word) = (names.join(", "), shortened(word));
            Err(error(format!("unknown {what} {word:?}; known: {names}")))
        }
    }
}

/// Whole numbers in one dimension, of any array-like that NumPy reads as such; `what` is for errors.
pub(super) fn integers(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<i64>> {
    let py = object.py();
    let array = py.import("numpy")?.call_method1("asarray", (object,))?;
    let untyped = array.cast::<PyUntypedArray>()?;
    if untyped.ndim() != 1 {
        return Err(ArrayError::new_err(format!(
            "{what} is an array of one dimension, not {}",
            untyped.ndim()
        )));
    }
    if untyped.len() == 0 {
        return Ok(Vec::new()); // an empty list is one of floats to NumPy
    }
    let dtype = untyped.dtype();
    if !matches!(dtype.kind(), b'i' | b'u') {
        return Err(ArrayError::new_err(format!("{what} is an array of integers, not {dtype}")));
    }
    let wide = array.call_method1("astype", (numpy::dtype::<i64>(py),))?;
    Ok(readable(wide.cast::<PyArray1<i64>>()?)?.as_array().to_vec())
}

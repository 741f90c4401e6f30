//! NumPy arrays as arguments and results.

use super::{hints, numpy_api};
use numpy::ndarray::{ArrayView1, Dimension};
use numpy::{
    PyArray, PyArray1, PyArrayDescr, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods,
    PyReadonlyArray, PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyTuple};

use super::arguments::wrong_type;
use super::errors::{ArgumentError, ArrayError, shortened};
use crate::columns::{self, Array, Dtype, ElementsMut, each_dtype};
use crate::memory;
use crate::tensor::f16;

/// Evaluates an expression with the type alias `$number` for the Rust type of a dtype of planes.
macro_rules! with_dtype {
    ($dtype:expr, $number:ident => $body:expr) => {
        match $dtype {
            $crate::columns::Dtype::Float16 => {
                type $number = $crate::tensor::f16;
                $body
            }
            $crate::columns::Dtype::Uint8 => {
                type $number = u8;
                $body
            }
            $crate::columns::Dtype::Bool => {
                type $number = bool;
                $body
            }
            _ => {
                type $number = f32;
                $body
            }
        }
    };
}
pub(super) use with_dtype;

/// Converts an argument `dtype`, which must be one of some.
pub(super) fn dtype(argument: &Bound<'_, PyAny>, allowed: &[Dtype]) -> PyResult<Dtype> {
    numpy_api::load(argument.py())?;
    let descriptor = match PyArrayDescr::new(argument.py(), argument) {
        Ok(descriptor) => descriptor.to_string(),
        Err(_) => argument.repr()?.to_string(), // no dtype
    };
    one_dtype("dtype", &descriptor, allowed).map_err(ArgumentError::new_err)
}

/// Returns the dtype of an array, which must be one of some.
fn dtype_of(name: &str, array: &Bound<'_, PyUntypedArray>, allowed: &[Dtype]) -> PyResult<Dtype> {
    let name = format!("the dtype of {name}");
    one_dtype(&name, &array.dtype().to_string(), allowed).map_err(ArrayError::new_err)
}

/// Returns the dtype with a name, which must be one of some, or the message of an error.
fn one_dtype(argument: &str, name: &str, allowed: &[Dtype]) -> Result<Dtype, String> {
    let found = Dtype::NAMES.iter().find(|(known, _)| *known == name);
    found.map(|&(_, dtype)| dtype).filter(|dtype| allowed.contains(dtype)).ok_or_else(|| {
        let names: Vec<&str> = allowed.iter().map(|dtype| dtype.name()).collect();
        let names = match names.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} or {last}", others.join(", "))
            }
            _ => names.concat(),
        };
        format!("{argument} must be {names}, not {}", shortened(name))
    })
}

/// Returns the dtype of the argument `dtype`, else of `out`, else the first of those allowed.
pub(super) fn chosen_dtype(
    argument: Option<&Bound<'_, PyAny>>,
    out: Option<&Bound<'_, PyAny>>,
    allowed: &[Dtype],
) -> PyResult<Dtype> {
    match (argument, out) {
        (Some(argument), _) => dtype(argument, allowed),
        (None, Some(out)) => dtype_of("out", array(out)?, allowed),
        (None, None) => Ok(allowed[0]),
    }
}

/// Defines arrays to write to, by dtype, and what depends on the type of the elements.
macro_rules! arrays {
    ($($(#[$doc:meta])* $variant:ident($element:ty) = $name:literal;)*) => {
        /// The borrowed elements of an array.
        enum Elements<'py> {
            $($variant(PyReadwriteArrayDyn<'py, $element>),)*
        }

        /// An array to write to, borrowed.
        pub(super) struct OutputArray<'py> {
            object: Bound<'py, PyAny>,
            elements: Elements<'py>,
        }

        impl<'py> OutputArray<'py> {
            /// The array `out`, after checks of dtype, shape and layout, or a new one.
            pub(super) fn new(
                py: Python<'py>,
                dtype: Dtype,
                out: Option<&Bound<'py, PyAny>>,
                shape: &[usize],
            ) -> PyResult<OutputArray<'py>> {
                match dtype {
                    $(Dtype::$variant => {
                        let array = output::<$element>(py, out, shape)?;
                        let elements = Elements::$variant(borrowed(&array)?);
                        Ok(OutputArray { object: array.into_any(), elements })
                    })*
                }
            }

            /// The elements, row-major.
            pub(super) fn elements(&mut self) -> PyResult<ElementsMut<'_>> {
                Ok(match &mut self.elements {
                    $(Elements::$variant(guard) => ElementsMut::$variant(guard.as_slice_mut()?),)*
                })
            }

            /// The array, no longer borrowed.
            pub(super) fn into_object(self) -> Bound<'py, PyAny> {
                self.object
            }
        }

        /// Copies an array of one dimension.
        pub(super) fn copied_array(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Array> {
            let untyped = as_array(object, name)?;
            check_one_dimension(&untyped, name)?;
            let all: Vec<Dtype> = Dtype::NAMES.iter().map(|&(_, dtype)| dtype).collect();
            let dtype = dtype_of(name, &untyped, &all)?;
            let mut copy = Array::new(dtype, untyped.len())?;
            let array = match dtype {
                Dtype::Bool => zeros_and_ones(&untyped)?,
                _ => untyped.into_any(),
            };
            match copy.elements_mut() {
                $(ElementsMut::$variant(to) => {
                    let from = readable(array.cast::<PyArray1<$element>>()?)?;
                    for (to, from) in to.iter_mut().zip(from.as_array()) {
                        *to = *from;
                    }
                })*
            }
            Ok(copy)
        }

        /// Returns a new array of one dimension.
        pub(super) fn new_array<'py>(py: Python<'py>, array: &Array) -> PyResult<Bound<'py, PyAny>> {
            Ok(match array.elements() {
                $(columns::Elements::$variant(from) => {
                    numpy_api::from_vec(py, from.to_vec())?.into_any()
                })*
            })
        }
    };
}

each_dtype!(arrays);

/// Checks that the argument `out` is an array.
pub(super) fn array<'a, 'py>(
    out: &'a Bound<'py, PyAny>,
) -> PyResult<&'a Bound<'py, PyUntypedArray>> {
    numpy_api::load(out.py())?;
    out.cast::<PyUntypedArray>().map_err(|_| {
        let is_tensor = out.hasattr("cpu").unwrap_or(false);
        let hint = if is_tensor { ", such as tensor.numpy() of a tensor on the CPU" } else { "" };
        wrong_type(&format!("out must be a numpy.ndarray{hint}"), out)
    })
}

/// Returns the array to write to: `out`, after checks of dtype, shape and layout, or a new one.
pub(super) fn output<'py, T: numpy::Element>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let needed = numpy_api::dtype::<T>(py)?;
    let Some(out) = out else {
        // NumPy raises MemoryError where rust-numpy would abort
        let arguments = (PyTuple::new(py, shape)?, needed);
        let new = numpy_api::module(py)?.call_method1("zeros", arguments)?;
        return Ok(new.cast_into::<PyArrayDyn<T>>()?);
    };
    let untyped = array(out)?;
    let found = untyped.dtype();
    if !needed.is_equiv_to(&found) {
        return Err(ArrayError::new_err(format!("out must have dtype {needed}, not {found}")));
    }
    if untyped.shape() != shape {
        return Err(ArrayError::new_err(format!(
            "out must have shape {shape:?}, not {:?}",
            untyped.shape()
        )));
    }
    if !untyped.is_c_contiguous() {
        return Err(ArrayError::new_err("out must be C-contiguous"));
    }
    if !is_aligned(untyped)? {
        return Err(ArrayError::new_err("out must be aligned to its elements"));
    }
    if !untyped.getattr("flags")?.getattr("writeable")?.extract()? {
        return Err(ArrayError::new_err("out must be writeable"));
    }
    Ok(out.cast::<PyArrayDyn<T>>()?.clone())
}

/// Whether the elements of an array are at addresses that their type allows.
fn is_aligned(array: &Bound<'_, PyUntypedArray>) -> PyResult<bool> {
    array.getattr("flags")?.getattr("aligned")?.extract()
}

/// Borrows the elements of an array for writing.
pub(super) fn borrowed<'py, T: numpy::Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let in_use = |error| ArrayError::new_err(format!("out is in use by another call: {error}"));
    array.try_readwrite().map_err(in_use)
}

/// Borrows the elements of an array for reading, or of a copy if they are not aligned.
pub(super) fn readable<'py, T: numpy::Element, D: Dimension>(
    array: &Bound<'py, PyArray<T, D>>,
) -> PyResult<PyReadonlyArray<'py, T, D>> {
    let in_use = |_| ArrayError::new_err("the array is in use: another call is writing to it");
    if !is_aligned(array.as_untyped())? {
        let copy = array.call_method0("copy")?.cast_into::<PyArray<T, D>>()?;
        return copy.try_readonly().map_err(in_use);
    }
    array.try_readonly().map_err(in_use)
}

/// An array of bools, read as bytes: one of NumPy can be any byte, of which a bool of Rust must not
/// be made.
pub(super) struct Bools<'py>(PyReadonlyArrayDyn<'py, u8>);

impl<'py> Bools<'py> {
    /// Borrows an array of any shape for reading.
    pub(super) fn of<D: Dimension>(array: &Bound<'py, PyArray<bool, D>>) -> PyResult<Bools<'py>> {
        Ok(Bools(readable(bytes_of(array)?.cast::<PyArrayDyn<u8>>()?)?))
    }

    /// Copies the values.
    pub(super) fn to_vec(&self) -> PyResult<Vec<bool>> {
        Ok(memory::collected(self.0.as_array().iter().map(|&byte| byte != 0))?)
    }
}

/// Returns a copy of an array of bools whose bytes are 0 and 1.
pub(super) fn zeros_and_ones<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    numpy_api::module(array.py())?.call_method1("not_equal", (bytes_of(array)?, 0))
}

/// The bytes of an array of bools, which are not copied.
fn bytes_of<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    array.call_method1("view", (numpy_api::dtype::<u8>(array.py())?,))
}

impl<'py> FromPyObject<'_, 'py> for Bools<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Bools<'py>> {
        numpy_api::load(object.py())?;
        Bools::of(&*object.cast::<PyArray1<bool>>()?)
    }
}

/// Copies an array.
pub(super) fn owned<T: numpy::Element + Copy>(
    array: &PyReadonlyArray<'_, T, numpy::Ix1>,
) -> PyResult<Vec<T>> {
    Ok(memory::collected(array.as_array().iter().copied())?)
}

/// Returns the choice of a name, or an error that lists the known names. `kind` is for the message.
pub(super) fn named<T: Copy>(kind: &str, name: &str, choices: &[(&str, T)]) -> PyResult<T> {
    match choices.iter().find(|(known, _)| *known == name) {
        Some(&(_, choice)) => Ok(choice),
        None => {
            let known: Vec<_> = choices.iter().map(|(known, _)| format!("{known:?}")).collect();
            let (known, name) = (known.join(", "), shortened(name));
            Err(ArgumentError::new_err(format!("unknown {kind} {name:?}; known: {known}")))
        }
    }
}

/// Returns texts as an array with dtype object.
pub(super) fn text_array(py: Python<'_>, texts: Vec<String>) -> PyResult<hints::TextArray<'_>> {
    let options = [("dtype", "object")].into_py_dict(py)?;
    let array = numpy_api::module(py)?.call_method("array", (texts,), Some(&options))?;
    Ok(hints::TextArray(array))
}

/// An array of offsets of any integer type.
pub(super) struct Offsets(pub(super) Vec<u64>);

impl FromPyObject<'_, '_> for Offsets {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Offsets> {
        let offsets = integers(&object, "an array of offsets")?;
        // a negative one is beyond every end
        Ok(Offsets(offsets.into_iter().map(|offset| offset as u64).collect()))
    }
}

/// Converts an object to an array.
pub(super) fn as_array<'py>(
    object: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let numpy = numpy_api::module(object.py())?;
    if let Ok(array) = object.cast::<PyUntypedArray>() {
        return Ok(array.clone());
    }
    let array = numpy.call_method1("asarray", (object,))?;
    let array = array.cast_into::<PyUntypedArray>()?;
    // old versions of NumPy make such an array of a wrong `__array_interface__`
    let interface = array.getattr("__array_interface__")?.get_item("data")?;
    if array.len() > 0 && interface.get_item(0)?.eq(0)? {
        return Err(ArrayError::new_err(format!("{name} must have memory, not a null pointer")));
    }
    Ok(array)
}

fn check_one_dimension(array: &Bound<'_, PyUntypedArray>, name: &str) -> PyResult<()> {
    match array.ndim() {
        1 => Ok(()),
        found => {
            let message = format!("{name} must be an array of one dimension, not {found}");
            Err(ArrayError::new_err(message))
        }
    }
}

/// Returns the integers of a one-dimensional array-like; `name` is the argument in messages.
pub(super) fn integers(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<i64>> {
    let py = object.py();
    numpy_api::load(py)?;
    if let Ok(array) = object.cast::<PyArray1<i64>>() {
        return owned(&readable(array)?);
    }
    let array = as_array(object, name)?;
    check_one_dimension(&array, name)?;
    if array.len() == 0 {
        return Ok(Vec::new()); // an empty list has dtype float64
    }
    let dtype = array.dtype();
    if !matches!(dtype.kind(), b'i' | b'u') {
        return Err(ArrayError::new_err(format!(
            "{name} must be an array of integers, not {dtype}"
        )));
    }
    let wide = array.call_method1("astype", (numpy_api::dtype::<i64>(py)?,))?;
    owned(&readable(wide.cast::<PyArray1<i64>>()?)?)
}

/// An object whose memory neither moves nor changes while it is alive.
///
/// # Safety
/// The class is frozen, and nothing that [`column`] may be given of it is ever changed.
pub(super) unsafe trait Immutable:
    PyClass<Frozen = pyo3::pyclass::boolean_struct::True> + Sync
{
}

/// Returns a column of an object, which must be memory of it, as a read-only array that keeps the
/// object alive.
pub(super) fn column<'py, O: Immutable, T: numpy::Element>(
    owner: &Bound<'py, O>,
    values: &[T],
) -> PyResult<hints::Array<'py, T>> {
    numpy_api::load(owner.py())?;
    let view = ArrayView1::from(values);
    // SAFETY: `values` is memory of the object that `owner` holds, which neither moves nor changes
    // while the array keeps `owner` alive. Without this each access to a column would copy it: 150
    // MB for the moves of a million games.
    let array = unsafe { PyArray1::borrow_from_array(&view, owner.clone().into_any()) };
    // not `readwrite`, which fails while another thread does the same or reads such an array
    array.call_method1("setflags", (false,))?;
    Ok(hints::Array(Ok(array)))
}

/// Returns a column of indices as signed integers, with which NumPy can compute indices: the sum of
/// unsigned and signed ones is a floating-point number.
pub(super) fn index_column<'py, O: Immutable>(
    owner: &Bound<'py, O>,
    indices: &[u64],
) -> PyResult<hints::Array<'py, i64>> {
    let unsigned = column(owner, indices)?.0?;
    let signed = unsigned.call_method1("view", (numpy_api::dtype::<i64>(owner.py())?,))?;
    Ok(hints::Array(Ok(signed.cast_into()?)))
}

/// Returns a column as a read-only array; `None` if there is none.
pub(super) fn optional_column<'py, O: Immutable, T: numpy::Element>(
    owner: &Bound<'py, O>,
    values: Option<&[T]>,
) -> PyResult<Option<hints::Array<'py, T>>> {
    values.map(|values| column(owner, values)).transpose()
}

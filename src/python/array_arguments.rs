//! Arguments that are arrays of numbers: their shape is checked before they are copied.

use std::fmt;

use numpy::{
    PyArray1, PyArrayDescrMethods, PyArrayDyn, PyReadonlyArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use super::arguments::{Number, wrong_type};
use super::arrays::{Bools, as_array, integers, readable};
use super::errors::ArrayError;
use super::hints::ArrayLike;
use super::numpy_api;
use crate::memory;

/// The expected length of an axis of an array.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    /// One length.
    Of(usize),
    /// Any length; its name is for messages.
    Any(&'static str),
}

/// A shape as Python shows it.
struct Shape<'a>(&'a [Axis]);

impl fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let axis = |axis: &Axis| match axis {
            Axis::Of(length) => length.to_string(),
            Axis::Any(name) => (*name).to_owned(),
        };
        let axes: Vec<String> = self.0.iter().map(axis).collect();
        write!(f, "({}{})", axes.join(", "), if axes.len() == 1 { "," } else { "" })
    }
}

/// Checks the shape of an array.
fn check_shape(name: &str, array: &Bound<'_, PyUntypedArray>, shape: &[Axis]) -> PyResult<()> {
    let found: Vec<Axis> = array.shape().iter().map(|&length| Axis::Of(length)).collect();
    let fits = |(axis, found): (&Axis, &Axis)| matches!(axis, Axis::Any(_)) || axis == found;
    if found.len() == shape.len() && shape.iter().zip(&found).all(fits) {
        return Ok(());
    }
    let (shape, found) = (Shape(shape), Shape(&found));
    Err(ArrayError::new_err(format!("{name} must have shape {shape}, not {found}")))
}

/// Reads numbers of an array with a shape as float32, one row after the other.
pub(super) fn floats<'py>(
    object: &Bound<'py, PyAny>,
    name: &str,
    shape: &[Axis],
) -> PyResult<PyReadonlyArrayDyn<'py, f32>> {
    let array = as_array(object, name)?;
    let dtype = array.dtype();
    if !matches!(dtype.kind(), b'f' | b'i' | b'u' | b'b') {
        let message = format!("{name} must be an array of numbers, not {dtype}");
        return Err(ArrayError::new_err(message));
    }
    check_shape(name, &array, shape)?;
    let arguments = (array, numpy_api::dtype::<f32>(object.py())?);
    let array = numpy_api::module(object.py())?.call_method1("ascontiguousarray", arguments)?;
    readable(array.cast::<PyArrayDyn<f32>>()?)
}

/// Reads integers of an array with a number of elements.
pub(super) fn integers_of(
    object: &Bound<'_, PyAny>,
    name: &str,
    count: usize,
) -> PyResult<Vec<i64>> {
    let array = as_array(object, name)?;
    check_shape(name, &array, &[Axis::Of(count)])?;
    integers(&array, name)
}

/// Reads a mask of `count` elements, or an array of indices; `checked` converts one.
pub(super) fn mask_or_indices(
    object: &Bound<'_, PyAny>,
    name: &str,
    count: usize,
    checked: impl Fn(i64, usize) -> PyResult<usize>,
) -> PyResult<Vec<usize>> {
    let array = as_array(object, name)?;
    if array.dtype().is_equiv_to(&numpy_api::dtype::<bool>(object.py())?) {
        check_shape(&format!("{name} as a mask"), &array, &[Axis::Of(count)])?;
        let mask = Bools::of(array.cast::<PyArray1<bool>>()?)?.to_vec()?;
        return Ok((0..count).filter(|&index| mask[index]).collect());
    }
    let (numbers, mut indices) = (integers(&array, name)?, Vec::new());
    indices.try_reserve_exact(numbers.len()).map_err(memory::OutOfMemory::from)?;
    for number in numbers {
        indices.push(checked(number, count)?);
    }
    Ok(indices)
}

/// Reads one number, or one for each of `count` games.
pub(super) fn float_or_each(
    object: &ArrayLike<'_>,
    name: &str,
    count: usize,
) -> PyResult<Vec<f64>> {
    match object.0.extract::<f64>() {
        Ok(number) => Ok(vec![number]),
        Err(_) => {
            let array = floats(&object.0, name, &[Axis::Of(count)])?;
            Ok(array.as_slice()?.iter().map(|&number| number.into()).collect())
        }
    }
}

/// Reads one integer, or one for each of `count` games.
pub(super) fn integer_or_each(
    object: &ArrayLike<'_>,
    name: &str,
    count: usize,
) -> PyResult<Vec<i64>> {
    match object.0.extract::<Number>() {
        Ok(number) => Ok(vec![number.0]),
        Err(_) if as_array(&object.0, name)?.ndim() == 0 => {
            let rule = format!("{name} must be an int, or an array of one for each game");
            Err(wrong_type(&rule, &object.0))
        }
        Err(_) => integers_of(&object.0, name, count),
    }
}

/// Reads one bool, or one for each of `count` rows.
pub(super) fn bool_or_each(
    object: &ArrayLike<'_>,
    name: &str,
    count: usize,
) -> PyResult<Vec<bool>> {
    if let Ok(flag) = object.0.extract::<bool>() {
        return Ok(vec![flag]);
    }
    let array = as_array(&object.0, name)?;
    if !array.dtype().is_equiv_to(&numpy_api::dtype::<bool>(object.0.py())?) {
        let message = format!("{name} must be a bool, or an array of bools");
        return Err(ArrayError::new_err(message));
    }
    check_shape(name, &array, &[Axis::Of(count)])?;
    Bools::of(array.cast::<PyArray1<bool>>()?)?.to_vec()
}

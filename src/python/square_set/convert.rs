//! Conversion of Python objects to sets of squares.

use numpy::{PyArrayDescrMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::intern;
use pyo3::types::PyInt;

use super::SquareSet;
use crate::python::arguments::{defaults, explained};
use crate::python::prelude::*;
use crate::types::Bitboard;

/// The number of items between two checks for Ctrl-C, since an iterable may be endless.
const CHUNK: usize = 1 << 12;

/// The squares of a `SquareSet`, a bitboard, anything with `__int__`, or an iterable of squares.
#[derive(Clone, Copy)]
pub(in crate::python) struct SquareSetArgument(pub(in crate::python) Bitboard);

defaults! { SquareSetArgument = |bits: u64| SquareSetArgument(Bitboard(bits)); }

argument!(SquareSetArgument, hint!("enroque._model.bitboards", "IntoSquareSet"), |object| {
    if let Ok(set) = object.cast::<SquareSet>() {
        return Ok(SquareSetArgument(set.get().squares()));
    }
    if object.is_instance_of::<PyInt>() {
        return Ok(SquareSetArgument(object.extract::<BitboardArgument>()?.0));
    }
    if let Some(squares) = from_array(&object)? {
        return Ok(SquareSetArgument(squares));
    }
    match object.getattr_opt(intern!(object.py(), "__int__"))? {
        Some(int) => {
            let number = int.call0()?;
            Ok(SquareSetArgument(number.extract::<BitboardArgument>()?.0))
        }
        None => from_iterable(&object).map(SquareSetArgument),
    }
});

/// The squares of a NumPy array of one or more dimensions: the numbers in it, or the true squares
/// of a mask of 64 squares.
fn from_array(object: &Bound<'_, PyAny>) -> PyResult<Option<Bitboard>> {
    let Some(array) = numpy_api::as_array(object)? else { return Ok(None) };
    if array.ndim() == 0 {
        return Ok(None);
    }
    let flat = array.call_method0("ravel")?;
    if array.dtype().kind() != b'b' {
        return from_iterable(&flat.call_method0("tolist")?).map(Some);
    }
    if array.len() != 64 {
        let reason = format!("a mask of squares must have 64 entries, not {}", array.len());
        return Err(ArrayError::new_err(reason));
    }
    from_iterable(&flat.call_method0("nonzero")?.get_item(0)?.call_method0("tolist")?).map(Some)
}

fn from_iterable(object: &Bound<'_, PyAny>) -> PyResult<Bitboard> {
    let items = object.try_iter().map_err(|error| {
        explained(error, object, |kind| {
            format!(
                "squares must be an int (a bitboard) or an iterable of square numbers, not {kind}"
            )
        })
    })?;
    let mut squares = Bitboard::EMPTY;
    for (n, item) in items.enumerate() {
        if n % CHUNK == CHUNK - 1 {
            object.py().check_signals()?;
        }
        squares |= item?.extract::<SquareArgument>()?.0.into();
    }
    Ok(squares)
}

/// The other operand of `==`, or `None` if it is not a set of squares.
pub(super) fn to_compare(object: &Bound<'_, PyAny>) -> PyResult<Option<Bitboard>> {
    let py = object.py();
    match object.extract::<SquareSetArgument>() {
        Ok(squares) => Ok(Some(squares.0)),
        Err(error)
            if error.is_instance_of::<PyTypeError>(py)
                || error.is_instance_of::<PyValueError>(py)
                || error.is_instance_of::<PyIndexError>(py)
                || error.is_instance_of::<PyOverflowError>(py) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// The other operand of `|` and similar operators: `None` if it has another type, so that Python
/// tries its reflected operator; an error if it has the type but invalid squares.
pub(super) fn to_combine(object: &Bound<'_, PyAny>) -> PyResult<Option<Bitboard>> {
    match object.extract::<SquareSetArgument>() {
        Ok(squares) => Ok(Some(squares.0)),
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

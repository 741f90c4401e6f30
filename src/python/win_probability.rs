//! Conversion of evaluations to probabilities, and of probabilities to classes.

use numpy::PyArray1;

use super::arrays::{as_array, borrowed, output, owned, readable};
use super::encodings::win_model;
use crate::python::prelude::*;
use crate::tensor::{self, StockfishWdl};
use crate::types::NO_EVAL;

/// An array as one row of float64, and its shape; `what` it holds is for messages.
fn numbers<'py>(object: &Bound<'py, PyAny>, what: &str) -> PyResult<(Vec<f64>, Bound<'py, PyAny>)> {
    let numpy = numpy_api::module(object.py())?;
    let given = as_array(object, what)?;
    let kind: String = given.getattr("dtype")?.getattr("kind")?.extract()?;
    if !matches!(&*kind, "b" | "i" | "u" | "f" | "O") {
        return Err(wrong_type(&format!("{what} must be numbers"), object));
    }
    let array = numpy.call_method1("asarray", (given, numpy_api::dtype::<f64>(object.py())?))?;
    let shape = array.getattr("shape")?;
    let flat = array.call_method0("ravel")?;
    Ok((owned(&readable(flat.cast::<PyArray1<f64>>()?)?)?, shape))
}

/// Evaluations as one row, NaN where there is none, and their shape.
fn evaluations<'py>(object: &Bound<'py, PyAny>) -> PyResult<(Vec<f64>, Bound<'py, PyAny>)> {
    let (mut values, shape) = numbers(object, "evaluations")?;
    for value in values.iter_mut().filter(|value| **value == f64::from(NO_EVAL)) {
        *value = f64::NAN;
    }
    Ok((values, shape))
}

/// Returns the win probability of evaluations.
///
/// Args:
///     centipawns: evaluations as in `Games.evals`: centipawns, a mate in n as 1,000,000 - n,
///         -2**31 or NaN for none.
///     model: `"lichess"`, a logistic curve with evaluations limited to 1,000, or `"chessbench"`,
///         the same curve without limit.
///
/// Returns:
///     float64 of the same shape; NaN without evaluation.
#[pyfunction(crate = "crate::python::named_arguments")]
#[pyo3(signature = (centipawns, *, model = "lichess"))]
pub(super) fn win_probability<'py>(
    centipawns: ArrayLike<'py>,
    model: &str,
) -> PyResult<AnyArray<'py>> {
    let model = win_model(model)?;
    let (values, shape) = evaluations(&centipawns.0)?;
    let probabilities: Vec<f64> = values.into_iter().map(|v| model.win_probability(v)).collect();
    reshaped(numpy_api::from_vec(centipawns.0.py(), probabilities)?.into_any(), shape)
}

/// Returns win, draw and loss probabilities by Stockfish's model.
///
/// Args:
///     centipawns: evaluations as Stockfish prints them; -2**31 or NaN for none.
///     material: the material of both sides (pawn 1, minor piece 3, rook 5, queen 9).
///     a: four coefficients from Stockfish's sources, the highest power first.
///     b: four more.
///
/// Returns:
///     `(..., 3)` float64; NaN without evaluation.
#[pyfunction(crate = "crate::python::named_arguments")]
#[pyo3(signature = (centipawns, material, *, a, b))]
pub(super) fn stockfish_wdl<'py>(
    centipawns: ArrayLike<'py>,
    material: ArrayLike<'py>,
    a: [f64; 4],
    b: [f64; 4],
) -> PyResult<AnyArray<'py>> {
    let py = centipawns.0.py();
    let both =
        numpy_api::module(py)?.call_method1("broadcast_arrays", (&centipawns.0, &material.0))?;
    let (values, shape) = evaluations(&both.get_item(0)?)?;
    let (material, _) = numbers(&both.get_item(1)?, "material")?;
    let model = StockfishWdl { a, b };
    let array = output::<f64>(py, None, &[values.len(), 3])?;
    {
        let mut guard = borrowed(&array)?;
        let (rows, _) = guard.as_slice_mut()?.as_chunks_mut::<3>();
        for (row, (value, material)) in rows.iter_mut().zip(values.into_iter().zip(material)) {
            *row = model.win_draw_loss(value, material);
        }
    }
    let mut shape: Vec<usize> = shape.extract()?;
    shape.push(3);
    reshaped(array.into_any(), PyTuple::new(py, shape)?.into_any())
}

/// Returns the bucket of each win probability, for ChessBench's classification of values.
///
/// Args:
///     probabilities: win probabilities from 0 to 1.
///     buckets: the number of equal intervals.
///
/// Returns:
///     int64 of the same shape; -1 for NaN.
#[pyfunction(crate = "crate::python::named_arguments")]
#[pyo3(signature = (probabilities, *, buckets = 128))]
pub(super) fn value_buckets<'py>(
    probabilities: ArrayLike<'py>,
    buckets: Number,
) -> PyResult<AnyArray<'py>> {
    let buckets = buckets.within("buckets", 1..=u32::MAX.into())?;
    let (values, shape) = numbers(&probabilities.0, "probabilities")?;
    let bucket = |value| tensor::value_bucket(value, buckets).map_or(-1, i64::from);
    let found: Vec<i64> = values.into_iter().map(bucket).collect();
    reshaped(numpy_api::from_vec(probabilities.0.py(), found)?.into_any(), shape)
}

fn reshaped<'py>(array: Bound<'py, PyAny>, shape: Bound<'py, PyAny>) -> PyResult<AnyArray<'py>> {
    array.call_method1("reshape", (shape,)).map(AnyArray)
}

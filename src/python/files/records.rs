//! Planes and FENs of records of training formats, given as byte arrays.

use numpy::{PyReadonlyArray1, PyReadwriteArray1};

use super::writer::format_of;
use crate::columns::PLANES_DTYPES;
use crate::error::{CallError, call_error, ensure};
use crate::notation::fen;
use crate::python::arrays::{borrowed, chosen_dtype, output, with_dtype};
use crate::python::errors::EncodingError;
use crate::python::prelude::*;
use crate::tensor::PlaneEncoding;
use crate::tensor::lc0::{Lc0, V6_BYTES, V7_BYTES, record_version, upgrade_to_v7, v6_planes};

/// Returns the planes of lc0's records, given as bytes, of shape `(n, 112, 8, 8)`.
#[pyfunction(crate = "crate::python::named_arguments")]
#[pyo3(signature = (records, *, dtype = None, out = None))]
pub(in crate::python) fn lc0_planes<'py>(
    py: Python<'py>,
    records: PyReadonlyArray1<'py, u8>,
    dtype: Option<DtypeArgument<'py>>,
    out: Option<AnyArrayArgument<'py>>,
) -> PyResult<AnyArray<'py>> {
    let bytes = records.as_slice()?;
    let (dtype, out) = (dtype.as_ref().map(|dtype| &dtype.0), out.as_ref().map(|out| &out.0));
    let shape = [vec![bytes.len() / V6_BYTES], Lc0::default().shape()].concat();
    let dtype = chosen_dtype(dtype, out, &PLANES_DTYPES)?;
    with_dtype!(dtype, T => {
        let array = output::<T>(py, out, &shape)?;
        {
            let mut guard = borrowed(&array)?;
            let elements = guard.as_slice_mut()?;
            detach(py, || v6_planes(bytes, elements))?;
        }
        Ok(AnyArray(array.into_any()))
    })
}

/// Writes the fields of version 7 to the records of games, given as bytes, of which the n-th game
/// begins with record `starts[n]`.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn lc0_v7(
    py: Python<'_>,
    mut records: PyReadwriteArray1<'_, u8>,
    starts: Vec<usize>,
    theta: f64,
) -> PyResult<()> {
    let (records, _) = records.as_slice_mut()?.as_chunks_mut::<V7_BYTES>();
    Ok(detach(py, || {
        ensure!((0.0..=1.0).contains(&theta), Value("theta"), "theta must be 0 to 1");
        for (n, record) in records.iter().enumerate() {
            let head = record.first_chunk().map(record_version).transpose();
            head.map_err(|error| call_error!(Encoding("records"), "record {n}: {error}"))?;
        }
        let is_first = starts.first().is_some_and(|&start| start == 0) || records.is_empty();
        ensure!(is_first, Index("games"), "entry 0: the first game begins with record 0");
        for (n, &start) in starts.iter().enumerate() {
            let end = starts.get(n + 1).copied().unwrap_or(records.len());
            let game = records.get_mut(start..end).ok_or_else(|| {
                call_error!(
                    Index("games"),
                    "entry {n}: {start} is not the index of a record, or not in ascending order"
                )
            })?;
            upgrade_to_v7(game, theta as f32);
        }
        Ok::<_, CallError>(())
    })?)
}

/// Returns the FENs of records of bulletformat or lc0, given as bytes.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn record_fens(
    py: Python<'_>,
    format: &str,
    records: PyReadonlyArray1<'_, u8>,
) -> PyResult<Vec<String>> {
    let format = format_of(format)?;
    let bytes = records.as_slice()?;
    let Some(size) = format.record_bytes() else {
        let reason = format!("{} has no records of fixed size", format.name());
        return Err(EncodingError::new_err(reason));
    };
    let fen = |(index, record)| match format.setup_of(record) {
        Ok(setup) => Ok(fen::write_setup(&setup, fen::CastlingStyle::XFen).to_string()),
        Err(error) => Err(EncodingError::new_err(format!("record {index}: {error}"))),
    };
    detach(py, || bytes.chunks_exact(size).enumerate().map(fen).collect())
}

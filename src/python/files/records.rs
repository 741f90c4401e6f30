//! Planes and FENs of records of training formats, given as byte arrays.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

use super::writer::format_of;
use crate::columns::PLANES_DTYPES;
use crate::notation::fen;
use crate::python::arrays::{borrowed, chosen_dtype, output, with_dtype};
use crate::python::errors::EncodingError;
use crate::python::exit::detach;
use crate::python::hints::{AnyArray, AnyArrayArgument, DtypeArgument};
use crate::tensor::PlaneEncoding;
use crate::tensor::lc0::{Lc0, V6_BYTES, v6_planes};

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

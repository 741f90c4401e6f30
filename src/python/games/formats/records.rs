//! Reading and writing records of training formats as byte arrays, which Python views as
//! structured.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

use super::{create, format_of};
use crate::columns::PLANES_DTYPES;
use crate::formats::{
    ChessBenchReader, ChessBenchRecord, ChessBenchWriter, CompressedFile, RecordReader, WriteError,
};
use crate::notation::fen;
use crate::notation::uci::{self, CastlingDialect};
use crate::python::arrays::{borrowed, chosen_dtype, output, with_dtype};
use crate::python::calls::locked_without_gil;
use crate::python::errors::{EncodingError, fen_of_row, unnamed_io_error};
use crate::python::exit::detach;
use crate::python::hints::{AnyArray, AnyArrayArgument, Array, DtypeArgument, FilePath};
use crate::tensor::PlaneEncoding;
use crate::tensor::lc0::{Lc0, V6_BYTES, v6_planes};

/// An iterator over the records of a file, in batches, as bytes.
#[pyclass(frozen, module = "enroque._core")]
pub(in crate::python) struct RecordFileReader {
    reader: Mutex<RecordReader>,
    records_per_batch: usize,
}

#[pymethods]
impl RecordFileReader {
    #[new]
    #[pyo3(signature = (path, format, *, records_per_batch))]
    fn new(
        path: FilePath<'_>,
        format: &str,
        records_per_batch: usize,
    ) -> PyResult<RecordFileReader> {
        let path: PathBuf = path.0.extract()?;
        let reader = RecordReader::open(format_of(format)?, &path)?;
        Ok(RecordFileReader { reader: Mutex::new(reader), records_per_batch })
    }

    fn __iter__(slf: Py<RecordFileReader>) -> Py<RecordFileReader> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Array<'py, PyArray1<u8>>>> {
        py.check_signals()?;
        let read = || locked_without_gil(&self.reader).next_records(self.records_per_batch);
        let next = detach(py, read)?;
        Ok(next.map(|bytes| Array(PyArray1::from_vec(py, bytes))))
    }

    /// Number of bytes read from the file, before decompression.
    #[getter]
    fn bytes_read(&self, py: Python<'_>) -> u64 {
        detach(py, || locked_without_gil(&self.reader).bytes_read())
    }
}

/// A writer of records.
#[pyclass(frozen, module = "enroque._core")]
pub(in crate::python) struct RecordFileWriter {
    out: Mutex<Option<CompressedFile>>,
}

#[pymethods]
impl RecordFileWriter {
    #[new]
    #[pyo3(signature = (path, *, suffixes_of))]
    fn new(path: FilePath<'_>, suffixes_of: FilePath<'_>) -> PyResult<RecordFileWriter> {
        let (path, named): (PathBuf, PathBuf) = (path.0.extract()?, suffixes_of.0.extract()?);
        Ok(RecordFileWriter { out: Mutex::new(Some(create(&path, &named)?)) })
    }

    /// Appends the bytes of records.
    fn write(&self, py: Python<'_>, records: PyReadonlyArray1<'_, u8>) -> PyResult<()> {
        py.check_signals()?;
        let bytes = records.as_slice()?;
        detach(py, || match locked_without_gil(&self.out).as_mut() {
            Some(out) => out.write_all(bytes),
            None => Ok(()),
        })
        .map_err(unnamed_io_error)
    }

    /// Finishes the file.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        detach(py, || {
            let out = locked_without_gil(&self.out).take();
            out.map_or(Ok(()), CompressedFile::finish)
        })
        .map_err(unnamed_io_error)
    }
}

/// An iterator over the records of a ChessBench file, in batches: FENs, moves and probabilities, as
/// two lists and an array. Fields that the format does not have are empty.
#[pyclass(frozen, module = "enroque._core")]
pub(in crate::python) struct ChessBenchFileReader {
    reader: Mutex<ChessBenchReader>,
    /// The error that ended reading, raised after the records before it.
    error: Mutex<Option<PyErr>>,
    records_per_batch: usize,
}

#[pymethods]
impl ChessBenchFileReader {
    #[new]
    #[pyo3(signature = (path, format, *, records_per_batch))]
    fn new(
        path: FilePath<'_>,
        format: &str,
        records_per_batch: usize,
    ) -> PyResult<ChessBenchFileReader> {
        let path: PathBuf = path.0.extract()?;
        let reader = ChessBenchReader::open(format_of(format)?, &path)?;
        let (reader, error) = (Mutex::new(reader), Mutex::new(None));
        Ok(ChessBenchFileReader { reader, error, records_per_batch })
    }

    fn __iter__(slf: Py<ChessBenchFileReader>) -> Py<ChessBenchFileReader> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<ChessBenchColumns<'py>>> {
        py.check_signals()?;
        if let Some(error) = locked_without_gil(&self.error).take() {
            return Err(error);
        }
        let (mut fens, mut moves, mut probabilities) = (Vec::new(), Vec::new(), Vec::new());
        let error = detach(py, || {
            let mut reader = locked_without_gil(&self.reader);
            while fens.len() < self.records_per_batch {
                let ChessBenchRecord { position, m, win_probability } = match reader.next_record() {
                    Ok(Some(record)) => record,
                    Ok(None) => break,
                    Err(error) => return Some(error),
                };
                fens.push(fen::write(&position).to_string());
                let text = |m| uci::write(&position, m, CastlingDialect::Standard).to_string();
                moves.extend(m.map(text));
                probabilities.extend(win_probability);
            }
            None
        });
        if let Some(error) = error {
            if fens.is_empty() {
                return Err(error.into());
            }
            *locked_without_gil(&self.error) = Some(error.into());
        }
        if fens.is_empty() {
            return Ok(None);
        }
        Ok(Some((fens, moves, Array(PyArray1::from_vec(py, probabilities)))))
    }
}

/// FENs, moves and win probabilities.
type ChessBenchColumns<'py> = (Vec<String>, Vec<String>, Array<'py, PyArray1<f64>>);

/// A writer of ChessBench files.
#[pyclass(frozen, module = "enroque._core")]
pub(in crate::python) struct ChessBenchFileWriter {
    writer: Mutex<Option<ChessBenchWriter<CompressedFile>>>,
}

#[pymethods]
impl ChessBenchFileWriter {
    #[new]
    #[pyo3(signature = (path, format))]
    fn new(path: FilePath<'_>, format: &str) -> PyResult<ChessBenchFileWriter> {
        let path: PathBuf = path.0.extract()?;
        let writer = ChessBenchWriter::new(format_of(format)?, create(&path, &path)?)?;
        Ok(ChessBenchFileWriter { writer: Mutex::new(Some(writer)) })
    }

    /// Appends a record.
    fn push(
        &self,
        row: usize,
        fen: &str,
        uci: Option<&str>,
        win_probability: Option<f64>,
    ) -> PyResult<()> {
        let position = fen_of_row(fen, row)?;
        let m =
            match uci {
                Some(text) => Some(uci::read(&position, text).map_err(|error| {
                    EncodingError::new_err(format!("row {row}: {error}: {fen}"))
                })?),
                None => None,
            };
        let record = ChessBenchRecord { position, m, win_probability };
        match locked_without_gil(&self.writer).as_mut() {
            Some(writer) => Ok(writer.push(&record)?),
            None => Ok(()),
        }
    }

    /// Finishes the file.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        detach(py, || {
            let writer = locked_without_gil(&self.writer).take();
            let Some(writer) = writer else { return Ok(()) };
            writer.finish()?.finish()?;
            Ok::<_, WriteError>(())
        })?;
        Ok(())
    }
}

/// Returns the planes of lc0's records, given as bytes, of shape `(n, 112, 8, 8)`.
#[pyfunction]
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
#[pyfunction]
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

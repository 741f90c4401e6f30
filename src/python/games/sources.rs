//! PGN sources from Python: paths, bytes and file objects.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyString};

use crate::io::{ReadError, Source, Split};
use crate::python::arguments::Items;

/// An error that Python code raised while the core was reading.
#[derive(Clone, Default)]
pub(super) struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    /// Keeps an error; the first counts.
    pub(super) fn keep(&self, error: PyErr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// The error, if there is one.
    pub(super) fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A Python file object, binary or text.
struct PythonFile {
    object: Py<PyAny>,
    /// Bytes that the object gave beyond what was asked for, from `used` on.
    left: Vec<u8>,
    used: usize,
    raised: Raised,
}

impl PythonFile {
    fn more(&self, count: usize) -> PyResult<Vec<u8>> {
        Python::attach(|py| {
            let text = self.object.bind(py).call_method1("read", (count,))?;
            if let Ok(bytes) = text.cast::<PyBytes>() {
                return Ok(bytes.as_bytes().to_vec());
            }
            if let Ok(text) = text.cast::<PyString>() {
                return Ok(text.to_str()?.as_bytes().to_vec());
            }
            let kind = text.get_type().qualname()?;
            Err(PyTypeError::new_err(format!(
                "read() of a PGN source gave {kind}, not bytes or str"
            )))
        })
    }
}

impl io::Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.used == self.left.len() {
            self.left = self.more(buffer.len()).map_err(|error| {
                self.raised.keep(error);
                io::Error::other("the file object raised an exception")
            })?;
            self.used = 0;
        }
        let left = &self.left[self.used..];
        let count = left.len().min(buffer.len());
        buffer[..count].copy_from_slice(&left[..count]);
        self.used += count;
        Ok(count)
    }
}

/// The sources that an argument of `from_pgn` names, folders and patterns as their files.
pub(super) fn sources(object: &Bound<'_, PyAny>, raised: &Raised) -> PyResult<Vec<Source>> {
    let expanded = object.py().import("enroque._splits")?.call_method1("expanded", (object,))?;
    expanded.try_iter()?.map(|item| source(&item?, raised)).collect()
}

/// What `plan_splits` of Python makes its splits of: path, start, end, the file's size.
#[pyfunction]
pub(in crate::python) fn plan_splits(
    py: Python<'_>,
    paths: Items<PathBuf>,
    split_bytes: u64,
) -> PyResult<Vec<(PathBuf, u64, u64, u64)>> {
    let splits = py.detach(|| crate::io::plan_splits(&paths.0, split_bytes));
    let splits = splits
        .map_err(|(path, error)| ReadError::Open { source: path.display().to_string(), error })?;
    Ok(splits.into_iter().map(|s| (s.path, s.start, s.end, s.file_bytes)).collect())
}

fn source(object: &Bound<'_, PyAny>, raised: &Raised) -> PyResult<Source> {
    if let Ok(bytes) = object.cast::<PyBytes>() {
        let bytes = PyBackedBytes::from(bytes.clone());
        return Ok(Source::Bytes("<bytes>".to_owned(), Arc::new(bytes)));
    }
    if object.hasattr("read")? {
        let name = object.getattr_opt("name")?.and_then(|name| name.extract::<String>().ok());
        let file = PythonFile {
            object: object.clone().unbind(),
            left: Vec::new(),
            used: 0,
            raised: raised.clone(),
        };
        let name = name.unwrap_or_else(|| "<file object>".to_owned());
        return Ok(Source::Stream(name, Box::new(file)));
    }
    if object.is_instance(&object.py().import("enroque._splits")?.getattr("Split")?)? {
        return Ok(Source::Split(Split {
            path: object.getattr("path")?.extract()?,
            start: object.getattr("start")?.extract()?,
            end: object.getattr("end")?.extract()?,
            file_bytes: object.getattr("file_bytes")?.extract()?,
        }));
    }
    match object.extract::<PathBuf>() {
        Ok(path) => Ok(Source::Path(path)),
        Err(_) => Err(PyTypeError::new_err(format!(
            "a PGN source is a path, a file object, bytes, or a list of them, not {}",
            object.get_type().qualname()?
        ))),
    }
}

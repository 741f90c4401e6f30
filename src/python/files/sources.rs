//! PGN sources from Python: paths, bytes and file objects.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use pyo3::pybacked::PyBackedBytes;

use crate::io::{ReadError, Source, Split};
use crate::python::calls::attached;
use crate::python::prelude::*;
use crate::python::surrogates;

/// The first exception that Python code raised during a call.
#[derive(Clone, Default)]
pub(in crate::python) struct RaisedError(Arc<Mutex<Option<PyErr>>>);

impl RaisedError {
    /// Keeps an exception, unless there is one.
    pub(in crate::python) fn keep(&self, error: PyErr) {
        locked(&self.0).get_or_insert(error);
    }

    /// Removes the exception, if there is one.
    pub(in crate::python) fn take(&self) -> Option<PyErr> {
        locked(&self.0).take()
    }
}

/// A Python file object, binary or text.
struct PythonFile {
    object: Py<PyAny>,
    /// The result of the last `read`, which may be longer than requested.
    buffer: Vec<u8>,
    /// The bytes of `buffer` that were returned.
    used: usize,
    raised: RaisedError,
}

impl PythonFile {
    fn read_object(&self, count: usize) -> PyResult<Vec<u8>> {
        attached(|py| {
            let text = self.object.bind(py).call_method1("read", (count,))?;
            if let Ok(bytes) = text.cast::<PyBytes>() {
                return Ok(bytes.as_bytes().to_vec());
            }
            if let Ok(text) = text.cast::<PyString>() {
                return surrogates::file_bytes(text);
            }
            Err(wrong_type("read() of a source must return bytes or str", &text))
        })
    }
}

impl io::Read for PythonFile {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        if self.used == self.buffer.len() {
            self.buffer = self.read_object(target.len()).map_err(|error| {
                self.raised.keep(error);
                io::Error::other("the file object raised an exception")
            })?;
            self.used = 0;
        }
        let rest = &self.buffer[self.used..];
        let count = rest.len().min(target.len());
        target[..count].copy_from_slice(&rest[..count]);
        self.used += count;
        Ok(count)
    }
}

/// Returns the fields of splits: path, start, end, file size.
///
/// Args:
///     paths: the files.
///     split_bytes: the approximate size of a split.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn plan_splits(
    py: Python<'_>,
    paths: Items<PathBuf>,
    split_bytes: u64,
) -> PyResult<Vec<(PathBuf, u64, u64, u64)>> {
    let splits = detach(py, || crate::io::plan_splits(&paths.0, split_bytes));
    let splits = splits
        .map_err(|(path, error)| ReadError::Open { source: path.display().to_string(), error })?;
    Ok(splits.into_iter().map(|s| (s.path, s.start, s.end, s.file_bytes)).collect())
}

/// Returns the format of a file by its beginning; `None` if it may be text, compressed or not.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn binary_format(beginning: &[u8]) -> Option<&'static str> {
    crate::io::binary_format(beginning)
}

/// Returns the source of an object. Of bytes and open files with the same name, all but the first
/// are numbered; `names` has their numbers so far.
pub(in crate::python) fn source_of(
    object: &Bound<'_, PyAny>,
    raised: &RaisedError,
    names: &mut HashMap<String, u32>,
) -> PyResult<Source> {
    let mut source = source(object, raised)?;
    if let Source::Bytes(name, _) | Source::Stream(name, ..) = &mut source {
        let count = names.entry(name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            *name = format!("{name} {count}");
        }
    }
    Ok(source)
}

/// Returns one source.
fn source(object: &Bound<'_, PyAny>, raised: &RaisedError) -> PyResult<Source> {
    if let Ok(bytes) = object.cast::<PyBytes>() {
        let bytes = PyBackedBytes::from(bytes.clone());
        return Ok(Source::Bytes("<bytes>".to_owned(), Arc::new(bytes)));
    }
    if object.hasattr("read")? {
        let name = object.getattr_opt("name")?.and_then(|name| name.extract::<String>().ok());
        let file = PythonFile {
            object: object.clone().unbind(),
            buffer: Vec::new(),
            used: 0,
            raised: raised.clone(),
        };
        let name = name.unwrap_or_else(|| "<file object>".to_owned());
        let size = object.getattr_opt("size")?.and_then(|size| size.extract::<u64>().ok());
        return Ok(Source::Stream(name, Box::new(file), size));
    }
    if object.is_instance(package::Split::class(object.py())?)? {
        return Ok(Source::Split(Split {
            path: object.getattr("path")?.extract()?,
            start: object.getattr("start")?.extract()?,
            end: object.getattr("end")?.extract()?,
            file_bytes: object.getattr("file_bytes")?.extract()?,
        }));
    }
    object.extract::<PathBuf>().map(Source::Path).map_err(|_| {
        let rule = "a PGN source must be a path, a file object, bytes or an iterable of these";
        wrong_type(rule, object)
    })
}

//! PGN sources from Python: paths and file objects.

use std::cell::RefCell;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use super::Games;
use crate::games::{Games as CoreGames, Progress, ReadError, ReadOptions, Source};
use crate::pool::Run;
use crate::python::calls::Threads;
use crate::python::hints::{PgnSource, ProgressCallback};

/// An error that Python code raised while the core was reading.
type Raised = Arc<Mutex<Option<PyErr>>>;

fn raise(raised: &Raised, error: PyErr) {
    let mut first = raised.lock().unwrap_or_else(PoisonError::into_inner);
    first.get_or_insert(error);
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
                raise(&self.raised, error);
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

/// The sources that an argument of `from_pgn` names.
fn sources(object: &Bound<'_, PyAny>, raised: &Raised) -> PyResult<Vec<Source>> {
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        return object.try_iter()?.map(|item| source(&item?, raised)).collect();
    }
    Ok(vec![source(object, raised)?])
}

fn source(object: &Bound<'_, PyAny>, raised: &Raised) -> PyResult<Source> {
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
    if object.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err(
            "bytes are neither a path nor a file: for PGN in memory pass io.BytesIO(data)",
        ));
    }
    match object.extract::<PathBuf>() {
        Ok(path) => Ok(Source::Path(path)),
        Err(_) => Err(PyTypeError::new_err(format!(
            "a PGN source is a path, a file object, or a list of them, not {}",
            object.get_type().qualname()?
        ))),
    }
}

#[pymethods]
impl Games {
    /// Reads all games of PGN files: a path, a file object (binary or text), or a list of them.
    ///
    /// Compressed files (zstd, gzip, bzip2) are recognised by their first bytes. A game that breaks
    /// keeps its legal moves and is told of in `errors`; it never stops the rest. A file that is not
    /// there raises `FileNotFoundError` before anything is read.
    ///
    /// `threads` limits the cores used. `progress(done, total)` is called now and then with the
    /// bytes read and those of all files, `None` if one is a stream. Ctrl-C stops.
    #[staticmethod]
    #[pyo3(signature = (source, *, threads = Threads(None), progress = None))]
    fn from_pgn<'py>(
        py: Python<'py>,
        source: PgnSource<'py>,
        threads: Threads,
        progress: Option<ProgressCallback<'py>>,
    ) -> PyResult<Games> {
        let raised = Raised::default();
        let sources = sources(&source.0, &raised)?;
        let progress = progress.map(|callback| callback.0.unbind());
        let result = py.detach(|| read(sources, threads, progress.as_ref(), &raised));
        if let Some(error) = raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(error);
        }
        Ok(Games::new(result?))
    }
}

/// Reads without the interpreter's lock; what Python raises stops it and is left in `raised`.
fn read(
    sources: Vec<Source>,
    threads: Threads,
    progress: Option<&Py<PyAny>>,
    raised: &Raised,
) -> Result<CoreGames, ReadError> {
    let stopped = RefCell::new(false);
    let note = |result: PyResult<()>| {
        if let Err(error) = result {
            raise(raised, error);
            *stopped.borrow_mut() = true;
        }
    };
    let stop = || {
        note(Python::attach(|py| py.check_signals()));
        *stopped.borrow()
    };
    let run = Run { threads: threads.0, stop: &stop };
    let options = ReadOptions { run, ..ReadOptions::default() };
    CoreGames::from_pgn(sources, options, |Progress { bytes, total, .. }| {
        if let Some(callback) = progress {
            note(Python::attach(|py| callback.call1(py, (bytes, total)).map(drop)));
        }
    })
}

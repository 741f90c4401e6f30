//! Writing PGN to file objects.

use std::io::{self, BufWriter, Write};

use super::Games;
use crate::io::{Compression, PgnOptions, WriteError};
use crate::python::calls::attached;
use crate::python::errors::unnamed_io_error;
use crate::python::prelude::*;

/// The number of bytes per call of a file object's `write`.
const BUFFER_SIZE: usize = 1 << 20;

/// A Python file object, binary or text.
struct PythonSink<'a> {
    object: &'a Py<PyAny>,
    is_text: bool,
    /// The exception that `write` raised.
    raised: &'a mut Option<PyErr>,
}

impl Write for PythonSink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = attached(|py| {
            if self.is_text {
                // complete games, so no character is split
                let text = PyString::from_bytes(py, bytes)?;
                self.object.call_method1(py, "write", (text,))?;
                return Ok(bytes.len());
            }
            let written = self.object.call_method1(py, "write", (PyBytes::new(py, bytes),))?;
            // an unbuffered file may write less; some return `None`
            let count = written.extract(py).unwrap_or(bytes.len());
            Ok(count.min(bytes.len()))
        });
        written.map_err(|error: PyErr| {
            self.raised.get_or_insert(error);
            io::Error::other("the file object raised an exception")
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl From<WriteError> for PyErr {
    fn from(error: WriteError) -> PyErr {
        match error {
            WriteError::Io(error) => unnamed_io_error(error),
            WriteError::TagName { .. } => ArgumentError::new_err(error.to_string()),
            WriteError::Interrupted(error) => error.into(),
        }
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// Writes the games as PGN to an open file.
    #[pyo3(signature = (
        file, *, columns, evals, clocks, move_times, arrows, compression, threads, progress
    ))]
    fn _write_pgn<'py>(
        slf: &Bound<'py, Games>,
        file: PgnTarget<'py>,
        columns: Option<Number>,
        evals: bool,
        clocks: bool,
        move_times: bool,
        arrows: bool,
        compression: Option<&str>,
        threads: Option<Threads>,
        progress: ProgressArgument,
    ) -> PyResult<()> {
        let columns = columns.map(|columns| columns.count("columns")).transpose()?;
        let compression = compression.and_then(Compression::from_name).unwrap_or_default();
        let options = PgnOptions { columns, evals, clocks, move_times, arrows, compression };
        let py = slf.py();
        let is_text = file.0.is_instance(&py.import("io")?.getattr("TextIOBase")?)?;
        if is_text && options.compression != Compression::None {
            return Err(ArgumentError::new_err("compressed PGN requires a binary file"));
        }
        let (core, object) = (slf.get().core(), file.0.unbind());
        let mut raised = None;
        let result = with_progress(py, threads, (&progress, "writing", "games"), |run| {
            let sink = PythonSink { object: &object, is_text, raised: &mut raised };
            let mut sink = BufWriter::with_capacity(BUFFER_SIZE, sink);
            let written = core.write_pgn(&mut sink, options, run);
            // discards the buffer after an error
            drop(sink.into_parts());
            written
        });
        raised.map_or(result, Err)
    }
}

//! Games to PGN, for Python: paths and file objects.

use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::Games;
use crate::io::{Compression, PgnOptions, WriteError};
use crate::pool::Interrupted;
use crate::python::calls::{Threads, interruptible};
use crate::python::errors::unnamed_io_error;
use crate::python::hints::PgnTarget;

/// Bytes that a file object gets at a time.
const BUFFER: usize = 1 << 20;

/// A Python file object, binary or text.
struct PythonSink<'a> {
    object: &'a Py<PyAny>,
    is_text: bool,
    /// What `write` raised.
    raised: &'a mut Option<PyErr>,
}

impl Write for PythonSink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = Python::attach(|py| {
            if self.is_text {
                // whole games, so whole characters
                let text = PyString::from_bytes(py, bytes)?;
                self.object.call_method1(py, "write", (text,))?;
                return Ok(bytes.len());
            }
            let written = self.object.call_method1(py, "write", (PyBytes::new(py, bytes),))?;
            // an unbuffered file may take less; some files say nothing
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
            WriteError::TagName { .. } => PyValueError::new_err(error.to_string()),
            WriteError::Interrupted => Interrupted.into(),
        }
    }
}

#[pymethods]
impl Games {
    /// Writes the games as PGN to a path or an open file, binary or text.
    ///
    /// Reading it again gives the same games: evaluations and clocks are written as
    /// `{ [%eval 0.17] [%clk 0:00:30] }` (or not, with `evals=False`, `clocks=False`), so are thinking
    /// times and arrows that were read, tags in their order. What PGN cannot say: a broken game is written as one that ends where it broke, and a
    /// control character in a tag (a line break) as a space. Tags that contradict the columns (`FEN`, `Result`, ratings), or that
    /// are wanting, are put right; `ValueError` for a tag whose name PGN cannot write.
    ///
    /// `columns` is the longest line of moves, `None` for one line a game. `compression` is `"zst"`,
    /// `"gz"`, `"bz2"` or `"none"`; unless said, what the path's name ends in. A path that was there is
    /// replaced when the new file is whole.
    #[pyo3(signature = (
        file, *, columns = Some(80), evals = true, clocks = true, move_times = true, arrows = true,
        compression = None, threads = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn to_pgn<'py>(
        slf: &Bound<'py, Games>,
        file: PgnTarget<'py>,
        columns: Option<usize>,
        evals: bool,
        clocks: bool,
        move_times: bool,
        arrows: bool,
        compression: Option<&str>,
        threads: Option<Threads>,
    ) -> PyResult<()> {
        let py = slf.py();
        let plain = Compression::None;
        let options = PgnOptions { columns, evals, clocks, move_times, arrows, compression: plain };
        let compression = compression.map(compression_of).transpose()?;
        if file.0.hasattr("write")? {
            let options = PgnOptions { compression: compression.unwrap_or_default(), ..options };
            return to_file(slf, &file.0, options, threads.map(|threads| threads.0));
        }
        let path: std::path::PathBuf = file.0.extract()?;
        let extension = path.extension().and_then(|extension| extension.to_str());
        if compression.is_none()
            && let Some(extension @ ("zip" | "xz" | "7z" | "rar" | "lz4" | "br")) = extension
        {
            let path = path.display();
            let reason = format!("{path}: {extension} is not written; zst, gz and bz2 are");
            return Err(PyValueError::new_err(reason));
        }
        let compression = compression.unwrap_or_else(|| Compression::of_name(&path));
        let options = PgnOptions { compression, ..options };
        let whole = py.import("enroque._files")?.call_method1("replacing", (&file.0,))?;
        let target = whole.call_method0("__enter__")?;
        match to_file(slf, &target, options, threads.map(|threads| threads.0)) {
            Ok(()) => whole.call_method1("__exit__", (py.None(), py.None(), py.None())).map(drop),
            Err(error) => {
                let value = error.value(py);
                let trace = error.traceback(py);
                // it removes what there is of the file, and raises the error again
                whole.call_method1("__exit__", (error.get_type(py), value, trace))?;
                Err(error)
            }
        }
    }
}

fn compression_of(name: &str) -> PyResult<Compression> {
    Compression::from_name(name).ok_or_else(|| {
        PyValueError::new_err(format!(
            "compression is \"zst\", \"gz\", \"bz2\" or \"none\", not {name:?}"
        ))
    })
}

/// Writes to an open file.
fn to_file(
    games: &Bound<'_, Games>,
    file: &Bound<'_, PyAny>,
    options: PgnOptions,
    threads: Option<NonZeroUsize>,
) -> PyResult<()> {
    let py = games.py();
    let is_text = file.is_instance(&py.import("io")?.getattr("TextIOBase")?)?;
    if is_text && options.compression != Compression::None {
        return Err(PyValueError::new_err("compressed PGN is written to a binary file"));
    }
    let (core, object) = (games.get().core(), file.clone().unbind());
    let mut raised = None;
    let result = interruptible(py, threads, |run| {
        let sink = PythonSink { object: &object, is_text, raised: &mut raised };
        let mut sink = Whole(BufWriter::with_capacity(BUFFER, sink));
        let written = core.write_pgn(&mut sink, options, run);
        // what is left in it after an error goes nowhere
        drop(sink.0.into_parts());
        written
    });
    match raised {
        Some(error) => Err(error),
        None => result,
    }
}

/// Hands on what it is given as a whole, so that a text file never gets half a character.
struct Whole<W: Write>(BufWriter<W>);

impl<W: Write> Write for Whole<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

//! Writing PGN to paths and file objects.

use std::io::{self, BufWriter, Write};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::Games;
use crate::io::{Compression, PgnOptions, WriteError};
use crate::pool::Interrupted;
use crate::python::arguments::Number;
use crate::python::calls::{Threads, with_progress};
use crate::python::errors::{ArgumentError, unnamed_io_error};
use crate::python::exit::attach;
use crate::python::hints::PgnTarget;
use crate::python::progress::{ProgressArgument, Reporter};

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
        let written = attach(|py| {
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
        let written = written.unwrap_or_else(|| Err(Interrupted.into()));
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

#[pymethods]
impl Games {
    /// Writes the games as PGN.
    ///
    /// Reading the file returns equal games, except that broken games are no longer broken, and
    /// control characters in tags become spaces. Tags that contradict the columns (`FEN`, `Result`,
    /// ratings) or are missing are corrected.
    ///
    /// Args:
    ///     file: a path that ends in `.pgn`, `.pgn.zst`, `.pgn.gz` or `.pgn.bz2`, or a binary or text
    ///         file. An existing file is replaced when the new one is complete.
    ///     columns: the maximum line length of the movetext; `None` for one line per game.
    ///     evals: whether to write evaluations (`%eval`).
    ///     clocks: whether to write clocks (`%clk`).
    ///     move_times: whether to write move times (`%emt`).
    ///     arrows: whether to write arrows and colored squares (`%cal`, `%csl`).
    ///     compression: the compression of a binary file: `"zst"`, `"gz"` or `"bz2"`; `None` or
    ///         `"none"` for none. That of a path is its suffix.
    ///     threads: the number of threads; `None` for all cores.
    ///     progress: `True` for a progress bar (tqdm), or a function that is called with the number of
    ///         games written and their total.
    ///
    /// Raises:
    ///     ArgumentError: PGN cannot express the name of a tag, the path has another suffix, or the
    ///         compression is unknown or not that of the suffix.
    ///     OSError: the file cannot be written.
    ///
    /// Example:
    ///     >>> import io
    ///     >>> file = io.StringIO()
    ///     >>> enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 1/2-1/2").to_pgn(file)
    ///     >>> print(file.getvalue().splitlines()[-2])
    ///     1. e4 e5 2. Nf3 1/2-1/2
    #[pyo3(
        signature = (
            file, *, columns = Number(80), evals = true, clocks = true, move_times = true, arrows = true,
            compression = None, threads = None, progress = ProgressArgument::Off
        ),
        text_signature = "($self, file, *, columns=80, evals=True, clocks=True, move_times=True, arrows=True, compression=None, threads=None, progress=False)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn to_pgn<'py>(
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
        let py = slf.py();
        let plain = Compression::None;
        let columns = columns.map(|columns| columns.count("columns")).transpose()?;
        let options = PgnOptions { columns, evals, clocks, move_times, arrows, compression: plain };
        let compression = compression.map(compression_of).transpose()?;
        if file.0.hasattr("write")? {
            let options = PgnOptions { compression: compression.unwrap_or_default(), ..options };
            return to_file(slf, &file.0, options, threads, &progress);
        }
        let path: std::path::PathBuf = file.0.extract()?;
        let files = py.import("enroque._files.atomic")?;
        let suffixes = [".pgn", ".pgn.zst", ".pgn.zstd", ".pgn.gz", ".pgn.bz2"];
        files.call_method1("check_suffix", (&file.0, suffixes))?;
        let of_suffix = Compression::of_name(&path);
        if compression.is_some_and(|compression| compression != of_suffix) {
            let path = path.display();
            let reason = format!("{path}: compression= is not that of the suffix");
            return Err(ArgumentError::new_err(reason));
        }
        let options = PgnOptions { compression: of_suffix, ..options };
        let replacing = files.call_method1("replacing", (&file.0,))?;
        let target = replacing.call_method0("__enter__")?;
        match to_file(slf, &target, options, threads, &progress) {
            Ok(()) => {
                replacing.call_method1("__exit__", (py.None(), py.None(), py.None())).map(drop)
            }
            Err(error) => {
                let value = error.value(py);
                let trace = error.traceback(py);
                // removes the incomplete file, and raises the error again
                replacing.call_method1("__exit__", (error.get_type(py), value, trace))?;
                Err(error)
            }
        }
    }
}

fn compression_of(name: &str) -> PyResult<Compression> {
    Compression::from_name(name).ok_or_else(|| {
        ArgumentError::new_err(format!(
            "compression must be \"zst\", \"gz\", \"bz2\" or \"none\", not {name:?}"
        ))
    })
}

/// Writes to an open file.
fn to_file(
    games: &Bound<'_, Games>,
    file: &Bound<'_, PyAny>,
    options: PgnOptions,
    threads: Option<Threads>,
    progress: &ProgressArgument,
) -> PyResult<()> {
    let py = games.py();
    let is_text = file.is_instance(&py.import("io")?.getattr("TextIOBase")?)?;
    if is_text && options.compression != Compression::None {
        return Err(ArgumentError::new_err("compressed PGN requires a binary file"));
    }
    let (core, object) = (games.get().core(), file.clone().unbind());
    let mut raised = None;
    let reporter = Reporter::new(py, progress, "writing", "games")?;
    let result = with_progress(py, threads, &reporter, |run| {
        let sink = PythonSink { object: &object, is_text, raised: &mut raised };
        let mut sink = WriteAll(BufWriter::with_capacity(BUFFER_SIZE, sink));
        let written = core.write_pgn(&mut sink, options, run);
        // discards the buffer after an error
        drop(sink.0.into_parts());
        written
    });
    match raised {
        Some(error) => Err(error),
        None => result,
    }
}

/// A writer that never splits a call, so that a text file never gets half a character.
struct WriteAll<W: Write>(BufWriter<W>);

impl<W: Write> Write for WriteAll<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

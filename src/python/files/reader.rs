//! The reader of files, batch by batch.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, TryLockError};

use pyo3::exceptions::{PyException, PyRuntimeError};

use super::sources::{RaisedError, source_of};
use super::writer::format_of;
use crate::formats::{
    ChessBenchReader, ChessBenchRecord, FormatError, GameReader, PositionRecordReader, RecordReader,
};
use crate::games::Games as CoreGames;
use crate::io::{GameStream, Progress, ReadOptions};
use crate::notation::fen;
use crate::notation::uci::{self, CastlingDialect};
use crate::pgn::Dialect;
use crate::pool::Run;
use crate::positions::Positions as CorePositions;
use crate::python::calls::check;
use crate::python::exit::Call;
use crate::python::games::{Games, annotations, comments, filter_argument, letters};
use crate::python::positions::{Parts, Positions, on_row_error};
use crate::python::prelude::*;

/// The result of a call of a reader.
enum Batch {
    Games(CoreGames),
    Positions(CorePositions),
    /// Records of fixed size.
    Records(Vec<u8>),
    /// FENs, moves and win probabilities; without those that the format does not have.
    Bag(Vec<String>, Vec<String>, Vec<f64>),
}

impl Batch {
    fn into_object(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        match self {
            Batch::Games(games) => Games::new(games).into_bound_py_any(py),
            Batch::Positions(positions) => Positions::new(positions).into_bound_py_any(py),
            Batch::Records(bytes) => Ok(numpy_api::from_vec(py, bytes)?.into_any()),
            Batch::Bag(fens, moves, probabilities) => {
                (fens, moves, numpy_api::from_vec(py, probabilities)?).into_bound_py_any(py)
            }
        }
    }
}

/// Returns the next batch, of at most a number of elements, without the GIL; `None` at the end. The
/// function gets the number of bytes read so far, before decompression.
type Next =
    dyn FnMut(NonZeroUsize, Run<'_>, &dyn Fn(u64)) -> PyResult<Option<Batch>> + Send + 'static;

/// Reads games in a training format.
fn games(mut reader: GameReader) -> Box<Next> {
    Box::new(move |count, _, _| Ok(reader.next_games(count.get())?.map(Batch::Games)))
}

/// Reads records of fixed size.
fn records(mut reader: RecordReader) -> Box<Next> {
    Box::new(move |count, _, _| Ok(reader.next_records(count.get())?.map(Batch::Records)))
}

/// Reads records as positions.
fn positions(mut reader: PositionRecordReader) -> Box<Next> {
    Box::new(move |count, _, _| Ok(reader.next_positions(count.get())?.map(Batch::Positions)))
}

/// Reads PGN.
fn pgn(mut stream: GameStream) -> Box<Next> {
    Box::new(move |count, run, progress| {
        let progress = |done: Progress| progress(done.bytes);
        let games = match count {
            NonZeroUsize::MAX => stream.read_rest(run, progress).map(Some),
            _ => stream.next_games(count, run, progress),
        };
        Ok(games?.map(Batch::Games))
    })
}

/// Reads a bag. The error that ends reading is raised after the records before it.
fn bag(mut reader: ChessBenchReader) -> Box<Next> {
    let mut ended: Option<FormatError> = None;
    Box::new(move |count, _, _| {
        let (mut fens, mut moves, mut probabilities) = (Vec::new(), Vec::new(), Vec::new());
        while fens.len() < count.get() && ended.is_none() {
            match reader.next_record() {
                Ok(Some(ChessBenchRecord { position, m, win_probability })) => {
                    fens.push(fen::write(&position).to_string());
                    let text = |m| uci::write(&position, m, CastlingDialect::Standard).to_string();
                    moves.extend(m.map(text));
                    probabilities.extend(win_probability);
                }
                Ok(None) => break,
                Err(error) => ended = Some(error),
            }
        }
        match ended.take_if(|_| fens.is_empty()) {
            Some(error) => Err(error.into()),
            None => Ok((!fens.is_empty()).then_some(Batch::Bag(fens, moves, probabilities))),
        }
    })
}

/// Reads the sources of positions.
fn parts(mut parts: Parts) -> Box<Next> {
    Box::new(move |count, run, progress| {
        let mut rows = parts.read(count.get(), run, progress)?;
        if let (NonZeroUsize::MAX, Some(rows)) = (count, &mut rows) {
            rows.shrink_to_fit();
        }
        Ok(rows.map(Batch::Positions))
    })
}

/// A reader of sources that Python has opened, batch by batch.
#[pyclass(frozen, module = "enroque._core")]
pub(in crate::python) struct FileReader {
    /// `None` at the end.
    next: Mutex<Option<Box<Next>>>,
    is_closed: AtomicBool,
    bytes_read: AtomicU64,
    threads: Option<Threads>,
    reporter: Reporter,
    raised: RaisedError,
}

impl FileReader {
    fn new(
        py: Python<'_>,
        next: Box<Next>,
        raised: RaisedError,
        threads: Option<Threads>,
        (progress, total_bytes): (&ProgressArgument, Option<u64>),
    ) -> PyResult<FileReader> {
        let reporter = Reporter::new(py, progress, "reading", "B")?;
        if let Some(counter) = reporter.counter() {
            counter.set_total(total_bytes);
        }
        Ok(FileReader {
            next: Mutex::new(Some(next)),
            is_closed: AtomicBool::new(false),
            bytes_read: AtomicU64::new(0),
            threads,
            reporter,
            raised,
        })
    }

    /// A reader without options and progress.
    fn simple(py: Python<'_>, next: Box<Next>) -> PyResult<FileReader> {
        FileReader::new(py, next, RaisedError::default(), None, (&ProgressArgument::Off, None))
    }

    /// Reads the sources of positions.
    pub(in crate::python) fn of_parts(
        py: Python<'_>,
        parts: Parts,
        threads: Option<Threads>,
        progress: &ProgressArgument,
    ) -> PyResult<FileReader> {
        let (raised, total) = (parts.raised.clone(), parts.total_bytes());
        FileReader::new(py, self::parts(parts), raised, threads, (progress, total))
    }

    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl FileReader {
    /// Reads PGN from paths, splits, bytes and file objects.
    #[staticmethod]
    #[pyo3(signature = (
        sources, *, filter = None, strict = false, language = None, comments = "standard",
        annotations = None, threads = None, progress = false
    ))]
    fn pgn<'py>(
        py: Python<'py>,
        sources: Items<Bound<'py, PyAny>>,
        filter: Option<FilterArgument<'py>>,
        strict: bool,
        language: Option<&str>,
        comments: &str,
        annotations: Option<AnnotationsArgument<'py>>,
        threads: Option<Threads>,
        progress: ProgressArgument,
    ) -> PyResult<FileReader> {
        let filter = filter.map(|filter| filter.0).filter(|filter| !filter.is_none());
        let filter = filter.as_ref().map(filter_argument).transpose()?;
        let dialect = Dialect {
            letters: letters(language)?,
            comments: self::comments(comments)?,
            annotations: self::annotations(annotations.as_ref().map(|names| &names.0))?,
        };
        let raised = RaisedError::default();
        let mut names = HashMap::new();
        let sources = sources.0.iter().map(|item| source_of(item, &raised, &mut names));
        let sources = sources.collect::<PyResult<Vec<_>>>()?;
        let options =
            ReadOptions { filter: filter.as_ref(), dialect, strict, ..ReadOptions::default() };
        let stream = GameStream::open(sources, &options)?;
        let total = stream.progress().total;
        FileReader::new(py, pgn(stream), raised, threads, (&progress, total))
    }

    /// Reads a file in a training format: games, records of fixed size, or records of a bag.
    #[staticmethod]
    fn records(
        py: Python<'_>,
        path: FilePath<'_>,
        format: &str,
        contents: &str,
    ) -> PyResult<FileReader> {
        let (path, format): (PathBuf, _) = (path.0.extract()?, format_of(format)?);
        FileReader::simple(
            py,
            match contents {
                "games" => games(GameReader::open(format, &path)?),
                "records" => records(RecordReader::open(format, &path)?),
                _ => bag(ChessBenchReader::open(format, &path)?),
            },
        )
    }

    /// Reads the records of a file in a training format as positions.
    #[staticmethod]
    fn positions(
        py: Python<'_>,
        path: FilePath<'_>,
        format: &str,
        strict: bool,
        on_error: &str,
    ) -> PyResult<FileReader> {
        let path: PathBuf = path.0.extract()?;
        let on_error = on_row_error(strict, on_error)?;
        let reader = PositionRecordReader::open(format_of(format)?, &path, on_error)?;
        FileReader::simple(py, positions(reader))
    }

    /// Returns the next batch, of at most `count` elements; `None` at the end or after `close`.
    ///
    /// Without `count`, returns all games of PGN.
    #[pyo3(signature = (count = None))]
    pub(in crate::python) fn read<'py>(
        &self,
        py: Python<'py>,
        count: Option<NonZeroUsize>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        py.check_signals()?;
        // another call, which holds the lock without the GIL, must not be waited for
        let mut state = match self.next.try_lock() {
            Ok(next) => next,
            Err(TryLockError::Poisoned(poisoned)) => PoisonError::into_inner(poisoned),
            Err(TryLockError::WouldBlock) => {
                return Err(PyRuntimeError::new_err("another call is reading from this stream"));
            }
        };
        let Some(mut next) = state.take() else { return Ok(None) };
        let _call = Call::new(); // a forked child would find the reader busy
        let (reporter, raised) = (&self.reporter, &self.raised);
        let result = detach(py, || {
            let is_stopped = || check(Some(reporter)).map_err(|error| raised.keep(error)).is_err();
            let stop = || is_stopped() || self.is_closed();
            let progress = |bytes| {
                self.bytes_read.store(bytes, Ordering::Relaxed);
                if let Some(counter) = reporter.counter() {
                    counter.raise(bytes);
                }
            };
            let threads = self.threads.map(|threads| threads.0);
            let run = Run { threads, stop: &stop, progress: None };
            next(count.unwrap_or(NonZeroUsize::MAX), run, &progress)
        });
        if let Ok(Some(_)) = result {
            let _ = reporter.report(py).map_err(|error| raised.keep(error));
        }
        let mut error = raised.take();
        // return the games that were read before a file object failed first
        if matches!(&result, Ok(Some(Batch::Games(games))) if count.is_some() && !games.is_empty())
            && let Some(error) = error.take_if(|error| error.is_instance_of::<PyException>(py))
        {
            raised.keep(error);
        }
        match (error, result) {
            (Some(error), _) => reporter.end(py, Err(error)),
            _ if self.is_closed() => reporter.close(py).map(|()| None),
            (None, Ok(Some(batch))) => {
                match count {
                    None => reporter.finish(py)?,
                    Some(_) => *state = Some(next),
                }
                batch.into_object(py).map(Some)
            }
            (None, ended) => reporter.end(py, ended.map(|_| None)),
        }
    }

    /// Closes the source, also while another call reads from it.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.is_closed.store(true, Ordering::Relaxed);
        if let Ok(mut next) = self.next.try_lock() {
            *next = None;
        }
        self.reporter.close(py)
    }

    /// The number of bytes read so far, before decompression.
    #[getter]
    fn bytes_read(&self) -> u64 {
        self.bytes_read.load(Ordering::Relaxed)
    }
}

//! Reading PGN, all games at once or in batches.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard};

use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::sources::{RaisedError, sources};
use super::{Games, filter};
use crate::games::Games as CoreGames;
use crate::io::{Filter, GameStream as CoreStream, Progress, ReadError, ReadOptions, Source};
use crate::pgn::Dialect;
use crate::pool::Run;
use crate::python::arguments::Number;
use crate::python::calls::{Threads, check, locked};
use crate::python::exit::detach;
use crate::python::fork::Call;
use crate::python::hints::{AnnotationsArgument, FilterArgument, PgnSource};
use crate::python::progress::{ProgressArgument, Reporter};

/// Checks for signals and reports the progress. Keeps an exception, and returns whether there is one.
fn is_stopped(reporter: &Reporter, raised: &RaisedError) -> bool {
    check(Some(reporter)).map_err(|error| raised.keep(error)).is_err()
}

/// Raises the progress to the number of bytes read.
fn count(reporter: &Reporter, progress: Progress) {
    if let Some(counter) = reporter.counter() {
        counter.raise(progress.bytes);
    }
}

/// The arguments that `from_pgn` and `stream` share, apart from their sources.
struct ParseArguments {
    filter: Option<Filter>,
    dialect: Dialect,
    strict: bool,
}

impl ParseArguments {
    fn new(
        filter: Option<FilterArgument<'_>>,
        strict: bool,
        language: Option<&str>,
        comments: &str,
        annotations: Option<AnnotationsArgument<'_>>,
    ) -> PyResult<ParseArguments> {
        let filter = filter.map(|filter| filter.0).filter(|filter| !filter.is_none());
        Ok(ParseArguments {
            filter: filter.as_ref().map(filter::filter_argument).transpose()?,
            dialect: Dialect {
                letters: filter::letters(language)?,
                comments: filter::comments(comments)?,
                annotations: filter::annotations(annotations.as_ref().map(|names| &names.0))?,
            },
            strict,
        })
    }

    fn options<'a>(&'a self, run: Run<'a>) -> ReadOptions<'a> {
        ReadOptions {
            run,
            filter: self.filter.as_ref(),
            dialect: self.dialect,
            strict: self.strict,
            ..ReadOptions::default()
        }
    }
}

#[pymethods]
impl Games {
    /// Reads all games of PGN files.
    ///
    /// zstd, gzip, bzip2 and zip are recognized by their first bytes. A game with an error keeps
    /// the moves before it, is marked in `broken` and reported in `errors`; a file that is damaged
    /// or truncated keeps the games before that. Tolerated errors are reported in `warnings`. The
    /// result does not depend on the number of threads. Ctrl-C interrupts the call.
    ///
    /// Args:
    ///     source: a path, a folder, a pattern such as `"2024-*.pgn.zst"`, `"-"` for the standard
    ///         input, a binary or text file, `bytes` of PGN (also compressed), a `Split`, or an
    ///         iterable of these. Of a folder, all files below it with names that end in `.pgn`
    ///         (also compressed) or `.zip` are read in sorted order. Folders and patterns skip
    ///         names that start with a dot.
    ///     filter: criteria that games must meet; `None` for all games. `filtered_out` counts the
    ///         rejected games.
    ///     strict: whether the first error or warning raises `BrokenGameError`, except
    ///         `foreign_letters`.
    ///     language: the code of the language of the piece letters, such as `"de"`; `None` for
    ///         English; `"auto"` reads each game that is not in English in the language that fits.
    ///     comments: `"standard"`, or `"tcec"` to read evaluations and clocks from engine reports
    ///         (`wv=0.65, tl=1738239`).
    ///     annotations: what to keep of comments apart from evaluations and clocks: `"move_times"`
    ///         (`%emt`), `"arrows"` (`%cal` and `%csl`), `"engine"` (evaluations and move times that
    ///         Cutechess and fastchess write, such as `{+0.53/14 47s}`), or several in a list.
    ///     threads: the number of threads; `None` for all cores.
    ///     progress: `True` for a progress bar (tqdm), or a function that is called now and then with
    ///         the bytes read and the total bytes (`None` if a source is a stream).
    ///
    /// Raises:
    ///     FileNotFoundError: a file does not exist.
    ///     PermissionError: a file is not readable.
    ///     BrokenGameError: with `strict`, a game has an error or warning.
    ///
    /// Example:
    ///     >>> enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 1/2-1/2")
    ///     <Games: 1 games, 3 plies, 0 broken>
    #[staticmethod]
    #[pyo3(signature = (
        source, *, filter = None, strict = false, language = None, comments = "standard",
        annotations = None, threads = None, progress = ProgressArgument::Off
    ), text_signature = "(source, *, filter=None, strict=False, language=None, comments='standard', annotations=None, threads=None, progress=False)")]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn from_pgn<'py>(
        py: Python<'py>,
        source: PgnSource<'py>,
        filter: Option<FilterArgument<'py>>,
        strict: bool,
        language: Option<&str>,
        comments: &str,
        annotations: Option<AnnotationsArgument<'py>>,
        threads: Option<Threads>,
        progress: ProgressArgument,
    ) -> PyResult<Games> {
        let arguments = ParseArguments::new(filter, strict, language, comments, annotations)?;
        let raised = RaisedError::default();
        let sources = sources(&source.0, &raised)?;
        let reporter = Reporter::new(py, &progress, "reading", "B")?;
        let result = detach(py, || {
            if let Some(counter) = reporter.counter() {
                counter.set_total(Source::total_bytes(&sources)?);
            }
            let stop = || is_stopped(&reporter, &raised);
            let threads = threads.map(|threads| threads.0);
            let run = Run { threads, stop: &stop, progress: None };
            CoreGames::from_pgn(sources, arguments.options(run), |done| count(&reporter, done))
        });
        let result = match raised.take() {
            Some(error) => Err(error),
            None => result.map_err(PyErr::from),
        };
        reporter.end(py, result).map(Games::new)
    }

    /// Reads the games of files in batches, in bounded memory.
    ///
    /// The concatenated batches are the result of `Games.read` or `Games.from_pgn`, for any number
    /// of threads. Each batch has its own `errors`, `warnings` and `filtered_out`; those of PGN
    /// after the last game are in a last batch without games.
    ///
    /// Args:
    ///     source: one or several sources, as in `Games.read`.
    ///     games_per_batch: the number of games in a batch of PGN, of which the last one may have
    ///         fewer; the largest number in a batch of another format.
    ///     filter: criteria that games must meet; `None` for all games.
    ///     strict: whether the first error or warning raises `BrokenGameError`, except
    ///         `foreign_letters`. This and the next three arguments are for PGN only.
    ///     language: the language of the piece letters, as in `Games.from_pgn`.
    ///     comments: `"standard"` or `"tcec"`, as in `Games.from_pgn`.
    ///     annotations: `"move_times"`, `"arrows"` and `"engine"`, as in `Games.from_pgn`.
    ///     threads: the number of threads that read PGN; `None` for all cores.
    ///     progress: `True` for a progress bar (tqdm), or a function that is called now and then with
    ///         the bytes read and the total bytes (`None` if a source is a stream).
    ///
    /// Returns:
    ///     An iterator over `Games`, which `close()` or a `with` block closes.
    ///
    /// Raises:
    ///     FileNotFoundError: a file does not exist.
    ///     PermissionError: a file is not readable.
    ///     BrokenGameError: with `strict`, a game has an error or warning; raised by the iterator.
    ///     ArgumentError: a suffix is unknown, or the files are of several formats.
    ///     FileFormatError: a file that is not PGN is damaged; raised by the iterator.
    ///
    /// Example:
    ///     >>> stream = enroque.Games.stream(b"1. e4 * 1. d4 * 1. c4 *", games_per_batch=2)
    ///     >>> [len(games) for games in stream]
    ///     [2, 1]
    #[staticmethod]
    #[pyo3(signature = (
        source, *, games_per_batch = Number(10_000), filter = None, strict = false, language = None,
        comments = "standard", annotations = None, threads = None, progress = ProgressArgument::Off
    ), text_signature = "(source, *, games_per_batch=10000, filter=None, strict=False, language=None, comments='standard', annotations=None, threads=None, progress=False)")]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn stream<'py>(
        py: Python<'py>,
        source: PgnSource<'py>,
        games_per_batch: Number,
        filter: Option<FilterArgument<'py>>,
        strict: bool,
        language: Option<&str>,
        comments: &str,
        annotations: Option<AnnotationsArgument<'py>>,
        threads: Option<Threads>,
        progress: ProgressArgument,
    ) -> PyResult<GameStream> {
        let size = games_per_batch.at_least("games_per_batch", 1)?;
        let games_per_batch = NonZeroUsize::new(size).unwrap_or(NonZeroUsize::MIN);
        let has_pgn_options =
            strict || language.is_some() || comments != "standard" || annotations.is_some();
        let filter_object = filter.as_ref().map(|filter| filter.0.clone());
        let arguments = ParseArguments::new(filter, strict, language, comments, annotations)?;
        let files = py.import("enroque._files.games")?;
        let (is_pgn, found): (bool, Bound<'py, PyAny>) =
            files.call_method1("open_stream", (source.0,))?.extract()?;
        if !is_pgn {
            let progress = progress.object(py);
            let options = (found, games_per_batch, filter_object, progress, has_pgn_options);
            let iterator = files.call_method1("stream", options)?;
            return Ok(GameStream {
                state: Mutex::new(StreamState::Files(iterator.unbind())),
                games_per_batch,
                threads,
                reporter: Reporter::new(py, &ProgressArgument::Off, "", "")?,
                raised: RaisedError::default(),
            });
        }
        let raised = RaisedError::default();
        let sources = sources(&found, &raised)?;
        let stream = CoreStream::open(sources, &arguments.options(Run::default()))?;
        let reporter = Reporter::new(py, &progress, "reading", "B")?;
        if let Some(counter) = reporter.counter() {
            counter.set_total(stream.progress().total);
        }
        Ok(GameStream {
            state: Mutex::new(StreamState::Open(Box::new(stream))),
            games_per_batch,
            threads,
            reporter,
            raised,
        })
    }

    /// The number of games that each criterion of the filter rejected, by its name.
    ///
    /// They are counted when the games are read. Criteria that rejected no game are omitted.
    #[getter]
    fn filtered_out(&self) -> std::collections::BTreeMap<&'static str, u64> {
        self.core()
            .filtered_out()
            .iter()
            .map(|(criterion, count)| (criterion.name(), count))
            .collect()
    }
}

/// The state of a stream.
enum StreamState {
    Open(Box<CoreStream>),
    /// An iterator over the games of files that are not PGN.
    Files(Py<PyAny>),
    /// Another call is reading.
    Busy,
    Closed,
}

/// An iterator over batches of games, returned by `Games.stream`.
///
/// It is also a context manager, which closes the files.
///
/// Example:
///     >>> with enroque.Games.stream(b"1. e4 * 1. d4 * 1. c4 *", games_per_batch=2) as stream:
///     ...     for games in stream:
///     ...         print(games)
///     <Games: 2 games, 2 plies, 0 broken>
///     <Games: 1 games, 1 plies, 0 broken>
#[pyclass(frozen, module = "enroque._core")]
pub(in crate::python) struct GameStream {
    state: Mutex<StreamState>,
    games_per_batch: NonZeroUsize,
    threads: Option<Threads>,
    reporter: Reporter,
    raised: RaisedError,
}

impl GameStream {
    fn state(&self) -> MutexGuard<'_, StreamState> {
        locked(&self.state)
    }

    /// Reads the next batch, while the state is busy.
    fn read(&self, stream: &mut CoreStream) -> Result<Option<CoreGames>, ReadError> {
        let _call = Call::new(); // a forked child would find the stream busy
        let closed = || matches!(*self.state(), StreamState::Closed);
        let stop = || is_stopped(&self.reporter, &self.raised) || closed();
        let threads = self.threads.map(|threads| threads.0);
        let run = Run { threads, stop: &stop, progress: None };
        stream.next_games(self.games_per_batch, run, |done| count(&self.reporter, done))
    }

    /// Returns the next batch of an iterator, while the state is busy.
    fn next_of_files(&self, iterator: &Bound<'_, PyAny>) -> PyResult<Option<Games>> {
        let next = iterator.try_iter()?.next().transpose();
        let mut state = self.state();
        let was_closed = matches!(*state, StreamState::Closed);
        let is_open = matches!(next, Ok(Some(_))) && !was_closed;
        let iterator = iterator.clone().unbind();
        *state = if is_open { StreamState::Files(iterator) } else { StreamState::Closed };
        drop(state);
        next?.map(|games| Ok(Games::of_core(games.cast::<Games>()?.get().core()))).transpose()
    }
}

#[pymethods]
impl GameStream {
    fn __iter__(slf: Py<GameStream>) -> Py<GameStream> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Games>> {
        // a separate statement, since a `match` on it would hold the lock
        let previous = std::mem::replace(&mut *self.state(), StreamState::Busy);
        let mut stream = match previous {
            StreamState::Open(stream) => stream,
            StreamState::Files(iterator) => return self.next_of_files(iterator.bind(py)),
            StreamState::Closed => {
                *self.state() = StreamState::Closed;
                return Ok(None);
            }
            StreamState::Busy => {
                return Err(PyRuntimeError::new_err("another call is reading from this stream"));
            }
        };
        let result = detach(py, || self.read(&mut stream));
        let result = result.map_err(PyErr::from);
        if let Ok(Some(_)) = result {
            let _ = self.reporter.report(py).map_err(|error| self.raised.keep(error));
        }
        let mut raised = self.raised.take();
        // return the games that were read before a file object failed first
        if matches!(&result, Ok(Some(games)) if !games.is_empty())
            && let Some(error) = raised.take_if(|error| error.is_instance_of::<PyException>(py))
        {
            self.raised.keep(error);
        }
        let mut state = self.state();
        let was_closed = matches!(*state, StreamState::Closed);
        // an exception ends the stream
        let is_open = raised.is_none() && matches!(result, Ok(Some(_))) && !was_closed;
        *state = if is_open { StreamState::Open(stream) } else { StreamState::Closed };
        drop(state);
        let result = match raised {
            Some(error) => Err(error),
            None if was_closed => return self.reporter.close(py).map(|()| None),
            None => result,
        };
        match result {
            Ok(Some(games)) => Ok(Some(Games::new(games))),
            ended => self.reporter.end(py, ended.map(|_| None)),
        }
    }

    /// Ends the stream and closes its files. Does nothing if it is closed.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let previous = std::mem::replace(&mut *self.state(), StreamState::Closed);
        if let StreamState::Files(iterator) = &previous {
            iterator.call_method0(py, "close")?;
        }
        drop(previous);
        self.reporter.close(py)
    }

    fn __enter__(slf: Py<GameStream>) -> Py<GameStream> {
        slf
    }

    #[pyo3(signature = (*exception: "object"))]
    fn __exit__(&self, py: Python<'_>, exception: &Bound<'_, PyTuple>) -> PyResult<()> {
        let _ = exception;
        self.close(py)
    }

    fn __repr__(&self) -> String {
        let each = self.games_per_batch;
        match &*self.state() {
            StreamState::Open(stream) => {
                let Progress { bytes, total, games } = stream.progress();
                let total = total.map(|total| format!(" of {total}")).unwrap_or_default();
                format!(
                    "<GameStream: {games} games, {bytes}{total} bytes read, {each} games per batch>"
                )
            }
            StreamState::Files(_) => format!("<GameStream: files, {each} games per batch>"),
            StreamState::Busy => format!("<GameStream: reading, {each} games per batch>"),
            StreamState::Closed => "<GameStream: closed>".to_owned(),
        }
    }
}

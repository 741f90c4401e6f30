//! Reading PGN from Python: all at once, or a batch of games at a time.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyException, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use super::sources::{Raised, sources};
use super::{Games, filter};
use crate::games::Games as CoreGames;
use crate::io::{Filter, GameStream as CoreStream, Progress, ReadError, ReadOptions};
use crate::pgn::Dialect;
use crate::pool::Run;
use crate::python::calls::Threads;
use crate::python::hints::{
    AnnotationsArgument, AnyArguments, FilterArgument, PgnSource, ProgressCallback,
};

/// What a reading call asks of Python on its way: whether a signal came, and to tell how far it is.
struct Caller<'a> {
    progress: Option<&'a Py<PyAny>>,
    raised: &'a Raised,
    is_stopped: Cell<bool>,
}

impl<'a> Caller<'a> {
    fn new(progress: Option<&'a Py<PyAny>>, raised: &'a Raised) -> Caller<'a> {
        Caller { progress, raised, is_stopped: Cell::new(false) }
    }

    fn note(&self, result: PyResult<()>) {
        if let Err(error) = result {
            self.raised.keep(error);
            self.is_stopped.set(true);
        }
    }

    /// Whether to stop: for a signal, or for an exception of the callback.
    fn stop(&self) -> bool {
        self.note(Python::attach(|py| py.check_signals()));
        self.is_stopped.get()
    }

    fn tell(&self, Progress { bytes, total, .. }: Progress) {
        if let Some(callback) = self.progress {
            self.note(Python::attach(|py| callback.call1(py, (bytes, total)).map(drop)));
        }
    }
}

/// What `from_pgn` and `stream` are asked for beside their sources.
struct Asked {
    filter: Option<Filter>,
    dialect: Dialect,
    strict: bool,
}

impl Asked {
    fn new(
        filter: Option<FilterArgument<'_>>,
        strict: bool,
        language: Option<&str>,
        comments: &str,
        annotations: Option<AnnotationsArgument<'_>>,
    ) -> PyResult<Asked> {
        let filter = filter.map(|filter| filter.0).filter(|filter| !filter.is_none());
        Ok(Asked {
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
    /// Reads all games of PGN files: a path, a folder (what is below it with a name that
    /// ends in `.pgn`, also compressed, or in `.zip`; sorted), a pattern such
    /// as `"2024-*.pgn.zst"`, `"-"` for the standard input, a file object (binary or text), `bytes` of
    /// PGN (also compressed), a `Split`, or several of these. In folders and patterns, names that begin
    /// with a dot are passed over.
    ///
    /// Compressed files (zstd, gzip, bzip2) and zip archives are recognized by their first bytes. A
    /// game that breaks keeps its legal moves and is told of in `errors`; it never stops the rest, and
    /// a file that is damaged or cut keeps the games before that. With `strict`, the first such thing
    /// raises `BrokenGameError`, with its place, and so does the first of what is otherwise forgiven and
    /// told of in `warnings`. A file that is not there or may not be read raises
    /// `FileNotFoundError` or `PermissionError` before anything is read.
    ///
    /// `filter` is a `Filter`; its attributes are also arguments here (`min_elo=2200,
    /// time_class="blitz"`), and `filtered_out` tells how many games each left out. `language` is the code
    /// of the language whose letters stand for the pieces (`"de"`), or `"auto"`: a game that English
    /// letters cannot read is read in those of the language that can, all of it. `comments="tcec"`
    /// takes evaluations and clocks from engines' reports (`wv=0.65, tl=1738239`). `annotations` says
    /// what else is kept of comments, `"move_times"` (thinking times, `%emt`), `"arrows"` (arrows and
    /// colored squares, `%cal` and `%csl`) or both in a list; nothing unless said.
    ///
    /// `threads` limits the cores used. `progress(done, total)` is called now and then with the
    /// bytes read and those of all files, `None` if one is a stream. Ctrl-C stops.
    #[staticmethod]
    #[pyo3(signature = (
        source, *, filter = None, strict = false, language = None, comments = "standard",
        annotations = None, threads = None, progress = None
    ))]
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
        progress: Option<ProgressCallback<'py>>,
    ) -> PyResult<Games> {
        let asked = Asked::new(filter, strict, language, comments, annotations)?;
        let raised = Raised::default();
        let sources = sources(&source.0, &raised)?;
        let progress = progress.map(|callback| callback.0.unbind());
        let result = py.detach(|| {
            let caller = Caller::new(progress.as_ref(), &raised);
            let stop = || caller.stop();
            let options =
                asked.options(Run { threads: threads.map(|threads| threads.0), stop: &stop });
            CoreGames::from_pgn(sources, options, |progress| caller.tell(progress))
        });
        match raised.take() {
            Some(error) => Err(error),
            None => Ok(Games::new(result?)),
        }
    }

    /// Reads the games of PGN files in batches of `games_per_batch`, fewer in the last one: an
    /// iterator over Games, for files of any size in memory that does not grow with them.
    ///
    /// Sources and options are those of `Games.from_pgn`; the batches joined are what that reads,
    /// for any number of threads. Each batch has the `errors`, `warnings` and `filtered_out` of its games
    /// and of the text around them; where no game is left but something is to be told, a last batch
    /// without games tells it. The stream can be left at any time; `close()` or a `with` block closes
    /// its files at once.
    ///
    /// ```python
    /// for games in Games.stream("lichess_db.pgn.zst", games_per_batch=100_000):
    ///     ...
    /// ```
    #[staticmethod]
    #[pyo3(signature = (
        source, *, games_per_batch = 10_000, filter = None, strict = false, language = None,
        comments = "standard", annotations = None, threads = None, progress = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn stream<'py>(
        source: PgnSource<'py>,
        games_per_batch: i64,
        filter: Option<FilterArgument<'py>>,
        strict: bool,
        language: Option<&str>,
        comments: &str,
        annotations: Option<AnnotationsArgument<'py>>,
        threads: Option<Threads>,
        progress: Option<ProgressCallback<'py>>,
    ) -> PyResult<GameStream> {
        let games_per_batch = usize::try_from(games_per_batch).ok().and_then(NonZeroUsize::new);
        let games_per_batch =
            games_per_batch.ok_or_else(|| PyValueError::new_err("games_per_batch is 1 or more"))?;
        let asked = Asked::new(filter, strict, language, comments, annotations)?;
        let raised = Raised::default();
        let sources = sources(&source.0, &raised)?;
        let stream = CoreStream::open(sources, &asked.options(Run::default()))?;
        Ok(GameStream {
            place: Mutex::new(Place::Open(Box::new(stream))),
            games_per_batch,
            threads: threads.map(|threads| threads.0),
            progress: progress.map(|callback| callback.0.unbind()),
            raised,
        })
    }

    /// How many games each criterion of the filter left out while these were read, by its name; only
    /// those that left out some.
    #[getter]
    fn filtered_out(&self) -> std::collections::BTreeMap<&'static str, u64> {
        self.core()
            .filtered_out()
            .iter()
            .map(|(criterion, count)| (criterion.name(), count))
            .collect()
    }
}

/// Where the stream is.
enum Place {
    Open(Box<CoreStream>),
    /// A call is reading from it.
    Busy,
    Closed,
}

/// Batches of games from PGN, by `Games.stream`: an iterator, and a context manager that closes it.
#[pyclass(frozen, module = "enroque._core")]
pub(in crate::python) struct GameStream {
    place: Mutex<Place>,
    games_per_batch: NonZeroUsize,
    threads: Option<NonZeroUsize>,
    progress: Option<Py<PyAny>>,
    raised: Raised,
}

impl GameStream {
    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next batch, while the stream is marked as busy.
    fn read(&self, stream: &mut CoreStream) -> Result<Option<CoreGames>, ReadError> {
        let caller = Caller::new(self.progress.as_ref(), &self.raised);
        let closed = || matches!(*self.place(), Place::Closed);
        let stop = || caller.stop() || closed();
        let run = Run { threads: self.threads, stop: &stop };
        stream.next_games(self.games_per_batch, run, |progress| caller.tell(progress))
    }
}

#[pymethods]
impl GameStream {
    fn __iter__(slf: Py<GameStream>) -> Py<GameStream> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Games>> {
        // a statement of its own: in a match the lock would be held to its end
        let was = std::mem::replace(&mut *self.place(), Place::Busy);
        let mut stream = match was {
            Place::Open(stream) => stream,
            Place::Closed => {
                *self.place() = Place::Closed;
                return Ok(None);
            }
            Place::Busy => {
                return Err(PyRuntimeError::new_err("another call is reading from this stream"));
            }
        };
        let result = py.detach(|| self.read(&mut stream));
        let mut raised = self.raised.take();
        // games that were read before a file object failed come first
        if matches!(&result, Ok(Some(games)) if !games.is_empty())
            && let Some(error) = raised.take_if(|error| error.is_instance_of::<PyException>(py))
        {
            self.raised.keep(error);
        }
        let mut place = self.place();
        let was_closed = matches!(*place, Place::Closed);
        // what raised once is at its end
        let goes_on = raised.is_none() && matches!(result, Ok(Some(_))) && !was_closed;
        *place = if goes_on { Place::Open(stream) } else { Place::Closed };
        drop(place);
        match raised {
            Some(error) => Err(error),
            None if was_closed => Ok(None),
            None => Ok(result?.map(Games::new)),
        }
    }

    /// Ends the stream and closes its files; nothing if that was done.
    fn close(&self) {
        let was = std::mem::replace(&mut *self.place(), Place::Closed);
        drop(was);
    }

    fn __enter__(slf: Py<GameStream>) -> Py<GameStream> {
        slf
    }

    #[pyo3(signature = (*exception: "object"))]
    fn __exit__(&self, exception: AnyArguments<'_>) {
        let _ = exception;
        self.close();
    }

    fn __repr__(&self) -> String {
        let each = self.games_per_batch;
        match &*self.place() {
            Place::Open(stream) => {
                let Progress { bytes, total, games } = stream.progress();
                let total = total.map(|total| format!(" of {total}")).unwrap_or_default();
                format!(
                    "<GameStream: {games} games given, {bytes}{total} bytes read, {each} a batch>"
                )
            }
            Place::Busy => format!("<GameStream: reading, {each} a batch>"),
            Place::Closed => "<GameStream: closed>".to_owned(),
        }
    }
}

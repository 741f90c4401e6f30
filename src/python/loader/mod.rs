//! `Loader`: shuffled batches from Rust threads.

mod arrays;
mod options;
mod progress;
mod sequences;
mod sources;
mod state;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use pyo3::exceptions::{PyMemoryError, PyRuntimeError};

use super::arguments::IntegerSeed;
use super::calls::{Locked, locked_without_gil};
use super::columns::named_columns;
use super::errors::{self, BrokenGameError, ClosedError};
use super::files::RaisedError;
use crate::find::Program;
use crate::loader::{
    Config, Cursor, LoadError, Loader as CoreLoader, Next, OnUnsupported, Selection, Size,
    SkippedFiles, SourceError,
};
use crate::python::find::QueryArgument;
use crate::python::prelude::*;
use options::parse_weights;
use progress::EpochProgress;
pub(in crate::python) use sequences::{check_token_spec, game_tokens, sequence_columns};
use state::OrderState;

/// The interval at which signals are checked while waiting for a batch.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A loader and whether its epoch is over.
struct LoaderState {
    loader: CoreLoader,
    is_over: bool,
}

/// Shuffled training batches, made by Rust threads while the model trains.
///
/// Iterating yields one epoch of batches; the next `for` loop continues with the next epoch,
/// shuffled differently. A batch is a dict of NumPy arrays by column, whose memory (aligned to 64
/// bytes) is reused when the arrays are deleted. The batches depend only on the arguments, never on
/// `threads` or timing. Close the loader with `close()` or a `with` block.
///
/// The first options select samples, from `min_ply` to `on_unsupported`; then `shuffle_games` to
/// `world_size` order and divide them.
///
/// Args:
///     source: `Games` or `Positions`, a list of them, a path, folder or pattern of PGN, Parquet or
///         `.npz` files, of training formats with games or of tables of positions, a list of these
///         (of one kind), or a callable that returns an iterator of `Games` or `Positions`, which
///         runs on a thread of the loader. A folder with several subsets is an error. A row of
///         `Positions` is a sample; the options of plies,
///         games and clocks are errors then.
///     columns: a `Column`, a list of them, or a dict of them by name, as in `Games.encode`. A batch
///         has an array for each. `Column.policy_target(..., on_missing="skip")` skips positions
///         without visits; a `Column.label` needs a source that is one `Games` or `Positions`.
///     batch_size: the number of samples of a batch.
///     min_ply: the first ply to sample.
///     max_ply: the last ply to sample; `None` for no limit.
///     positions_per_game: the number of positions sampled from each game; `None` for all.
///     sample_probability: the probability to keep a sample.
///     filter: a query of `enroque.find` that the positions match, or a board or FEN for its
///         position; `None` for all.
///     min_clock: the least time on the clock in milliseconds.
///     weights: a dict of lists of sampling weights: `"piece_count"` and `"ply"` (by index, the
///         last entry extends to all larger ones), `"result"` (lost, drawn, won) and `"rating"` (of
///         the side to move, by hundreds: the first entry is for 0 to 99). A sample is kept with
///         the product of its weights, divided by the largest product.
///     on_unsupported: the handling of samples that an encoding cannot express: `"raise"`, `"skip"`
///         or `"mask"`.
///     shuffle_games: the number of games that are shuffled together; 0 keeps the order.
///     shuffle_rows: the number of rows of `Positions` that are shuffled together; 0 keeps the order.
///     seed: the seed of the order and of sampling, 0 to 2**64 - 1.
///     rank: the index of this process; games and rows are divided among
///         processes.
///     world_size: the number of processes. Each gets the same number of games or rows, but not of
///         samples or batches, as DDP needs them: see `even`.
///     even: divide the samples among processes, so that all get the same number of batches. Of the
///         samples shuffled together, fewer than `world_size` are dropped; each process selects the
///         samples of all.
///     drop_last: whether to omit an incomplete last batch.
///     prefetch: the number of batches made ahead.
///     threads: the number of threads; `None` for all cores.
///     on_error: the handling of files that cannot be read: `"raise"`, or `"skip"` with a
///         `RuntimeWarning` and an entry in `skipped_files`.
///     progress: `True` for a progress bar (tqdm) of each epoch, or a function that is called
///         before each batch. They get the part of the source covered by the batches so far, and
///         its size: in games or rows of `Games`, `Positions` and lists of them, else in bytes of
///         the files; `None` if the source is a callable.
///
/// Raises:
///     FileNotFoundError: a file does not exist.
///     ArgumentError: an encoding or option is unknown, or an argument is out of range.
///
/// Example:
///     >>> from enroque.data import example_games
///     >>> columns = [enroque.Column.planes("lc0"), enroque.Column.policy("lc0")]
///     >>> with enroque.Loader(example_games(), columns, batch_size=256, seed=1) as loader:
///     ...     next(loader)["policy"].shape
///     (256,)
#[pyclass(frozen, subclass, module = "enroque")]
pub(in crate::python) struct Loader {
    state: Mutex<LoaderState>,
    /// The process in which it was made.
    process: u32,
    /// Set before `state` is locked, so that a thread that waits for a batch releases the lock.
    is_closed: AtomicBool,
    raised: RaisedError,
    skipped_files: SkippedFiles,
    progress: EpochProgress,
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Loader {
    #[new]
    #[pyo3(signature = (
        source, columns, *, batch_size = 1024, min_ply = 0, max_ply = None,
        positions_per_game = None, sample_probability = 1.0, filter = None, min_clock = None,
        weights = None, on_unsupported = "raise", shuffle_games = 1024, shuffle_rows = 65536,
        seed = 0, rank = 0, world_size = 1, even = false, drop_last = false, prefetch = 4,
        threads = None, on_error = "raise", progress = false
    ))]
    fn new<'py>(
        source: LoaderSource<'py>,
        columns: ColumnsArgument<'py>,
        batch_size: Number,
        min_ply: Number,
        max_ply: Option<Number>,
        positions_per_game: Option<Number>,
        sample_probability: f64,
        filter: Option<QueryArgument>,
        min_clock: Option<Number>,
        weights: Option<StateArgument<'py>>,
        on_unsupported: &str,
        shuffle_games: Number,
        shuffle_rows: Number,
        seed: IntegerSeed,
        rank: Number,
        world_size: Number,
        even: bool,
        drop_last: bool,
        prefetch: Number,
        threads: Option<Threads>,
        on_error: &str,
        progress: ProgressArgument,
    ) -> PyResult<Loader> {
        let names = [("raise", false), ("skip", true)];
        let skip_errors = named("on_error", on_error, &names)?;
        let columns = named_columns(&columns.0)?;
        let columns = columns.into_iter().map(|(name, given)| (name, given.column)).collect();
        let selection = Selection {
            min_ply: min_ply.count("min_ply")?,
            max_ply: max_ply.map_or(Ok(u32::MAX), |ply| ply.count("max_ply"))?,
            positions_per_game: positions_per_game
                .map(|samples| samples.count("positions_per_game"))
                .transpose()?,
            sample_probability,
            filter: filter.map(|query| Arc::new(Program::new(&query.0))),
            min_clock: min_clock.map(|clock| clock.count("min_clock")).transpose()?,
            weights: weights.map(|weights| parse_weights(&weights.0)).transpose()?,
        };
        let config = Config {
            batch_size: batch_size.count("batch_size")?,
            columns,
            selection,
            shuffle_games: shuffle_games.count("shuffle_games")?,
            shuffle_rows: shuffle_rows.count("shuffle_rows")?,
            seed: seed.0,
            rank: rank.count("rank")?,
            world_size: world_size.count("world_size")?,
            threads: threads.map(|threads| threads.0),
            prefetch: prefetch.count("prefetch")?,
            drop_last,
            even,
            on_unsupported: named("on_unsupported", on_unsupported, &OnUnsupported::NAMES)?,
        };
        let raised = RaisedError::default();
        let skipped_files = SkippedFiles::default();
        let source = sources::source(&source.0, skip_errors, &skipped_files, &raised)?;
        let loader = CoreLoader::new(source, config)?;
        let state = Mutex::new(LoaderState { loader, is_over: false });
        let progress = EpochProgress::new(progress);
        let (process, is_closed) = (std::process::id(), AtomicBool::new(false));
        Ok(Loader { state, process, is_closed, raised, skipped_files, progress })
    }

    fn __iter__(slf: Bound<'_, Loader>) -> PyResult<Bound<'_, Loader>> {
        let loader = slf.get();
        loader.check_open()?;
        loader.check_worker(slf.py())?;
        detach(slf.py(), || loader.lock().is_over = false);
        Ok(slf)
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<BatchDict<'py>>> {
        loop {
            // before a batch is received: if warnings are errors, no batch is lost
            self.warn(py)?;
            self.check_open()?;
            self.progress.report(py, |with_size| detach(py, || self.epoch_done(with_size)))?;
            let next = detach(py, || {
                let mut state = self.lock();
                if self.is_closed() {
                    return Ok((Next::TimedOut, state.loader.pool()));
                }
                if state.is_over {
                    return Ok((Next::End, state.loader.pool()));
                }
                let next = state.loader.next(Some(POLL_INTERVAL))?;
                state.is_over = matches!(next, Next::End);
                Ok((next, state.loader.pool()))
            });
            match next {
                Ok((Next::Batch(batch), pool)) => {
                    return arrays::arrays(py, batch, pool).map(|dict| Some(BatchDict(dict)));
                }
                Ok((Next::End, _)) => {
                    self.progress.finish(py)?;
                    self.warn(py)?;
                    return Ok(None);
                }
                Ok((Next::TimedOut, _)) => py.check_signals()?,
                Err(error) => {
                    self.progress.close(py);
                    return Err(self.error(py, error));
                }
            }
        }
    }

    /// Stops the threads and frees the memory; the loader then raises `ClosedError`.
    ///
    /// Any thread may call it, even while another waits for a batch. Closing twice has no effect.
    fn close(&self, py: Python<'_>) {
        self.is_closed.store(true, Ordering::SeqCst);
        detach(py, || self.lock().loader.stop());
        self.progress.close(py);
    }

    /// Whether the loader is closed.
    #[getter]
    fn closed(&self) -> bool {
        self.is_closed()
    }

    fn __enter__(slf: Bound<'_, Loader>) -> PyResult<Bound<'_, Loader>> {
        slf.get().check_open()?;
        Ok(slf)
    }

    #[pyo3(signature = (*exception: "object"))]
    fn __exit__(&self, py: Python<'_>, exception: AnyArguments<'_>) {
        let _ = exception; // Python raises it again
        self.close(py);
    }

    /// The files that could not be read, or not to the end, each with the reason; see `on_error`.
    ///
    /// They include tables with rows that could not be read, each with the first such row.
    #[getter]
    fn skipped_files(&self) -> Vec<String> {
        self.skipped_files.all()
    }

    /// The number of positions skipped in the epoch of the last batch.
    ///
    /// They are skipped by a column (`on_missing="skip"`) or an encoding (`on_unsupported="skip"`); a
    /// `SequenceLoader` skips games. Positions shuffled together with the batch count. A loader whose
    /// state was loaded counts from there.
    #[getter]
    fn skipped(&self, py: Python<'_>) -> u64 {
        detach(py, || self.lock().loader.skipped())
    }

    /// The epoch of the next batch, from 0.
    #[getter]
    fn epoch(&self, py: Python<'_>) -> u64 {
        detach(py, || self.lock().loader.cursor().epoch)
    }

    /// The number of samples of an epoch.
    ///
    /// `None` if it is unknown: for files and callables, and if samples are chosen at random
    /// (`sample_probability`, `weights`) or skipped by an encoding (`on_unsupported`).
    #[getter]
    fn epoch_size(&self, py: Python<'_>) -> Option<u64> {
        detach(py, || self.lock().loader.epoch_size())
    }

    /// Moves to the start of an epoch.
    ///
    /// Args:
    ///     epoch: the epoch, from 0.
    fn set_epoch(&self, py: Python<'_>, epoch: Number) -> PyResult<()> {
        let epoch = epoch.count("epoch")?;
        self.check_open()?;
        self.progress.close(py);
        detach(py, || {
            let mut state = self.lock();
            state.loader.seek(Cursor::epoch(epoch));
            state.is_over = false;
        });
        Ok(())
    }

    /// Returns the position in the data as a dict of plain values for checkpoints.
    fn state_dict<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
        detach(py, || OrderState::of(&self.lock().loader)).dict(py).map(Attributes)
    }

    /// Moves to a saved position; the next batches are those of the saved loader.
    ///
    /// `batch_size` and the columns may differ from those of the saved loader.
    ///
    /// Args:
    ///     state: the dict of `state_dict`.
    ///
    /// Raises:
    ///     ArgumentError: the dict is of a loader with another source, seed, order or selection of
    ///         samples.
    fn load_state_dict(&self, py: Python<'_>, state: StateArgument<'_>) -> PyResult<()> {
        self.check_open()?;
        let current = detach(py, || OrderState::of(&self.lock().loader));
        let cursor = current.cursor_from(state)?;
        self.progress.close(py);
        detach(py, || {
            let mut state = self.lock();
            state.loader.seek(cursor);
            state.is_over = false;
        });
        Ok(())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let described = detach(py, || {
            let state = self.lock();
            let (source, config) = (state.loader.source().describe(), state.loader.config());
            let columns = config.columns.iter().map(|(name, column)| {
                let sizes: Vec<String> = column.shape().iter().map(usize::to_string).collect();
                format!("{name} ({}) {}", sizes.join(", "), column.dtype().name())
            });
            let source = source.split(", names ").next().unwrap_or_default().to_owned();
            let columns = columns.collect::<Vec<_>>().join(", ");
            let epoch = state.loader.cursor().epoch;
            format!("{source}; {columns}; batches of {}; epoch {epoch}", config.batch_size)
        });
        format!("<Loader: {described}{}>", if self.is_closed() { "; closed" } else { "" })
    }
}

impl Loader {
    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::SeqCst)
    }

    fn check_open(&self) -> PyResult<()> {
        let closed = || ClosedError::new_err("the loader is closed");
        if self.is_closed() { Err(closed()) } else { Ok(()) }
    }

    /// Refuses the workers of a `DataLoader` of PyTorch that would return the same batches.
    fn check_worker(&self, py: Python<'_>) -> PyResult<()> {
        let modules = py.import("sys")?.getattr("modules")?;
        let Ok(torch) = modules.get_item("torch.utils.data") else { return Ok(()) };
        let worker = torch.call_method0("get_worker_info")?;
        if worker.is_none() {
            return Ok(());
        }
        if self.process != std::process::id() {
            return Err(PyRuntimeError::new_err(
                "a Loader cannot be used in workers, which would each return every batch; it has its own \
                 threads, so use DataLoader(..., num_workers=0)",
            ));
        }
        let workers: usize = worker.getattr("num_workers")?.extract()?;
        if workers > 1 && detach(py, || self.lock().loader.config().world_size) < workers {
            let text = format!(
                "each of {workers} workers of a DataLoader has its own Loader: unless they read different \
                 sources, pass rank and world_size, or use num_workers=0, since a Loader has its own threads"
            );
            errors::warn(py, &text)?;
        }
        Ok(())
    }

    /// Returns the number of the epoch, the part of the source covered by its batches, and the size
    /// of the source; `None` if the epoch is over.
    fn epoch_done(&self, with_size: bool) -> Option<(u64, u64, Option<Size>)> {
        let state = self.lock();
        let loader = &state.loader;
        let size = if with_size { loader.source().size() } else { None };
        (!state.is_over).then(|| (loader.cursor().epoch, loader.done(), size))
    }

    /// Warns of files that were skipped since the last call.
    fn warn(&self, py: Python<'_>) -> PyResult<()> {
        for reason in self.skipped_files.unreported() {
            errors::warn(py, &format!("skipped {reason}"))?;
        }
        Ok(())
    }

    /// Locks the state. Call it without the GIL, which the loader's thread may need meanwhile.
    fn lock(&self) -> Locked<'_, LoaderState> {
        locked_without_gil(&self.state)
    }

    /// The exception of Python code on the loader's thread, or else the loader's error.
    fn error(&self, py: Python<'_>, error: LoadError) -> PyErr {
        let error = match error {
            LoadError::Columns(error) => return error.into(),
            LoadError::Empty => ArgumentError::new_err(error.to_string()),
            LoadError::Memory(reason) => PyMemoryError::new_err(reason),
            LoadError::Source(SourceError::Thread(reason)) => PyRuntimeError::new_err(reason),
            LoadError::Source(SourceError::Pgn(error)) => error.into(),
            LoadError::Source(SourceError::Format(error)) => error.into(),
            LoadError::Source(SourceError::Other(reason)) => {
                self.raised.take().unwrap_or_else(|| ArgumentError::new_err(reason))
            }
        };
        let is_damage = error.is_instance_of::<FileFormatError>(py)
            || error.is_instance_of::<BrokenGameError>(py);
        if is_damage && let Err(error) = error.add_note(py, errors::SKIPPING) {
            return error;
        }
        error
    }
}

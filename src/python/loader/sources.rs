//! What a loader's games come from, as Python names it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use super::exit::attached;
use crate::formats::Format;
use crate::games::Games as CoreGames;
use crate::loader::{
    Blocks, Config, PgnFiles, SkippedFile, Source, SourceError, TrainerFiles, describe_files,
};
use crate::pool::Run;
use crate::python::arguments::Items;
use crate::python::errors::io_error;
use crate::python::games::Games;

/// What Python raised on the loader's thread.
pub(super) type Raised = Arc<Mutex<Option<PyErr>>>;

fn raise(raised: &Raised, error: PyErr) -> SourceError {
    let reason = SourceError::Other(error.to_string());
    *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    reason
}

/// Runs Python on the loader's thread; what it raises is kept.
fn with_python<R>(
    raised: &Raised,
    work: impl for<'py> FnOnce(Python<'py>) -> PyResult<R>,
) -> Result<R, SourceError> {
    match attached(work) {
        Some(result) => result.map_err(|error| raise(raised, error)),
        None => Err(SourceError::Other("the interpreter is going down".to_owned())),
    }
}

/// Notes a file that is passed over, and forgets what was raised; or gives the error back.
fn note(
    skip_over: &Option<SkippedFile>,
    raised: &Raised,
    error: SourceError,
) -> Result<(), SourceError> {
    match skip_over {
        None => Err(error),
        Some(skipped_files) => {
            *raised.lock().unwrap_or_else(PoisonError::into_inner) = None;
            skipped_files.note(error.to_string());
            Ok(())
        }
    }
}

/// A callable that gives games, or an iterable of games that can be gone through again.
struct Iterable {
    object: Py<PyAny>,
    raised: Raised,
}

impl Source for Iterable {
    fn open(&self, _: &Config, _: u64) -> Result<Box<dyn Blocks>, SourceError> {
        let iterator = with_python(&self.raised, |py| {
            let object = self.object.bind(py);
            let iterable = if object.is_callable() { object.call0()? } else { object.clone() };
            Ok(iterable.try_iter()?.into_any().unbind())
        })?;
        Ok(Box::new(Iterator { iterator, raised: self.raised.clone() }))
    }

    /// Nothing is known of it without going through it.
    fn describe(&self) -> String {
        "Games from Python".to_owned()
    }
}

struct Iterator {
    iterator: Py<PyAny>,
    raised: Raised,
}

fn core_games(object: &Bound<'_, PyAny>) -> PyResult<Arc<CoreGames>> {
    match object.cast::<Games>() {
        Ok(games) => Ok(games.get().core()),
        Err(_) => {
            let kind = object.get_type().qualname()?;
            Err(PyTypeError::new_err(format!("a loader's source gives Games, not {kind}")))
        }
    }
}

impl Blocks for Iterator {
    fn next(&mut self, _: Run<'_>) -> Result<Option<Arc<CoreGames>>, SourceError> {
        with_python(&self.raised, |py| {
            let next = self.iterator.bind(py).try_iter()?.next().transpose()?;
            next.map(|games| core_games(&games)).transpose()
        })
    }
}

/// Files of columns, Parquet or those of `Games.save`, read so many games at a time.
struct ColumnFiles {
    /// The module whose `read` reads them.
    module: &'static str,
    paths: Vec<PathBuf>,
    skip_over: Option<SkippedFile>,
    raised: Raised,
}

/// A block of such a file is asked for at least and at most so many games.
const COLUMN_GAMES: std::ops::RangeInclusive<usize> = 1000..=1 << 17;

impl Source for ColumnFiles {
    fn open(&self, config: &Config, epoch: u64) -> Result<Box<dyn Blocks>, SourceError> {
        let mut paths = config.file_order(epoch, &self.paths);
        paths.reverse();
        let games = config.shuffle_games.clamp(*COLUMN_GAMES.start(), *COLUMN_GAMES.end());
        let (skip_over, raised) = (self.skip_over.clone(), self.raised.clone());
        Ok(Box::new(ColumnBlocks {
            module: self.module,
            paths,
            batches: None,
            games,
            skip_over,
            raised,
        }))
    }

    fn is_read_ahead(&self) -> bool {
        true
    }

    fn describe(&self) -> String {
        describe_files(self.paths.iter().map(PathBuf::as_path))
    }
}

struct ColumnBlocks {
    module: &'static str,
    /// The next one is the last.
    paths: Vec<PathBuf>,
    /// Those of the file that is open.
    batches: Option<Py<PyAny>>,
    /// How many games a block has.
    games: usize,
    skip_over: Option<SkippedFile>,
    raised: Raised,
}

impl ColumnBlocks {
    /// The next games of the open file, which is opened if none is; `None` at its end.
    fn batch(&mut self, path: &PathBuf) -> Result<Option<Arc<CoreGames>>, SourceError> {
        let (module, open, games) = (self.module, &mut self.batches, self.games);
        with_python(&self.raised, |py| {
            let batches = match open {
                Some(batches) => batches,
                None => {
                    let options = PyDict::new(py);
                    options.set_item("games_per_batch", games)?;
                    let read = py.import(module)?.getattr("read")?;
                    open.insert(read.call((path,), Some(&options))?.unbind())
                }
            };
            let next = batches.bind(py).try_iter()?.next().transpose()?;
            next.map(|games| core_games(&games)).transpose()
        })
    }
}

impl Blocks for ColumnBlocks {
    fn next(&mut self, _: Run<'_>) -> Result<Option<Arc<CoreGames>>, SourceError> {
        while let Some(path) = self.paths.last().cloned() {
            match self.batch(&path) {
                Ok(Some(games)) if games.is_empty() => continue,
                Ok(Some(games)) => return Ok(Some(games)),
                Ok(None) => {}
                Err(error) => note(&self.skip_over, &self.raised, error)?,
            }
            self.batches = None;
            self.paths.pop();
        }
        Ok(None)
    }
}

/// The files that paths, folders of PGN and patterns name.
fn files(object: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    let expanded = object.py().import("enroque._splits")?.call_method1("expanded", (object,))?;
    let path = |item: PyResult<Bound<'_, PyAny>>| {
        item?.extract().map_err(|_| {
            PyTypeError::new_err("a loader reads its files again and again: a stream is none")
        })
    };
    expanded.try_iter()?.map(path).collect()
}

/// The source that an argument names.
pub(super) fn source(
    object: &Bound<'_, PyAny>,
    skip_over: Option<SkippedFile>,
    raised: &Raised,
) -> PyResult<Arc<dyn Source>> {
    if let Ok(games) = object.cast::<Games>() {
        return Ok(Arc::new(games.get().core()));
    }
    let is_list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    let paths = if is_list {
        object.extract().ok().map(|Items(paths)| paths)
    } else {
        object.extract().ok().map(|path: PathBuf| vec![path])
    };
    if is_list && object.len()? == 0 {
        return Err(PyValueError::new_err("a loader's source is not an empty list"));
    }
    let raised = raised.clone();
    if paths.is_some_and(|paths| !paths.is_empty()) {
        let paths = files(object)?;
        // said at once, not when a training run asks for its first batch
        let missing = paths.iter().find_map(|path| {
            let error = std::fs::metadata(path).err().filter(|_| skip_over.is_none())?;
            Some(io_error(error, path.display().to_string()))
        });
        let there = |source: Arc<dyn Source>| missing.map_or(Ok(source), Err);
        if let Some(files) = trainer_files(object.py(), &paths)? {
            return there(Arc::new(TrainerFiles { files, skip_over }));
        }
        let with = |ending: &str| {
            let ends = |path: &&PathBuf| path.extension().is_some_and(|suffix| suffix == ending);
            paths.iter().filter(ends).count()
        };
        return match (with("npz"), with("parquet")) {
            (0, 0) => there(Arc::new(PgnFiles { paths, skip_over })),
            (saved, 0) if saved == paths.len() => {
                there(Arc::new(ColumnFiles { module: "enroque.npz", paths, skip_over, raised }))
            }
            (0, tables) if tables == paths.len() => {
                there(Arc::new(ColumnFiles { module: "enroque.parquet", paths, skip_over, raised }))
            }
            _ => Err(PyValueError::new_err(
                "the files are all PGN, all .npz or all .parquet: give a callable that yields Games \
                 for a mixture",
            )),
        };
    }
    let is_iterator = object.hasattr("__next__")?;
    if (object.is_callable() || object.hasattr("__iter__")?) && !is_iterator {
        return Ok(Arc::new(Iterable { object: object.clone().unbind(), raised }));
    }
    Err(PyTypeError::new_err(format!(
        "a loader's source is Games, a path or a list of paths, a list of Games, or a callable that \
         returns an iterator of Games, not {}",
        object.get_type().qualname()?
    )))
}

/// The files with their formats, if they all are trainers' files of games.
fn trainer_files(py: Python<'_>, paths: &[PathBuf]) -> PyResult<Option<Vec<(PathBuf, Format)>>> {
    let format_of = py.import("enroque.formats._formats")?.getattr("game_format")?;
    let mut files = Vec::new();
    for path in paths {
        let name: Option<String> = format_of.call1((path,))?.extract()?;
        let format = Format::NAMES.iter().find(|(known, _)| Some(*known) == name.as_deref());
        files.extend(format.map(|&(_, format)| (path.clone(), format)));
    }
    match files.len() {
        0 => Ok(None),
        all if all == paths.len() => Ok(Some(files)),
        _ => Err(PyValueError::new_err(
            "some of the files are trainers' files, others are not: give a callable that yields Games \
             for a mixture",
        )),
    }
}

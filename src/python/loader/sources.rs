//! The argument `source` of a loader.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyList, PyTuple};

use crate::formats::Format;
use crate::games::Games as CoreGames;
use crate::loader::{
    Blocks, Config, GameSource, PgnFiles, Size, SkippedFiles, SourceError, TrainingFiles,
    describe_files,
};
use crate::pool::Run;
use crate::python::arguments::{Items, wrong_type};
use crate::python::calls::locked;
use crate::python::errors::ArgumentError;
use crate::python::exit::attach;
use crate::python::games::Games;

/// The exception of Python code on the loader's thread.
pub(super) type Raised = Arc<Mutex<Option<PyErr>>>;

fn raise(py: Python<'_>, raised: &Raised, error: PyErr) -> SourceError {
    let reason = SourceError::Other(error.value(py).to_string());
    *locked(raised) = Some(error);
    reason
}

/// Runs Python code on the loader's thread, and keeps its exception.
fn with_python<R>(
    raised: &Raised,
    work: impl for<'py> FnOnce(Python<'py>) -> PyResult<R>,
) -> Result<R, SourceError> {
    match attach(|py| work(py).map_err(|error| raise(py, raised, error))) {
        Some(result) => result,
        None => Err(SourceError::Other("the Python interpreter is shutting down".to_owned())),
    }
}

/// Adds a file to the skipped files and drops the exception; without a list, returns the error.
fn skip(
    skipped: &Option<SkippedFiles>,
    raised: &Raised,
    error: SourceError,
) -> Result<(), SourceError> {
    match skipped {
        None => Err(error),
        Some(skipped) => {
            *locked(raised) = None;
            skipped.add(error.to_string());
            Ok(())
        }
    }
}

/// A callable that returns an iterator of games, or an iterable of games.
struct Iterable {
    object: Py<PyAny>,
    raised: Raised,
    /// The number of games, if it is known without an iteration.
    games: Option<u64>,
}

impl GameSource for Iterable {
    fn open(&self, _: &Config, _: u64) -> Result<Box<dyn Blocks>, SourceError> {
        let iterator = with_python(&self.raised, |py| {
            let object = self.object.bind(py);
            let iterable = if object.is_callable() { object.call0()? } else { object.clone() };
            Ok(iterable.try_iter()?.into_any().unbind())
        })?;
        Ok(Box::new(Iterator { iterator, raised: self.raised.clone(), done: 0 }))
    }

    fn size(&self) -> Option<Size> {
        self.games.map(Size::Games)
    }

    // more would require an iteration
    fn describe(&self) -> String {
        "Games from Python".to_owned()
    }
}

struct Iterator {
    iterator: Py<PyAny>,
    raised: Raised,
    /// The number of games that it returned.
    done: u64,
}

fn core_games(object: &Bound<'_, PyAny>) -> PyResult<Arc<CoreGames>> {
    let games = object.cast::<Games>();
    games
        .map(|games| games.get().core())
        .map_err(|_| wrong_type("the source of a Loader must yield Games", object))
}

impl Blocks for Iterator {
    fn next(&mut self, _: Run<'_>) -> Result<Option<Arc<CoreGames>>, SourceError> {
        let next = with_python(&self.raised, |py| {
            let next = self.iterator.bind(py).try_iter()?.next().transpose()?;
            next.map(|games| core_games(&games)).transpose()
        })?;
        self.done += next.as_ref().map_or(0, |games| games.len() as u64);
        Ok(next)
    }

    fn done(&self) -> u64 {
        self.done
    }
}

/// Parquet or `.npz` files with games.
struct ColumnFiles {
    /// The module whose function `stream` reads them.
    module: &'static str,
    paths: Vec<PathBuf>,
    skipped: Option<SkippedFiles>,
    raised: Raised,
}

/// The number of games of a block of such a file.
const GAMES_PER_BLOCK: std::ops::RangeInclusive<usize> = 1000..=1 << 17;

impl GameSource for ColumnFiles {
    fn open(&self, config: &Config, epoch: u64) -> Result<Box<dyn Blocks>, SourceError> {
        let mut paths = config.file_order(epoch, &self.paths);
        paths.reverse();
        let games = config.shuffle_games.clamp(*GAMES_PER_BLOCK.start(), *GAMES_PER_BLOCK.end());
        let (skipped, raised) = (self.skipped.clone(), self.raised.clone());
        Ok(Box::new(ColumnBlocks {
            module: self.module,
            paths,
            batches: None,
            games,
            skipped,
            raised,
            done: 0,
        }))
    }

    fn needs_read_ahead(&self) -> bool {
        true
    }

    fn size(&self) -> Option<Size> {
        Some(Size::of_files(self.paths.iter().map(PathBuf::as_path)))
    }

    fn describe(&self) -> String {
        describe_files(self.paths.iter().map(PathBuf::as_path))
    }
}

struct ColumnBlocks {
    module: &'static str,
    /// The remaining files, in reverse order.
    paths: Vec<PathBuf>,
    /// The iterator of the open file.
    batches: Option<Py<PyAny>>,
    /// The number of games of a block.
    games: usize,
    skipped: Option<SkippedFiles>,
    raised: Raised,
    /// The number of bytes of the files before the open one.
    done: u64,
}

impl ColumnBlocks {
    /// Opens the file if it is not open, and returns its next games; `None` at the end.
    fn batch(&mut self, path: &PathBuf) -> Result<Option<Arc<CoreGames>>, SourceError> {
        let (module, open, games) = (self.module, &mut self.batches, self.games);
        with_python(&self.raised, |py| {
            let batches = match open {
                Some(batches) => batches,
                None => {
                    let options = [("games_per_batch", games)].into_py_dict(py)?;
                    let read = py.import(module)?.getattr("stream")?;
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
                Err(error) => skip(&self.skipped, &self.raised, error)?,
            }
            self.batches = None;
            self.paths.pop();
            self.done += std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
        }
        Ok(None)
    }

    fn done(&self) -> u64 {
        self.done
    }
}

/// The files of paths, folders and patterns, and their format.
fn files(object: &Bound<'_, PyAny>, missing_ok: bool) -> PyResult<(Vec<PathBuf>, String)> {
    let files = object.py().import("enroque._game_files")?;
    files.call_method1("loader_files", (object, missing_ok))?.extract()
}

/// The source of an argument.
pub(super) fn source(
    object: &Bound<'_, PyAny>,
    skipped: Option<SkippedFiles>,
    raised: &Raised,
) -> PyResult<Arc<dyn GameSource>> {
    if let Ok(games) = object.cast::<Games>() {
        return Ok(Arc::new(games.get().core()));
    }
    let is_list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    let paths = if is_list {
        object.extract().ok().map(|Items(paths)| paths)
    } else {
        object.extract().ok().map(|path: PathBuf| vec![path])
    };
    if is_list && object.try_iter()?.next().is_none() {
        return Err(ArgumentError::new_err("the source of a Loader must not be an empty list"));
    }
    let raised = raised.clone();
    if paths.is_some_and(|paths| !paths.is_empty()) {
        // errors are raised by the constructor, not at the first batch
        let (paths, format) = files(object, skipped.is_some())?;
        let training = Format::NAMES.iter().find(|(name, _)| *name == format);
        return Ok(match (format.as_str(), training) {
            (_, Some((_, format))) => {
                let files = paths.into_iter().map(|path| (path, *format)).collect();
                Arc::new(TrainingFiles { files, skipped })
            }
            ("npz", _) => Arc::new(ColumnFiles { module: "enroque.npz", paths, skipped, raised }),
            ("parquet", _) => {
                Arc::new(ColumnFiles { module: "enroque.parquet", paths, skipped, raised })
            }
            _ => Arc::new(PgnFiles { paths, skipped }),
        });
    }
    let is_iterator = object.hasattr("__next__")?;
    if (object.is_callable() || object.hasattr("__iter__")?) && !is_iterator {
        let games_of = |games: &Py<Games>| games.get().core().len() as u64;
        let list = if is_list { object.extract::<Items<Py<Games>>>().ok() } else { None };
        let games = list.map(|Items(list)| list.iter().map(games_of).sum());
        return Ok(Arc::new(Iterable { object: object.clone().unbind(), raised, games }));
    }
    let rule = "the source of a Loader must be Games, a path or a list of paths, a list of Games, \
                or a callable that returns an iterator of Games";
    Err(wrong_type(rule, object))
}

//! The argument `source` of a loader.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyList, PyTuple};

use crate::formats::Format;
use crate::loader::{
    Block, BlockSource, Blocks, Config, PgnFiles, Size, SkippedFiles, SourceError, TrainingFiles,
    describe_files,
};
use crate::pool::Run;
use crate::positions::RowErrorKind;
use crate::python::arguments::{Items, wrong_type};
use crate::python::calls::locked;
use crate::python::errors::{ArgumentError, FileFormatError};
use crate::python::exit::attach;
use crate::python::games::Games;
use crate::python::positions::Positions;

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

/// A callable that returns an iterator of blocks, or an iterable of them.
struct Iterable {
    object: Py<PyAny>,
    raised: Raised,
    /// The size, if it is known without an iteration.
    size: Option<Size>,
}

impl BlockSource for Iterable {
    fn open(&self, _: &Config, _: u64) -> Result<Box<dyn Blocks>, SourceError> {
        let iterator = with_python(&self.raised, |py| {
            let object = self.object.bind(py);
            let iterable = if object.is_callable() { object.call0()? } else { object.clone() };
            Ok(iterable.try_iter()?.into_any().unbind())
        })?;
        Ok(Box::new(Iterator { iterator, raised: self.raised.clone(), done: 0 }))
    }

    fn size(&self) -> Option<Size> {
        self.size
    }

    // more would require an iteration
    fn describe(&self) -> String {
        "blocks from Python".to_owned()
    }
}

struct Iterator {
    iterator: Py<PyAny>,
    raised: Raised,
    /// The number of games or rows that it returned.
    done: u64,
}

/// The block of `Games` or `Positions`.
fn block_of(object: &Bound<'_, PyAny>) -> Option<Block> {
    let games = object.cast::<Games>().map(|games| Block::Games(games.get().core()));
    let table = || object.cast::<Positions>().map(|table| Block::Positions(table.get().core()));
    games.or_else(|_| table()).ok()
}

fn yielded(object: &Bound<'_, PyAny>) -> PyResult<Block> {
    let rule = "the source of a Loader must yield Games or Positions";
    block_of(object).ok_or_else(|| wrong_type(rule, object))
}

impl Blocks for Iterator {
    fn next(&mut self, _: Run<'_>) -> Result<Option<Block>, SourceError> {
        let next = with_python(&self.raised, |py| {
            let next = self.iterator.bind(py).try_iter()?.next().transpose()?;
            next.map(|block| yielded(&block)).transpose()
        })?;
        self.done += next.as_ref().map_or(0, |block| block.len() as u64);
        Ok(next)
    }

    fn done(&self) -> u64 {
        self.done
    }
}

/// The reader of files in batches in Python: a module, the path of the function in it, and its
/// option for the size of a batch.
type Stream = (&'static str, &'static [&'static str], &'static str);

const NPZ: Stream = ("enroque.npz", &["stream"], "games_per_batch");
const PARQUET: Stream = ("enroque.parquet", &["stream"], "games_per_batch");
const POSITIONS: Stream = ("enroque", &["Positions", "stream"], "rows_per_batch");

/// Files that are read by Python: Parquet or `.npz` files with games, and tables of positions.
struct ColumnFiles {
    stream: Stream,
    paths: Vec<PathBuf>,
    skipped: Option<SkippedFiles>,
    /// Files with rows that cannot be read.
    damaged: SkippedFiles,
    raised: Raised,
}

/// The number of games of a block of such a file.
const GAMES_PER_BLOCK: RangeInclusive<usize> = 1000..=1 << 17;
/// The number of rows of a block of such a file.
const ROWS_PER_BLOCK: RangeInclusive<usize> = 1 << 16..=1 << 20;

impl BlockSource for ColumnFiles {
    fn open(&self, config: &Config, epoch: u64) -> Result<Box<dyn Blocks>, SourceError> {
        let (shuffled, range) = match self.stream == POSITIONS {
            true => (config.shuffle_rows, ROWS_PER_BLOCK),
            false => (config.shuffle_games, GAMES_PER_BLOCK),
        };
        let mut paths = config.file_order(epoch, &self.paths, shuffled > 0);
        paths.reverse();
        let batch_len = shuffled.clamp(*range.start(), *range.end());
        let (skipped, raised) = (self.skipped.clone(), self.raised.clone());
        let damaged = self.damaged.clone();
        Ok(Box::new(ColumnBlocks {
            stream: self.stream,
            paths,
            batches: None,
            batch_len,
            skipped,
            damaged,
            is_reported: false,
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
    stream: Stream,
    /// The remaining files, in reverse order.
    paths: Vec<PathBuf>,
    /// The iterator of the open file.
    batches: Option<Py<PyAny>>,
    /// The number of games or rows of a block.
    batch_len: usize,
    skipped: Option<SkippedFiles>,
    damaged: SkippedFiles,
    /// Whether rows of the open file that cannot be read have been reported.
    is_reported: bool,
    raised: Raised,
    /// The number of bytes of the files before the open one.
    done: u64,
}

impl ColumnBlocks {
    /// Opens the file if it is not open, and returns its next block; `None` at the end.
    fn batch(&mut self, path: &PathBuf) -> Result<Option<Block>, SourceError> {
        let ((module, path_of, option), open) = (self.stream, &mut self.batches);
        let batch_len = self.batch_len;
        with_python(&self.raised, |py| {
            let batches = match open {
                Some(batches) => batches,
                None => {
                    let options = [(option, batch_len)].into_py_dict(py)?;
                    let module = py.import(module)?.into_any();
                    let read =
                        path_of.iter().try_fold(module, |object, name| object.getattr(name))?;
                    open.insert(read.call((path,), Some(&options))?.unbind())
                }
            };
            let next = batches.bind(py).try_iter()?.next().transpose()?;
            next.map(|block| yielded(&block)).transpose()
        })
    }
}

impl ColumnBlocks {
    /// Reports the first row of a file that cannot be read, and damage of the file.
    fn report(&mut self, path: &Path, block: &Block) -> Result<(), SourceError> {
        let Block::Positions(positions) = block else { return Ok(()) };
        for error in positions.errors().list() {
            if error.problem.kind == RowErrorKind::Source {
                match &self.skipped {
                    Some(skipped) => skipped.add(error.to_string()),
                    None => with_python(&self.raised, |_| {
                        Err(FileFormatError::new_err(error.to_string()))
                    })?,
                }
            } else if !self.is_reported {
                self.is_reported = true;
                let reason = format!("rows of {}, of which the first is {error}", path.display());
                self.damaged.add(reason);
            }
        }
        Ok(())
    }
}

impl Blocks for ColumnBlocks {
    fn next(&mut self, _: Run<'_>) -> Result<Option<Block>, SourceError> {
        while let Some(path) = self.paths.last().cloned() {
            match self.batch(&path) {
                Ok(Some(block)) => {
                    self.report(&path, &block)?;
                    if !block.is_empty() {
                        return Ok(Some(block));
                    }
                    continue;
                }
                Ok(None) => {}
                Err(error) => skip(&self.skipped, &self.raised, error)?,
            }
            (self.batches, self.is_reported) = (None, false);
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
    let files = object.py().import("enroque._files.games")?;
    files.call_method1("loader_files", (object, missing_ok))?.extract()
}

/// The size of a list of games, or of tables.
fn size_of_list(list: &Bound<'_, PyAny>) -> Option<Size> {
    let Items(items): Items<Bound<'_, PyAny>> = list.extract().ok()?;
    let blocks = items.iter().map(block_of).collect::<Option<Vec<Block>>>()?;
    let count = blocks.iter().map(|block| block.len() as u64).sum();
    match blocks.iter().all(|block| matches!(block, Block::Games(_))) {
        true => Some(Size::Games(count)),
        false => Some(Size::Rows(count)),
    }
}

/// The source of an argument.
pub(super) fn source(
    object: &Bound<'_, PyAny>,
    skip_errors: bool,
    skipped_files: &SkippedFiles,
    raised: &Raised,
) -> PyResult<Arc<dyn BlockSource>> {
    let skipped = skip_errors.then(|| skipped_files.clone());
    if let Some(block) = block_of(object) {
        return Ok(Arc::new(block));
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
            ("pgn", _) => Arc::new(PgnFiles { paths, skipped }),
            (format, _) => {
                let stream = match format {
                    "npz" => NPZ,
                    "parquet" => PARQUET,
                    _ => POSITIONS,
                };
                let damaged = skipped_files.clone();
                Arc::new(ColumnFiles { stream, paths, skipped, damaged, raised })
            }
        });
    }
    let is_iterator = object.hasattr("__next__")?;
    if (object.is_callable() || object.hasattr("__iter__")?) && !is_iterator {
        let size = if is_list { size_of_list(object) } else { None };
        return Ok(Arc::new(Iterable { object: object.clone().unbind(), raised, size }));
    }
    let rule = "the source of a Loader must be Games or Positions, a list of them, a path or a list of \
                paths, or a callable that returns an iterator of Games or Positions";
    Err(wrong_type(rule, object))
}

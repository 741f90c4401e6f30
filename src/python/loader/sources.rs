//! The argument `source` of a loader.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::formats::Format;
use crate::loader::{
    Block, BlockSource, Blocks, Config, FileCounts, Files, OpenFile, Size, SkippedFiles,
    SourceError,
};
use crate::pool::Run;
use crate::positions::RowErrorKind;
use crate::python::exit::attach;
use crate::python::files::RaisedError;
use crate::python::games::Games;
use crate::python::positions::Positions;
use crate::python::prelude::*;

/// Runs Python code on the loader's thread, and keeps its exception.
fn with_python<R>(
    raised: &RaisedError,
    work: impl for<'py> FnOnce(Python<'py>) -> PyResult<R>,
) -> Result<R, SourceError> {
    let keep = |py: Python<'_>, error: PyErr| {
        let reason = SourceError::Other(error.value(py).to_string());
        raised.keep(error);
        reason
    };
    match attach(|py| work(py).map_err(|error| keep(py, error))) {
        Some(result) => result,
        None => Err(SourceError::Other("the Python interpreter is shutting down".to_owned())),
    }
}

/// A callable that returns an iterator of blocks, or an iterable of them.
struct Iterable {
    object: Py<PyAny>,
    raised: RaisedError,
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
        Ok(Box::new(Iterator { iterator, raised: self.raised.clone(), done: 0, report: None }))
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
    raised: RaisedError,
    /// The number of games or rows that it returned.
    done: u64,
    /// Of a file: where its damage is reported.
    report: Option<FileReport>,
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
        match (&mut self.report, &next) {
            (Some(report), Some(block)) => report.add(block, &self.raised)?,
            (None, Some(block)) => self.done += block.len() as u64,
            _ => {}
        }
        Ok(next)
    }

    fn done(&self) -> u64 {
        self.done
    }
}

/// Reports the first row of a file that cannot be read, and damage of the file.
struct FileReport {
    path: PathBuf,
    skipped: Option<SkippedFiles>,
    /// Files with rows that cannot be read.
    damaged: SkippedFiles,
    /// Whether rows that cannot be read have been reported.
    is_reported: bool,
}

impl FileReport {
    fn add(&mut self, block: &Block, raised: &RaisedError) -> Result<(), SourceError> {
        let Block::Positions(positions) = block else { return Ok(()) };
        for error in positions.errors().list() {
            if error.problem.kind == RowErrorKind::Source {
                match &self.skipped {
                    Some(skipped) => skipped.add(error.to_string()),
                    None => {
                        with_python(raised, |_| Err(FileFormatError::new_err(error.to_string())))?
                    }
                }
            } else if !self.is_reported {
                self.is_reported = true;
                let path = self.path.display();
                self.damaged.add(format!("rows of {path}, of which the first is {error}"));
            }
        }
        Ok(())
    }
}

/// Files that are read by Python: Parquet or `.npz` files with games, and tables of positions.
struct PythonFiles {
    /// A function of a path and of the size of a batch, which returns an iterator.
    open: Py<PyAny>,
    /// Whether their rows are positions.
    of_positions: bool,
    skipped: Option<SkippedFiles>,
    damaged: SkippedFiles,
    raised: RaisedError,
}

impl OpenFile for PythonFiles {
    fn block_len(&self, config: &Config) -> (usize, bool) {
        match self.of_positions {
            true => (config.shuffle_rows.clamp(1 << 16, 1 << 20), config.shuffle_rows > 0),
            false => (config.shuffle_games.clamp(1000, 1 << 17), config.shuffle_games > 0),
        }
    }

    fn open(&self, path: &Path, len: usize) -> Result<Box<dyn Blocks>, SourceError> {
        let iterator = with_python(&self.raised, |py| {
            let batches = self.open.bind(py).call1((path.as_os_str(), len))?;
            Ok(batches.try_iter()?.into_any().unbind())
        })?;
        let (path, skipped) = (path.to_owned(), self.skipped.clone());
        let damaged = self.damaged.clone();
        let report = Some(FileReport { path, skipped, damaged, is_reported: false });
        Ok(Box::new(Iterator { iterator, raised: self.raised.clone(), done: 0, report }))
    }

    fn clear_error(&self) {
        self.raised.take();
    }
}

/// The files of paths, folders and patterns: their names, their format, and the function that opens
/// them, if Python does.
type OpenedFiles = (Vec<PathBuf>, String, Option<Py<PyAny>>);

/// The size of a list of games, or of tables.
fn size_of_list(list: &Bound<'_, PyAny>) -> Option<Size> {
    let Items(items): Items<Bound<'_, PyAny>> = list.extract().ok()?;
    let blocks = items.iter().map(block_of).collect::<Option<Vec<Block>>>()?;
    let count = blocks.iter().map(|block| block.len() as u64).sum();
    let are_games = blocks.iter().all(|block| matches!(block, Block::Games(_)));
    Some(if are_games { Size::Games(count) } else { Size::Rows(count) })
}

/// The source of an argument.
pub(super) fn source(
    object: &Bound<'_, PyAny>,
    skip_errors: bool,
    skipped_files: &SkippedFiles,
    raised: &RaisedError,
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
        let module = object.py().import("enroque._files.games")?;
        let files = module.call_method1("loader_files", (object, skipped.is_some()))?;
        let (paths, format, open): OpenedFiles = files.extract()?;
        let counts = FileCounts::default();
        let opener: Option<Arc<dyn OpenFile>> = match open {
            None if format == "pgn" => None,
            None => Some(Arc::new(named("format", &format, &Format::NAMES)?)),
            Some(open) => Some(Arc::new(PythonFiles {
                open,
                of_positions: format == "positions",
                skipped: skipped.clone(),
                damaged: skipped_files.clone(),
                raised,
            })),
        };
        return Ok(Arc::new(Files { paths, opener, skipped, counts }));
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

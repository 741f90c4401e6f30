//! Reading and writing games in training formats; records of positions are in `records.rs`.

mod records;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Games;
use crate::formats::{CompressedFile, Format, GameReader, GameWriter, WriteError, WriteOptions};
use crate::io::Compression;
use crate::python::arrays::named;
use crate::python::calls::locked_without_gil;
use crate::python::errors::{ArgumentError, io_error};
use crate::python::exit::detach;
use crate::python::hints::{Attributes, FilePath};
use crate::tensor::lc0::InputFormat;

pub(in crate::python) use records::{
    ChessBenchFileReader, ChessBenchFileWriter, RecordFileReader, RecordFileWriter, lc0_planes,
    record_fens,
};

fn format_of(name: &str) -> PyResult<Format> {
    named("format", name, &Format::NAMES)
}

/// Returns the registry of training formats.
///
/// Returns:
///     For each its name, the suffixes of file names, whether games can be read, the fields of records
///     of one size, what the records of a bag have beside the position (a move, a probability),
///     whether it stores Chess960, and its description.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "a row of a table")]
pub(in crate::python) fn training_formats() -> Vec<(
    &'static str,
    Vec<&'static str>,
    bool,
    &'static str,
    Option<(bool, bool)>,
    bool,
    &'static str,
)> {
    let row = |(_, format): (_, Format)| {
        let info = format.info();
        let bag = info.bag.map(|fields| (fields.has_move, fields.has_probability));
        let (name, suffixes, fields) = (info.name, info.suffixes.to_vec(), info.record_fields);
        (name, suffixes, info.has_games, fields, bag, info.chess960, info.description)
    };
    Format::NAMES.into_iter().map(row).collect()
}

/// Returns lc0's input format with this number.
fn input_format_of(number: u32) -> PyResult<InputFormat> {
    InputFormat::from_number(number).ok_or_else(|| {
        let known = InputFormat::ALL.map(|format| format.number().to_string()).join(", ");
        ArgumentError::new_err(format!("lc0 has no input format {number}; use {known}"))
    })
}

/// Creates a file with the compression of the suffix of `named`.
fn create(path: &Path, named: &Path) -> PyResult<CompressedFile> {
    CompressedFile::create(path, Compression::of_name(named))
        .map_err(|error| io_error(error, path.display().to_string()))
}

/// An iterator over the games of a file, in batches; used by `enroque.formats.stream`.
#[pyclass(frozen, module = "enroque._core")]
pub(in crate::python) struct GameFileReader {
    reader: Mutex<GameReader>,
    games_per_batch: usize,
}

#[pymethods]
impl GameFileReader {
    #[new]
    #[pyo3(signature = (path, format, *, games_per_batch))]
    fn new(path: FilePath<'_>, format: &str, games_per_batch: usize) -> PyResult<GameFileReader> {
        let path: PathBuf = path.0.extract()?;
        let reader = GameReader::open(format_of(format)?, &path)?;
        Ok(GameFileReader { reader: Mutex::new(reader), games_per_batch })
    }

    fn __iter__(slf: Py<GameFileReader>) -> Py<GameFileReader> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Games>> {
        py.check_signals()?;
        let next =
            detach(py, || locked_without_gil(&self.reader).next_games(self.games_per_batch))?;
        Ok(next.map(Games::new))
    }

    /// Number of bytes read from the file, before decompression.
    #[getter]
    fn bytes_read(&self, py: Python<'_>) -> u64 {
        detach(py, || locked_without_gil(&self.reader).bytes_read())
    }
}

/// A writer of games; used by `enroque.formats.Writer`.
#[pyclass(frozen, module = "enroque._core")]
pub(in crate::python) struct GameFileWriter {
    writer: Mutex<Option<GameWriter<CompressedFile>>>,
}

#[pymethods]
impl GameFileWriter {
    #[new]
    #[pyo3(signature = (
        path, format, *, suffixes_of, skip_unsupported, missing_score, input_format, archive
    ))]
    fn new(
        path: FilePath<'_>,
        format: &str,
        suffixes_of: FilePath<'_>,
        skip_unsupported: bool,
        missing_score: Option<i16>,
        input_format: u32,
        archive: bool,
    ) -> PyResult<GameFileWriter> {
        let format = format_of(format)?;
        let input_format = input_format_of(input_format)?;
        let options = WriteOptions { skip_unsupported, missing_score, input_format, archive };
        let (path, named): (PathBuf, PathBuf) = (path.0.extract()?, suffixes_of.0.extract()?);
        let writer = GameWriter::new(format, create(&path, &named)?, options);
        Ok(GameFileWriter { writer: Mutex::new(Some(writer)) })
    }

    /// Appends games.
    fn write(&self, py: Python<'_>, games: &Games) -> PyResult<()> {
        py.check_signals()?;
        let games = games.core();
        detach(py, || match locked_without_gil(&self.writer).as_mut() {
            Some(writer) => writer.write(&games),
            None => Ok(()),
        })?;
        Ok(())
    }

    /// Finishes the file and returns the counts; a second call returns `None`.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Option<Attributes<'py>>> {
        let written = detach(py, || {
            let Some(writer) = locked_without_gil(&self.writer).take() else { return Ok(None) };
            let (written, out) = writer.into_inner()?;
            out.finish()?;
            Ok::<_, WriteError>(Some(written))
        })?;
        let Some(written) = written else { return Ok(None) };
        let report = PyDict::new(py);
        report.set_item("games", written.games)?;
        report.set_item("positions", written.positions)?;
        report.set_item("bytes", written.bytes)?;
        report.set_item("skipped", written.skipped)?;
        Ok(Some(Attributes(report)))
    }
}

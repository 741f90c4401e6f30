//! The writer of files in training formats.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

use numpy::PyReadonlyArray1;

use crate::formats::{
    ChessBenchRecord, ChessBenchWriter, Format, GameWriter, WriteError, WriteOptions,
};
use crate::io::{Compression, Encoder};
use crate::notation::uci;
use crate::pool::Interrupted;
use crate::python::calls::locked_without_gil;
use crate::python::errors::{EncodingError, fen_of_row, io_error};
use crate::python::games::Games;
use crate::python::prelude::*;
use crate::tensor::lc0::InputFormat;

pub(super) fn format_of(name: &str) -> PyResult<Format> {
    named("format", name, &Format::NAMES)
}

/// A row of the registry of training formats.
type FormatRow =
    (&'static str, Vec<&'static str>, bool, &'static str, Option<(bool, bool)>, bool, &'static str);

/// Returns the registry of training formats.
///
/// Returns:
///     For each its name, the suffixes of file names, whether games can be read, the fields of records
///     of one size, what the records of a bag have beside the position (a move, a probability),
///     whether it stores Chess960, and its description.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn training_formats() -> Vec<FormatRow> {
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

/// A file that is being written.
enum Target {
    Games(Box<GameWriter<Encoder<File>>>),
    Records(Encoder<File>),
    Bag(ChessBenchWriter<Encoder<File>>),
}

/// A writer of games, of records of fixed size, or of the records of a bag.
#[pyclass(frozen, module = "enroque._core")]
pub(in crate::python) struct FileWriter {
    /// `None` when it is finished.
    target: Mutex<Option<Target>>,
}

impl FileWriter {
    fn new(target: Target) -> FileWriter {
        FileWriter { target: Mutex::new(Some(target)) }
    }
}

/// Creates a file with the compression of the suffix of `named`.
fn create(path: FilePath<'_>, named: FilePath<'_>) -> PyResult<Encoder<File>> {
    let (path, named): (PathBuf, PathBuf) = (path.0.extract()?, named.0.extract()?);
    File::create(&path)
        .and_then(|file| Encoder::new(file, Compression::of_name(&named)))
        .map_err(|error| io_error(error, path.display().to_string()))
}

#[pymethods(crate = "crate::python::named_arguments")]
impl FileWriter {
    /// Creates a file of games, with the compression of the suffix of `named`.
    #[staticmethod]
    fn games(
        path: FilePath<'_>,
        named: FilePath<'_>,
        format: &str,
        skip_unsupported: bool,
        missing_score: Option<i16>,
        input_format: u32,
        archive: bool,
    ) -> PyResult<FileWriter> {
        let format = format_of(format)?;
        let input_format = input_format_of(input_format)?;
        let options = WriteOptions { skip_unsupported, missing_score, input_format, archive };
        let writer = GameWriter::new(format, create(path, named)?, options);
        Ok(FileWriter::new(Target::Games(Box::new(writer))))
    }

    /// Creates a file of records, with the compression of the suffix of `named`.
    #[staticmethod]
    fn records(path: FilePath<'_>, named: FilePath<'_>, format: &str) -> PyResult<FileWriter> {
        let (format, file) = (format_of(format)?, create(path, named)?);
        Ok(FileWriter::new(match format.is_chessbench() {
            true => Target::Bag(ChessBenchWriter::new(format, file)?),
            false => Target::Records(file),
        }))
    }

    /// Appends games, or the bytes of records.
    fn write(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<()> {
        py.check_signals()?;
        if let Ok(games) = data.cast::<Games>() {
            let games = games.get().core();
            return interruptible(py, None, |run| {
                match locked_without_gil(&self.target).as_mut() {
                    Some(Target::Games(writer)) => writer.write_run(&games, run),
                    _ => Ok(()),
                }
            });
        }
        numpy_api::load(py)?;
        let records: PyReadonlyArray1<'_, u8> = data.extract()?;
        let bytes = records.as_slice()?;
        interruptible(py, None, |run| {
            if let Some(Target::Records(file)) = locked_without_gil(&self.target).as_mut() {
                for part in bytes.chunks(1 << 20) {
                    if (run.stop)() {
                        return Err(Interrupted.into());
                    }
                    file.write_all(part)?;
                }
            }
            Ok::<_, WriteError>(())
        })
    }

    /// Appends a record to a bag.
    #[pyo3(signature = (row, fen, uci, win_probability))]
    fn push(
        &self,
        row: usize,
        fen: &str,
        uci: Option<&str>,
        win_probability: Option<f64>,
    ) -> PyResult<()> {
        let position = fen_of_row(fen, row)?;
        let read = |text| uci::read(&position, text);
        let m = uci
            .map(read)
            .transpose()
            .map_err(|error| EncodingError::new_err(format!("row {row}: {error}: {fen}")))?;
        match locked_without_gil(&self.target).as_mut() {
            Some(Target::Bag(writer)) => {
                Ok(writer.push(&ChessBenchRecord { position, m, win_probability })?)
            }
            _ => Ok(()),
        }
    }

    /// Finishes the file and returns the counts of games; a second call returns nothing.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
        let report = PyDict::new(py);
        let written = detach(py, || {
            let (written, file) = match locked_without_gil(&self.target).take() {
                None => return Ok(None),
                Some(Target::Games(writer)) => {
                    let (written, file) = writer.finish()?;
                    (Some(written), file)
                }
                Some(Target::Records(file)) => (None, file),
                Some(Target::Bag(writer)) => (None, writer.finish()?),
            };
            file.finish()?;
            Ok::<_, WriteError>(written)
        })?;
        if let Some(written) = written {
            report.set_item("games", written.games)?;
            report.set_item("positions", written.positions)?;
            report.set_item("bytes", written.bytes)?;
            report.set_item("skipped", written.skipped)?;
        }
        Ok(Attributes(report))
    }
}

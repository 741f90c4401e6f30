//! Reading records of training formats as tables.

use std::path::PathBuf;
use std::sync::Mutex;

use pyo3::prelude::*;

use super::Positions;
use super::read::on_row_error;
use crate::formats::{Format, PositionRecordReader};
use crate::python::arrays::named;
use crate::python::calls::locked_without_gil;
use crate::python::exit::detach;
use crate::python::hints::FilePath;

/// The number of records in a batch.
const ROWS: usize = 65_536;

/// An iterator over the records of a file as `Positions`, in batches.
#[pyclass(frozen, module = "enroque._core")]
pub(in crate::python) struct PositionRecordFile {
    reader: Mutex<PositionRecordReader>,
}

#[pymethods]
impl PositionRecordFile {
    #[new]
    fn new(
        path: FilePath<'_>,
        format: &str,
        strict: bool,
        on_error: &str,
    ) -> PyResult<PositionRecordFile> {
        let path: PathBuf = path.0.extract()?;
        let format = named("format", format, &Format::NAMES)?;
        let on_error = on_row_error(strict, on_error)?;
        let reader = PositionRecordReader::open(format, &path, on_error)?;
        Ok(PositionRecordFile { reader: Mutex::new(reader) })
    }

    fn __iter__(slf: Py<PositionRecordFile>) -> Py<PositionRecordFile> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Positions>> {
        py.check_signals()?;
        let next = detach(py, || locked_without_gil(&self.reader).next_positions(ROWS))?;
        Ok(next.map(Positions::new))
    }
}

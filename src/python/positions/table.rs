//! Tables of other packages, whose columns Python makes arrays of.

use std::num::NonZeroUsize;

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::PyIterator;

use crate::io::{PositionOptions, TableColumn, TableReader};
use crate::positions::Positions as CorePositions;
use crate::python::calls::{Threads, interruptible};

/// A column of some rows; missing values are as in [`TableColumn`].
#[derive(FromPyObject)]
enum ColumnArrays<'py> {
    Texts(PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, u8>),
    #[pyo3(transparent)]
    Integers(PyReadonlyArray1<'py, i64>),
    #[pyo3(transparent)]
    Reals(PyReadonlyArray1<'py, f64>),
}

impl ColumnArrays<'_> {
    fn column(&self) -> PyResult<TableColumn<'_>> {
        Ok(match self {
            ColumnArrays::Texts(offsets, texts) => {
                TableColumn::Texts(offsets.as_slice()?, texts.as_slice()?)
            }
            ColumnArrays::Integers(values) => TableColumn::Integers(values.as_slice()?),
            ColumnArrays::Reals(values) => TableColumn::Reals(values.as_slice()?),
        })
    }
}

/// A table that is being read.
pub(super) struct OpenTable {
    /// Lists of the columns that are read, some rows at a time.
    batches: Py<PyIterator>,
    reader: TableReader,
}

impl OpenTable {
    /// Opens an object of the Python class `Table`.
    pub(super) fn new(table: &Bound<'_, PyAny>, options: &PositionOptions) -> PyResult<OpenTable> {
        let name: String = table.getattr("name")?.extract()?;
        let columns: Vec<String> = table.getattr("columns")?.extract()?;
        let reader = TableReader::new(&name, &columns, options)?;
        let wanted: Vec<(&str, bool)> = reader.columns().collect();
        let batches = table.call_method1("batches", (wanted,))?.try_iter()?.unbind();
        Ok(OpenTable { batches, reader })
    }

    /// Reads the next rows; returns whether there may be more.
    pub(super) fn read(
        &mut self,
        py: Python<'_>,
        threads: Option<NonZeroUsize>,
    ) -> PyResult<(CorePositions, bool)> {
        let batch = self.batches.bind(py).clone().next().transpose()?;
        let arrays: Vec<ColumnArrays<'_>> =
            batch.as_ref().map_or(Ok(Vec::new()), |batch| batch.extract())?;
        let columns = arrays.iter().map(ColumnArrays::column).collect::<PyResult<Vec<_>>>()?;
        let reader = &mut self.reader;
        let threads = threads.map(Threads);
        let positions = interruptible(py, threads, |run| reader.read(&columns, run))?;
        Ok((positions, batch.is_some()))
    }
}

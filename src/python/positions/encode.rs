//! Arrays of rows of a table.

use super::Positions;
use crate::columns::{Needs, PositionSamples};
use crate::error::CallError;
use crate::pool::Run;
use crate::python::columns::{Call, SampleSource};
use crate::python::prelude::*;
use crate::python::rows::indices;

/// Some rows, or all.
struct Rows<'a> {
    positions: &'a Positions,
    rows: Option<Vec<usize>>,
}

impl SampleSource for Rows<'_> {
    type Samples<'s> = PositionSamples<'s>;

    fn rows(&self) -> Option<usize> {
        Some(self.rows.as_ref().map_or(self.positions.positions.len(), Vec::len))
    }

    fn with_samples<R: Send>(
        &self,
        py: Python<'_>,
        _: &Needs,
        threads: Option<Threads>,
        work: impl FnOnce(&PositionSamples<'_>, Run<'_>) -> Result<R, CallError> + Send,
    ) -> PyResult<R> {
        let positions = &*self.positions.positions;
        interruptible(py, threads, |run| match &self.rows {
            Some(rows) => work(&PositionSamples::new(positions, rows)?, run),
            None => work(&PositionSamples::all(positions), run),
        })
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Positions {
    /// Returns the arrays of columns; see `enroque._model.array_methods`.
    #[pyo3(signature = (columns, rows, *, on_unsupported = "raise", out = None, threads = None))]
    fn _encode<'py>(
        slf: &Bound<'py, Positions>,
        columns: Bound<'py, PyAny>,
        rows: Option<ArrayLike<'py>>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<AnyObject<'py>> {
        let positions = slf.get();
        let selected =
            |rows: ArrayLike<'_>| indices::<Positions>(&rows.0, positions.positions.len());
        let rows = Rows { positions, rows: rows.map(selected).transpose()? };
        Call::new(on_unsupported, threads)?.encode(slf.py(), &rows, &columns, out)
    }
}

//! `Positions`: a table of positions as columns.
//!
//! Columns and indexing are in this file; reading in `read.rs` and `parts.rs`, choosing rows in
//! `select.rs`, all columns by name in `columns.rs`, and arrays of rows in `encode.rs`.

mod columns;
mod encode;
mod hints;
mod parts;
mod read;
mod select;

use std::sync::Arc;

use numpy::{Ix2, PyArrayMethods};

use super::arrays::{Immutable, column, index_column, optional_column};
use super::rows::checked_index;
use crate::io::{TextColumn, Texts};
use crate::pool;
use crate::positions::{NameLists, Positions as CorePositions, RowError, RowErrorKind};
use crate::python::board::Board;
use crate::python::prelude::*;
use crate::store::Rows;

pub(super) use columns::positions_from_columns;
pub(super) use hints::SortedPositions;
pub(super) use parts::{Parts, on_row_error};
pub(super) use read::position_suffixes;

/// The number of texts of a list that are created between two checks for signals.
const ROWS_PER_SIGNAL: usize = 1 << 16;

/// A table of positions as columns: 32 bytes each, and what is known of them. Immutable.
///
/// `Positions.read` reads files (FENs, CSV, JSON lines, EPD, text of other programs),
/// `Positions.from_fens` a list of FENs, `Positions.from_games` takes positions of games.
/// `positions[i]` is a dict of one row; `positions[a:b]`, `positions[mask]` and
/// `positions[indices]` are `Positions` of the selected rows. The columns are read-only NumPy arrays,
/// which share their memory with the table; one is `None` if no row has a value. Evaluations and
/// results are White's, whatever file they come from.
///
/// Example:
///     >>> positions = enroque.Positions.from_fens([
///     ...     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
///     ...     "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
///     ... ])
///     >>> positions
///     <Positions: 2 rows>
///     >>> positions.planes("pieces", dtype="uint8").shape
///     (2, 12, 8, 8)
#[pyclass(frozen, module = "enroque")]
pub(super) struct Positions {
    positions: Arc<CorePositions>,
}

// SAFETY: the table is never changed, so its memory neither moves nor changes while the object is
// alive.
unsafe impl Immutable for Positions {}

impl Positions {
    pub(super) fn new(positions: CorePositions) -> Positions {
        Positions { positions: Arc::new(positions) }
    }

    /// Returns a shared reference to the table.
    pub(super) fn core(&self) -> Arc<CorePositions> {
        self.positions.clone()
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Positions {
    fn __repr__(&self) -> String {
        let positions = &self.positions;
        let count = |count: u64, what: &str| match count {
            0 => String::new(),
            count => format!(", {count} {what}"),
        };
        let broken = positions.broken_count() as u64;
        let columns = positions.labels().names();
        let columns =
            if columns.is_empty() { String::new() } else { format!(", {}", columns.join(", ")) };
        format!(
            "<Positions: {} rows{columns}{}{}>",
            positions.len(),
            count(broken, "broken"),
            count(positions.errors().count() - broken.min(positions.errors().count()), "skipped"),
        )
    }

    /// The positions as records of 32 bytes, uint8, `(rows, 32)`.
    ///
    /// They are those of `records("packed")` with the score 0 and the result 0. A row that could not
    /// be read is all 0.
    #[getter]
    fn packed<'py>(slf: &Bound<'py, Positions>) -> PyResult<Array<'py, u8, Ix2>> {
        let positions = &slf.get().positions;
        let flat = column(slf, positions.packed_bytes().as_flattened())?;
        Ok(Array(flat.0?.reshape([positions.len(), 32])))
    }

    /// The lines of all positions, uint16, concatenated; `line_offsets` separates the rows.
    ///
    /// They are principal variations, or solutions of puzzles.
    #[getter]
    fn lines<'py>(slf: &Bound<'py, Positions>) -> PyResult<Option<Array<'py, u16>>> {
        optional_column(slf, slf.get().positions.lines().map(|lines| &lines.items()[..]))
    }

    /// The start of each row's line in `lines`, and the end of the last, int64, `(rows + 1,)`.
    #[getter]
    fn line_offsets<'py>(slf: &Bound<'py, Positions>) -> PyResult<Option<Array<'py, i64>>> {
        let lines = slf.get().positions.lines();
        lines.map(|lines| index_column(slf, lines.offsets())).transpose()
    }

    /// The name of each row, such as the number of a puzzle, a list of `str`.
    ///
    /// `None` if no row has one.
    #[getter]
    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Option<TextList<'py>>> {
        let Some(ids) = self.positions.ids() else { return Ok(None) };
        let ids = (0..ids.len()).map(|row| String::from_utf8_lossy(ids.row(row)));
        Ok(Some(TextList(PyList::new(py, ids.collect::<Vec<_>>())?)))
    }

    /// The themes of each puzzle, a list of a list of `str` for each row; `None` if no row has one.
    ///
    /// `themes_any` is faster for a condition.
    #[getter]
    fn themes<'py>(&self, py: Python<'py>) -> PyResult<Option<TextLists<'py>>> {
        self.positions.themes().map(|names| name_lists(py, names)).transpose()
    }

    /// The openings of each puzzle, as `themes`: names with `_` for spaces, the family first.
    #[getter]
    fn openings<'py>(&self, py: Python<'py>) -> PyResult<Option<TextLists<'py>>> {
        self.positions.openings().map(|names| name_lists(py, names)).transpose()
    }

    /// The number of each row in its source, int64, `(rows,)`, from 1; a header does not count.
    #[getter]
    fn source_row<'py>(&self, py: Python<'py>) -> Array<'py, i64> {
        let rows = self.positions.source_rows().iter().map(|&row| i64::from(row));
        Array(numpy_api::from_iter(py, rows))
    }

    /// The names of the sources, in the order in which they were read.
    #[getter]
    fn source_names(&self) -> Vec<&str> {
        self.positions.source_names().iter().map(|name| &**name).collect()
    }

    /// The number of each row's source, an index of `source_names`, int64, `(rows,)`.
    #[getter]
    fn sources<'py>(&self, py: Python<'py>) -> Array<'py, i64> {
        let sources = self.positions.sources().iter().map(|&source| i64::from(source));
        Array(numpy_api::from_iter(py, sources))
    }

    /// Whether each row could not be read and has no position, bool, `(rows,)`.
    #[getter]
    fn broken<'py>(&self, py: Python<'py>) -> Array<'py, bool> {
        let broken = self.positions.packed().iter().map(|packed| packed.is_none());
        Array(numpy_api::from_iter(py, broken))
    }

    /// The errors: rows that could not be read, the first 1,000, and damaged sources.
    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> PyResult<Vec<package::PositionError<'py>>> {
        report_list(py, self.positions.errors().list())
    }

    /// The number of errors, also of those that `errors` does not list.
    #[getter]
    fn error_count(&self) -> u64 {
        self.positions.errors().count()
    }

    /// The number of errors by kind: of rows that were skipped, or are `broken`.
    #[getter]
    fn skipped(&self) -> std::collections::BTreeMap<&'static str, u64> {
        let counts = RowErrorKind::ALL.into_iter().map(|kind| {
            let count = self.positions.errors().counts().get(kind as usize);
            (kind.name(), count)
        });
        counts.filter(|&(_, count)| count > 0).collect()
    }

    /// The warnings: rows that are there without a value that was wrong, the first 1,000.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Vec<package::PositionError<'py>>> {
        report_list(py, self.positions.warnings().list())
    }

    /// The number of warnings, also of those that `warnings` does not list.
    #[getter]
    fn warning_count(&self) -> u64 {
        self.positions.warnings().count()
    }

    /// The memory of the columns in bytes.
    #[getter]
    fn nbytes(&self) -> usize {
        self.positions.heap_bytes()
    }

    /// Returns the FEN of each position, an empty text for a row without one.
    ///
    /// Args:
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Example:
    ///     >>> enroque.Positions.from_fens(["4k3/8/8/8/8/8/8/4K2R w K -"]).fens()
    ///     ['4k3/8/8/8/8/8/8/4K2R w K - 0 1']
    #[pyo3(signature = (*, threads = None))]
    fn fens<'py>(&self, py: Python<'py>, threads: Option<Threads>) -> PyResult<TextList<'py>> {
        let (positions, list) = (self.core(), PyList::empty(py));
        for rows in pool::ranges(positions.len(), ROWS_PER_SIGNAL) {
            let texts = interruptible(py, threads, |run| {
                Texts::new(&positions, TextColumn::Fens, rows, run)
            })?;
            texts.rows().try_for_each(|fen| list.append(fen))?;
        }
        Ok(TextList(list))
    }

    /// Returns a board with the position of a row.
    ///
    /// Args:
    ///     index: the row; negative from the end.
    ///
    /// Raises:
    ///     OutOfRangeError: the row does not exist, or could not be read.
    fn board<'py>(&self, py: Python<'py>, index: i64) -> PyResult<Bound<'py, Board>> {
        let index = checked_index::<Positions>(index, self.positions.len())?;
        let position = self.positions.position(index).ok_or_else(|| {
            let reason = "has no position, since it could not be read: see errors";
            OutOfRangeError::new_err(format!("row {index} {reason}"))
        })?;
        Board::of_position(py, position)
    }
}

/// Returns the names of all rows; equal ones are one object.
fn name_lists<'py>(py: Python<'py>, names: &NameLists) -> PyResult<TextLists<'py>> {
    let texts: Vec<_> = names.names().iter().map(|name| PyString::new(py, name)).collect();
    let row = |row: &[u32]| PyList::new(py, row.iter().map(|&number| &texts[number as usize]));
    let rows = (0..names.lists().len()).map(|index| row(names.lists().row(index)));
    Ok(TextLists(PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)?))
}

/// Returns errors or warnings as a list of `enroque.errors.PositionError`.
fn report_list<'py>(
    py: Python<'py>,
    reports: &[RowError],
) -> PyResult<Vec<package::PositionError<'py>>> {
    let errors = reports.iter().map(|report| {
        let problem = &report.problem;
        let fields = (
            &*report.source,
            report.row,
            report.index,
            problem.kind.name(),
            &*problem.column,
            &*problem.text,
            &*problem.reason,
            report.to_string(),
        );
        package::PositionError::new(py, fields)
    });
    errors.collect()
}

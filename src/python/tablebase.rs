//! Endgame tables.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

use super::arguments::wrong_type;
use super::board::{Board, BoardState};
use super::errors::{ClosedError, io_error};
use super::package::{self, PackageClass};
use crate::notation::fen;
use crate::position::Position;
use crate::tablebase::{self, TableError, Tablebase};

/// The files of a `Tablebase`.
#[pyclass(frozen, subclass)]
pub(in crate::python) struct SyzygyTables {
    /// `None` if they are closed.
    tables: RwLock<Option<Arc<Tablebase>>>,
    max_pieces: u32,
    cache_bytes: usize,
}

impl SyzygyTables {
    fn tables(&self) -> PyResult<Arc<Tablebase>> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner).clone();
        tables.ok_or_else(|| ClosedError::new_err("the tables are closed"))
    }

    /// Looks up a board.
    fn value<T>(
        &self,
        board: &Bound<'_, Board>,
        probe: impl FnOnce(&Tablebase, &Position) -> Result<T, TableError>,
    ) -> PyResult<T> {
        let position = board.position()?;
        let value = probe(&*self.tables()?, &position);
        Ok(value.map_err(|error| error.of(fen::write(&position).as_ref()))?)
    }
}

#[pymethods]
#[pyo3(crate = "crate::python::named_arguments")]
impl SyzygyTables {
    #[new]
    fn new(folders: Vec<PathBuf>, cache_bytes: usize) -> PyResult<SyzygyTables> {
        let tables = Tablebase::open(&folders, cache_bytes)
            .map_err(|(folder, error)| io_error(error, folder.display().to_string()))?;
        let max_pieces = tables.max_pieces();
        Ok(SyzygyTables { tables: RwLock::new(Some(Arc::new(tables))), max_pieces, cache_bytes })
    }

    /// The number of pieces, pawns and kings included, of the largest table.
    #[getter]
    fn max_pieces(&self) -> u32 {
        self.max_pieces
    }

    /// The most bytes of files to keep in memory.
    #[getter]
    fn cache_bytes(&self) -> usize {
        self.cache_bytes
    }

    /// The folders; none if the tables are closed.
    #[getter]
    fn folders(&self) -> Vec<PathBuf> {
        self.tables().map(|tables| tables.folders().to_vec()).unwrap_or_default()
    }

    fn board_wdl(&self, board: &Bound<'_, Board>) -> PyResult<i8> {
        self.value(board, Tablebase::wdl)
    }

    fn board_dtz(&self, board: &Bound<'_, Board>) -> PyResult<i32> {
        self.value(board, Tablebase::dtz)
    }

    /// The distance of a capture or pawn move with a result.
    #[staticmethod]
    fn distance_of_zeroing(wdl: i8) -> i32 {
        tablebase::distance_of_zeroing(wdl)
    }

    /// Closes the files, as soon as no column uses them; safe to call again.
    fn close(&self) {
        *self.tables.write().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Returns the tables of the argument `tablebase`.
pub(in crate::python) fn tables_of(object: &Bound<'_, PyAny>) -> PyResult<Arc<Tablebase>> {
    let rule = "tablebase must be an enroque.tablebase.Tablebase";
    object.cast::<SyzygyTables>().map_err(|_| wrong_type(rule, object))?.get().tables()
}

/// Returns a `Tablebase` of the same folders.
pub(in crate::python) fn tablebase_object<'py>(
    py: Python<'py>,
    tables: &Tablebase,
) -> PyResult<Bound<'py, PyAny>> {
    let options = [("cache_bytes", tables.cache_bytes())].into_py_dict(py)?;
    package::Tablebase::class(py)?.call((tables.folders(),), Some(&options))
}

//! Endgame tables.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use super::board::{Board, BoardState};
use super::errors::{ClosedError, io_error};
use crate::notation::fen;
use crate::position::Position;
use crate::python::prelude::*;
use crate::tablebase::{self, TableError, Tablebase};

/// The files of a `Tablebase`.
#[pyclass(frozen, subclass)]
pub(in crate::python) struct SyzygyTables {
    /// `None` if they are closed.
    tables: RwLock<Option<Arc<Tablebase>>>,
    /// The number of pieces, pawns and kings included, of the largest table.
    #[pyo3(get)]
    max_pieces: u32,
    /// The most bytes of files to keep in memory.
    #[pyo3(get)]
    cache_bytes: usize,
    /// The number of pieces of generated tables; 0 for files.
    #[pyo3(get)]
    generated_pieces: u32,
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

#[pymethods(crate = "crate::python::named_arguments")]
impl SyzygyTables {
    #[new]
    fn new(
        py: Python<'_>,
        folders: Vec<PathBuf>,
        cache_bytes: usize,
        generated_pieces: u32,
        threads: Option<Threads>,
        progress: ProgressArgument,
    ) -> PyResult<SyzygyTables> {
        let tables = if generated_pieces > 0 {
            with_progress(py, threads, (&progress, "generating tables", "positions"), |run| {
                Tablebase::generate(generated_pieces, run)
            })?
        } else {
            Tablebase::open(&folders, cache_bytes)
                .map_err(|(folder, error)| io_error(error, folder.display().to_string()))?
        };
        let max_pieces = tables.max_pieces();
        let tables = RwLock::new(Some(Arc::new(tables)));
        Ok(SyzygyTables { tables, max_pieces, cache_bytes, generated_pieces })
    }

    /// The folders; none if the tables are closed.
    #[getter]
    fn folders(&self) -> Vec<PathBuf> {
        self.tables().map(|tables| tables.folders().to_vec()).unwrap_or_default()
    }

    /// Whether the tables are closed.
    #[getter]
    fn is_closed(&self) -> bool {
        self.tables().is_err()
    }

    fn board_wdl(&self, board: &Bound<'_, Board>) -> PyResult<i8> {
        self.value(board, Tablebase::wdl)
    }

    fn board_dtz(&self, board: &Bound<'_, Board>) -> PyResult<i32> {
        self.value(board, Tablebase::dtz)
    }

    fn board_dtm(&self, board: &Bound<'_, Board>) -> PyResult<i32> {
        self.value(board, Tablebase::dtm)
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

/// Returns a `Tablebase` of the same folders, or generated again.
pub(in crate::python) fn tablebase_object<'py>(
    py: Python<'py>,
    tables: &Tablebase,
) -> PyResult<Bound<'py, PyAny>> {
    let class = package::Tablebase::class(py)?;
    if tables.is_generated() {
        return class.call_method1("generate", (tables.max_pieces(),));
    }
    let options = [("cache_bytes", tables.cache_bytes())].into_py_dict(py)?;
    class.call((tables.folders(),), Some(&options))
}

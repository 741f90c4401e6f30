//! `LegalMoveGenerator`: what `board.legal_moves` is.

use pyo3::prelude::*;
use pyo3::types::PyList;

use super::board::Board;
use super::moves::Move;
use crate::movegen;

/// The legal moves of a board: of the position in which it is when they are asked for.
///
/// Iterating, `len`, `in` and indexing work; a loop goes over the moves that were legal when it
/// began, so it may push and pop.
#[pyclass(frozen, module = "enroque")]
pub(super) struct LegalMoveGenerator {
    board: Py<Board>,
}

impl LegalMoveGenerator {
    pub(super) fn new(board: Py<Board>) -> LegalMoveGenerator {
        LegalMoveGenerator { board }
    }

    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let moves = movegen::legal_moves(&self.board.get().position());
        let list = PyList::empty(py);
        for m in moves {
            list.append(Move::interned(py, m)?)?;
        }
        Ok(list)
    }
}

#[pymethods]
impl LegalMoveGenerator {
    /// How many legal moves there are, without naming them.
    fn count(&self) -> usize {
        movegen::count_legal_moves(&self.board.get().position())
    }

    fn __len__(&self) -> usize {
        self.count()
    }

    fn __bool__(&self) -> bool {
        movegen::has_legal_move(&self.board.get().position())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyIterator>> {
        self.list(py)?.try_iter()
    }
}

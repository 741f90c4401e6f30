//! `MoveStack`, the moves played on a board.

use pyo3::basic::CompareOp;
use pyo3::{PyTraverseError, PyVisit};

use super::current::{to_python_move_in, to_python_move_or_null};
use super::{Board, BoardState, dialect};
use crate::python::any_move::AnyMove;
use crate::python::moves::Move;
use crate::python::prelude::*;

/// The moves pushed since a board was set up, as they are at each use: a sequence of `Move`s.
///
/// It reads like a list, and slices, `copy` and `+` make new lists. It cannot be changed: `push` and
/// `pop` of the board do that.
///
/// Example:
///     >>> from enroque import Board
///     >>> board = Board()
///     >>> stack = board.move_stack
///     >>> move = board.push_san("e4")
///     >>> len(stack), stack[-1], stack == [move]
///     (1, Move.from_uci('e2e4'), True)
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct MoveStack {
    pub(super) board: Py<Board>,
}

impl MoveStack {
    pub(in crate::python) fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut moves = Vec::new();
        {
            let state = self.board.bind(py).lock();
            let dialect = dialect(state.is_chess960());
            if state.has_only_legal_history() {
                let plies = state.history().moves().iter().enumerate();
                moves.extend(plies.filter_map(|(ply, &m)| {
                    let position = state.history().position_at(ply)?;
                    Some(to_python_move_or_null(position, m, dialect))
                }));
            } else {
                state.for_each_ply(|setup, m| {
                    let Some(m) = m else { return };
                    moves.push(m.map_or(AnyMove::NULL, |m| to_python_move_in(setup, m, dialect)));
                });
            }
        }
        let moves = moves.into_iter().map(|m| Move::object(py, m));
        PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)
    }

    /// Returns the move of a ply without listing the others; `None` if there is none or if a board
    /// with an illegal history has to list them.
    pub(in crate::python) fn at(&self, py: Python<'_>, ply: usize) -> Option<PyResult<Py<Move>>> {
        let m = {
            let state = self.board.bind(py).lock();
            let history = Some(state.history()).filter(|_| state.has_only_legal_history())?;
            let position = history.position_at(ply)?;
            to_python_move_or_null(
                position,
                *history.moves().get(ply)?,
                dialect(state.is_chess960()),
            )
        };
        Some(Move::object(py, m))
    }
}

/// Returns the list of a move stack; another object is returned as it is.
fn listed<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match object.cast::<MoveStack>() {
        Ok(stack) => Ok(stack.get().list(object.py())?.into_any()),
        Err(_) => Ok(object.clone()),
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl MoveStack {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.board)
    }

    pub(in crate::python) fn __len__(&self, py: Python<'_>) -> usize {
        self.board.bind(py).lock().len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<MoveIterator<'py>> {
        MoveIterator::of(&self.list(py)?)
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<MoveIterator<'py>> {
        MoveIterator::reversed(&self.list(py)?)
    }

    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.list(other.py())?.rich_compare(listed(other)?, CompareOp::Eq)
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.list(other.py())?.add(listed(other)?)
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        other.add(self.list(other.py())?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.list(py)?.repr()?.to_string())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyType>, (MoveList<'py>,))> {
        Ok((py.get_type::<PyList>(), (self.copy(py)?,)))
    }

    /// Returns the moves as a new list.
    fn copy<'py>(&self, py: Python<'py>) -> PyResult<MoveList<'py>> {
        self.list(py).map(MoveList)
    }

    /// Returns the ply of the first occurrence of a move.
    ///
    /// Args:
    ///     move: a `Move`.
    ///     start: the first ply to look at.
    ///     stop: the ply after the last one; `None`: all plies.
    ///
    /// Raises:
    ///     ValueError: the move was not played.
    #[pyo3(signature = (r#move: "Move", start = 0, stop = None))]
    fn index(
        &self,
        r#move: &Bound<'_, PyAny>,
        start: isize,
        stop: Option<isize>,
    ) -> PyResult<usize> {
        let stop = stop.unwrap_or(isize::MAX);
        self.list(r#move.py())?.call_method1("index", (r#move, start, stop))?.extract()
    }

    /// Returns how often a move was played.
    ///
    /// Args:
    ///     move: a `Move`.
    #[pyo3(signature = (r#move: "Move"))]
    fn count(&self, r#move: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.list(r#move.py())?.call_method1("count", (r#move,))?.extract()
    }
}

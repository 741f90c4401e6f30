//! `LegalMoveGenerator` and `PseudoLegalMoveGenerator`.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use pyo3::{PyTraverseError, PyVisit};

use super::board::{Board, BoardState, find, to_python_move};
use super::hints::MoveIterator;
use super::moves::{Move, MoveArgument};
use crate::movegen;
use crate::notation::san;
use crate::notation::uci::CastlingDialect;
use crate::position::Position;
use crate::types::Move as CoreMove;

/// The legal moves of a board, generated for its current position at each use.
///
/// Supports iteration, `len`, `in` and indexing. A loop iterates over the moves that were legal
/// when it began, so it may push and pop. The order is the same on every platform: king, castling,
/// en passant, pawns, knights, sliders on diagonals, sliders on ranks and files, pinned sliders.
#[pyclass(frozen, module = "enroque")]
pub(super) struct LegalMoveGenerator {
    pub(super) board: Py<Board>,
}

impl LegalMoveGenerator {
    pub(super) fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (position, dialect) = self.board.bind(py).position_and_dialect()?;
        let moves = movegen::legal_moves(&position);
        PyList::new(py, moves.iter().map(|&m| MoveToPython { position: &position, m, dialect }))
    }
}

/// A legal move to be converted to a Python object.
pub(super) struct MoveToPython<'a> {
    pub(super) position: &'a Position,
    pub(super) m: CoreMove,
    pub(super) dialect: CastlingDialect,
}

impl<'py> IntoPyObject<'py> for MoveToPython<'_> {
    type Target = Move;
    type Output = Bound<'py, Move>;
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: pyo3::inspect::PyStaticExpr = <Move as pyo3::PyTypeInfo>::TYPE_HINT;

    #[inline]
    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, Move>> {
        let MoveToPython { position, m, dialect } = self;
        // only castling, stored as a capture of the own rook, depends on the dialect
        let is_castling = position.placement().by_color(position.turn()).has(m.to());
        let object = if is_castling {
            Move::object(py, to_python_move(position, m, dialect))
        } else {
            Move::interned(py, m)
        };
        object.map(|object| object.into_bound(py))
    }
}

#[pymethods]
impl LegalMoveGenerator {
    // for cycles: a board of a subclass may have its generator as an attribute
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.board)
    }

    /// Returns the number of legal moves, without listing them.
    fn count(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(movegen::count_legal_moves(self.board.bind(py).lock().game()?.position()))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.count(py)
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(movegen::has_legal_move(&self.board.bind(py).position()?))
    }

    fn __contains__(&self, py: Python<'_>, r#move: MoveArgument) -> PyResult<bool> {
        Ok(find(self.board.bind(py).lock().game()?.position(), r#move.0).is_some())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<MoveIterator<'py>> {
        Ok(MoveIterator(self.list(py)?.try_iter()?))
    }

    /// Returns the UCI texts of all legal moves, faster than `[move.uci() for move in self]`.
    fn uci<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        let (position, dialect) = self.board.bind(py).position_and_dialect()?;
        let moves = movegen::legal_moves(&position);
        Ok(moves.iter().map(|&m| to_python_move(&position, m, dialect).uci(py)).collect())
    }

    /// Returns the SAN of all legal moves, faster than `[board.san(move) for move in self]`.
    fn san<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        let (position, _) = self.board.bind(py).position_and_dialect()?;
        let moves = movegen::legal_moves(&position);
        Ok(moves.iter().map(|&m| PyString::new(py, &san::write(&position, m))).collect())
    }

    fn __repr__(slf: &Bound<'_, LegalMoveGenerator>) -> String {
        let py = slf.py();
        let Ok(position) = slf.get().board.bind(py).position() else {
            let address = slf.as_ptr() as usize;
            return format!("<LegalMoveGenerator at {address:#x} (of an illegal position)>");
        };
        let moves = movegen::legal_moves(&position);
        let names: Vec<_> = moves.into_iter().map(|m| san::write(&position, m)).collect();
        let names: Vec<_> = names.iter().map(|name| name.as_str()).collect();
        format!("<LegalMoveGenerator at {:#x} ({})>", slf.as_ptr() as usize, names.join(", "))
    }
}

/// The pseudo-legal moves of a board, generated for its current position at each use.
///
/// Supports iteration, `len` and `in`.
#[pyclass(frozen, module = "enroque")]
pub(super) struct PseudoLegalMoveGenerator {
    pub(super) board: Py<Board>,
}

impl PseudoLegalMoveGenerator {
    fn moves(&self, py: Python<'_>) -> Vec<CoreMove> {
        movegen::pseudo_legal_moves(&Board::clean_setup_and_dialect(self.board.bind(py)).0)
    }
}

#[pymethods]
impl PseudoLegalMoveGenerator {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.board)
    }

    /// Returns the number of pseudo-legal moves.
    fn count(&self, py: Python<'_>) -> usize {
        self.moves(py).len()
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.count(py)
    }

    fn __bool__(&self, py: Python<'_>) -> bool {
        !self.moves(py).is_empty()
    }

    fn __contains__(&self, py: Python<'_>, r#move: MoveArgument) -> bool {
        Board::find_pseudo_legal(self.board.bind(py), r#move.0).is_some()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<MoveIterator<'py>> {
        Board::all_pseudo_legal(self.board.bind(py))
    }

    fn __repr__(slf: &Bound<'_, PseudoLegalMoveGenerator>) -> String {
        let py = slf.py();
        let names: Vec<_> = slf.get().moves(py).iter().map(CoreMove::to_string).collect();
        let address = slf.as_ptr() as usize;
        format!("<PseudoLegalMoveGenerator at {address:#x} ({})>", names.join(", "))
    }
}

//! `LegalMoveGenerator` and `PseudoLegalMoveGenerator`.

use super::python_chess;
use crate::python::prelude::*;
use pyo3::types::PySlice;
use pyo3::{PyTraverseError, PyVisit};

use super::board::{Board, BoardArgument, BoardState, CurrentPosition, to_python_move};
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
///
/// Args:
///     board: the board, as in `board.legal_moves`; or an object with python-chess's method
///         `generate_legal_moves`, such as a board of a variant, whose moves are listed by it.
#[pyclass(frozen, module = "enroque")]
pub(super) struct LegalMoveGenerator {
    board: AnyBoard,
}

/// A board whose moves are generated.
enum AnyBoard {
    Board(Py<Board>),
    /// An object with `generate_legal_moves`.
    Other(Py<PyAny>),
}

impl LegalMoveGenerator {
    pub(super) fn of(board: Py<Board>) -> LegalMoveGenerator {
        LegalMoveGenerator { board: AnyBoard::Board(board) }
    }

    pub(super) fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let board = match &self.board {
            AnyBoard::Board(board) => board.bind(py),
            AnyBoard::Other(board) => return listed(board.bind(py)),
        };
        match CurrentPosition::of_board(board) {
            (CurrentPosition::Legal(position), dialect) => {
                let moves = python_chess::legal_moves(&position);
                let own = position.placement().by_color(position.turn());
                // only castling, stored as a capture of the own rook, depends on the dialect
                let object = |&m: &CoreMove| match own.has(m.to()) {
                    true => shown(py, &position, m, dialect),
                    false => Move::of(py, m),
                };
                list_of(py, moves.iter().map(object))
            }
            (current, dialect) => {
                let moves = current.legal_moves().into_iter();
                list_of(py, moves.map(|m| Move::object(py, current.to_python(Some(m), dialect))))
            }
        }
    }

    /// The legal position of a board and how it writes castling; `None` for illegal positions and
    /// for other objects.
    pub(super) fn position(&self, py: Python<'_>) -> Option<(Position, CastlingDialect)> {
        match &self.board {
            AnyBoard::Board(board) => board.bind(py).position_and_dialect().ok(),
            AnyBoard::Other(_) => None,
        }
    }

    /// The texts of the moves: `of_board` writes a move of a board, `method` is the method of other
    /// objects.
    fn texts<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        of_board: impl Fn(&CurrentPosition, CoreMove, CastlingDialect) -> Bound<'py, PyString>,
    ) -> PyResult<TextList<'py>> {
        match &self.board {
            AnyBoard::Board(board) => {
                let (current, dialect) = CurrentPosition::of_board(board.bind(py));
                let moves = current.legal_moves();
                let texts = moves.iter().map(|&m| of_board(&current, m, dialect));
                PyList::new(py, texts).map(TextList)
            }
            AnyBoard::Other(board) => {
                let board = board.bind(py);
                let text = |m: Bound<'py, PyAny>| -> PyResult<Bound<'py, PyString>> {
                    Ok(board.call_method1(method, (m,))?.cast_into()?)
                };
                list_of(py, listed(board)?.iter().map(text)).map(TextList)
            }
        }
    }
}

/// The moves that the method `generate_legal_moves` of an object lists.
fn listed<'py>(board: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    let moves = board.call_method0("generate_legal_moves")?.try_iter()?;
    PyList::new(board.py(), moves.collect::<PyResult<Vec<_>>>()?)
}

/// A list of objects; an error is returned instead.
fn list_of<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    objects: impl ExactSizeIterator<Item = PyResult<T>>,
) -> PyResult<Bound<'py, PyList>> {
    let mut failed = None;
    let objects = objects.map(|object| object.map_err(|error| failed = Some(error)).ok());
    let list = PyList::new(py, objects)?;
    failed.map_or(Ok(list), Err)
}

/// The Python object of a legal move.
pub(super) fn shown<'py>(
    py: Python<'py>,
    position: &Position,
    m: CoreMove,
    dialect: CastlingDialect,
) -> PyResult<Bound<'py, Move>> {
    Ok(Move::object(py, to_python_move(position, m, dialect))?.into_bound(py))
}

#[pymethods(crate = "crate::python::named_arguments")]
impl LegalMoveGenerator {
    #[new]
    fn new(board: GeneratorBoard<'_>) -> PyResult<LegalMoveGenerator> {
        let board = board.0;
        if let Ok(board) = board.cast::<Board>() {
            return Ok(LegalMoveGenerator::of(board.clone().unbind()));
        }
        if !board.hasattr("generate_legal_moves")? {
            return Err(wrong_type("a board must be an enroque.Board", &board));
        }
        Ok(LegalMoveGenerator { board: AnyBoard::Other(board.unbind()) })
    }

    // for cycles: a board of a subclass may have its generator as an attribute
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match &self.board {
            AnyBoard::Board(board) => visit.call(board),
            AnyBoard::Other(board) => visit.call(board),
        }
    }

    /// Returns the number of legal moves, without listing them.
    fn count(&self, py: Python<'_>) -> PyResult<usize> {
        match &self.board {
            AnyBoard::Board(board) => {
                let board = board.bind(py);
                if let Ok(game) = board.lock().game() {
                    return Ok(movegen::count_legal_moves(game.position()));
                }
                Ok(CurrentPosition::of_board(board).0.legal_moves().len())
            }
            AnyBoard::Other(board) => Ok(listed(board.bind(py))?.len()),
        }
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        match &self.board {
            AnyBoard::Board(_) => self.count(py),
            // or `list` would generate the moves twice
            AnyBoard::Other(_) => Err(PyTypeError::new_err(
                "the legal moves of this board have no len: use count() or a list",
            )),
        }
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        match self.position(py) {
            Some((position, _)) => Ok(movegen::has_legal_move(&position)),
            None => Ok(self.count(py)? > 0),
        }
    }

    fn __contains__(&self, py: Python<'_>, r#move: MoveArgument) -> PyResult<bool> {
        match &self.board {
            AnyBoard::Board(board) => Ok(Board::is_legal(board.bind(py), r#move)),
            AnyBoard::Other(board) => {
                board.bind(py).call_method1("is_legal", (Move::object(py, r#move.0)?,))?.is_truthy()
            }
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<MoveIterator<'py>> {
        MoveIterator::of(&self.list(py)?)
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<MoveIterator<'py>> {
        MoveIterator::reversed(&self.list(py)?)
    }

    /// Returns the moves as an array of objects, as `numpy.array(board.legal_moves)` does.
    ///
    /// Args:
    ///     dtype: the dtype; `None` for object.
    ///     copy: has no effect: the array is new.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<DtypeArgument<'py>>,
        copy: Option<bool>,
    ) -> PyResult<AnyArray<'py>> {
        let _ = copy;
        let moves = self.list(py)?;
        let array = numpy_api::module(py)?.call_method1("empty", (moves.len(), "O"))?;
        array.set_item(PySlice::full(py), moves)?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype.0,)).map(AnyArray),
            None => Ok(AnyArray(array)),
        }
    }

    /// Returns the UCI texts of all legal moves, faster than `[move.uci() for move in self]`.
    fn uci<'py>(&self, py: Python<'py>) -> PyResult<TextList<'py>> {
        // without it, the call takes a fifth longer
        if let Some((position, dialect)) = self.position(py) {
            let moves = python_chess::legal_moves(&position);
            let texts =
                moves.iter().map(|&m| Move::uci_of(py, to_python_move(&position, m, dialect)));
            return PyList::new(py, texts).map(TextList);
        }
        self.texts(py, "uci", |current, m, dialect| {
            Move::uci_of(py, current.to_python(Some(m), dialect))
        })
    }

    /// Returns the SAN of all legal moves, faster than `[board.san(move) for move in self]`.
    fn san<'py>(&self, py: Python<'py>) -> PyResult<TextList<'py>> {
        if let Some((position, _)) = self.position(py) {
            let moves = python_chess::legal_moves(&position);
            let mut texts = Vec::with_capacity(moves.len());
            san::write_each(&position, &moves, |text| texts.push(PyString::from_bytes(py, text)));
            return list_of(py, texts.into_iter()).map(TextList);
        }
        self.texts(py, "san", |current, m, _| PyString::new(py, &current.san(m)))
    }

    fn __repr__(slf: &Bound<'_, LegalMoveGenerator>) -> PyResult<String> {
        let names = slf.get().san(slf.py())?;
        let names = names.0.extract::<Vec<String>>()?;
        Ok(format!("<LegalMoveGenerator at {:#x} ({})>", slf.as_ptr() as usize, names.join(", ")))
    }
}

/// The pseudo-legal moves of a board, generated for its current position at each use.
///
/// Supports iteration, `len` and `in`. As text, legal moves are in SAN and others in UCI.
///
/// Args:
///     board: the board, as in `board.pseudo_legal_moves`.
#[pyclass(frozen, module = "enroque")]
pub(super) struct PseudoLegalMoveGenerator {
    pub(super) board: Py<Board>,
}

impl PseudoLegalMoveGenerator {
    fn moves(&self, py: Python<'_>) -> Vec<CoreMove> {
        let setup = Board::clean_setup_and_dialect(self.board.bind(py)).0;
        let mut moves = movegen::pseudo_legal_moves(&setup);
        python_chess::sort_pseudo_legal(&setup, &mut moves);
        moves
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl PseudoLegalMoveGenerator {
    #[new]
    fn new(board: BoardArgument<'_>) -> PseudoLegalMoveGenerator {
        PseudoLegalMoveGenerator { board: board.0.unbind() }
    }

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
        let (current, dialect) = CurrentPosition::of_board(slf.get().board.bind(py));
        let legal = current.legal_moves();
        let name = |m: CoreMove| {
            if legal.contains(&m) {
                current.san(m).to_string()
            } else {
                current.to_python(Some(m), dialect).uci_text().to_string()
            }
        };
        let names: Vec<_> = slf.get().moves(py).into_iter().map(name).collect();
        let address = slf.as_ptr() as usize;
        format!("<PseudoLegalMoveGenerator at {address:#x} ({})>", names.join(", "))
    }
}

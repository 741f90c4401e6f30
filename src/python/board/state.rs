//! The classes [`BaseBoard`] and [`Board`] and access to their state.

use std::sync::LazyLock;

use pyo3::prelude::*;
use pyo3::{PyTypeInfo, ffi};

use crate::notation::uci::CastlingDialect;
use crate::position::Position;
use crate::python::arguments::{argument, instance};
use crate::python::gil_cell::{GilCell, Guard};
use crate::rules::{EditableGame, Game};

/// The castling dialect of Chess960 or of standard chess.
pub(in crate::python) fn dialect(chess960: bool) -> CastlingDialect {
    if chess960 { CastlingDialect::Chess960 } else { CastlingDialect::Standard }
}

/// Pieces on squares, without side to move, castling rights, clocks or history.
///
/// `Board` extends it with these and with moves.
///
/// Args:
///     board_fen: the first field of a FEN; `None` for an empty board.
///
/// Raises:
///     FenError: the text is not the first field of a FEN.
///
/// Example:
///     >>> board = enroque.BaseBoard()
///     >>> board.piece_at(enroque.E1)
///     Piece.from_symbol('K')
//
// A BaseBoard uses only the pieces of its state. Its state is a whole game, so that the methods of
// BaseBoard work on a Board without virtual calls.
#[pyclass(frozen, subclass, module = "enroque")]
#[derive(Default)]
pub(in crate::python) struct BaseBoard {
    state: GilCell<EditableGame>,
}

impl BaseBoard {
    #[inline(always)]
    pub(super) fn from_state(state: EditableGame) -> BaseBoard {
        BaseBoard { state: GilCell::new(state) }
    }

    /// The state, locked; to be released soon. See [`GilCell`].
    #[inline(always)]
    pub(super) fn lock<'a>(&'a self, py: Python<'a>) -> Guard<'a, EditableGame> {
        self.state.lock(py)
    }
}

/// A position with its history: moves are pushed and popped.
///
/// Boards can be set up or edited to illegal positions, and pseudo-legal moves lead to them. Then
/// `status()` reports the problems, and moves are legal unless they leave their own king attacked.
/// `hash()`, tensors and `can_win` raise `IllegalPositionError`.
///
/// Args:
///     fen: a FEN in either castling dialect, `KQkq` or `HAha`; `None` for an empty board.
///     chess960: `True` plays Chess960 and writes castling as king takes rook; `False` plays
///         standard chess; `None` chooses Chess960 if only it allows the castling rights.
///     strict: accept only a canonical FEN of a possible position. By default, castling rights and
///         en-passant squares that are impossible have no effect, and `status()` reports them.
///
/// Raises:
///     FenError: the text is not a FEN, or not a canonical one with `strict`.
///
/// Example:
///     >>> board = enroque.Board()
///     >>> board.push_san("e4")
///     Move.from_uci('e2e4')
///     >>> board.fen()
///     'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
#[pyclass(frozen, subclass, extends = BaseBoard, module = "enroque")]
pub(in crate::python) struct Board;

impl Board {
    /// A board in a state.
    pub(in crate::python) fn object(
        py: Python<'_>,
        state: EditableGame,
    ) -> PyResult<Bound<'_, Board>> {
        let board = Bound::new(py, Board::initializer(state))?;
        untrack(&board);
        Ok(board)
    }

    /// A board without history, in Chess960 mode if its castling rights need it.
    pub(in crate::python) fn of_position(
        py: Python<'_>,
        position: Position,
    ) -> PyResult<Bound<'_, Board>> {
        let chess960 = !position.has_standard_castling();
        Board::object(py, EditableGame::new(Game::new(position), chess960))
    }

    pub(super) fn initializer(state: EditableGame) -> PyClassInitializer<Board> {
        PyClassInitializer::from(BaseBoard::from_state(state)).add_subclass(Board)
    }
}

/// Takes a board from the cyclic garbage collector, unless it is of a subclass, which may have
/// attributes: without them a board is in no cycle. A list of 400,000 boards is created in less than
/// half of the time, since no collection visits them.
pub(super) fn untrack<T: PyTypeInfo>(board: &Bound<'_, T>) {
    if board.as_any().is_exact_instance_of::<T>() {
        // SAFETY: the thread is attached, and the object is alive and has the collector's header, as
        // all classes of PyO3; PyO3 calls the same function again when it frees the object
        unsafe { ffi::PyObject_GC_UnTrack(board.as_ptr().cast()) };
    }
}

/// Sets the attributes of an object of a subclass.
pub(in crate::python) fn set_attributes(
    object: &Bound<'_, PyAny>,
    attributes: Option<Bound<'_, PyAny>>,
) -> PyResult<()> {
    let Some(attributes) = attributes else { return Ok(()) };
    object.getattr("__dict__")?.call_method1("update", (attributes,)).map(drop)
}

/// A board as an argument; its error explains how to convert others.
pub(in crate::python) struct BoardArgument<'py>(pub(in crate::python) Bound<'py, Board>);

argument!(BoardArgument<'py>, <Board as PyTypeInfo>::TYPE_HINT, |object| {
    let makers = "Board.from_chess converts boards of python-chess, and Board(fen) reads a FEN";
    let board = instance(&object, "a board must be an enroque.Board", makers)?;
    Ok(BoardArgument(board.clone()))
});

/// Access to the state of a [`Board`].
pub(in crate::python) trait BoardState {
    /// The state, locked; to be released soon. See [`GilCell`].
    fn lock(&self) -> Guard<'_, EditableGame>;

    /// The position, or an `IllegalPositionError`.
    fn position(&self) -> PyResult<Position> {
        Ok(*self.lock().game()?.position())
    }

    /// The position and the castling dialect of the board; errors as of `position`.
    fn position_and_dialect(&self) -> PyResult<(Position, CastlingDialect)> {
        let state = self.lock();
        Ok((*state.game()?.position(), dialect(state.is_chess960())))
    }
}

impl BoardState for Bound<'_, Board> {
    #[inline(always)]
    fn lock(&self) -> Guard<'_, EditableGame> {
        self.as_super().get().lock(self.py())
    }
}

/// The standard start position, which most boards begin with.
pub(super) static START: LazyLock<Game> = LazyLock::new(Game::default);

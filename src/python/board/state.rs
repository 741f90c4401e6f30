//! The classes [`BaseBoard`] and [`Board`] and access to their state.

use std::sync::LazyLock;

use pyo3::prelude::*;

use crate::notation::uci::CastlingDialect;
use crate::position::Position;
use crate::python::attached::{Attached, Guard};
use crate::python::objects;
use crate::python::value_class::value_class;
use crate::rules::{EditableGame, Game};

/// How castling is written in Chess960 and in standard chess.
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
    state: Attached<EditableGame>,
}

impl BaseBoard {
    #[inline(always)]
    pub(super) fn from_state(state: EditableGame) -> BaseBoard {
        BaseBoard { state: Attached::new(state) }
    }

    /// The state, locked; to be released soon. See [`Attached`].
    #[inline(always)]
    pub(super) fn lock<'a>(&'a self, py: Python<'a>) -> Guard<'a, EditableGame> {
        self.state.lock(py)
    }
}

/// A position with its history: moves are pushed and popped.
///
/// Boards can be set up or edited to illegal positions, and pseudo-legal moves lead to them. Then
/// `status()` reports what is wrong, and moves are legal unless they leave their own king attacked.
/// Hashes, tensors and whether a player can win raise `IllegalPositionError`.
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
    #[inline]
    pub(in crate::python) fn object(
        py: Python<'_>,
        state: EditableGame,
    ) -> PyResult<Bound<'_, Board>> {
        objects::object(py, || BaseBoard::from_state(state))
    }
}

value_class!(BaseBoard, BaseBoard, PyClassInitializer::from);
value_class!(Board, BaseBoard, |base| PyClassInitializer::from(base).add_subclass(Board));

/// Access to the state of a [`Board`].
pub(in crate::python) trait BoardState {
    /// The state, locked; to be released soon. See [`Attached`].
    fn lock(&self) -> Guard<'_, EditableGame>;

    /// The position, or an `IllegalPositionError`.
    fn position(&self) -> PyResult<Position> {
        Ok(*self.lock().game()?.position())
    }

    /// The position, and how the board writes castling; errors as of `position`.
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

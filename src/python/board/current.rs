//! Conversion of moves between Python and the core, where castling is king takes rook, and the current
//! position of a [`Board`] for methods that also work in illegal positions.
//!
//! Legal positions take the fast calls of the core. In illegal positions, as in python-chess, a
//! pseudo-legal move is legal unless it leaves its own king attacked.

use super::state::{Board, BoardState, dialect};
use crate::movegen;
use crate::notation::fen::{self, CastlingStyle, EnPassantStyle};
use crate::notation::san;
use crate::notation::style::MoveStyle;
use crate::notation::uci::{self, CastlingDialect};
use crate::position::{Position, Setup};
use crate::python::any_move::AnyMove;
use crate::python::errors::IllegalMoveError;
use crate::python::moves::Move;
use crate::python::prelude::*;
use crate::python::python_chess;
use crate::rules::EditableGame;
use crate::types::Move as CoreMove;

/// A legal position, or a setup that is illegal.
pub(in crate::python) enum CurrentPosition {
    Legal(Position),
    Illegal(Setup),
}

impl CurrentPosition {
    /// The position of a state.
    pub(super) fn of(state: &EditableGame) -> CurrentPosition {
        match state.game() {
            Ok(game) => CurrentPosition::Legal(*game.position()),
            Err(_) => CurrentPosition::Illegal(state.clean_setup()),
        }
    }

    /// The position of a board, and its castling dialect.
    pub(in crate::python) fn of_board(
        board: &Bound<'_, Board>,
    ) -> (CurrentPosition, CastlingDialect) {
        let state = board.lock();
        (CurrentPosition::of(&state), dialect(state.is_chess960()))
    }

    pub(super) fn setup(&self) -> Setup {
        match self {
            CurrentPosition::Legal(position) => position.to_setup(),
            CurrentPosition::Illegal(setup) => *setup,
        }
    }

    /// The legal moves, in the order that boards list them.
    pub(in crate::python) fn legal_moves(&self) -> Vec<CoreMove> {
        match self {
            CurrentPosition::Legal(position) => python_chess::legal_moves(position).to_vec(),
            CurrentPosition::Illegal(setup) => {
                let mut moves = movegen::legal_moves_of_setup(setup);
                python_chess::sort_legal(setup, &mut moves);
                moves
            }
        }
    }

    /// The legal move for a Python move, with castling in either dialect.
    pub(in crate::python) fn find(&self, m: AnyMove) -> Option<CoreMove> {
        match self {
            CurrentPosition::Legal(position) => find(position, m),
            CurrentPosition::Illegal(setup) => {
                means(setup, m, movegen::legal_moves_of_setup(setup))
            }
        }
    }

    /// The legal move for a Python move, or an `IllegalMoveError`.
    pub(super) fn require(&self, m: AnyMove) -> PyResult<CoreMove> {
        self.find(m).ok_or_else(|| self.illegal(m))
    }

    /// The SAN of a legal move.
    pub(in crate::python) fn san(&self, m: CoreMove) -> san::SanText {
        match self {
            CurrentPosition::Legal(position) => san::write(position, m),
            CurrentPosition::Illegal(setup) => san::write_in_setup(setup, m),
        }
    }

    /// The long algebraic notation of a legal move.
    pub(super) fn lan(&self, m: CoreMove) -> String {
        MoveStyle { long: true, ..MoveStyle::SAN }.restyle(&self.setup(), m, &self.san(m))
    }

    /// The legal move that a SAN names.
    pub(super) fn read_san(&self, text: &str) -> PyResult<CoreMove> {
        Ok(match self {
            CurrentPosition::Legal(position) => san::read(position, text)?,
            CurrentPosition::Illegal(setup) => san::read_in_setup(setup, text)?,
        })
    }

    /// The Python move of a legal move, with castling in a dialect; the null move for `None`.
    pub(in crate::python) fn to_python(
        &self,
        m: Option<CoreMove>,
        dialect: CastlingDialect,
    ) -> AnyMove {
        match self {
            CurrentPosition::Legal(position) => to_python_move_or_null(position, m, dialect),
            CurrentPosition::Illegal(setup) => {
                m.map_or(AnyMove::NULL, |m| to_python_move_in(setup, m, dialect))
            }
        }
    }

    /// [`CurrentPosition::to_python`] as an object.
    pub(super) fn object(
        &self,
        py: Python<'_>,
        m: Option<CoreMove>,
        dialect: CastlingDialect,
    ) -> PyResult<Py<Move>> {
        Move::object(py, self.to_python(m, dialect))
    }

    fn fen(&self) -> fen::FenText {
        fen::write_setup_as(&self.setup(), CastlingStyle::XFen, EnPassantStyle::Legal)
    }

    /// The error of a move that is not legal.
    pub(super) fn illegal(&self, m: AnyMove) -> PyErr {
        IllegalMoveError::new_err(format!("illegal move {} in {}", m.uci_text(), self.fen()))
    }

    /// The error of a UCI text whose move is not legal.
    pub(super) fn illegal_uci(&self, uci: &str) -> PyErr {
        let uci = shortened(uci);
        IllegalMoveError::new_err(format!("illegal UCI move {uci:?} in {}", self.fen()))
    }
}

/// The pseudo-legal move of a Python move, with castling in either dialect.
pub(super) fn find_pseudo_legal(setup: &Setup, m: AnyMove) -> Option<CoreMove> {
    means(setup, m, movegen::pseudo_legal_moves(setup))
}

fn means(setup: &Setup, m: AnyMove, moves: Vec<CoreMove>) -> Option<CoreMove> {
    moves.into_iter().find(|core| {
        let is_shown = |dialect| to_python_move_in(setup, *core, dialect) == m;
        is_shown(CastlingDialect::Chess960) || is_shown(CastlingDialect::Standard)
    })
}

/// The legal move of the core for a Python move, with castling in either dialect.
pub(in crate::python) fn find(position: &Position, m: AnyMove) -> Option<CoreMove> {
    let found = uci::find(position, m.from, m.to, m.promotion);
    found.filter(|_| m.drop.is_none())
}

/// The Python move of a legal move, with castling in a dialect.
pub(in crate::python) fn to_python_move(
    position: &Position,
    m: CoreMove,
    dialect: CastlingDialect,
) -> AnyMove {
    let to = uci::target(position, m, dialect);
    AnyMove { to, ..m.into() }
}

/// [`to_python_move`] in a setup, which may be illegal.
pub(super) fn to_python_move_in(setup: &Setup, m: CoreMove, dialect: CastlingDialect) -> AnyMove {
    let to = uci::target_in(&setup.placement, setup.turn, m, dialect);
    AnyMove { to, ..m.into() }
}

/// [`to_python_move`], with the null move for `None`.
pub(super) fn to_python_move_or_null(
    position: &Position,
    m: Option<CoreMove>,
    dialect: CastlingDialect,
) -> AnyMove {
    m.map_or(AnyMove::NULL, |m| to_python_move(position, m, dialect))
}

/// [`to_python_move_or_null`] as a Python object.
pub(super) fn shown_object(
    py: Python<'_>,
    position: &Position,
    m: Option<CoreMove>,
    dialect: CastlingDialect,
) -> PyResult<Py<Move>> {
    Move::object(py, to_python_move_or_null(position, m, dialect))
}

/// The error of a move that is not legal.
pub(in crate::python) fn illegal(position: &Position, m: AnyMove) -> PyErr {
    IllegalMoveError::new_err(format!("illegal move {} in {}", m.uci_text(), fen::write(position)))
}

//! Conversion of moves between Python and the core, where castling is king takes rook.

use crate::notation::fen;
use crate::notation::uci::{self, CastlingDialect};
use crate::position::{Position, Setup};
use crate::python::any_move::AnyMove;
use crate::python::errors::IllegalMoveError;
use crate::python::moves::Move;
use crate::python::prelude::*;
use crate::types::Move as CoreMove;

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

//! Conversion of outcomes, winnability and adjudications to Python's dataclasses.

use crate::notation::uci::CastlingDialect;
use crate::position::Position;
use crate::python::arguments;
use crate::python::board::to_python_move;
use crate::python::moves::Move;
use crate::python::prelude::*;
use crate::rules::{Adjudication, Outcome, Termination};
use crate::types::{Color, Move as CoreMove};
use crate::unwinnable::Winnability;

/// Returns an `enroque.Outcome`.
pub(in crate::python) fn outcome_object(
    py: Python<'_>,
    outcome: Outcome,
) -> PyResult<package::Outcome<'_>> {
    let termination = package::Termination::member(py, outcome.termination.name())?;
    let winner = outcome.winner().map(arguments::color);
    let score = Color::ALL.map(|color| outcome.score.of(color));
    package::Outcome::new(py, (termination, winner, (score[0], score[1])))
}

/// Returns an `enroque.rules.Winnability` with its line in a castling dialect.
pub(in crate::python) fn winnability<'py>(
    py: Python<'py>,
    root: &Position,
    winnability: &Winnability,
    dialect: CastlingDialect,
) -> PyResult<package::Winnability<'py>> {
    let (name, reason, line) = match winnability {
        Winnability::No(reason) => ("NO", Some(reason.to_string()), None),
        Winnability::Yes(line) => ("YES", None, Some(line_object(py, root, line, dialect)?)),
        Winnability::Unknown => ("UNKNOWN", None, None),
    };
    package::Winnability::new(py, (package::Verdict::member(py, name)?, reason, line))
}

fn line_object<'py>(
    py: Python<'py>,
    root: &Position,
    line: &[CoreMove],
    dialect: CastlingDialect,
) -> PyResult<Bound<'py, PyTuple>> {
    let mut position = *root;
    let mut moves = Vec::with_capacity(line.len());
    for &m in line {
        moves.push(Move::object(py, to_python_move(&position, m, dialect))?);
        position.play_unchecked(m);
    }
    PyTuple::new(py, moves)
}

/// Returns an `enroque.rules.Adjudication`.
pub(in crate::python) fn adjudication<'py>(
    py: Python<'py>,
    root: &Position,
    decided: &Adjudication,
    dialect: CastlingDialect,
) -> PyResult<package::Adjudication<'py>> {
    let outcome = outcome_object(py, decided.outcome)?;
    let answer = winnability(py, root, &decided.answer, dialect)?;
    package::Adjudication::new(py, (outcome, answer))
}

/// Returns the value of PGN's tag `Termination` for the name of a termination.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn termination_pgn_tag<'py>(
    py: Python<'py>,
    name: &str,
) -> Option<Bound<'py, PyString>> {
    Termination::from_name(name).map(|termination| PyString::new(py, termination.pgn_tag()))
}

//! Dataclasses of `enroque.rules` and `enroque.notation` for results of the core.

use super::language;
use crate::notation::language::Language;
use crate::notation::san::Deviations;
use crate::notation::style::Notation;
use crate::notation::uci::CastlingDialect;
use crate::notation::{announce, score_sheet};
use crate::position::Position;
use crate::python::arguments;
use crate::python::board::{BoardArgument, BoardState, to_python_move};
use crate::python::errors::LanguageError;
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

/// Returns the languages whose piece letters are known, as English names by code.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn languages(py: Python<'_>) -> PyResult<Tags<'_>> {
    let names = Language::ALL.iter().map(|language| (language.code(), language.name()));
    names.into_py_dict(py).map(Tags)
}

fn names<'py>(py: Python<'py>, deviations: Deviations) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, deviations.names().collect::<Vec<_>>())
}

/// Returns an `enroque.notation.ReadMove`: the move and the deviations from standard SAN.
pub(in crate::python) fn read_move<'py>(
    py: Python<'py>,
    position: &Position,
    read: (CoreMove, Deviations),
    dialect: CastlingDialect,
) -> PyResult<package::ReadMove<'py>> {
    let m = Move::object(py, to_python_move(position, read.0, dialect))?;
    package::ReadMove::new(py, (m, names(py, read.1)?))
}

/// Returns the text to announce a legal move in a language.
pub(in crate::python) fn announced(
    position: &Position,
    m: CoreMove,
    code: &str,
) -> PyResult<String> {
    announce::announce(position, m, language(code)?).ok_or_else(|| {
        let known = announce::LANGUAGES.join(", ");
        LanguageError::new_err(format!("moves can be announced in {known} only, not in {code}"))
    })
}

/// Reads a game in the notation of books and newspapers: `1.e4 e5 2.Cf3`, or `1 P-K4 P-K4`.
///
/// Args:
///     text: the moves.
///     board: the start position; the standard one if `None`.
///     style: `"algebraic"` or `"descriptive"`; `None` detects it from the whole game.
///     language: the code of the language of the piece letters; `None` detects it from the whole
///         game.
///
/// Returns:
///     A `ScoreSheet` with the moves, their deviations from the standard spelling, the language and
///     the style.
///
/// Raises:
///     ScoreSheetError: a `ValueError` with the location of a move that cannot be read, or if several
///         languages give different moves.
///     LanguageError: a `ValueError`: no language has this code, or it has no descriptive notation.
///     ArgumentError: a `ValueError`: the style is unknown.
///
/// Example:
///     >>> from enroque.notation import read_score_sheet
///     >>> read_score_sheet("1.e4 e5 2.Cf3 Cc6").language
///     'es'
///     >>> sheet = read_score_sheet("1 P-K4 P-K4 2 N-KB3")
///     >>> sheet.style, [str(move) for move in sheet.moves]
///     ('descriptive', ['e2e4', 'e7e5', 'g1f3'])
#[pyfunction(crate = "crate::python::named_arguments")]
#[pyo3(signature = (text, *, board = None, style = None, language = None))]
pub(in crate::python) fn read_score_sheet<'py>(
    py: Python<'py>,
    text: &str,
    board: Option<BoardArgument<'py>>,
    style: Option<&str>,
    language: Option<&str>,
) -> PyResult<package::ScoreSheet<'py>> {
    let notation = style.map(super::notation).transpose()?;
    if let (Some(Notation::Descriptive), Some(code)) = (notation, language) {
        super::descriptive(code)?;
    }
    let language = language.map(self::language).transpose()?;
    let (start, dialect) = match board {
        Some(board) => board.0.position_and_dialect()?,
        None => (Position::standard(), CastlingDialect::Standard),
    };
    let sheet = detach(py, || score_sheet::read(&start, text, notation, language))?;
    let mut position = start;
    let (mut moves, mut deviations) = (Vec::new(), Vec::new());
    for (m, found) in sheet.moves {
        moves.push(Move::object(py, to_python_move(&position, m, dialect))?);
        deviations.push(names(py, found)?);
        position.play_unchecked(m);
    }
    let (moves, deviations) = (PyTuple::new(py, moves)?, PyTuple::new(py, deviations)?);
    let style = sheet.notation.name();
    let language = sheet.language.code();
    package::ScoreSheet::new(py, (language, moves, deviations, sheet.result, style))
}

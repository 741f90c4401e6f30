//! Languages, printed games, spoken moves.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::language;
use crate::notation::announce;
use crate::notation::language::Language;
use crate::notation::san::Deviations;
use crate::notation::score_sheet;
use crate::notation::uci::CastlingDialect;
use crate::position::Position;
use crate::python::board::{Board, BoardState, shown};
use crate::python::errors::LanguageError;
use crate::python::hints::{ReadMoveObject, ScoreSheetObject, Tags};
use crate::python::moves::Move;
use crate::types::Move as CoreMove;

/// Returns the languages whose piece letters are known, as English names by code.
#[pyfunction]
pub(in crate::python) fn languages(py: Python<'_>) -> PyResult<Tags<'_>> {
    let dict = PyDict::new(py);
    for language in Language::ALL {
        dict.set_item(language.code(), language.name())?;
    }
    Ok(Tags(dict))
}

fn names<'py>(py: Python<'py>, deviations: Deviations) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, deviations.names().collect::<Vec<_>>())
}

/// A move that was read and what was forgiven, as `enroque.notation` has it.
pub(in crate::python) fn read_move<'py>(
    py: Python<'py>,
    position: &Position,
    read: (CoreMove, Deviations),
    dialect: CastlingDialect,
) -> PyResult<ReadMoveObject<'py>> {
    let m = Move::object(py, shown(position, read.0, dialect))?;
    let class = py.import("enroque.notation")?.getattr("ReadMove")?;
    Ok(ReadMoveObject(class.call1((m, names(py, read.1)?))?))
}

/// A legal move as it is announced in the language of a code.
pub(in crate::python) fn announced(
    position: &Position,
    m: CoreMove,
    code: &str,
) -> PyResult<String> {
    announce::announce(position, m, language(code)?).ok_or_else(|| {
        let known = announce::LANGUAGES.join(", ");
        LanguageError::new_err(format!("the Laws name squares in {known} only, not in {code}"))
    })
}

/// Reads a game as books and newspapers print it: `1.e4 e5 2.Cf3 Cf6 ... 11.Rb1(=)`.
///
/// It starts from the position of `board`, or the usual one. `language` is the code of the piece
/// letters' language; left out, it is found out from the whole game. What cannot be read raises
/// `ScoreSheetError` with its place, and so does a game that several languages read to different
/// moves.
#[pyfunction]
#[pyo3(signature = (text, *, board = None, language = None))]
pub(in crate::python) fn read_score_sheet<'py>(
    py: Python<'py>,
    text: &str,
    board: Option<&Bound<'py, Board>>,
    language: Option<&str>,
) -> PyResult<ScoreSheetObject<'py>> {
    let language = language.map(self::language).transpose()?;
    let (start, dialect) = match board {
        Some(board) => board.position_and_dialect()?,
        None => (Position::standard(), CastlingDialect::Standard),
    };
    let sheet = py.detach(|| score_sheet::read(&start, text, language))?;
    let mut position = start;
    let (mut moves, mut deviations) = (Vec::new(), Vec::new());
    for (m, taken) in sheet.moves {
        moves.push(Move::object(py, shown(&position, m, dialect))?);
        deviations.push(names(py, taken)?);
        position.play_unchecked(m);
    }
    let class = py.import("enroque.notation")?.getattr("ScoreSheet")?;
    let (moves, deviations) = (PyTuple::new(py, moves)?, PyTuple::new(py, deviations)?);
    Ok(ScoreSheetObject(class.call1((sheet.language.code(), moves, deviations, sheet.result))?))
}

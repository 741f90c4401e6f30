//! Moves of a [`Board`]: pushing, popping, reading and writing them.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use super::{Board, State};
use crate::movegen;
use crate::notation::uci::{self, CastlingDialect};
use crate::notation::{fen, san};
use crate::position::Position;
use crate::python::arguments::{PieceTypeArgument, SquareArgument};
use crate::python::errors::{IllegalMoveError, OutOfRangeError, shortened};
use crate::python::hints::{MoveIterator, MoveList};
use crate::python::legal_moves::LegalMoveGenerator;
use crate::python::moves::{self, Move, MoveArgument};
use crate::python::rules;
use crate::types::{Bitboard, Move as CoreMove, PieceType};

/// The legal move that a Python move means here, castling in either dialect.
pub(in crate::python) fn find(position: &Position, m: Move) -> Option<CoreMove> {
    uci::find(position, m.from, m.to, m.promotion)
}

/// A legal move as a board of this dialect shows it.
pub(in crate::python) fn shown(position: &Position, m: CoreMove, dialect: CastlingDialect) -> Move {
    let to = uci::target(position, m, dialect);
    Move { from: m.from(), to, promotion: m.promoted() }
}

/// [`shown`] as a Python object; null moves too.
pub(super) fn shown_object(
    py: Python<'_>,
    position: &Position,
    m: Option<CoreMove>,
    dialect: CastlingDialect,
) -> PyResult<Py<Move>> {
    match m {
        Some(m) => Move::object(py, shown(position, m, dialect)),
        None => Py::new(py, Move::NULL),
    }
}

/// Whether a text is one of the ways to write a null move.
fn is_null_san(text: &str) -> bool {
    matches!(text, "--" | "Z0" | "0000" | "@@@@")
}

pub(super) fn illegal(position: &Position, m: Move) -> PyErr {
    IllegalMoveError::new_err(format!("illegal move {} in {}", m.uci_text(), fen::write(position)))
}

fn empty_stack(what: &str) -> PyErr {
    OutOfRangeError::new_err(format!("{what}: no move has been pushed"))
}

impl State {
    /// Pushes a move or a null move and says which; refused, nothing changes.
    fn push(&mut self, m: Move) -> Result<Option<CoreMove>, PyErr> {
        let position = *self.game.position();
        if m.is_null() {
            if position.is_check() {
                return Err(IllegalMoveError::new_err(format!(
                    "a side in check cannot pass: {}",
                    fen::write(&position)
                )));
            }
            self.game.push_null();
            return Ok(None);
        }
        let found = find(&position, m).ok_or_else(|| illegal(&position, m))?;
        self.game.push_unchecked(found);
        Ok(Some(found))
    }
}

#[pymethods]
impl Board {
    /// The legal moves of the position that the board is in when they are asked for.
    #[getter]
    fn legal_moves(slf: Py<Board>) -> LegalMoveGenerator {
        LegalMoveGenerator::new(slf)
    }

    /// The moves that led here since the board was set up.
    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<MoveList<'py>> {
        let state = self.lock().clone();
        let stack = PyList::empty(py);
        for (ply, &m) in state.game.moves().iter().enumerate() {
            if let Some(position) = state.game.position_at(ply) {
                stack.append(shown_object(py, position, m, state.dialect())?)?;
            }
        }
        Ok(MoveList(stack))
    }

    /// Plays a legal move, castling in either notation, or a null move.
    ///
    /// Unlike python-chess it raises `IllegalMoveError` for any other, and leaves the board as it
    /// was.
    fn push(&self, r#move: MoveArgument) -> PyResult<()> {
        self.lock().push(r#move.0).map(drop)
    }

    /// Takes the last move back and returns it; `OutOfRangeError`, an `IndexError`, if there is
    /// none.
    fn pop(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        let (m, position, dialect) = {
            let mut state = self.lock();
            let popped = state.game.pop();
            (popped, *state.game.position(), state.dialect())
        };
        let m = m.ok_or_else(|| empty_stack("pop"))?;
        shown_object(py, &position, m, dialect)
    }

    /// The last move; `OutOfRangeError`, an `IndexError`, if there is none.
    fn peek(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        let last = {
            let state = self.lock();
            let before = state.game.len().checked_sub(1);
            let position = before.and_then(|ply| state.game.position_at(ply)).copied();
            position.zip(state.game.moves().last().copied()).map(|last| (last, state.dialect()))
        };
        let ((position, m), dialect) = last.ok_or_else(|| empty_stack("peek"))?;
        shown_object(py, &position, m, dialect)
    }

    /// Whether a move is legal, castling in either notation; the null move never is.
    fn is_legal(&self, r#move: MoveArgument) -> bool {
        find(&self.position(), r#move.0).is_some()
    }

    /// The legal move between two squares; a pawn that reaches the last rank becomes a queen unless
    /// `promotion` says otherwise. `IllegalMoveError` if there is none.
    #[pyo3(signature = (from_square, to_square, promotion = None))]
    fn find_move(
        &self,
        py: Python<'_>,
        from_square: SquareArgument,
        to_square: SquareArgument,
        promotion: Option<PieceTypeArgument>,
    ) -> PyResult<Py<Move>> {
        let (position, dialect) = self.position_and_dialect();
        let promotion = promotion.map(|argument| argument.0);
        let mut wanted = Move { from: from_square.0, to: to_square.0, promotion };
        let mut found = find(&position, wanted);
        if found.is_none() && promotion.is_none() {
            wanted.promotion = Some(PieceType::Queen);
            found = find(&position, wanted);
            wanted.promotion = None;
        }
        let m = found.ok_or_else(|| illegal(&position, wanted))?;
        shown_object(py, &position, Some(m), dialect)
    }

    /// The SAN of a legal move, or `--` for the null move. `language` is the code of another language
    /// whose piece letters are written; see `enroque.notation`.
    #[pyo3(signature = (r#move, *, language = "en"))]
    fn san(&self, r#move: MoveArgument, language: &str) -> PyResult<String> {
        let position = self.position();
        match find(&position, r#move.0) {
            Some(m) if language != "en" => Ok(rules::language(language)?.write(&position, m)),
            _ => san_of(&position, r#move.0),
        }
    }

    /// Plays a move and returns its SAN.
    fn san_and_push(&self, r#move: MoveArgument) -> PyResult<String> {
        let mut state = self.lock();
        let san = san_of(state.game.position(), r#move.0)?;
        state.push(r#move.0)?;
        Ok(san)
    }

    /// The legal move that a SAN names, or a null move for `--`.
    ///
    /// Reading is lenient in what cannot be misunderstood (`0-0`, a missing `x` or `+`, `e8Q`) and
    /// never guesses. Raises `InvalidMoveError` for what is no SAN, `IllegalMoveError` for a move
    /// that nobody can make here, `AmbiguousMoveError` if two men can.
    ///
    /// `language` is the code of another language whose piece letters are read.
    #[pyo3(signature = (san, *, language = "en"))]
    fn parse_san(&self, py: Python<'_>, san: &str, language: &str) -> PyResult<Py<Move>> {
        let (position, dialect) = self.position_and_dialect();
        let m = if is_null_san(san) {
            None
        } else if language == "en" {
            Some(san::read(&position, san)?)
        } else {
            Some(rules::language(language)?.read(&position, san)?)
        };
        shown_object(py, &position, m, dialect)
    }

    /// Plays the move that a SAN names and returns it; errors as of `parse_san`.
    fn push_san(&self, py: Python<'_>, san: &str) -> PyResult<Py<Move>> {
        let (position, m, dialect) = {
            let mut state = self.lock();
            let position = *state.game.position();
            let m = if is_null_san(san) {
                state.push(Move::NULL)?
            } else {
                let m = san::read(&position, san)?;
                state.game.push_unchecked(m);
                Some(m)
            };
            (position, m, state.dialect())
        };
        shown_object(py, &position, m, dialect)
    }

    /// The UCI of a move: castling as the board has it, or with `chess960=True` or `False` as king
    /// takes rook or as the king's own step.
    #[pyo3(signature = (r#move, *, chess960 = None))]
    fn uci<'py>(
        &self,
        py: Python<'py>,
        r#move: MoveArgument,
        chess960: Option<bool>,
    ) -> Bound<'py, PyString> {
        let (position, mut dialect) = self.position_and_dialect();
        match chess960 {
            None => {}
            Some(true) => dialect = CastlingDialect::Chess960,
            Some(false) => dialect = CastlingDialect::Standard,
        }
        let text = match find(&position, r#move.0) {
            Some(m) => uci::write(&position, m, dialect),
            None => r#move.0.uci_text(),
        };
        PyString::new(py, &text)
    }

    /// The legal move that a UCI text names, castling in either dialect, or the null move for
    /// `0000`. Raises `InvalidMoveError` for what is no UCI, `IllegalMoveError` for the rest.
    fn parse_uci(&self, py: Python<'_>, uci: &str) -> PyResult<Py<Move>> {
        let wanted = moves::parse(uci)?;
        let (position, dialect) = self.position_and_dialect();
        if wanted.is_null() {
            return Py::new(py, Move::NULL);
        }
        let m = find(&position, wanted).ok_or_else(|| illegal_uci(&position, uci))?;
        shown_object(py, &position, Some(m), dialect)
    }

    /// Plays the move that a UCI text names and returns it; errors as of `parse_uci`.
    fn push_uci(&self, py: Python<'_>, uci: &str) -> PyResult<Py<Move>> {
        let wanted = moves::parse(uci)?;
        let (position, m, dialect) = {
            let mut state = self.lock();
            let position = *state.game.position();
            (position, state.push(wanted)?, state.dialect())
        };
        shown_object(py, &position, m, dialect)
    }

    /// The legal moves that leave a square of `from_mask` and reach one of `to_mask` (of castling,
    /// the rook's square).
    #[pyo3(signature = (from_mask = u64::MAX, to_mask = u64::MAX))]
    fn generate_legal_moves<'py>(
        &self,
        py: Python<'py>,
        from_mask: u64,
        to_mask: u64,
    ) -> PyResult<MoveIterator<'py>> {
        let (position, dialect) = self.position_and_dialect();
        let list = PyList::empty(py);
        for m in movegen::legal_moves(&position) {
            if Bitboard(from_mask).has(m.from()) && Bitboard(to_mask).has(m.to()) {
                list.append(shown_object(py, &position, Some(m), dialect)?)?;
            }
        }
        Ok(MoveIterator(list.try_iter()?))
    }
}

impl Board {
    pub(in crate::python) fn position_and_dialect(&self) -> (Position, CastlingDialect) {
        let state = self.lock();
        (*state.game.position(), state.dialect())
    }
}

fn san_of(position: &Position, m: Move) -> PyResult<String> {
    if m.is_null() {
        return Ok("--".to_owned());
    }
    let found = find(position, m).ok_or_else(|| illegal(position, m))?;
    Ok(san::write(position, found).to_string())
}

fn illegal_uci(position: &Position, uci: &str) -> PyErr {
    let (uci, fen) = (shortened(uci), fen::write(position));
    IllegalMoveError::new_err(format!("illegal uci {uci:?} in {fen}"))
}

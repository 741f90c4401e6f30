//! Moves of a [`Board`]: pushing, popping, reading and writing them.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use super::convert::{find, illegal, shown_object, to_python_move_in, to_python_move_or_null};
use super::{Board, BoardState, dialect};
use crate::notation::style::MoveStyle;
use crate::notation::uci::{self, CastlingDialect};
use crate::notation::{fen, san};
use crate::position::Position;
use crate::python::arguments::{PieceTypeArgument, SanArgument, SquareArgument, UciArgument};
use crate::python::errors::{IllegalMoveError, OutOfRangeError, shortened};
use crate::python::hints::{MoveList, Moves};
use crate::python::legal_moves::LegalMoveGenerator;
use crate::python::moves::{self, Move, MoveArgument};
use crate::python::rules;
use crate::rules::EditableGame;
use crate::types::{CastlingSide, Color, Move as CoreMove, PieceType};

/// Whether a text is a null move in one of its spellings.
fn is_null_san(text: &str) -> bool {
    matches!(text, "--" | "Z0" | "0000" | "@@@@")
}

fn empty_stack(what: &str) -> PyErr {
    OutOfRangeError::new_err(format!("{what} from an empty move stack"))
}

/// Pushes a legal move or a null move; on an error nothing changes.
fn play(state: &mut EditableGame, m: Option<CoreMove>) -> PyResult<()> {
    match m {
        Some(m) => state.play()?.push_unchecked(m),
        None => {
            let position = state.game()?.position();
            if position.is_check() {
                return Err(IllegalMoveError::new_err(format!(
                    "illegal null move in {}: the side to move is in check",
                    fen::write(position)
                )));
            }
            state.play()?.push_null();
        }
    }
    Ok(())
}

/// [`play`] of a move from Python, with castling in either dialect.
fn push(state: &mut EditableGame, m: Move) -> PyResult<()> {
    let found = if m.is_null() {
        None
    } else {
        let position = state.game()?.position();
        Some(find(position, m).ok_or_else(|| illegal(position, m))?)
    };
    play(state, found)
}

/// Plays the move that `read` returns, and returns it. A board of a subclass plays it by calling
/// `push`, which the subclass may override.
fn push_read(
    slf: &Bound<'_, Board>,
    read: impl FnOnce(&Position) -> PyResult<Option<CoreMove>>,
) -> PyResult<Py<Move>> {
    let py = slf.py();
    let is_board = slf.is_exact_instance_of::<Board>();
    let shown = {
        let mut state = slf.lock();
        let position = state.game()?.position();
        let m = read(position)?;
        let shown = to_python_move_or_null(position, m, dialect(state.is_chess960()));
        if is_board {
            play(&mut state, m)?;
        }
        shown
    };
    let object = Move::object(py, shown)?;
    if !is_board {
        slf.call_method1(intern!(py, "push"), (&object,))?;
    }
    Ok(object)
}

#[pymethods]
impl Board {
    /// The legal moves of the current position: iterable, with `count()`, `san()` and `uci()`.
    #[getter]
    fn legal_moves(slf: Py<Board>) -> LegalMoveGenerator {
        LegalMoveGenerator { board: slf }
    }

    /// The moves pushed since the board was set up, as a new list.
    ///
    /// Changing the list does not change the board; use `push` and `pop`.
    #[getter]
    fn move_stack<'py>(slf: &Bound<'py, Board>) -> PyResult<MoveList<'py>> {
        let py = slf.py();
        let (history, dialect) = {
            let state = slf.lock();
            (state.history().clone(), dialect(state.is_chess960()))
        };
        let stack = PyList::empty(py);
        for (ply, &m) in history.moves().iter().enumerate() {
            if let Some(position) = history.position_at(ply) {
                stack.append(shown_object(py, position, m, dialect)?)?;
            }
        }
        Ok(MoveList(stack))
    }

    /// Plays a legal move, with castling in either notation, or the null move.
    ///
    /// Args:
    ///     move: the move.
    ///
    /// Raises:
    ///     IllegalMoveError: the move is not legal (python-chess does not check); the board is
    ///         unchanged.
    fn push(slf: &Bound<'_, Board>, r#move: MoveArgument) -> PyResult<()> {
        push(&mut slf.lock(), r#move.0)
    }

    /// Takes back the last move.
    ///
    /// Returns:
    ///     The move.
    ///
    /// Raises:
    ///     OutOfRangeError: the move stack is empty (an `IndexError`).
    fn pop(slf: &Bound<'_, Board>) -> PyResult<Py<Move>> {
        let py = slf.py();
        let shown = {
            let mut state = slf.lock();
            let m = state.pop().ok_or_else(|| empty_stack("pop"))?;
            to_python_move_or_null(state.history().position(), m, dialect(state.is_chess960()))
        };
        Move::object(py, shown)
    }

    /// Returns the last move.
    ///
    /// Raises:
    ///     OutOfRangeError: the move stack is empty (an `IndexError`).
    fn peek(slf: &Bound<'_, Board>) -> PyResult<Py<Move>> {
        let py = slf.py();
        let last = {
            let state = slf.lock();
            let history = state.history();
            let before = history.len().checked_sub(1);
            let position = before.and_then(|ply| history.position_at(ply));
            let last = position.zip(history.moves().last());
            last.map(|(position, m)| {
                to_python_move_or_null(position, *m, dialect(state.is_chess960()))
            })
        };
        Move::object(py, last.ok_or_else(|| empty_stack("peek"))?)
    }

    /// Returns whether a move is legal, with castling in either notation.
    ///
    /// Args:
    ///     move: the move; the null move is not legal.
    fn is_legal(slf: &Bound<'_, Board>, r#move: MoveArgument) -> PyResult<bool> {
        Ok(find(slf.lock().game()?.position(), r#move.0).is_some())
    }

    /// Returns the legal move between two squares.
    ///
    /// Args:
    ///     from_square: the origin, 0 to 63.
    ///     to_square: the target, 0 to 63.
    ///     promotion: the piece type of a promotion; `None` promotes to a queen.
    ///
    /// Raises:
    ///     IllegalMoveError: no legal move connects the squares.
    #[pyo3(signature = (from_square, to_square, promotion = None))]
    fn find_move(
        slf: &Bound<'_, Board>,
        from_square: SquareArgument,
        to_square: SquareArgument,
        promotion: Option<PieceTypeArgument>,
    ) -> PyResult<Py<Move>> {
        let py = slf.py();
        let (position, dialect) = slf.position_and_dialect()?;
        let promotion = promotion.map(|argument| argument.0);
        let mut requested = Move::new_plain(from_square.0, to_square.0, promotion);
        let mut found = find(&position, requested);
        if found.is_none() && promotion.is_none() {
            requested.promotion = Some(PieceType::Queen);
            found = find(&position, requested);
            requested.promotion = None;
        }
        let m = found.ok_or_else(|| illegal(&position, requested))?;
        shown_object(py, &position, Some(m), dialect)
    }

    /// Returns the SAN of a legal move, or `--` for the null move.
    ///
    /// Args:
    ///     move: the move.
    ///     language: the language of the piece letters, a code of `enroque.notation.LANGUAGES`.
    ///
    /// Raises:
    ///     IllegalMoveError: the move is not legal.
    ///     LanguageError: the language is unknown.
    #[pyo3(signature = (r#move, *, language = "en"))]
    fn san(slf: &Bound<'_, Board>, r#move: MoveArgument, language: &str) -> PyResult<String> {
        let position = slf.position()?;
        match find(&position, r#move.0) {
            Some(m) if language != "en" => Ok(rules::language(language)?.write(&position, m)),
            _ => san_of(&position, r#move.0),
        }
    }

    /// Plays a legal move.
    ///
    /// Args:
    ///     move: the move.
    ///
    /// Returns:
    ///     The SAN of the move.
    ///
    /// Raises:
    ///     IllegalMoveError: the move is not legal.
    fn san_and_push(slf: &Bound<'_, Board>, r#move: MoveArgument) -> PyResult<String> {
        let py = slf.py();
        let san = {
            let mut state = slf.lock();
            let san = san_of(state.game()?.position(), r#move.0)?;
            if slf.is_exact_instance_of::<Board>() {
                push(&mut state, r#move.0)?;
                return Ok(san);
            }
            san
        };
        slf.call_method1(intern!(py, "push"), (Move::object(py, r#move.0)?,))?;
        Ok(san)
    }

    /// Returns the legal move that a SAN names, or the null move for `--`.
    ///
    /// Deviations that leave the move unambiguous are accepted: `0-0`, a missing `x` or `+`, `e8Q`.
    ///
    /// Args:
    ///     san: the text.
    ///     language: the language of the piece letters, a code of `enroque.notation.LANGUAGES`.
    ///
    /// Raises:
    ///     InvalidMoveError: the text is not SAN.
    ///     IllegalMoveError: the move is not legal.
    ///     AmbiguousMoveError: several legal moves match.
    #[pyo3(signature = (san, *, language = "en"))]
    fn parse_san(
        slf: &Bound<'_, Board>,
        san: SanArgument<'_>,
        language: &str,
    ) -> PyResult<Py<Move>> {
        let SanArgument(san) = san;
        let py = slf.py();
        let (position, dialect) = slf.position_and_dialect()?;
        let m = if is_null_san(san) {
            None
        } else if language == "en" {
            Some(san::read(&position, san)?)
        } else {
            Some(rules::language(language)?.read(&position, san)?)
        };
        shown_object(py, &position, m, dialect)
    }

    /// Plays the move that a SAN names.
    ///
    /// Args:
    ///     san: the text, as in `parse_san`.
    ///
    /// Returns:
    ///     The move.
    ///
    /// Raises:
    ///     InvalidMoveError: the text is not SAN.
    ///     IllegalMoveError: the move is not legal.
    ///     AmbiguousMoveError: several legal moves match.
    fn push_san(slf: &Bound<'_, Board>, san: SanArgument<'_>) -> PyResult<Py<Move>> {
        let SanArgument(san) = san;
        push_read(slf, |position| {
            if is_null_san(san) { Ok(None) } else { Ok(Some(san::read(position, san)?)) }
        })
    }

    /// Returns the UCI of a move.
    ///
    /// Args:
    ///     move: the move.
    ///     chess960: write castling as king takes rook (`True`) or as the king's two steps
    ///         (`False`); `None` follows the board's `chess960`.
    #[pyo3(signature = (r#move, *, chess960 = None))]
    fn uci<'py>(
        slf: &Bound<'py, Board>,
        r#move: MoveArgument,
        chess960: Option<bool>,
    ) -> Bound<'py, PyString> {
        let py = slf.py();
        let dialect = dialect(chess960.unwrap_or_else(|| slf.lock().is_chess960()));
        let text = match slf.position() {
            Ok(position) => find(&position, r#move.0).map(|m| uci::write(&position, m, dialect)),
            Err(_) => Board::find_pseudo_legal(slf, r#move.0).map(|m| {
                let (setup, _) = Board::clean_setup_and_dialect(slf);
                to_python_move_in(&setup, m, dialect).uci_text()
            }),
        };
        PyString::new(py, &text.unwrap_or_else(|| r#move.0.uci_text()))
    }

    /// Returns the legal move that a UCI text names, with castling in either notation.
    ///
    /// Args:
    ///     uci: the text; `0000` is the null move.
    ///
    /// Raises:
    ///     InvalidMoveError: the text is not UCI.
    ///     IllegalMoveError: the move is not legal.
    fn parse_uci(slf: &Bound<'_, Board>, uci: UciArgument<'_>) -> PyResult<Py<Move>> {
        let UciArgument(uci) = uci;
        let py = slf.py();
        let requested = moves::parse(uci)?;
        let (position, dialect) = slf.position_and_dialect()?;
        if requested.is_null() {
            return Py::new(py, Move::NULL);
        }
        let m = find(&position, requested).ok_or_else(|| illegal_uci(&position, uci))?;
        shown_object(py, &position, Some(m), dialect)
    }

    /// Plays the move that a UCI text names.
    ///
    /// Args:
    ///     uci: the text, as in `parse_uci`.
    ///
    /// Returns:
    ///     The move.
    ///
    /// Raises:
    ///     InvalidMoveError: the text is not UCI.
    ///     IllegalMoveError: the move is not legal.
    fn push_uci(slf: &Bound<'_, Board>, uci: UciArgument<'_>) -> PyResult<Py<Move>> {
        let UciArgument(uci) = uci;
        let requested = moves::parse(uci)?;
        push_read(slf, |position| match find(position, requested) {
            None if requested.is_null() => Ok(None),
            None => Err(illegal(position, requested)),
            found => Ok(found),
        })
    }

    /// Returns a move in long algebraic notation: `Ng1-f3`, `e4xd5`, `O-O`; `--` for the null move.
    ///
    /// Args:
    ///     move: a legal move or the null move.
    ///
    /// Raises:
    ///     IllegalMoveError: the move is not legal.
    fn lan(slf: &Bound<'_, Board>, r#move: MoveArgument) -> PyResult<String> {
        let position = slf.position()?;
        if r#move.0.is_null() {
            return Ok("--".to_owned());
        }
        let m = find(&position, r#move.0).ok_or_else(|| illegal(&position, r#move.0))?;
        Ok(MoveStyle { long: true, ..MoveStyle::SAN }.write(&position, m))
    }

    /// Returns a line of moves in SAN with move numbers: `4. Nf3 Nc6 5. Bb5`.
    ///
    /// The board is unchanged.
    ///
    /// Args:
    ///     variation: the moves, each legal after those before it.
    ///
    /// Raises:
    ///     IllegalMoveError: a move is not legal.
    fn variation_san(slf: &Bound<'_, Board>, variation: Moves<'_>) -> PyResult<String> {
        let mut line = slf.lock().with_last_plies(0);
        line.game()?;
        let mut text = String::new();
        for m in variation.0.try_iter()? {
            let MoveArgument(m) = m?.extract()?;
            let position = *line.game()?.position();
            let number = position.fullmove_number();
            match position.turn() {
                Color::White => text.push_str(&format!(" {number}.")),
                Color::Black if text.is_empty() => text.push_str(&format!(" {number}...")),
                Color::Black => {}
            }
            if !text.ends_with("...") {
                text.push(' ');
            }
            text.push_str(&san_of(&position, m)?);
            push(&mut line, m)?;
        }
        Ok(text.trim_start().to_owned())
    }

    /// Returns a move for the XBoard protocol.
    ///
    /// Args:
    ///     move: the move; the null move is `@@@@`.
    ///     chess960: write castling as `O-O` and `O-O-O`; `None` follows the board's `chess960`.
    #[pyo3(signature = (r#move, chess960 = None))]
    fn xboard(
        slf: &Bound<'_, Board>,
        r#move: MoveArgument,
        chess960: Option<bool>,
    ) -> PyResult<String> {
        let m = r#move.0;
        if m.is_null() {
            return Ok("@@@@".to_owned());
        }
        let (position, dialect) = slf.position_and_dialect()?;
        let chess960 = chess960.unwrap_or(dialect == CastlingDialect::Chess960);
        let side = find(&position, m).and_then(|found| position.castling_side(found));
        Ok(match side {
            Some(CastlingSide::King) if chess960 => "O-O".to_owned(),
            Some(CastlingSide::Queen) if chess960 => "O-O-O".to_owned(),
            _ => m.uci_text().to_string(),
        })
    }

    /// Returns the legal move that an XBoard text names: coordinates or SAN.
    ///
    /// Args:
    ///     xboard: the text; `@@@@` is the null move.
    ///
    /// Raises:
    ///     InvalidMoveError: the text is not a move.
    ///     IllegalMoveError: the move is not legal.
    ///     AmbiguousMoveError: several legal moves match.
    fn parse_xboard(slf: &Bound<'_, Board>, xboard: SanArgument<'_>) -> PyResult<Py<Move>> {
        Board::parse_san(slf, xboard, "en")
    }

    /// Plays the move that an XBoard text names.
    ///
    /// Args:
    ///     xboard: the text, as in `parse_xboard`.
    ///
    /// Returns:
    ///     The move.
    ///
    /// Raises:
    ///     InvalidMoveError: the text is not a move.
    ///     IllegalMoveError: the move is not legal.
    ///     AmbiguousMoveError: several legal moves match.
    fn push_xboard(slf: &Bound<'_, Board>, xboard: SanArgument<'_>) -> PyResult<Py<Move>> {
        Board::push_san(slf, xboard)
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
    IllegalMoveError::new_err(format!("illegal UCI move {uci:?} in {fen}"))
}

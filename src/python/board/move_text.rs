//! Moves of a [`Board`] as text: SAN, UCI, LAN, and for the XBoard protocol.

use pyo3::intern;

use super::current::{CurrentPosition, find, to_python_move_in};
use super::play::{play, push};
use super::{Board, BoardState, dialect};
use crate::notation::style::MoveStyle;
use crate::notation::uci::{self, CastlingDialect};
use crate::python::any_move::{self, AnyMove};
use crate::python::arguments::{SanArgument, UciArgument};
use crate::python::errors::InvalidMoveError;
use crate::python::moves::{Move, MoveArgument};
use crate::python::prelude::*;
use crate::python::rules;
use crate::types::{CastlingSide, Color, Move as CoreMove};

/// Whether a text is a null move in one of its spellings.
fn is_null_san(text: &str) -> bool {
    matches!(text, "--" | "Z0" | "0000" | "@@@@")
}

/// Plays the move that `read` returns, and returns it. A board of a subclass plays it by calling
/// `push`, which the subclass may override.
fn push_read(
    slf: &Bound<'_, Board>,
    read: impl FnOnce(&CurrentPosition) -> PyResult<Option<CoreMove>>,
) -> PyResult<Py<Move>> {
    let py = slf.py();
    let is_board = slf.is_exact_instance_of::<Board>();
    let shown = {
        let mut state = slf.lock();
        let current = CurrentPosition::of(&state);
        let m = read(&current)?;
        let shown = current.to_python(m, dialect(state.is_chess960()));
        if is_board {
            play(&mut state, m);
        }
        shown
    };
    let object = Move::object(py, shown)?;
    if !is_board {
        slf.call_method1(intern!(py, "push"), (&object,))?;
    }
    Ok(object)
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Board {
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
        let (current, _) = CurrentPosition::of_board(slf);
        match &current {
            CurrentPosition::Legal(position) if language != "en" && !r#move.0.is_null() => {
                let style = MoveStyle { language: rules::language(language)?, ..MoveStyle::SAN };
                Ok(style.write(position, current.require(r#move.0)?))
            }
            _ => san_of(&current, r#move.0),
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
            let san = san_of(&CurrentPosition::of(&state), r#move.0)?;
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
        one_line(san)?;
        let (current, dialect) = CurrentPosition::of_board(slf);
        let m = if is_null_san(san) {
            None
        } else if language == "en" {
            Some(current.read_san(san)?)
        } else {
            Some(rules::language(language)?.read(&slf.position()?, san)?)
        };
        current.object(slf.py(), m, dialect)
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
        one_line(san)?;
        push_read(
            slf,
            |current| {
                if is_null_san(san) { Ok(None) } else { Ok(Some(current.read_san(san)?)) }
            },
        )
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
        let dialect = dialect(chess960.unwrap_or_else(|| slf.lock().is_chess960()));
        let text = match slf.position() {
            Ok(position) => find(&position, r#move.0).map(|m| uci::write(&position, m, dialect)),
            Err(_) => Board::find_pseudo_legal(slf, r#move.0).map(|m| {
                let (setup, _) = Board::clean_setup_and_dialect(slf);
                to_python_move_in(&setup, m, dialect).uci_text()
            }),
        };
        PyString::new(slf.py(), &text.unwrap_or_else(|| r#move.0.uci_text()))
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
        let requested = any_move::parse(uci)?;
        if requested.is_null() {
            return Move::object(py, AnyMove::NULL);
        }
        let (current, dialect) = CurrentPosition::of_board(slf);
        let m = current.find(requested).ok_or_else(|| current.illegal_uci(uci))?;
        current.object(py, Some(m), dialect)
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
        let requested = any_move::parse(uci)?;
        push_read(slf, |current| match current.find(requested) {
            None if requested.is_null() => Ok(None),
            None => Err(current.illegal_uci(uci)),
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
        if r#move.0.is_null() {
            return Ok("--".to_owned());
        }
        let (current, _) = CurrentPosition::of_board(slf);
        Ok(current.lan(current.require(r#move.0)?))
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
        let mut text = String::new();
        for m in variation.0.try_iter()? {
            let MoveArgument(m) = m?.extract()?;
            let current = CurrentPosition::of(&line);
            let setup = current.setup();
            let number = setup.fullmove_number;
            match setup.turn {
                Color::White => text.push_str(&format!(" {number}.")),
                Color::Black if text.is_empty() => text.push_str(&format!(" {number}...")),
                Color::Black => {}
            }
            if !text.ends_with("...") {
                text.push(' ');
            }
            text.push_str(&san_of(&current, m)?);
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
        let (current, dialect) = CurrentPosition::of_board(slf);
        let chess960 = chess960.unwrap_or(dialect == CastlingDialect::Chess960);
        let side = current.find(m).and_then(|found| current.setup().castling_side(found));
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

/// Checks that a SAN has no line break, which python-chess rejects too, so that programs that
/// forgot to strip lines get an error.
fn one_line(san: &str) -> PyResult<()> {
    if !san.contains(['\n', '\r']) {
        return Ok(());
    }
    Err(InvalidMoveError::new_err(format!(
        "invalid move {:?}: it has a line break (str.strip removes it)",
        shortened(san)
    )))
}

fn san_of(current: &CurrentPosition, m: AnyMove) -> PyResult<String> {
    if m.is_null() {
        return Ok("--".to_owned());
    }
    Ok(current.san(current.require(m)?).to_string())
}

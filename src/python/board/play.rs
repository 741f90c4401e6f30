//! Moves of a [`Board`]: pushing, popping, reading and writing them.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use super::convert::{find, shown_object, to_python_move_in, to_python_move_or_null};
use super::current::{Current, find_pseudo_legal};
use super::{Board, BoardState, dialect};
use crate::notation::uci::{self, CastlingDialect};
use crate::python::any_move::{self, AnyMove};
use crate::python::arguments::{PieceTypeArgument, SanArgument, SquareArgument, UciArgument};
use crate::python::errors::{InvalidMoveError, OutOfRangeError, shortened};
use crate::python::hints::{MoveList, Moves};
use crate::python::legal_moves::LegalMoveGenerator;
use crate::python::moves::{Move, MoveArgument};
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

/// Pushes a legal move of the core or a null move.
fn play(state: &mut EditableGame, m: Option<CoreMove>) {
    if let Some(m) = m
        && let Ok(game) = state.play()
    {
        return game.push_unchecked(m);
    }
    // a legal move is pseudo-legal
    let _ = state.push(m);
}

/// Pushes a pseudo-legal move or the null move from Python, with castling in either dialect; on an
/// error nothing changes.
fn push(state: &mut EditableGame, m: AnyMove) -> PyResult<()> {
    if push_legal(state, m) { Ok(()) } else { push_pseudo_legal(state, m) }
}

/// Pushes a legal move or the null move, and returns whether it was one; others are not pushed.
#[inline(always)]
pub(super) fn push_legal(state: &mut EditableGame, m: AnyMove) -> bool {
    let found = match state.game() {
        Ok(game) => find(game.position(), m),
        Err(_) => None,
    };
    let is_played = found.is_some() || m.is_null();
    if is_played {
        play(state, found);
    }
    is_played
}

/// Takes back the last move and returns it; `None` if there is none.
#[inline(always)]
pub(super) fn pop_last(state: &mut EditableGame) -> Option<AnyMove> {
    let m = state.pop()?;
    let dialect = dialect(state.is_chess960());
    Some(match state.edited_setup() {
        None => to_python_move_or_null(state.history().position(), m, dialect),
        Some(setup) => m.map_or(AnyMove::NULL, |m| to_python_move_in(setup, m, dialect)),
    })
}

/// Pushes a move that is not legal, such as that of a pinned piece.
#[cold]
fn push_pseudo_legal(state: &mut EditableGame, m: AnyMove) -> PyResult<()> {
    let found = find_pseudo_legal(&state.clean_setup(), m);
    match found.map(|found| state.push_pseudo_legal(Some(found))) {
        Some(Ok(())) => Ok(()),
        _ => Err(Current::of(state).illegal(m)),
    }
}

/// Plays the move that `read` returns, and returns it. A board of a subclass plays it by calling
/// `push`, which the subclass may override.
fn push_read(
    slf: &Bound<'_, Board>,
    read: impl FnOnce(&Current) -> PyResult<Option<CoreMove>>,
) -> PyResult<Py<Move>> {
    let py = slf.py();
    let is_board = slf.is_exact_instance_of::<Board>();
    let shown = {
        let mut state = slf.lock();
        let current = Current::of(&state);
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

#[pymethods]
impl Board {
    /// The legal moves of the current position: iterable, with `count()`, `san()` and `uci()`.
    #[getter]
    fn legal_moves(slf: Py<Board>) -> LegalMoveGenerator {
        LegalMoveGenerator::of(slf)
    }

    /// The moves pushed since the board was set up, as a new list.
    ///
    /// Changing the list does not change the board; use `push` and `pop`.
    #[getter]
    fn move_stack<'py>(slf: &Bound<'py, Board>) -> PyResult<MoveList<'py>> {
        let py = slf.py();
        let (history, dialect) = {
            let state = slf.lock();
            let dialect = dialect(state.is_chess960());
            if !state.has_only_legal_history() {
                let mut moves = Vec::with_capacity(state.len());
                state.for_each_ply(|setup, m| {
                    let Some(m) = m else { return };
                    moves.push(m.map_or(AnyMove::NULL, |m| to_python_move_in(setup, m, dialect)));
                });
                drop(state);
                let moves = moves.into_iter().map(|m| Move::object(py, m));
                return Ok(MoveList(PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)?));
            }
            (state.history().clone(), dialect)
        };
        let stack = PyList::empty(py);
        for (ply, &m) in history.moves().iter().enumerate() {
            if let Some(position) = history.position_at(ply) {
                stack.append(shown_object(py, position, m, dialect)?)?;
            }
        }
        Ok(MoveList(stack))
    }

    /// Plays a pseudo-legal move, with castling in either notation, or the null move.
    ///
    /// As in python-chess, the move may leave its own king in check, after which `was_into_check()`
    /// is `True` and the position is illegal. `is_legal` and `push_uci` check moves.
    ///
    /// Args:
    ///     move: the move.
    ///
    /// Raises:
    ///     IllegalMoveError: the move is not pseudo-legal; the board is unchanged.
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
        let popped = pop_last(&mut slf.lock()).ok_or_else(|| empty_stack("pop"))?;
        Move::object(slf.py(), popped)
    }

    /// Returns the last move.
    ///
    /// Raises:
    ///     OutOfRangeError: the move stack is empty (an `IndexError`).
    fn peek(slf: &Bound<'_, Board>) -> PyResult<Py<Move>> {
        let py = slf.py();
        let last = {
            let state = slf.lock();
            let dialect = dialect(state.is_chess960());
            let last = state.last_ply();
            last.map(|(setup, m)| {
                m.map_or(AnyMove::NULL, |m| to_python_move_in(&setup, m, dialect))
            })
        };
        Move::object(py, last.ok_or_else(|| empty_stack("peek"))?)
    }

    /// Returns whether a move is legal, with castling in either notation.
    ///
    /// Args:
    ///     move: the move; the null move is not legal.
    pub(in crate::python) fn is_legal(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        let state = slf.lock();
        match state.game() {
            Ok(game) => find(game.position(), r#move.0).is_some(),
            Err(_) => Current::of(&state).find(r#move.0).is_some(),
        }
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
        let (current, dialect) = Current::of_board(slf);
        let promotion = promotion.map(|argument| argument.0);
        let mut requested = AnyMove::new(from_square.0, to_square.0, promotion);
        let mut found = current.find(requested);
        if found.is_none() && promotion.is_none() {
            requested.promotion = Some(PieceType::Queen);
            found = current.find(requested);
            requested.promotion = None;
        }
        let m = found.ok_or_else(|| current.illegal(requested))?;
        current.object(py, Some(m), dialect)
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
        let (current, _) = Current::of_board(slf);
        match &current {
            Current::Legal(position) if language != "en" && !r#move.0.is_null() => {
                Ok(rules::language(language)?.write(position, current.require(r#move.0)?))
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
            let san = san_of(&Current::of(&state), r#move.0)?;
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
        one_line(san)?;
        let (current, dialect) = Current::of_board(slf);
        let m = if is_null_san(san) {
            None
        } else if language == "en" {
            Some(current.read_san(san)?)
        } else {
            Some(rules::language(language)?.read(&slf.position()?, san)?)
        };
        current.object(py, m, dialect)
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
        let requested = any_move::parse(uci)?;
        if requested.is_null() {
            return Move::object(py, AnyMove::NULL);
        }
        let (current, dialect) = Current::of_board(slf);
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
        let (current, _) = Current::of_board(slf);
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
            let current = Current::of(&line);
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
        let (current, dialect) = Current::of_board(slf);
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

/// Checks that a SAN has no line break, which python-chess rejects too: a program that reads lines
/// learns that it did not remove them.
fn one_line(san: &str) -> PyResult<()> {
    if !san.contains(['\n', '\r']) {
        return Ok(());
    }
    Err(InvalidMoveError::new_err(format!(
        "invalid move {:?}: it has a line break (str.strip removes it)",
        shortened(san)
    )))
}

fn san_of(current: &Current, m: AnyMove) -> PyResult<String> {
    if m.is_null() {
        return Ok("--".to_owned());
    }
    Ok(current.san(current.require(m)?).to_string())
}

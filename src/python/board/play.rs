//! Moves of a [`Board`]: listing, pushing and popping them.

use super::current::{
    CurrentPosition, find, find_pseudo_legal, to_python_move_in, to_python_move_or_null,
};
use super::{Board, BoardState, MoveStack, dialect};
use crate::python::any_move::AnyMove;
use crate::python::legal_moves::LegalMoveGenerator;
use crate::python::moves::{Move, MoveArgument};
use crate::python::prelude::*;
use crate::rules::EditableGame;
use crate::types::{Move as CoreMove, PieceType};

fn empty_stack(what: &str) -> PyErr {
    OutOfRangeError::new_err(format!("{what} from an empty move stack"))
}

/// Pushes a legal move of the core or a null move.
pub(super) fn play(state: &mut EditableGame, m: Option<CoreMove>) {
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
pub(super) fn push(state: &mut EditableGame, m: AnyMove) -> PyResult<()> {
    let found = match state.game() {
        Ok(game) => find(game.position(), m),
        Err(_) => None,
    };
    if found.is_none() && !m.is_null() {
        return push_pseudo_legal(state, m);
    }
    play(state, found);
    Ok(())
}

/// Pushes a move that is not legal, such as that of a pinned piece.
#[cold]
fn push_pseudo_legal(state: &mut EditableGame, m: AnyMove) -> PyResult<()> {
    let found = find_pseudo_legal(&state.clean_setup(), m);
    match found.map(|found| state.push_pseudo_legal(Some(found))) {
        Some(Ok(())) => Ok(()),
        _ => Err(CurrentPosition::of(state).illegal(m)),
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Board {
    /// The legal moves of the current position: iterable, with `count()`, `san()` and `uci()`.
    #[getter]
    fn legal_moves(slf: Py<Board>) -> LegalMoveGenerator {
        LegalMoveGenerator::of(slf)
    }

    /// The moves pushed since the board was set up: a `MoveStack`, which reads like a list.
    #[getter]
    fn move_stack(slf: Py<Board>) -> MoveStack {
        MoveStack { board: slf }
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
        let mut state = slf.lock();
        let m = state.pop().ok_or_else(|| empty_stack("pop"))?;
        let dialect = dialect(state.is_chess960());
        let popped = match state.edited_setup() {
            None => to_python_move_or_null(state.history().position(), m, dialect),
            Some(setup) => m.map_or(AnyMove::NULL, |m| to_python_move_in(setup, m, dialect)),
        };
        drop(state);
        Move::object(slf.py(), popped)
    }

    /// Returns the last move.
    ///
    /// Raises:
    ///     OutOfRangeError: the move stack is empty (an `IndexError`).
    fn peek(slf: &Bound<'_, Board>) -> PyResult<Py<Move>> {
        let last = {
            let state = slf.lock();
            let dialect = dialect(state.is_chess960());
            let last = state.last_ply();
            last.map(|(setup, m)| {
                m.map_or(AnyMove::NULL, |m| to_python_move_in(&setup, m, dialect))
            })
        };
        Move::object(slf.py(), last.ok_or_else(|| empty_stack("peek"))?)
    }

    /// Returns whether a move is legal, with castling in either notation.
    ///
    /// Args:
    ///     move: the move; the null move is not legal.
    pub(in crate::python) fn is_legal(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        let state = slf.lock();
        match state.game() {
            Ok(game) => find(game.position(), r#move.0).is_some(),
            Err(_) => CurrentPosition::of(&state).find(r#move.0).is_some(),
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
        let (current, dialect) = CurrentPosition::of_board(slf);
        let promotion = promotion.map(|argument| argument.0);
        let mut requested = AnyMove::new(from_square.0, to_square.0, promotion);
        let mut found = current.find(requested);
        if found.is_none() && promotion.is_none() {
            requested.promotion = Some(PieceType::Queen);
            found = current.find(requested);
            requested.promotion = None;
        }
        let m = found.ok_or_else(|| current.illegal(requested))?;
        current.object(slf.py(), Some(m), dialect)
    }
}

//! Methods of a [`Board`] that are called without PyO3: the usual arguments of those that take
//! little time. See `direct.rs`.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use super::base::derived;
use super::play::{pop_last, push_legal};
use super::setup::start_board;
use super::{Board, BoardState};
use crate::notation::fen::{self, CastlingStyle, EnPassantStyle, STARTING_FEN};
use crate::python::constructor::{Construct, Replaced};
use crate::python::direct::{Arguments, Reply, exactly, method};
use crate::python::moves::Move;
use crate::python::rules::RulesArgument;
use crate::rules::{EditableGame, RuleSet};

impl Construct for Board {
    fn replaced() -> &'static Replaced {
        static REPLACED: Replaced = Replaced::new();
        &REPLACED
    }

    #[inline(always)]
    fn construct<'py>(py: Python<'py>, arguments: Arguments<'_, 'py>) -> Reply<'py> {
        if arguments.are_none() {
            return Some(start_board(py).map(Bound::into_any));
        }
        let text = exactly::<PyString>(arguments.only()?)?;
        let text = text.to_str().ok()?;
        if text == STARTING_FEN {
            return Some(start_board(py).map(Bound::into_any));
        }
        if fen::promoted(text).any() {
            return None;
        }
        let setup = fen::parse(text).ok()?;
        Some(Board::object(py, EditableGame::from_setup(&setup, false)).map(Bound::into_any))
    }
}

method!(Push = Board.c"push"(board, arguments) {
    let m = exactly::<Move>(arguments.only()?)?.get().value();
    push_legal(&mut board.lock(), m).then(|| Ok(board.py().None().into_bound(board.py())))
});

method!(Pop = Board.c"pop"(board) {
    let popped = pop_last(&mut board.lock())?;
    Some(Move::object(board.py(), popped).map(|m| m.into_bound(board.py()).into_any()))
});

method!(Copy = Board.c"copy"(board, arguments) {
    if !board.is_exact_instance_of::<Board>() {
        return None; // copying a subclass calls Python
    }
    let py = board.py();
    let keep = if arguments.are_none() {
        usize::MAX
    } else {
        let stack = exactly::<PyBool>(arguments.only_named(intern!(py, "stack"))?)?;
        if stack.is_true() { usize::MAX } else { 0 }
    };
    Some(derived(board.as_super(), |state, copy| copy.become_last_plies(state, keep)).map(|copy| copy.0))
});

method!(Fen = Board.c"fen"(board, arguments) {
    if !arguments.are_none() {
        return None;
    }
    let text = board.lock().fen(CastlingStyle::XFen, EnPassantStyle::Legal);
    Some(Ok(PyString::new(board.py(), &text).into_any()))
});

method!(Outcome = Board.c"outcome"(board, arguments) {
    if !arguments.are_none() {
        return None;
    }
    match Board::outcome_by(board, &RulesArgument(RuleSet::FIDE2023), false) {
        None => Some(Ok(board.py().None().into_bound(board.py()))),
        Some(_) => None,
    }
});

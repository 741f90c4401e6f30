//! `Board`: a position with its past, by python-chess's names.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;

use super::arguments::{self, SquareArgument};
use super::errors::FenError;
use super::legal_moves::LegalMoveGenerator;
use super::moves::MoveArgument;
use super::piece::Piece;
use crate::movegen;
use crate::notation::fen::{self, CastlingStyle, EnPassantStyle, STARTING_FEN};
use crate::position::Position;

/// What a board is. Whoever holds the lock never calls into Python, so that no two threads can wait
/// for each other.
#[derive(Clone)]
pub(super) struct State {
    pub(super) position: Position,
    pub(super) chess960: bool,
}

/// A position with its past: moves are pushed and popped.
///
/// Board(fen=STARTING_FEN, *, chess960=False) sets up a position. `chess960=True` plays Chess960 and
/// writes castling as king takes rook; `None` does so if the FEN's castling rights are possible in
/// Chess960 only. A FEN from which nothing can be played raises `FenError`, and so do, without
/// `chess960`, rights that standard chess does not know.
#[pyclass(frozen, subclass, module = "enroque")]
pub(super) struct Board {
    /// Boxed, as a position is aligned to a cache line and Python's allocator is not.
    state: Box<Mutex<State>>,
}

impl Board {
    /// The state, for as short as possible. No code that runs under the lock panics halfway through
    /// a change, so a poisoned lock holds a whole state.
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn position(&self) -> Position {
        self.lock().position
    }
}

/// Reads a FEN and decides between standard chess and Chess960.
fn read(fen: &str, chess960: Option<bool>) -> PyResult<(Position, bool)> {
    let position = fen::read(fen)?;
    let needs_chess960 = !position.has_standard_castling();
    if needs_chess960 && chess960 == Some(false) {
        return Err(FenError::new_err((
            "the castling rights of this FEN are possible in Chess960 only: \
             pass chess960=True, or chess960=None to go by the FEN",
        )));
    }
    Ok((position, chess960.unwrap_or(needs_chess960)))
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen = STARTING_FEN, *, chess960 = Some(false)))]
    fn new(fen: &str, chess960: Option<bool>) -> PyResult<Board> {
        let (position, chess960) = read(fen, chess960)?;
        Ok(Board { state: Box::new(Mutex::new(State { position, chess960 })) })
    }

    /// The FEN of the position.
    fn fen(&self) -> String {
        fen::write_as(&self.position(), CastlingStyle::XFen, EnPassantStyle::Legal)
    }

    /// Whose move it is.
    #[getter]
    fn turn(&self) -> bool {
        arguments::color(self.position().turn())
    }

    /// Whether the board plays Chess960: castling is then written as king takes rook.
    #[getter]
    fn chess960(&self) -> bool {
        self.lock().chess960
    }

    /// Whether a move is legal; the null move never is.
    fn is_legal(&self, r#move: MoveArgument) -> bool {
        r#move.0.to_core().is_some_and(|m| movegen::is_legal(&self.position(), m))
    }

    /// The legal moves of the position that the board is in when they are asked for.
    #[getter]
    fn legal_moves(slf: Py<Board>) -> LegalMoveGenerator {
        LegalMoveGenerator::new(slf)
    }

    /// The man on a square, or `None`.
    fn piece_at(&self, py: Python<'_>, square: SquareArgument) -> PyResult<Option<Py<Piece>>> {
        let piece = self.position().piece_at(square.0);
        piece.map(|piece| Piece::interned(py, piece)).transpose()
    }
}

//! Editing a [`Board`]: men put and taken, fields set, boards turned about.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use super::{Board, derived, needs_chess960_error};
use crate::notation::fen;
use crate::position::{Position, Setup};
use crate::python::arguments::{BitboardArgument, ColorArgument, Number, SquareArgument};
use crate::python::errors::FenError;
use crate::python::hints::{BitboardFunction, SameClass, StatusFlags};
use crate::python::piece::Piece;
use crate::types::{Bitboard, CastlingRights};

/// A clock from Python.
fn clock(what: &str, Number(number): Number) -> PyResult<u32> {
    u32::try_from(number).ok().filter(|&number| number <= fen::MAX_CLOCK).ok_or_else(|| {
        PyValueError::new_err(format!(
            "{what} is a number from 0 to {}, not {number}",
            fen::MAX_CLOCK
        ))
    })
}

/// What a function of Python makes of each set of squares of a board.
fn transformed(setup: &Setup, function: &Bound<'_, PyAny>) -> PyResult<Setup> {
    setup
        .transformed(|set: Bitboard| Ok(function.call1((set.0,))?.extract::<BitboardArgument>()?.0))
}

/// The first field of a FEN.
fn board_field(text: &str) -> PyResult<Setup> {
    if text.contains(|c: char| c.is_whitespace() || c == '_') {
        let message = "the board part of a FEN has no blanks; set_fen reads a whole one";
        return Err(FenError::new_err((message,)));
    }
    Ok(fen::parse(text)?)
}

#[pymethods]
impl Board {
    /// A board without men. From such a set-up nothing can be played: see `status`.
    #[classmethod]
    #[pyo3(signature = (*, chess960 = false))]
    fn empty<'py>(cls: &Bound<'py, PyType>, chess960: bool) -> PyResult<SameClass<'py>> {
        let options = PyDict::new(cls.py());
        options.set_item("chess960", chess960)?;
        cls.call((cls.py().None(),), Some(&options)).map(SameClass)
    }

    #[setter]
    fn set_turn(&self, py: Python<'_>, turn: ColorArgument) {
        self.lock(py).edit(false, |setup| setup.turn = turn.0);
    }

    #[setter]
    fn set_castling_rights(&self, py: Python<'_>, castling_rights: BitboardArgument) {
        let rights = CastlingRights(castling_rights.0);
        self.lock(py).edit(false, |setup| setup.castling = rights);
    }

    #[setter]
    fn set_ep_square(&self, py: Python<'_>, ep_square: Option<SquareArgument>) {
        self.lock(py).edit(false, |setup| setup.ep_square = ep_square.map(|square| square.0));
    }

    #[setter]
    fn set_halfmove_clock(&self, py: Python<'_>, halfmove_clock: Number) -> PyResult<()> {
        let plies = clock("the half-move clock", halfmove_clock)?;
        self.lock(py).edit(false, |setup| setup.halfmove_clock = plies);
        Ok(())
    }

    #[setter]
    fn set_fullmove_number(&self, py: Python<'_>, fullmove_number: Number) -> PyResult<()> {
        let number = clock("the move number", fullmove_number)?;
        self.lock(py).edit(false, |setup| setup.fullmove_number = number);
        Ok(())
    }

    /// Takes all men away, with rights, clocks and past: White is to move.
    fn clear(&self, py: Python<'_>) {
        self.lock(py).put(Setup::EMPTY, true);
    }

    /// Takes all men away and forgets the past.
    fn clear_board(&self, py: Python<'_>) {
        self.lock(py).edit(true, |setup| setup.placement = Setup::EMPTY.placement);
    }

    /// Puts the men as at the start of standard chess and forgets the past.
    fn reset_board(&self, py: Python<'_>) {
        let start = *Position::standard().placement();
        self.lock(py).edit(true, |setup| setup.placement = start);
    }

    /// Puts a man on a square, or with `None` takes away the one there; forgets the past.
    /// `promoted` is for Crazyhouse and changes nothing.
    #[pyo3(signature = (square, piece, promoted = false))]
    fn set_piece_at(
        &self,
        py: Python<'_>,
        square: SquareArgument,
        piece: Option<PyRef<'_, Piece>>,
        promoted: bool,
    ) {
        let _ = promoted;
        let piece = piece.map(|piece| piece.0);
        self.lock(py).edit(true, |setup| match piece {
            Some(piece) => setup.placement.put(square.0, piece),
            None => setup.placement.remove(square.0),
        });
    }

    /// Takes the man from a square and returns it, or `None`; forgets the past.
    fn remove_piece_at(
        &self,
        py: Python<'_>,
        square: SquareArgument,
    ) -> PyResult<Option<Py<Piece>>> {
        let mut piece = None;
        self.lock(py).edit(true, |setup| {
            piece = setup.placement.piece_at(square.0);
            setup.placement.remove(square.0);
        });
        piece.map(|piece| Piece::interned(py, piece)).transpose()
    }

    /// Puts the men of a `{square: Piece}` and no others; forgets the past.
    fn set_piece_map(&self, py: Python<'_>, pieces: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut placement = Setup::EMPTY.placement;
        for item in pieces.call_method0("items")?.try_iter()? {
            let (square, piece) = item?.extract::<(SquareArgument, Bound<'_, PyAny>)>()?;
            let Ok(piece) = piece.cast::<Piece>() else {
                let kind = piece.get_type().qualname()?;
                return Err(PyTypeError::new_err(format!("a Piece is expected, not {kind}")));
            };
            placement.put(square.0, piece.get().0);
        }
        self.lock(py).edit(true, |setup| setup.placement = placement);
        Ok(())
    }

    /// Puts the men of the first field of a FEN; forgets the past.
    fn set_board_fen(&self, py: Python<'_>, fen: &str) -> PyResult<()> {
        let placement = board_field(fen)?.placement;
        self.lock(py).edit(true, |setup| setup.placement = placement);
        Ok(())
    }

    /// Sets the castling rights from that field of a FEN, `KQkq` or `HAha`; forgets the past.
    fn set_castling_fen(&self, py: Python<'_>, castling_fen: &str) -> PyResult<()> {
        let mut state = self.lock(py);
        let mut setup = Setup { castling: CastlingRights::NONE, ..state.setup() };
        fen::parse_castling(castling_fen, 0, &mut setup)?;
        if !state.is_chess960() && setup.possible_castling() != setup.possible_standard_castling() {
            return Err(needs_chess960_error("these castling rights"));
        }
        state.put(setup, true);
        Ok(())
    }

    /// What is wrong or odd about the position, as flags of `enroque.Status`.
    fn status<'py>(&self, py: Python<'py>) -> PyResult<StatusFlags<'py>> {
        let status = self.lock(py).status();
        py.import("enroque.status")?.getattr("Status")?.call1((status.bits(),)).map(StatusFlags)
    }

    /// Whether nothing is wrong or odd about the position: `status` is `Status.VALID`.
    fn is_valid(&self, py: Python<'_>) -> bool {
        self.lock(py).status().is_empty()
    }

    /// Changes the squares about by a function of bitboards such as `flip_vertical`; forgets the
    /// past.
    fn apply_transform(&self, py: Python<'_>, f: BitboardFunction<'_>) -> PyResult<()> {
        // without the lock: the function may use the board
        let setup = self.lock(py).setup();
        let setup = transformed(&setup, &f.0)?;
        self.lock(py).put(setup, true);
        Ok(())
    }

    /// A copy without a past whose squares are changed about by a function of bitboards such as
    /// `flip_vertical`.
    fn transform<'py>(
        slf: &Bound<'py, Board>,
        f: BitboardFunction<'py>,
    ) -> PyResult<SameClass<'py>> {
        let mut state = slf.get().lock(slf.py()).clone();
        state.put(transformed(&state.setup(), &f.0)?, true);
        derived(slf, state)
    }

    /// Exchanges the colours: the ranks are turned over, men, rights and turn are the other
    /// player's. Forgets the past.
    fn apply_mirror(&self, py: Python<'_>) {
        let mut state = self.lock(py);
        let mirrored = state.setup().mirrored();
        state.put(mirrored, true);
    }

    /// A copy without a past and with the colours exchanged: the ranks are turned over, men, rights
    /// and turn are the other player's.
    fn mirror<'py>(slf: &Bound<'py, Board>) -> PyResult<SameClass<'py>> {
        let mut state = slf.get().lock(slf.py()).clone();
        state.put(state.setup().mirrored(), true);
        derived(slf, state)
    }
}

//! Side to move, castling rights, en-passant square, clocks and checks of a [`Board`].

use super::{Board, BoardState};
use crate::notation::fen;
use crate::position::Setup;
use crate::python::arguments;
use crate::python::prelude::*;
use crate::python::square_set::SquareSet;
use crate::types::{Bitboard, CastlingRights};

/// Checks a clock or move number.
fn clock(what: &str, number: Number) -> PyResult<u32> {
    number.within(what, 0..=fen::MAX_CLOCK.into())
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Board {
    /// The side to move, `WHITE` (True) or `BLACK` (False). Settable.
    #[getter]
    fn turn(slf: &Bound<'_, Board>) -> bool {
        arguments::color(slf.lock().turn())
    }

    #[setter]
    fn set_turn(slf: &Bound<'_, Board>, turn: ColorArgument) {
        slf.lock().edit(false, |setup| setup.turn = turn.0);
    }

    /// The rooks that may still castle, as a bitboard. Settable, also to impossible rights.
    ///
    /// Impossible rights have no effect on moves; `clean_castling_rights` returns the possible
    /// ones.
    #[getter]
    fn castling_rights(slf: &Bound<'_, Board>) -> u64 {
        slf.lock().setup().castling.0.0
    }

    #[setter]
    fn set_castling_rights(slf: &Bound<'_, Board>, castling_rights: BitboardArgument) {
        let rights = CastlingRights(castling_rights.0);
        slf.lock().edit(false, |setup| setup.castling = rights);
    }

    /// Returns the castling rights that are possible, as a bitboard of rook squares.
    fn clean_castling_rights(slf: &Bound<'_, Board>) -> u64 {
        slf.lock().clean_setup().castling.0.0
    }

    /// Returns whether a player may still castle.
    ///
    /// Args:
    ///     color: the player.
    fn has_castling_rights(slf: &Bound<'_, Board>, color: ColorArgument) -> bool {
        slf.lock().clean_setup().castling.of(color.0).any()
    }

    /// Sets the castling rights from a field of a FEN and clears the move stack.
    ///
    /// Args:
    ///     castling_fen: the field in either dialect: `KQkq`, `HAha`, or `-`.
    ///
    /// Raises:
    ///     FenError: the text is not a castling field.
    fn set_castling_fen(slf: &Bound<'_, Board>, castling_fen: &str) -> PyResult<()> {
        let mut state = slf.lock();
        let mut setup = Setup { castling: CastlingRights::NONE, ..state.setup() };
        fen::parse_castling(castling_fen, 0, &mut setup)?;
        state.put(setup, true);
        Ok(())
    }

    /// The square passed by the last double push, or `None`. Settable.
    ///
    /// It is set whether or not a capture there is possible.
    #[getter]
    fn ep_square(slf: &Bound<'_, Board>) -> Option<u8> {
        slf.lock().setup().ep_square.map(|square| square as u8)
    }

    #[setter]
    fn set_ep_square(slf: &Bound<'_, Board>, ep_square: Option<SquareArgument>) {
        slf.lock().edit(false, |setup| setup.ep_square = ep_square.map(|square| square.0));
    }

    /// Returns whether a pawn attacks the en-passant square, legally or not.
    fn has_pseudo_legal_en_passant(slf: &Bound<'_, Board>) -> bool {
        slf.lock().setup().ep_capturers().any()
    }

    /// The number of plies since the last capture or pawn move. Settable.
    #[getter]
    fn halfmove_clock(slf: &Bound<'_, Board>) -> u32 {
        slf.lock().setup().halfmove_clock
    }

    #[setter]
    fn set_halfmove_clock(slf: &Bound<'_, Board>, halfmove_clock: Number) -> PyResult<()> {
        let plies = clock("the halfmove clock", halfmove_clock)?;
        slf.lock().edit(false, |setup| setup.halfmove_clock = plies);
        Ok(())
    }

    /// The number of the move, from 1, incremented after Black's move. Settable.
    #[getter]
    fn fullmove_number(slf: &Bound<'_, Board>) -> u32 {
        slf.lock().setup().fullmove_number
    }

    #[setter]
    fn set_fullmove_number(slf: &Bound<'_, Board>, fullmove_number: Number) -> PyResult<()> {
        let number = clock("the move number", fullmove_number)?;
        slf.lock().edit(false, |setup| setup.fullmove_number = number);
        Ok(())
    }

    /// Returns the number of plies since the start of the game, from the move number.
    pub(in crate::python) fn ply(slf: &Bound<'_, Board>) -> u32 {
        let setup = slf.lock().setup();
        2 * setup.fullmove_number.saturating_sub(1) + setup.turn as u32
    }

    /// Removes all pieces, castling rights and history; White is to move.
    fn clear(slf: &Bound<'_, Board>) {
        slf.lock().put(Setup::EMPTY, true);
    }

    /// The pieces that give check, as a bitboard.
    fn checkers_mask(slf: &Bound<'_, Board>) -> u64 {
        let state = slf.lock();
        state.placement().attackers_of_king(state.turn()).0
    }

    /// The pieces that give check.
    fn checkers(slf: &Bound<'_, Board>) -> SquareSet {
        Bitboard(Board::checkers_mask(slf)).into()
    }

    /// Returns whether the side to move is in check.
    pub(super) fn is_check(slf: &Bound<'_, Board>) -> bool {
        Board::checkers_mask(slf) != 0
    }

    /// Returns whether the side not to move is in check, so that the last move was illegal.
    fn was_into_check(slf: &Bound<'_, Board>) -> bool {
        let state = slf.lock();
        state.placement().attackers_of_king(!state.turn()).any()
    }

    /// Returns the problems of the position, as flags of `enroque.Status`.
    fn status<'py>(slf: &Bound<'py, Board>) -> PyResult<package::Status<'py>> {
        let status = slf.lock().status();
        package::Status::new(slf.py(), (status.bits(),))
    }

    /// Returns whether the position is legal: `status()` is `Status.VALID`.
    fn is_valid(slf: &Bound<'_, Board>) -> bool {
        slf.lock().status().is_empty()
    }
}

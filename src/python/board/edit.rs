//! Editing and transforming a [`BaseBoard`].

use super::BaseBoard;
use super::base::{board_field, derived};
use crate::notation::fen;
use crate::position::{Position, Setup};
use crate::python::arguments::FenArgument;
use crate::python::piece::{Piece, PieceArgument};
use crate::python::prelude::*;
use crate::rules::EditableGame;
use crate::types::{Bitboard, Piece as CorePiece, Square};

/// Applies a Python function to each bitboard of a setup.
fn transformed(setup: &Setup, function: &Bound<'_, PyAny>) -> PyResult<Setup> {
    setup
        .transformed(|set: Bitboard| Ok(function.call1((set.0,))?.extract::<BitboardArgument>()?.0))
}

/// Puts a piece on a square or removes the one there; other promoted pieces stay promoted.
fn put(state: &mut EditableGame, square: Square, piece: Option<CorePiece>, promoted: bool) {
    let others = state.promoted().without(square);
    state.edit(true, |setup| match piece {
        Some(piece) => setup.placement.put(square, piece),
        None => setup.placement.remove(square),
    });
    let is_promoted = promoted && piece.is_some();
    let all = if is_promoted { others.with(square) } else { others };
    state.set_promoted(all);
}

#[pymethods(crate = "crate::python::named_arguments")]
impl BaseBoard {
    /// Removes all pieces and clears the move stack.
    fn clear_board(&self, py: Python<'_>) {
        self.lock(py).edit(true, |setup| setup.placement = Setup::EMPTY.placement);
    }

    /// Sets up the pieces of the standard start position and clears the move stack.
    fn reset_board(&self, py: Python<'_>) {
        let start = *Position::standard().placement();
        self.lock(py).edit(true, |setup| setup.placement = start);
    }

    /// Puts a piece on a square and clears the move stack.
    ///
    /// Args:
    ///     square: the square, 0 to 63.
    ///     piece: the piece; `None` removes the piece on the square.
    ///     promoted: whether the piece is a promoted pawn, and so in `promoted`.
    #[pyo3(signature = (square, piece, promoted = false))]
    fn set_piece_at(
        &self,
        py: Python<'_>,
        square: SquareArgument,
        piece: Option<PieceArgument>,
        promoted: bool,
    ) {
        put(&mut self.lock(py), square.0, piece.map(|piece| piece.0), promoted);
    }

    /// Removes the piece from a square and clears the move stack.
    ///
    /// Args:
    ///     square: the square, 0 to 63.
    ///
    /// Returns:
    ///     The removed piece, or `None` if the square was empty.
    fn remove_piece_at(
        &self,
        py: Python<'_>,
        square: SquareArgument,
    ) -> PyResult<Option<Py<Piece>>> {
        let mut state = self.lock(py);
        let piece = state.placement().piece_at(square.0);
        put(&mut state, square.0, None, false);
        drop(state);
        piece.map(|piece| Piece::interned(py, piece)).transpose()
    }

    /// Replaces all pieces and clears the move stack.
    ///
    /// Args:
    ///     pieces: a mapping from square to `Piece`.
    #[pyo3(signature = (pieces: "Mapping[int, Piece]"))]
    fn set_piece_map(&self, py: Python<'_>, pieces: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut placement = Setup::EMPTY.placement;
        let Some(items) = pieces.getattr_opt("items")? else {
            return Err(wrong_type("pieces must be a mapping of squares to Pieces", pieces));
        };
        for item in items.call0()?.try_iter()? {
            let (square, piece) = item?.extract::<(SquareArgument, PieceArgument)>()?;
            placement.put(square.0, piece.0);
        }
        self.lock(py).edit(true, |setup| setup.placement = placement);
        Ok(())
    }

    /// Sets up the pieces of the first field of a FEN and clears the move stack.
    ///
    /// Args:
    ///     fen: the first field of a FEN.
    ///
    /// Raises:
    ///     FenError: the text is not the first field of a FEN; the board is unchanged.
    fn set_board_fen(&self, py: Python<'_>, fen: FenArgument<'_>) -> PyResult<()> {
        let placement = board_field(fen.0)?.placement;
        let promoted = fen::promoted(fen.0);
        let mut state = self.lock(py);
        state.edit(true, |setup| setup.placement = placement);
        state.set_promoted(promoted);
        Ok(())
    }

    /// Moves all pieces by a function of bitboards and clears the move stack.
    ///
    /// Args:
    ///     f: a function from bitboard to bitboard, such as `enroque.flip_vertical`.
    fn apply_transform(&self, py: Python<'_>, f: BitboardFunction<'_>) -> PyResult<()> {
        // not locked during the call: the function may use the board
        let setup = self.lock(py).setup();
        let setup = transformed(&setup, &f.0)?;
        self.lock(py).put(setup, true);
        Ok(())
    }

    /// Returns a copy with all pieces moved by a function of bitboards, without history.
    ///
    /// Args:
    ///     f: a function from bitboard to bitboard, such as `enroque.flip_vertical`.
    fn transform<'py>(
        slf: &Bound<'py, BaseBoard>,
        f: BitboardFunction<'py>,
    ) -> PyResult<SameClass<'py>> {
        let mut state = slf.get().lock(slf.py()).clone();
        state.put(transformed(&state.setup(), &f.0)?, true);
        derived(slf, |_, copy| *copy = state)
    }

    /// Swaps the colors in place and clears the move stack.
    ///
    /// Ranks are flipped; pieces, castling rights and side to move go to the other player.
    fn apply_mirror(&self, py: Python<'_>) {
        let mut state = self.lock(py);
        let mirrored = state.setup().mirrored();
        state.put(mirrored, true);
    }

    /// Returns a copy with swapped colors and without history.
    ///
    /// Ranks are flipped; pieces, castling rights and side to move go to the other player.
    fn mirror<'py>(slf: &Bound<'py, BaseBoard>) -> PyResult<SameClass<'py>> {
        let mut state = slf.get().lock(slf.py()).clone();
        state.put(state.setup().mirrored(), true);
        derived(slf, |_, copy| *copy = state)
    }
}

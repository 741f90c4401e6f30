//! Pieces, attacks and pins of a [`BaseBoard`], also in illegal positions.

use arrayvec::ArrayVec;

use super::BaseBoard;
use crate::position::Placement;
use crate::python::piece::Piece;
use crate::python::prelude::*;
use crate::python::square_set::{SquareSet, SquareSetArgument};
use crate::python::{arguments, python_chess};
use crate::types::{Bitboard, Color, PieceType, Square};

impl BaseBoard {
    pub(super) fn placement(&self, py: Python<'_>) -> Placement {
        *self.lock(py).placement()
    }

    /// The pieces of a color that attack a square while these squares are occupied.
    fn attackers_of(
        &self,
        py: Python<'_>,
        color: ColorArgument,
        square: SquareArgument,
        occupied: Option<SquareSetArgument>,
    ) -> Bitboard {
        let placement = self.placement(py);
        let occupied = occupied.map_or_else(|| placement.occupied(), |argument| argument.0);
        placement.attackers_of(square.0, color.0, occupied)
    }

    fn pin_line(
        &self,
        py: Python<'_>,
        color: ColorArgument,
        square: SquareArgument,
    ) -> Option<Bitboard> {
        self.placement(py).pin_line(color.0, square.0)
    }
}

/// Defines the properties of the pieces of one type.
macro_rules! of_type {
    ($($name:ident: $piece_type:ident;)*) => {
        #[pymethods(crate = "crate::python::named_arguments")]
        impl BaseBoard {$(
            #[doc = concat!("The ", stringify!($name), " of both colors, as a bitboard.")]
            #[getter]
            fn $name(&self, py: Python<'_>) -> u64 {
                self.lock(py).placement().by_type(PieceType::$piece_type).0
            }
        )*}
    };
}

of_type! {
    pawns: Pawn;
    knights: Knight;
    bishops: Bishop;
    rooks: Rook;
    queens: Queen;
    kings: King;
}

#[pymethods(crate = "crate::python::named_arguments")]
impl BaseBoard {
    /// All pieces, as a bitboard.
    #[getter]
    fn occupied(&self, py: Python<'_>) -> u64 {
        self.lock(py).placement().occupied().0
    }

    /// The bitboards of Black's and White's pieces, indexed by color: `occupied_co[WHITE]`.
    #[getter]
    fn occupied_co(&self, py: Python<'_>) -> [u64; 2] {
        let placement = self.placement(py);
        [Color::Black, Color::White].map(|color| placement.by_color(color).0)
    }

    /// The promoted pieces, as a bitboard. Settable.
    ///
    /// They are those with `~` in the FEN, those that were set, and those promoted since. They have
    /// no effect on the game.
    #[getter]
    fn promoted(&self, py: Python<'_>) -> u64 {
        self.lock(py).promoted().0
    }

    #[setter]
    fn set_promoted(&self, py: Python<'_>, promoted: BitboardArgument) {
        self.lock(py).set_promoted(promoted.0);
    }

    /// Returns the squares of the pieces of one type and color, as a bitboard.
    ///
    /// Args:
    ///     piece_type: `PAWN` (1) to `KING` (6).
    ///     color: `WHITE` (True) or `BLACK` (False).
    fn pieces_mask(
        &self,
        py: Python<'_>,
        piece_type: PieceTypeArgument,
        color: ColorArgument,
    ) -> u64 {
        self.lock(py).placement().pieces(color.0, piece_type.0).0
    }

    /// Returns the squares of the pieces of one type and color.
    ///
    /// Args:
    ///     piece_type: `PAWN` (1) to `KING` (6).
    ///     color: `WHITE` (True) or `BLACK` (False).
    fn pieces(
        &self,
        py: Python<'_>,
        piece_type: PieceTypeArgument,
        color: ColorArgument,
    ) -> SquareSet {
        self.lock(py).placement().pieces(color.0, piece_type.0).into()
    }

    /// Returns the piece on a square, or `None` if the square is empty.
    ///
    /// Args:
    ///     square: the square, 0 to 63.
    fn piece_at(&self, py: Python<'_>, square: SquareArgument) -> PyResult<Option<Py<Piece>>> {
        let piece = self.lock(py).placement().piece_at(square.0);
        piece.map(|piece| Piece::interned(py, piece)).transpose()
    }

    /// Returns the piece type on a square, `PAWN` (1) to `KING` (6), or `None`.
    ///
    /// Args:
    ///     square: the square, 0 to 63.
    fn piece_type_at(&self, py: Python<'_>, square: SquareArgument) -> Option<u8> {
        let piece = self.lock(py).placement().piece_at(square.0);
        piece.map(|piece| arguments::piece_type(piece.piece_type))
    }

    /// Returns the color of the piece on a square, or `None` if the square is empty.
    ///
    /// Args:
    ///     square: the square, 0 to 63.
    fn color_at(&self, py: Python<'_>, square: SquareArgument) -> Option<bool> {
        self.lock(py).placement().piece_at(square.0).map(|piece| arguments::color(piece.color))
    }

    /// Returns the number of pieces, pawns and kings included.
    fn piece_count(&self, py: Python<'_>) -> u32 {
        self.lock(py).placement().occupied().len()
    }

    /// Returns the square of a king, or `None`; of several kings, the one nearest to h8.
    ///
    /// Args:
    ///     color: the color of the king.
    fn king(&self, py: Python<'_>, color: ColorArgument) -> Option<u8> {
        let kings = self.lock(py).placement().pieces(color.0, PieceType::King);
        python_chess::king(kings).map(|square: Square| square as u8)
    }

    /// Returns the pieces by square.
    ///
    /// Args:
    ///     mask: a bitboard of the squares to include; by default all.
    ///
    /// Returns:
    ///     A dict from square to `Piece`.
    #[pyo3(signature = (*, mask = 0xffffffffffffffff))]
    fn piece_map<'py>(&self, py: Python<'py>, mask: BitboardArgument) -> PyResult<PieceMap<'py>> {
        let placement = self.placement(py);
        let map = PyDict::new(py);
        let mut squares: ArrayVec<Square, 64> =
            (placement.occupied() & mask.0).into_iter().collect();
        if python_chess::is_imitated() {
            squares.reverse();
        }
        for square in squares {
            if let Some(piece) = placement.piece_at(square) {
                map.set_item(square as u8, Piece::interned(py, piece)?)?;
            }
        }
        Ok(PieceMap(map))
    }

    /// Returns the squares that the piece on a square attacks, as a bitboard.
    ///
    /// Args:
    ///     square: the square of the piece, 0 to 63.
    fn attacks_mask(&self, py: Python<'_>, square: SquareArgument) -> u64 {
        self.placement(py).attacks_from(square.0).0
    }

    /// Returns the squares that the piece on a square attacks, even if it is pinned.
    ///
    /// Args:
    ///     square: the square of the piece, 0 to 63.
    ///
    /// Returns:
    ///     The attacked squares; empty if the square is empty.
    fn attacks(&self, py: Python<'_>, square: SquareArgument) -> SquareSet {
        self.placement(py).attacks_from(square.0).into()
    }

    /// Returns the pieces of a color that attack a square, as a bitboard.
    ///
    /// Args:
    ///     color: the color of the attackers, `WHITE` (True) or `BLACK` (False).
    ///     square: the attacked square, 0 to 63.
    ///     occupied: the squares that block sliders; by default those of the pieces on the board.
    #[pyo3(signature = (color, square, occupied = None))]
    fn attackers_mask(
        &self,
        py: Python<'_>,
        color: ColorArgument,
        square: SquareArgument,
        occupied: Option<SquareSetArgument>,
    ) -> u64 {
        self.attackers_of(py, color, square, occupied).0
    }

    /// Returns the pieces of a color that attack a square, pinned pieces included.
    ///
    /// Args:
    ///     color: the color of the attackers, `WHITE` (True) or `BLACK` (False).
    ///     square: the attacked square, 0 to 63.
    ///     occupied: the squares that block sliders; by default those of the pieces on the board.
    #[pyo3(signature = (color, square, occupied = None))]
    fn attackers(
        &self,
        py: Python<'_>,
        color: ColorArgument,
        square: SquareArgument,
        occupied: Option<SquareSetArgument>,
    ) -> SquareSet {
        self.attackers_of(py, color, square, occupied).into()
    }

    /// Returns whether a color attacks a square; pinned pieces attack too.
    ///
    /// Args:
    ///     color: the color of the attackers, `WHITE` (True) or `BLACK` (False).
    ///     square: the attacked square, 0 to 63.
    ///     occupied: the squares that block sliders; by default those of the pieces on the board.
    #[pyo3(signature = (color, square, occupied = None))]
    fn is_attacked_by(
        &self,
        py: Python<'_>,
        color: ColorArgument,
        square: SquareArgument,
        occupied: Option<SquareSetArgument>,
    ) -> bool {
        self.attackers_of(py, color, square, occupied).any()
    }

    /// Returns the line to which a piece is pinned, as a bitboard; all squares if it is not pinned.
    ///
    /// Args:
    ///     color: the color of the piece and the king.
    ///     square: the square of the piece, 0 to 63.
    fn pin_mask(&self, py: Python<'_>, color: ColorArgument, square: SquareArgument) -> u64 {
        self.pin_line(py, color, square).map_or(u64::MAX, |line| line.0)
    }

    /// Returns the line to which a piece is pinned, or all squares if it is not pinned.
    ///
    /// Args:
    ///     color: the color of the piece and the king.
    ///     square: the square of the piece, 0 to 63.
    fn pin(&self, py: Python<'_>, color: ColorArgument, square: SquareArgument) -> SquareSet {
        Bitboard(self.pin_mask(py, color, square)).into()
    }

    /// Returns whether a piece is pinned to its king.
    ///
    /// Args:
    ///     color: the color of the piece and the king.
    ///     square: the square of the piece, 0 to 63.
    fn is_pinned(&self, py: Python<'_>, color: ColorArgument, square: SquareArgument) -> bool {
        self.pin_line(py, color, square).is_some()
    }
}

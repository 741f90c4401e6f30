//! Questions to a [`BaseBoard`] about what stands where: answered in any set-up, playable or not.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::BaseBoard;
use crate::position::Placement;
use crate::python::arguments::{
    self, BitboardArgument, ColorArgument, PieceTypeArgument, SquareArgument,
};
use crate::python::hints::PieceMap;
use crate::python::piece::Piece;
use crate::python::square_set::{SquareSet, SquareSetArgument};
use crate::types::{Bitboard, Color, PieceType, Square};

impl BaseBoard {
    pub(super) fn placement(&self, py: Python<'_>) -> Placement {
        *self.lock(py).placement()
    }

    fn of_type(&self, py: Python<'_>, piece_type: PieceType) -> u64 {
        self.lock(py).placement().by_type(piece_type).0
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

#[pymethods]
impl BaseBoard {
    /// The pawns of both colors, as a bitboard.
    #[getter]
    fn pawns(&self, py: Python<'_>) -> u64 {
        self.of_type(py, PieceType::Pawn)
    }

    /// The knights of both colors, as a bitboard.
    #[getter]
    fn knights(&self, py: Python<'_>) -> u64 {
        self.of_type(py, PieceType::Knight)
    }

    /// The bishops of both colors, as a bitboard.
    #[getter]
    fn bishops(&self, py: Python<'_>) -> u64 {
        self.of_type(py, PieceType::Bishop)
    }

    /// The rooks of both colors, as a bitboard.
    #[getter]
    fn rooks(&self, py: Python<'_>) -> u64 {
        self.of_type(py, PieceType::Rook)
    }

    /// The queens of both colors, as a bitboard.
    #[getter]
    fn queens(&self, py: Python<'_>) -> u64 {
        self.of_type(py, PieceType::Queen)
    }

    /// The kings of both colors, as a bitboard.
    #[getter]
    fn kings(&self, py: Python<'_>) -> u64 {
        self.of_type(py, PieceType::King)
    }

    /// All pieces, as a bitboard.
    #[getter]
    fn occupied(&self, py: Python<'_>) -> u64 {
        self.lock(py).placement().occupied().0
    }

    /// Black's and White's pieces as bitboards, to be indexed by color: `occupied_co[WHITE]`.
    #[getter]
    fn occupied_co(&self, py: Python<'_>) -> [u64; 2] {
        let placement = self.placement(py);
        [Color::Black, Color::White].map(|color| placement.by_color(color).0)
    }

    /// The pieces that pawns became since the board was set up, as a bitboard.
    #[getter]
    fn promoted(&self, py: Python<'_>) -> u64 {
        self.lock(py).promoted().0
    }

    /// The pieces of one kind and color, as a bitboard.
    fn pieces_mask(
        &self,
        py: Python<'_>,
        piece_type: PieceTypeArgument,
        color: ColorArgument,
    ) -> u64 {
        self.lock(py).placement().pieces(color.0, piece_type.0).0
    }

    /// The pieces of one kind and color.
    fn pieces(
        &self,
        py: Python<'_>,
        piece_type: PieceTypeArgument,
        color: ColorArgument,
    ) -> PyResult<Py<SquareSet>> {
        let pieces = self.lock(py).placement().pieces(color.0, piece_type.0);
        SquareSet::object(py, pieces)
    }

    /// The piece on a square, or `None`.
    fn piece_at(&self, py: Python<'_>, square: SquareArgument) -> PyResult<Option<Py<Piece>>> {
        let piece = self.lock(py).placement().piece_at(square.0);
        piece.map(|piece| Piece::interned(py, piece)).transpose()
    }

    /// The piece type on a square, `PAWN` (1) to `KING` (6), or `None`.
    fn piece_type_at(&self, py: Python<'_>, square: SquareArgument) -> Option<u8> {
        let piece = self.lock(py).placement().piece_at(square.0);
        piece.map(|piece| arguments::piece_type(piece.piece_type))
    }

    /// The color of the piece on a square, or `None`.
    fn color_at(&self, py: Python<'_>, square: SquareArgument) -> Option<bool> {
        self.lock(py).placement().piece_at(square.0).map(|piece| arguments::color(piece.color))
    }

    /// The square of a player's king, or `None`; of several the one nearest to h8.
    fn king(&self, py: Python<'_>, color: ColorArgument) -> Option<u8> {
        let kings = self.lock(py).placement().pieces(color.0, PieceType::King);
        kings.last().map(|square: Square| square as u8)
    }

    /// The pieces by their squares; `mask` limits it to some.
    #[pyo3(signature = (*, mask = BitboardArgument(Bitboard(u64::MAX))))]
    fn piece_map<'py>(&self, py: Python<'py>, mask: BitboardArgument) -> PyResult<PieceMap<'py>> {
        let placement = self.placement(py);
        let map = PyDict::new(py);
        for square in placement.occupied() & mask.0 {
            if let Some(piece) = placement.piece_at(square) {
                map.set_item(square as u8, Piece::interned(py, piece)?)?;
            }
        }
        Ok(PieceMap(map))
    }

    /// The squares that the piece on a square attacks, pinned or not, as a bitboard.
    fn attacks_mask(&self, py: Python<'_>, square: SquareArgument) -> u64 {
        self.placement(py).attacks_from(square.0).0
    }

    /// The squares that the piece on a square attacks, pinned or not; none if it is empty.
    fn attacks(&self, py: Python<'_>, square: SquareArgument) -> PyResult<Py<SquareSet>> {
        SquareSet::object(py, self.placement(py).attacks_from(square.0))
    }

    /// The pieces of a color that attack a square, pinned or not, as a bitboard. `occupied` says what
    /// stands in the sliders' way, if not the pieces on the board.
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

    /// The pieces of a color that attack a square, pinned or not. `occupied` says what stands in the
    /// sliders' way, if not the pieces on the board.
    #[pyo3(signature = (color, square, occupied = None))]
    fn attackers(
        &self,
        py: Python<'_>,
        color: ColorArgument,
        square: SquareArgument,
        occupied: Option<SquareSetArgument>,
    ) -> PyResult<Py<SquareSet>> {
        SquareSet::object(py, self.attackers_of(py, color, square, occupied))
    }

    /// Whether a color attacks a square; a pinned piece attacks too. `occupied` as of `attackers`.
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

    /// The line to which a piece of a color on a square is pinned, as a bitboard: all squares if it
    /// is not pinned.
    fn pin_mask(&self, py: Python<'_>, color: ColorArgument, square: SquareArgument) -> u64 {
        self.pin_line(py, color, square).map_or(u64::MAX, |line| line.0)
    }

    /// The line to which a piece of a color on a square is pinned: all squares if it is not pinned.
    fn pin(
        &self,
        py: Python<'_>,
        color: ColorArgument,
        square: SquareArgument,
    ) -> PyResult<Py<SquareSet>> {
        SquareSet::object(py, Bitboard(self.pin_mask(py, color, square)))
    }

    /// Whether a piece of a color on a square would leave its king in check by leaving a line.
    fn is_pinned(&self, py: Python<'_>, color: ColorArgument, square: SquareArgument) -> bool {
        self.pin_line(py, color, square).is_some()
    }
}

//! Piece placement.

use crate::attacks::{self, Backend, Pieces, dispatch, task};
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// The index of the bitboard of White's pieces in [`Placement`]; Black's is the next.
const COLORS: usize = 6;

/// The pieces on the board: one bitboard for each piece type and color, eight words in one cache
/// line.
///
/// Each square is in the bitboards of exactly one piece type and one color, or in none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Placement([Bitboard; 8]);

impl Placement {
    /// A board without pieces.
    pub const EMPTY: Placement = Placement([Bitboard::EMPTY; 8]);

    /// Creates a placement from bitboards in FEN order (the lowest bit is a8, the highest h1): one
    /// for each piece type, then White's and Black's pieces. The invariant of the struct must hold.
    #[inline(always)]
    pub(crate) fn from_fen_order(by_type: [u64; 6], white: u64, black: u64) -> Placement {
        let [pawns, knights, bishops, rooks, queens, kings] = by_type;
        let mut placement = Placement::EMPTY;
        let sets = [pawns, knights, bishops, rooks, queens, kings, white, black];
        for (of_placement, set) in placement.0.iter_mut().zip(sets) {
            // each rank is a byte, and a FEN has the eighth rank first
            *of_placement = Bitboard(set.swap_bytes());
        }
        placement
    }

    /// Creates a placement from the bits of piece types, pawn to king as 0 to 5, of the occupied
    /// squares, and Black's pieces; `None` if a square has the number 6 or 7.
    #[inline(always)]
    pub(crate) fn from_type_bits(
        [ones, twos, fours]: [u64; 3],
        occupied: u64,
        black: u64,
    ) -> Option<Placement> {
        let small = occupied & !fours;
        let sets = [
            small & !ones & !twos,
            small & ones & !twos,
            small & twos & !ones,
            small & ones & twos,
            fours & !ones,
            fours & ones,
            occupied & !black,
            black,
        ];
        (fours & twos == 0).then_some(Placement(sets.map(Bitboard)))
    }

    /// The bits of the piece types; the opposite of [`Placement::from_type_bits`].
    #[inline(always)]
    pub(crate) fn type_bits(&self) -> [u64; 3] {
        let [_, knight, bishop, rook, queen, king, ..] = self.0;
        [(knight | rook | king).0, (bishop | rook).0, (queen | king).0]
    }

    /// The eight bitboards: pawns, knights, bishops, rooks, queens, kings, White's pieces, Black's
    /// pieces.
    #[inline(always)]
    pub const fn sets(&self) -> &[Bitboard; 8] {
        &self.0
    }

    #[inline(always)]
    pub(super) fn sets_mut(&mut self) -> &mut [Bitboard; 8] {
        &mut self.0
    }

    /// The pieces of one piece type, of both colors.
    #[inline(always)]
    pub const fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.0[piece_type as usize]
    }

    /// The pieces of one color.
    #[inline(always)]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.0[COLORS + color as usize]
    }

    /// The pieces of one piece type and color.
    #[inline(always)]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_color(color) & self.by_type(piece_type)
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.0[COLORS] | self.0[COLORS + 1]
    }

    /// The rooks and queens of one color.
    #[inline(always)]
    pub fn orthogonal_sliders(&self, color: Color) -> Bitboard {
        self.by_color(color) & (self.by_type(PieceType::Rook) | self.by_type(PieceType::Queen))
    }

    /// The bishops and queens of one color.
    #[inline(always)]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        self.by_color(color) & (self.by_type(PieceType::Bishop) | self.by_type(PieceType::Queen))
    }

    /// The knights and sliders of one color, for [`Backend`].
    #[inline(always)]
    pub fn knights_and_sliders(&self, color: Color) -> Pieces {
        Pieces {
            knights: self.pieces(color, PieceType::Knight),
            diagonal: self.diagonal_sliders(color),
            orthogonal: self.orthogonal_sliders(color),
        }
    }

    /// The piece type on an occupied square; `Pawn` for an empty square.
    #[inline(always)]
    pub fn type_at_unchecked(&self, square: Square) -> PieceType {
        let [ones, twos, fours] = self.type_bits().map(|set| (set >> square as u8 & 1) as usize);
        let index = ones | twos << 1 | fours << 2;
        const TYPES: [PieceType; 8] = [
            PieceType::Pawn,
            PieceType::Knight,
            PieceType::Bishop,
            PieceType::Rook,
            PieceType::Queen,
            PieceType::King,
            PieceType::Pawn,
            PieceType::Pawn,
        ];
        TYPES[index]
    }

    /// The piece type of a queen, or of a slider of another piece type.
    #[inline(always)]
    pub(crate) fn slider_at_unchecked(&self, other: PieceType, square: Square) -> PieceType {
        if self.by_type(PieceType::Queen).has(square) { PieceType::Queen } else { other }
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.by_color(Color::White).has(square) {
            Color::White
        } else if self.by_color(Color::Black).has(square) {
            Color::Black
        } else {
            return None;
        };
        Some(Piece { color, piece_type: self.type_at_unchecked(square) })
    }

    /// Puts a piece on a square, replacing the piece there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.add(square, piece);
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn add(&mut self, square: Square, piece: Piece) {
        let bit = Bitboard::from_square(square);
        self.0[piece.piece_type.index()] |= bit;
        self.0[COLORS + piece.color.index()] |= bit;
    }

    /// Empties a square.
    pub fn remove(&mut self, square: Square) {
        for set in &mut self.0 {
            *set = set.without(square);
        }
    }

    /// The king of a color; the lowest of several, a1 if there is none.
    #[inline(always)]
    pub fn king_unchecked(&self, color: Color) -> Square {
        self.pieces(color, PieceType::King).first_unchecked()
    }

    /// The pieces of `color` that attack a square, given the occupied squares. Pinned pieces attack
    /// too (FIDE 3.1.2).
    #[inline(always)]
    pub fn attackers<B: Backend>(
        &self,
        backend: B,
        square: Square,
        color: Color,
        occupied: Bitboard,
    ) -> Bitboard {
        self.leaping_attackers(square, color)
            | backend.bishop(square, occupied) & self.diagonal_sliders(color)
            | backend.rook(square, occupied) & self.orthogonal_sliders(color)
    }

    /// The pawns, knights and king of `color` that attack a square.
    #[inline(always)]
    pub fn leaping_attackers(&self, square: Square, color: Color) -> Bitboard {
        self.by_color(color)
            & (attacks::pawn(!color, square) & self.by_type(PieceType::Pawn)
                | attacks::knight(square) & self.by_type(PieceType::Knight)
                | attacks::king(square) & self.by_type(PieceType::King))
    }

    /// Whether the king of `color` is not attacked after a pawn of that color captures en passant.
    /// Two squares become empty at once, so all lines to the king are checked.
    #[inline(always)]
    pub(super) fn is_safe_after_ep<B: Backend>(
        &self,
        backend: B,
        color: Color,
        king: Square,
        from: Square,
        to: Square,
    ) -> bool {
        let victim = Bitboard::from_square(Square::from_low_bits(to as u8 ^ 8));
        let occupied = self.occupied().without(from).with(to) - victim;
        let sliders = backend.bishop(king, occupied) & self.diagonal_sliders(!color)
            | backend.rook(king, occupied) & self.orthogonal_sliders(!color);
        let leapers = self.leaping_attackers(king, !color) - victim;
        (sliders | leapers).is_empty()
    }

    /// [`Placement::attackers`] with dispatch.
    pub fn attackers_of(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let placement = self;
        dispatch(task!(|backend,
                        placement: &Placement,
                        square: Square,
                        color: Color,
                        occupied: Bitboard|
         -> Bitboard {
            placement.attackers(backend, square, color, occupied)
        }))
    }

    /// The pieces that attack the king of a color, of several kings the last one; none without a king.
    pub fn attackers_of_king(&self, color: Color) -> Bitboard {
        let king = self.pieces(color, PieceType::King).last();
        king.map_or(Bitboard::EMPTY, |king| self.attackers_of(king, !color, self.occupied()))
    }

    /// The squares that the piece on a square attacks (FIDE 3.1.2); none if it is empty.
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        let occupied = self.occupied();
        match self.piece_at(square) {
            None => Bitboard::EMPTY,
            Some(Piece { color, piece_type: PieceType::Pawn }) => attacks::pawn(color, square),
            Some(piece) => dispatch(task!(|backend,
                                           piece: Piece,
                                           square: Square,
                                           occupied: Bitboard|
             -> Bitboard {
                attacks::piece(backend, piece.piece_type, square, occupied)
            })),
        }
    }

    /// The line between a color's king and an opposing slider, if the square is on it and no other
    /// square between them is occupied: a piece of that color on the square is pinned to the line.
    pub fn pin_line(&self, color: Color, square: Square) -> Option<Bitboard> {
        let king = self.pieces(color, PieceType::King).last()?;
        let line = attacks::line(king, square);
        let sliders = if attacks::orthogonals(king).has(square) {
            self.orthogonal_sliders(!color)
        } else {
            self.diagonal_sliders(!color)
        };
        let pieces = self.occupied().with(square);
        let pins =
            |slider: Square| attacks::between(slider, king) & pieces == Bitboard::from(square);
        (sliders & line).into_iter().any(pins).then_some(line)
    }
}

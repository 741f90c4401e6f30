//! Where the pieces stand.

use crate::attacks::{self, Backend, Pieces, Task, dispatch};
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// Index of the white pieces's set in [`Placement`]; the black pieces's is the next.
const COLORS: usize = 6;

/// The pieces on the board: one set a kind and one a color, eight words in one cache line.
///
/// Each square is in the set of exactly one kind and one color, or in none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Placement([Bitboard; 8]);

impl Placement {
    /// A board without pieces.
    pub const EMPTY: Placement = Placement([Bitboard::EMPTY; 8]);

    /// The board of sets in the order of a FEN, whose first square is a8 and whose last is h1: one a
    /// kind, then White's pieces and Black's. Each square is in one kind and one color, or in none.
    #[inline]
    pub(crate) fn from_text_order(kinds: [u64; 6], white: u64, black: u64) -> Placement {
        let [pawns, knights, bishops, rooks, queens, kings] = kinds;
        let sets = [pawns, knights, bishops, rooks, queens, kings, white, black];
        // each rank is a byte, and the text has the eighth first
        Placement(sets.map(|set| Bitboard(set.swap_bytes())))
    }

    /// The eight sets: pawns, knights, bishops, rooks, queens, kings, White's pieces, Black's pieces.
    #[inline(always)]
    pub const fn sets(&self) -> &[Bitboard; 8] {
        &self.0
    }

    #[inline(always)]
    pub(super) fn sets_mut(&mut self) -> &mut [Bitboard; 8] {
        &mut self.0
    }

    /// The pieces of one kind, both colors.
    #[inline(always)]
    pub const fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.0[piece_type as usize]
    }

    /// The pieces of one color.
    #[inline(always)]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.0[COLORS + color as usize]
    }

    /// The pieces of one kind and color.
    #[inline(always)]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_color(color) & self.by_type(piece_type)
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.0[COLORS] | self.0[COLORS + 1]
    }

    /// Rooks and queens of one color: what attacks along ranks and files.
    #[inline(always)]
    pub fn orthogonal_sliders(&self, color: Color) -> Bitboard {
        self.by_color(color) & (self.by_type(PieceType::Rook) | self.by_type(PieceType::Queen))
    }

    /// Bishops and queens of one color: what attacks along diagonals.
    #[inline(always)]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        self.by_color(color) & (self.by_type(PieceType::Bishop) | self.by_type(PieceType::Queen))
    }

    /// Knights and sliders of one color, as the generator takes them.
    #[inline(always)]
    pub fn knights_and_sliders(&self, color: Color) -> Pieces {
        Pieces {
            knights: self.pieces(color, PieceType::Knight),
            diagonal: self.diagonal_sliders(color),
            orthogonal: self.orthogonal_sliders(color),
        }
    }

    /// The piece type on a square that has one; `Pawn` on an empty square.
    #[inline(always)]
    pub fn type_at_unchecked(&self, square: Square) -> PieceType {
        let [_, knight, bishop, rook, queen, king, ..] = self.0;
        let bit = |set: Bitboard| (set.0 >> square as u8 & 1) as usize;
        let index = bit(knight | rook | king) | bit(bishop | rook) << 1 | bit(queen | king) << 2;
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

    /// Puts a piece on a square, in place of what stood there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.add(square, piece);
    }

    /// Puts a piece on a square that is empty.
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

    /// The king of a color; the lowest one of a set-up with several, a1 of one without.
    #[inline(always)]
    pub fn king_unchecked(&self, color: Color) -> Square {
        self.pieces(color, PieceType::King).first_unchecked()
    }

    /// The pieces of `color` that attack a square when these squares are occupied (FIDE 3.1.2: being
    /// pinned does not matter).
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

    /// Whether the king of `color` stands unattacked after a pawn of that color captured en passant. Both
    /// pawns leave the board's lines at once, so every line to the king is looked at anew.
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

    /// [`Placement::attackers`] outside a task.
    pub fn attackers_of(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        struct Attackers<'a>(&'a Placement, Square, Color, Bitboard);
        impl Task for Attackers<'_> {
            type Output = Bitboard;
            #[inline(always)]
            fn run<B: Backend>(self, backend: B) -> Bitboard {
                self.0.attackers(backend, self.1, self.2, self.3)
            }
        }
        dispatch(Attackers(self, square, color, occupied))
    }

    /// The squares that the piece on a square attacks (FIDE 3.1.2); none if it is empty.
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        struct From(Piece, Square, Bitboard);
        impl Task for From {
            type Output = Bitboard;
            #[inline(always)]
            fn run<B: Backend>(self, backend: B) -> Bitboard {
                attacks::piece(backend, self.0.piece_type, self.1, self.2)
            }
        }
        match self.piece_at(square) {
            None => Bitboard::EMPTY,
            Some(Piece { color, piece_type: PieceType::Pawn }) => attacks::pawn(color, square),
            Some(piece) => dispatch(From(piece, square, self.occupied())),
        }
    }

    /// The line on which a square alone, be it empty or not, stands between a color's king and an
    /// enemy slider: a piece of that color there is pinned and stays on the line. `None` if it is not
    /// so, or if there is no king.
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

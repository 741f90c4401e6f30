//! Piece types, and pieces with a color.

use super::Color;

/// A piece type; the pawn is one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum PieceType {
    /// Pawn.
    Pawn = 0,
    /// Knight.
    Knight = 1,
    /// Bishop.
    Bishop = 2,
    /// Rook.
    Rook = 3,
    /// Queen.
    Queen = 4,
    /// King.
    King = 5,
}

impl PieceType {
    /// All six piece types, pawn to king.
    pub const ALL: [PieceType; 6] = [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];

    /// The piece types of promotions (FIDE 3.7.3.3), in the order in which moves are listed.
    pub const PROMOTIONS: [PieceType; 4] =
        [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

    /// 0 for the pawn to 5 for the king.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The piece type with this index, or `None` above 5.
    #[inline]
    pub const fn from_index(index: usize) -> Option<PieceType> {
        if index < 6 { Some(PieceType::ALL[index]) } else { None }
    }

    /// The lower-case English letter: `p n b r q k`.
    pub const fn letter(self) -> char {
        b"pnbrqk"[self as usize] as char
    }

    /// The piece type of an English letter of either case.
    ///
    /// ```
    /// use enroque::types::PieceType;
    /// assert_eq!(PieceType::from_letter('N'), Some(PieceType::Knight));
    /// assert_eq!(PieceType::from_letter('x'), None);
    /// ```
    pub const fn from_letter(letter: char) -> Option<PieceType> {
        Some(match letter.to_ascii_lowercase() {
            'p' => PieceType::Pawn,
            'n' => PieceType::Knight,
            'b' => PieceType::Bishop,
            'r' => PieceType::Rook,
            'q' => PieceType::Queen,
            'k' => PieceType::King,
            _ => return None,
        })
    }
}

/// A piece: a piece type and a color.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// The color.
    pub color: Color,
    /// The piece type.
    pub piece_type: PieceType,
}

impl Piece {
    /// The FEN letter: upper case for White, lower case for Black.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.piece_type.letter().to_ascii_uppercase(),
            Color::Black => self.piece_type.letter(),
        }
    }

    /// The piece of a FEN letter.
    ///
    /// ```
    /// use enroque::types::{Color, Piece, PieceType};
    /// let knight = Piece { color: Color::Black, piece_type: PieceType::Knight };
    /// assert_eq!(Piece::from_letter('n'), Some(knight));
    /// assert_eq!(knight.letter(), 'n');
    /// ```
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let Some(piece_type) = PieceType::from_letter(letter) else {
            return None;
        };
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Piece { color, piece_type })
    }
}

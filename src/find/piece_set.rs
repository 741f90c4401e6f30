//! Sets of the possible contents of a square.

use super::error::{QueryError, Reader};
use crate::position::Placement;
use crate::types::{Bitboard, Color, Piece, PieceType};

/// A set of pieces and of "empty": one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PieceSet(u16);

impl PieceSet {
    /// No piece, and not empty.
    pub const NONE: PieceSet = PieceSet(0);
    /// An empty square.
    pub const EMPTY: PieceSet = PieceSet(1 << 12);
    /// White's pieces.
    pub const WHITE: PieceSet = PieceSet(0x3F);
    /// Black's pieces.
    pub const BLACK: PieceSet = PieceSet(0x3F << 6);
    /// All pieces, and empty.
    pub const ALL: PieceSet = PieceSet(0x1FFF);

    /// A piece.
    pub const fn of(piece: Piece) -> PieceSet {
        PieceSet(1 << (6 * piece.color as u16 + piece.piece_type as u16))
    }

    /// The contents of either set.
    pub const fn or(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 | other.0)
    }

    /// All other contents.
    pub const fn complement(self) -> PieceSet {
        PieceSet(!self.0 & PieceSet::ALL.0)
    }

    /// Whether a square with this content, an element, is accepted.
    pub const fn has(self, element: PieceSet) -> bool {
        self.0 & element.0 != 0
    }

    /// The set with the colors swapped.
    pub(super) const fn swapped(self) -> PieceSet {
        PieceSet((self.0 & 0x3F) << 6 | self.0 >> 6 & 0x3F | self.0 & PieceSet::EMPTY.0)
    }

    /// The squares that contain an element.
    #[inline(always)]
    pub(super) fn squares(self, placement: &Placement) -> Bitboard {
        let all = |set: u16| if set & 1 != 0 { Bitboard::FULL } else { Bitboard::EMPTY };
        let [white, black] = Color::ALL.map(|color| placement.by_color(color));
        let mut squares = all(self.0 >> 12) - (white | black);
        for (n, piece_type) in PieceType::ALL.into_iter().enumerate() {
            let of_color = all(self.0 >> n) & white | all(self.0 >> (6 + n)) & black;
            squares |= placement.by_type(piece_type) & of_color;
        }
        squares
    }

    /// Reads a set: a letter of FEN, `A` or `a` for any piece of a color, `_` for an empty square,
    /// `!` for an occupied one, `?` for anything, or several in brackets, negated after `^`.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<PieceSet, QueryError> {
        if !reader.skip('[') {
            return PieceSet::read_one(reader);
        }
        let (opened, negates) = (reader.at() - 1, reader.skip('^'));
        let mut set = PieceSet::NONE;
        while !reader.skip(']') {
            if reader.peek().is_none() {
                return Err(reader.error_at(opened, "the bracket is not closed".to_owned()));
            }
            set = set.or(PieceSet::read_one(reader)?);
        }
        if set == PieceSet::NONE {
            return Err(reader.error_at(opened, "the brackets are empty".to_owned()));
        }
        Ok(if negates { set.complement() } else { set })
    }

    fn read_one(reader: &mut Reader<'_>) -> Result<PieceSet, QueryError> {
        let set = match reader.peek() {
            Some('?') => PieceSet::ALL,
            Some('!') => PieceSet::EMPTY.complement(),
            Some('_') => PieceSet::EMPTY,
            Some('A') => PieceSet::WHITE,
            Some('a') => PieceSet::BLACK,
            next => match next.and_then(Piece::from_letter) {
                Some(piece) => PieceSet::of(piece),
                None => return Err(reader.expected("a piece (PNBRQKpnbrqk), A, a, _, ! or ?")),
            },
        };
        reader.next();
        Ok(set)
    }

    /// Reads a set without brackets, of which each character is an element.
    ///
    /// # Errors
    /// A character that is none, or no character.
    pub fn parse(text: &str) -> Result<PieceSet, QueryError> {
        let mut reader = Reader::new("pieces", text)?;
        let mut set = PieceSet::read(&mut reader)?;
        while reader.peek().is_some() {
            set = set.or(PieceSet::read(&mut reader)?);
        }
        Ok(set)
    }
}

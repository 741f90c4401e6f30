//! The text of a move.

use arrayvec::ArrayString;

use crate::types::{Bitboard, CastlingSide, Move, PieceType, Square};

/// A move in SAN: seven characters at most, as in `Qa1xb2#` and `exd8=Q#`.
pub type SanText = ArrayString<7>;

/// The letters of the piece types; a pawn has none.
const LETTERS: [u8; 6] = *b"?NBRQK";

/// A [`SanText`] in one machine word, the first character in its lowest byte. Which characters a
/// move has is hard to predict, so they are added without branches.
#[derive(Clone, Copy, Default)]
pub(crate) struct SanWord {
    characters: u64,
    length: usize,
}

impl SanWord {
    /// Returns castling to a side.
    pub(super) fn castling(side: CastlingSide) -> SanWord {
        let (characters, length) = match side {
            CastlingSide::King => (*b"O-O\0\0\0\0\0", 3),
            CastlingSide::Queen => (*b"O-O-O\0\0\0", 5),
        };
        SanWord { characters: u64::from_le_bytes(characters), length }
    }

    /// Returns a move other than castling, without the mark of check or mate. `others` are the
    /// other origins from which a piece of this type, which is no pawn, could move to the target:
    /// the file of the origin is written if that suffices, or else the rank, or else both (FIDE
    /// C.10).
    #[inline(always)]
    pub(super) fn of_move(
        piece_type: PieceType,
        m: Move,
        is_capture: bool,
        others: Bitboard,
    ) -> SanWord {
        let (from, to) = (m.from(), m.to());
        let is_pawn = piece_type == PieceType::Pawn;
        let is_capture = is_capture | is_pawn & (from.file() != to.file());
        let mut word = SanWord::default();
        let first = if is_pawn { file_of(from) } else { LETTERS[piece_type.index()] };
        word.push_if(!is_pawn | is_capture, first);
        if others.any() {
            let same_file = others.meets(from.file().into());
            let same_rank = others.meets(from.rank().into());
            word.push_if(!same_file | same_rank, file_of(from));
            word.push_if(same_file, rank_of(from));
        }
        word.push_if(is_capture, b'x');
        word.push(file_of(to));
        word.push(rank_of(to));
        if let Some(promoted) = m.promoted() {
            word.push(b'=');
            word.push(LETTERS[promoted.index()]);
        }
        word
    }

    /// Appends a character.
    #[inline(always)]
    pub(super) fn push(&mut self, character: u8) {
        self.push_if(true, character);
    }

    #[inline(always)]
    fn push_if(&mut self, is_written: bool, character: u8) {
        let shifted = u64::from(character) << (8 * self.length);
        self.characters |= if is_written { shifted } else { 0 };
        self.length += usize::from(is_written);
    }

    /// Returns the characters, followed by a space and zeros, and the length with the space.
    #[inline(always)]
    pub(crate) fn with_space(mut self) -> ([u8; 8], usize) {
        self.push(b' ');
        (self.characters.to_le_bytes(), self.length)
    }

    /// Returns the text.
    pub(super) fn to_text(self) -> SanText {
        self.with_bytes(|bytes| {
            let text = std::str::from_utf8(bytes).ok();
            text.and_then(|text| SanText::from(text).ok()).unwrap_or_default()
        })
    }

    /// Calls a function with the characters, which are ASCII.
    #[inline(always)]
    pub(crate) fn with_bytes<R>(self, function: impl FnOnce(&[u8]) -> R) -> R {
        let bytes = self.characters.to_le_bytes();
        function(&bytes[..self.length.min(bytes.len())])
    }
}

#[inline(always)]
fn file_of(square: Square) -> u8 {
    square.file().letter() as u8
}

#[inline(always)]
fn rank_of(square: Square) -> u8 {
    square.rank().digit() as u8
}

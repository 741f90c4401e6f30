//! Fast parsing of standard SAN and its most common deviations.

use crate::types::{Bitboard, File, PieceType, Rank, Square};

/// The parts of a text that is not castling.
pub(super) struct Pattern {
    /// The piece letter, if any.
    pub(super) piece: Option<PieceType>,
    /// The possible origins.
    pub(super) origins: Bitboard,
    /// The target.
    pub(super) to: Square,
    /// The promotion piece.
    pub(super) promotion: Option<PieceType>,
}

/// The squares that are allowed by a file letter or rank digit; none for other bytes.
static LINES: [Bitboard; 256] = {
    let mut table = [Bitboard::EMPTY; 256];
    let mut n = 0;
    while n < 8 {
        table[b'a' as usize + n] = Bitboard::from_file(File::ALL[n]);
        table[b'1' as usize + n] = Bitboard::from_rank(Rank::ALL[n]);
        n += 1;
    }
    table
};

#[inline(always)]
pub(super) fn line(byte: u8) -> Bitboard {
    LINES[byte as usize]
}

/// Parses standard SAN; `None` for any other spelling, valid or not.
#[inline(always)]
pub(super) fn parse(text: &[u8]) -> Option<Pattern> {
    let mut text = text;
    while let [rest @ .., b'+' | b'#' | b'!' | b'?'] = text {
        text = rest;
    }
    let mut promotion = None;
    if let [rest @ .., b'=', letter] = text {
        promotion = Some(match letter {
            b'Q' => PieceType::Queen,
            b'R' => PieceType::Rook,
            b'B' => PieceType::Bishop,
            b'N' => PieceType::Knight,
            _ => return None,
        });
        text = rest;
    }
    let piece = match text.first()? {
        b'N' => Some(PieceType::Knight),
        b'B' => Some(PieceType::Bishop),
        b'R' => Some(PieceType::Rook),
        b'Q' => Some(PieceType::Queen),
        b'K' => Some(PieceType::King),
        b'a'..=b'h' => None,
        _ => return None,
    };
    let text = &text[piece.is_some() as usize..];
    let (origin, &[file, rank]) = text.split_last_chunk()?;
    let to = Square::from_ascii(file, rank)?;
    let origins = match *origin {
        [] => Bitboard::FULL,
        [b'x'] => Bitboard::FULL,
        [a] => line(a),
        [a, b'x'] => line(a),
        [a, b] => Square::from_ascii(a, b)?.into(),
        [a, b, b'x'] => Square::from_ascii(a, b)?.into(),
        _ => return None,
    };
    origins.any().then_some(Pattern { piece, origins, to, promotion })
}

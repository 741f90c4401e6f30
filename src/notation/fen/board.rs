//! Parsing of the first field, the piece placement.

use super::error::{FenError, FenErrorKind, error};
use super::squares;
use crate::position::Placement;
use crate::types::{Piece, Rank, Square};

/// The kind of a byte of a FEN.
#[derive(Clone, Copy)]
enum ByteKind {
    Piece(Piece),
    Empty(u8),
    Whitespace,
    Other,
}

/// The kind of every byte.
static BYTE_KINDS: [ByteKind; 256] = {
    let mut kinds = [ByteKind::Other; 256];
    let mut byte = 0;
    while byte < 128 {
        let letter = byte as u8;
        if letter.is_ascii_whitespace() || letter == b'_' {
            kinds[byte] = ByteKind::Whitespace;
        } else if letter >= b'1' && letter <= b'8' {
            kinds[byte] = ByteKind::Empty(letter - b'0');
        } else if let Some(piece) = Piece::from_letter(letter as char) {
            kinds[byte] = ByteKind::Piece(piece);
        }
        byte += 1;
    }
    kinds
};

/// Whether a byte separates fields.
#[inline(always)]
pub(super) fn is_whitespace(byte: u8) -> bool {
    matches!(BYTE_KINDS[byte as usize], ByteKind::Whitespace)
}

/// Reads the first field; returns the pieces and the end of the field.
#[inline(always)]
pub(super) fn parse_board(text: &str, start: usize) -> Result<(Placement, usize), FenError> {
    match plain_board(&text.as_bytes()[start..]) {
        Some((placement, length)) => Ok((placement, start + length)),
        None => parse_board_slowly(text, start),
    }
}

/// The codes of bytes of a usual first field, for [`plain_board`]. The lowest byte is stored in a
/// cell: a piece type from 1, plus 8 for Black, 0 for a digit, or one of these constants; the rest
/// is added to a sum.
static MEANINGS: [u32; 256] = {
    let mut meanings = [IS_OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        match BYTE_KINDS[byte] {
            ByteKind::Piece(Piece { color, piece_type }) => {
                meanings[byte] = 0x100 + color as u32 * 8 + piece_type as u32 + 1;
            }
            ByteKind::Empty(squares) => meanings[byte] = (DIGIT + squares as u32) << 8,
            ByteKind::Whitespace | ByteKind::Other => {}
        }
        byte += 1;
    }
    meanings[b'/' as usize] = (END + 1) << 8 | IS_END;
    meanings
};

/// The end of a rank.
const IS_END: u32 = 1 << 6;
/// A byte that [`parse_board_slowly`] handles.
const IS_OTHER: u32 = 1 << 7;

// The sum: the number of cells in ten bits, since 71 digits may be read; ends of ranks; digits.
const END: u32 = 1 << 10;
const DIGIT: u32 = 1 << 17;

/// Eight ranks, and the ends of all but the last.
const CELLS: usize = 71;

/// The pieces of a first field without errors and deviations, and its length; `None` for others. It
/// validates the whole field at the end, since a branch per byte would be mispredicted too often.
#[inline(always)]
fn plain_board(bytes: &[u8]) -> Option<(Placement, usize)> {
    // a cell for each square and end of a rank, a8 first; further cells are rejected at the end
    let mut cells = [0_u8; 128];
    let (mut sum, mut all) = (0, 0);
    let length = memchr::memchr(b' ', bytes).unwrap_or(bytes.len());
    for &byte in &bytes[..length.min(CELLS)] {
        let meaning = MEANINGS[byte as usize];
        cells[sum as usize % 128] = meaning as u8;
        sum += meaning >> 8;
        all |= meaning;
    }
    let is_plain = all & IS_OTHER == 0 && length <= CELLS;
    let (ranks, _) = cells.as_chunks::<9>();
    // the eighth rank has no end
    let ends = ranks.iter().take(7).fold(0, |ends, rank| ends + u32::from(rank[8]));
    let mut sets = [0; 8];
    for (word, [rank @ .., _]) in sets.iter_mut().zip(ranks) {
        *word = u64::from_le_bytes(*rank);
    }
    squares::sets_of_bytes(&mut sets);
    let [ones, twos, fours, black, ..] = sets;
    let pieces = ones | twos | fours;
    // no digits are adjacent if their number is that of runs of empty squares
    let begins = !pieces & !(!pieces << 1 & 0xfefe_fefe_fefe_fefe);
    let counted = CELLS as u32 + 7 * END + DIGIT * begins.count_ones();
    if !is_plain || sum != counted || ends != 7 * IS_END {
        return None;
    }
    let kinds = [
        ones & !twos & !fours,
        twos & !ones & !fours,
        ones & twos & !fours,
        fours & !ones & !twos,
        fours & ones,
        fours & twos,
    ];
    Some((Placement::from_fen_order(kinds, pieces & !black, black), length))
}

/// [`plain_board`] byte by byte, with all tolerated deviations and the location of an error.
#[cold]
fn parse_board_slowly(text: &str, start: usize) -> Result<(Placement, usize), FenError> {
    let mut placement = Placement::EMPTY;
    let ranks = || {
        let field = text[start..].bytes().take_while(|byte| !is_whitespace(*byte));
        FenErrorKind::RankCount(1 + field.filter(|byte| *byte == b'/').count())
    };
    let mut rank = 7;
    // the next square, and the first one after the rank
    let (mut next, mut end) = (8 * rank, 8 * rank + 8);
    let wrong_length = |rank: u8| FenErrorKind::RankLength(Rank::ALL[rank as usize]);
    let mut before = ByteKind::Other;
    let mut column = start;
    for &byte in &text.as_bytes()[start..] {
        let kind = BYTE_KINDS[byte as usize];
        match kind {
            ByteKind::Piece(piece) if next < end => {
                placement.add(Square::from_low_bits(next), piece);
                next += 1;
            }
            ByteKind::Empty(_) if matches!(before, ByteKind::Empty(_)) => {
                return error(FenErrorKind::AdjacentDigits, column);
            }
            ByteKind::Empty(count) if next + count <= end => next += count,
            ByteKind::Piece(_) | ByteKind::Empty(_) => return error(wrong_length(rank), column),
            ByteKind::Whitespace => break,
            ByteKind::Other if byte == b'/' => {
                if next != end {
                    return error(wrong_length(rank), column);
                }
                if rank == 0 {
                    return error(ranks(), column + 1);
                }
                rank -= 1;
                (next, end) = (8 * rank, 8 * rank + 8);
            }
            ByteKind::Other if byte == b'~' && matches!(before, ByteKind::Piece(_)) => {}
            ByteKind::Other => {
                let letter = text[column..].chars().next().unwrap_or_default();
                return error(FenErrorKind::Character(letter), column);
            }
        }
        before = kind;
        column += 1;
    }
    if next != end {
        return error(wrong_length(rank), column);
    }
    if rank != 0 {
        return error(ranks(), start);
    }
    Ok((placement, column))
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::movegen::legal_moves;
    use crate::notation::fen;
    use crate::position::Position;

    /// The fast parser accepts all fields in the usual form, and agrees with the slow one on them.
    #[test]
    fn fast_and_slow_parsers_agree() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut accepted = 0;
        for _ in 0..30 {
            let mut position = Position::standard();
            while let Some(&m) = legal_moves(&position).choose(&mut rng) {
                let text = fen::write(&position);
                assert!(plain_board(text.as_bytes()).is_some(), "{text}");
                for _ in 0..20 {
                    let mut bytes = text.as_bytes().to_vec();
                    for _ in 0..rng.random_range(0..3) {
                        let index = rng.random_range(0..bytes.len());
                        let byte = *b"KQkqPp12345678/// ~x_9".choose(&mut rng).unwrap();
                        match rng.random_range(0..3) {
                            0 => bytes[index] = byte,
                            1 => bytes.insert(index, byte),
                            _ => drop(bytes.remove(index)),
                        }
                    }
                    let Some((placement, length)) = plain_board(&bytes) else { continue };
                    let text = str::from_utf8(&bytes).unwrap();
                    assert_eq!(parse_board_slowly(text, 0), Ok((placement, length)), "{text}");
                    accepted += 1;
                }
                position.play_unchecked(m);
                if position.halfmove_clock() > 150 {
                    break;
                }
            }
        }
        assert!(accepted > 10_000);
    }
}

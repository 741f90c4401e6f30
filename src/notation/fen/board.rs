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

/// Whether each byte separates fields.
static IS_WHITESPACE: [bool; 256] = {
    let mut is_whitespace = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        is_whitespace[byte] = matches!(BYTE_KINDS[byte], ByteKind::Whitespace);
        byte += 1;
    }
    is_whitespace
};

/// Whether a byte separates fields.
#[inline(always)]
pub(super) fn is_whitespace(byte: u8) -> bool {
    IS_WHITESPACE[byte as usize]
}

/// Reads the first field; returns the pieces and the end of the field.
#[inline(always)]
pub(super) fn parse_board(text: &[u8], start: usize) -> Result<(Placement, usize), FenError> {
    match plain_board(&text[start..]) {
        Some((placement, length)) => Ok((placement, start + length)),
        None => parse_board_slowly(text, start),
    }
}

/// The meanings of the bytes of a usual first field, for [`plain_board`], which adds them up. The
/// lowest byte of the sum is the number of the next cell. The second byte of a meaning is stored in
/// a cell: a piece type from 1, plus 8 for Black, 0 for a digit, or [`IS_END`]. The counts above are
/// not reached by the sums of these bytes.
static MEANINGS: [u64; 256] = {
    let mut meanings = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        match BYTE_KINDS[byte] {
            ByteKind::Piece(Piece { color, piece_type }) => {
                meanings[byte] = ((color as u64 * 8 + piece_type as u64 + 1) << 8) + CELL;
            }
            ByteKind::Empty(squares) => meanings[byte] = DIGIT + CELL * squares as u64,
            ByteKind::Whitespace | ByteKind::Other => {}
        }
        byte += 1;
    }
    meanings[b'/' as usize] = (IS_END << 8) + END + CELL;
    meanings
};

/// The cell of an end of a rank.
const IS_END: u64 = 1 << 6;

// The counts: cells, in the lowest byte and, since 71 digits may be read, once more in ten bits;
// ends of ranks; digits; bytes that `parse_board_slowly` handles.
const CELL: u64 = 1 << 24 | 1;
const END: u64 = 1 << 34;
const DIGIT: u64 = 1 << 41;
const OTHER: u64 = 1 << 48;

/// Eight ranks, and the ends of all but the last.
const CELLS: usize = 71;

/// The pieces of a first field without errors and deviations, and its length; `None` for others. It
/// validates the whole field at the end, since a branch per byte would be mispredicted too often.
#[inline(always)]
fn plain_board(bytes: &[u8]) -> Option<(Placement, usize)> {
    // a cell for each square and end of a rank, a8 first; further cells are rejected at the end
    let mut cells = [0_u8; 256];
    let mut sum = 0;
    let length = memchr::memchr(b' ', bytes).unwrap_or(bytes.len());
    for &byte in &bytes[..length.min(CELLS)] {
        let meaning = MEANINGS[byte as usize];
        cells[usize::from(sum as u8)] = (meaning >> 8) as u8;
        sum += meaning;
    }
    let (ranks, _) = cells.as_chunks::<9>();
    let rank = |n: usize| {
        let [rank @ .., _] = ranks[n];
        u64::from_le_bytes(rank)
    };
    let first = [rank(0), rank(1), rank(2), rank(3)];
    let second = [rank(4), rank(5), rank(6), rank(7)];
    let all = first.iter().chain(&second).fold(0, |all, rank| all | rank);
    let [ones, twos, fours, black] = squares::sets_of_nibbles(first, second);
    let pieces = ones | twos | fours;
    // no digits are adjacent if their number is that of runs of empty squares
    let begins = !pieces & !(!pieces << 1 & 0xfefe_fefe_fefe_fefe);
    let counted = CELL * CELLS as u64 + END * 7 + DIGIT * u64::from(begins.count_ones());
    // seven ends, none of which is the cell of a square, end the first seven ranks
    let are_ends_right = all & (IS_END * 0x0101_0101_0101_0101) == 0;
    if sum >> 24 != counted >> 24 || !are_ends_right || length > CELLS {
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
fn parse_board_slowly(text: &[u8], start: usize) -> Result<(Placement, usize), FenError> {
    let mut placement = Placement::EMPTY;
    let ranks = || {
        let field = text[start..].iter().take_while(|byte| !is_whitespace(**byte));
        FenErrorKind::RankCount(1 + field.filter(|byte| **byte == b'/').count())
    };
    let mut rank = 7;
    // the next square, and the first one after the rank
    let (mut next, mut end) = (8 * rank, 8 * rank + 8);
    let wrong_length = |rank: u8| FenErrorKind::RankLength(Rank::ALL[rank as usize]);
    let mut before = ByteKind::Other;
    let mut column = start;
    for &byte in &text[start..] {
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
                return error(FenErrorKind::Character(first_letter(&text[column..])), column);
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

/// The letter that a text begins with.
#[cold]
pub(super) fn first_letter(text: &[u8]) -> char {
    let letter = text.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    letter.unwrap_or(char::REPLACEMENT_CHARACTER)
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
                    let slowly = parse_board_slowly(&bytes, 0);
                    assert_eq!(slowly, Ok((placement, length)), "{text}");
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

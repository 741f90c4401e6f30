//! The first field: where the men stand.

use super::error::{FenError, FenErrorKind, error};
use crate::position::{Placement, Setup};
use crate::types::{Color, Piece, Rank, Square};

/// What a byte of a FEN is.
#[derive(Clone, Copy)]
enum Sign {
    Man(Piece),
    Empty(u8),
    Blank,
    Other,
}

/// The meaning of every byte.
static SIGNS: [Sign; 256] = {
    let mut signs = [Sign::Other; 256];
    let mut byte = 0;
    while byte < 128 {
        let letter = byte as u8;
        if letter.is_ascii_whitespace() || letter == b'_' {
            signs[byte] = Sign::Blank;
        } else if letter >= b'1' && letter <= b'8' {
            signs[byte] = Sign::Empty(letter - b'0');
        } else if let Some(man) = Piece::from_letter(letter as char) {
            signs[byte] = Sign::Man(man);
        }
        byte += 1;
    }
    signs
};

/// Whether a byte stands between fields.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(SIGNS[byte as usize], Sign::Blank)
}

/// Reads the first field and returns where it ends.
pub(super) fn parse_board(text: &str, start: usize, setup: &mut Setup) -> Result<usize, FenError> {
    if let Some((placement, length)) = plain_board(&text.as_bytes()[start..]) {
        setup.placement = placement;
        return Ok(start + length);
    }
    parse_board_slowly(text, start, setup)
}

/// What a byte of a usual first field is, for [`plain_board`]: the man's kind from 1, and 8 more if it is
/// black; or one of these.
static KINDS: [u8; 256] = {
    let mut kinds = [IS_OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        match SIGNS[byte] {
            Sign::Man(Piece { color: Color::White, piece_type }) => {
                kinds[byte] = piece_type as u8 + 1
            }
            Sign::Man(Piece { color: Color::Black, piece_type }) => {
                kinds[byte] = piece_type as u8 + 9
            }
            Sign::Empty(_) => kinds[byte] = IS_DIGIT,
            Sign::Blank | Sign::Other => {}
        }
        byte += 1;
    }
    kinds[b'/' as usize] = 0;
    kinds
};

const IS_DIGIT: u8 = 1 << 7;
/// The end of the field, or what [`parse_board_slowly`] judges.
const IS_OTHER: u8 = 1 << 6;

/// How far such a byte leads: so many squares, and from this bit on, so many ends of ranks.
static STEPS: [u32; 256] = {
    let mut steps = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        steps[byte] = match SIGNS[byte] {
            Sign::Man(_) => 1,
            Sign::Empty(squares) => squares as u32,
            Sign::Blank | Sign::Other => 0,
        };
        byte += 1;
    }
    steps[b'/' as usize] = 1 << END_BIT;
    steps
};

const END_BIT: u32 = 16;

/// The men of a first field without faults and oddities, and its length; `None` of any other. It asks
/// about the whole at the end: which bytes follow each other nobody can foresee, so a question about
/// each would cost more than the reading.
fn plain_board(bytes: &[u8]) -> Option<(Placement, usize)> {
    /// The squares before each end of a rank but the last.
    const ENDS: [u8; 7] = [8, 16, 24, 32, 40, 48, 56];
    // the men on the squares of the text, a8 first; what comes after the last one is refused at the end
    let (mut men, mut ends) = ([0_u8; 128], [0_u8; 8]);
    let (mut place, mut before, mut pairs) = (0_u32, 0, 0);
    let mut length = 0;
    // no field without faults is longer: 64 men and seven ends of ranks
    for &byte in bytes.iter().take(71) {
        let kind = KINDS[byte as usize];
        if kind & IS_OTHER != 0 {
            break;
        }
        // what is no man leaves no bit that counts, and the next man overwrites it
        men[place as usize % 128] = kind;
        ends[(place >> END_BIT) as usize % 8] = place as u8;
        place += STEPS[byte as usize];
        pairs |= kind & before;
        before = kind;
        length += 1;
    }
    let is_ended = bytes.get(length).is_none_or(|&byte| is_blank(byte));
    let is_plain = place == 7 << END_BIT | 64 && ends.starts_with(&ENDS) && pairs & IS_DIGIT == 0;
    if !is_ended || !is_plain {
        return None;
    }
    let (men, _) = men.as_chunks::<8>();
    let [ones, twos, fours, black] = [0, 1, 2, 3].map(|digit| {
        let ranks = men.iter().take(8).enumerate();
        ranks.fold(0, |set, (n, rank)| {
            set | lowest_bits(u64::from_le_bytes(*rank) >> digit) << (8 * n)
        })
    });
    let kinds = [
        ones & !twos & !fours,
        twos & !ones & !fours,
        ones & twos & !fours,
        fours & !ones & !twos,
        fours & ones,
        fours & twos,
    ];
    Some((Placement::from_text_order(kinds, (ones | twos | fours) & !black, black), length))
}

/// The lowest bit of each byte, side by side.
#[inline(always)]
fn lowest_bits(bytes: u64) -> u64 {
    // each bit is moved to a place of its own in the highest byte
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The same byte by byte, with all that is forgiven, and with the place of a fault.
fn parse_board_slowly(text: &str, start: usize, setup: &mut Setup) -> Result<usize, FenError> {
    let ranks = || {
        let field = text[start..].bytes().take_while(|byte| !is_blank(*byte));
        FenErrorKind::RankCount(1 + field.filter(|byte| *byte == b'/').count())
    };
    let mut rank = 7;
    // the square that comes next, and the one after the rank
    let (mut next, mut end) = (8 * rank, 8 * rank + 8);
    let wrong_length = |rank: u8| FenErrorKind::RankLength(Rank::ALL[rank as usize]);
    let mut before = Sign::Other;
    let mut column = start;
    for &byte in &text.as_bytes()[start..] {
        let sign = SIGNS[byte as usize];
        match sign {
            Sign::Man(man) if next < end => {
                setup.placement.add(Square::from_low_bits(next), man);
                next += 1;
            }
            Sign::Empty(_) if matches!(before, Sign::Empty(_)) => {
                return error(FenErrorKind::AdjacentDigits, column);
            }
            Sign::Empty(count) if next + count <= end => next += count,
            Sign::Man(_) | Sign::Empty(_) => return error(wrong_length(rank), column),
            Sign::Blank => break,
            Sign::Other if byte == b'/' => {
                if next != end {
                    return error(wrong_length(rank), column);
                }
                if rank == 0 {
                    return error(ranks(), column + 1);
                }
                rank -= 1;
                (next, end) = (8 * rank, 8 * rank + 8);
            }
            Sign::Other if byte == b'~' && matches!(before, Sign::Man(_)) => {}
            Sign::Other => {
                let letter = text[column..].chars().next().unwrap_or_default();
                return error(FenErrorKind::Character(letter), column);
            }
        }
        before = sign;
        column += 1;
    }
    if next != end {
        return error(wrong_length(rank), column);
    }
    if rank != 0 {
        return error(ranks(), start);
    }
    Ok(column)
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

    /// The quick way takes every usual field, and agrees with the slow one on whatever it takes.
    #[test]
    fn the_quick_way_reads_as_the_slow_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut taken = 0;
        for _ in 0..30 {
            let mut position = Position::standard();
            while let Some(&m) = legal_moves(&position).choose(&mut rng) {
                let text = fen::write(&position);
                assert!(plain_board(text.as_bytes()).is_some(), "{text}");
                for _ in 0..20 {
                    let mut bytes = text.as_bytes().to_vec();
                    for _ in 0..rng.random_range(0..3) {
                        let place = rng.random_range(0..bytes.len());
                        let byte = *b"KQkqPp12345678/// ~x_9".choose(&mut rng).unwrap();
                        match rng.random_range(0..3) {
                            0 => bytes[place] = byte,
                            1 => bytes.insert(place, byte),
                            _ => drop(bytes.remove(place)),
                        }
                    }
                    let Some((placement, length)) = plain_board(&bytes) else { continue };
                    let text = str::from_utf8(&bytes).unwrap();
                    let mut setup = Setup::EMPTY;
                    assert_eq!(parse_board_slowly(text, 0, &mut setup), Ok(length), "{text}");
                    assert_eq!(setup.placement, placement, "{text}");
                    taken += 1;
                }
                position.play_unchecked(m);
                if position.halfmove_clock() > 150 {
                    break;
                }
            }
        }
        assert!(taken > 10_000);
    }
}

//! The first field: where the men stand.

use super::error::{FenError, FenErrorKind, error};
use crate::position::{Placement, Setup};
use crate::types::{Color, Piece, PieceType, Rank, Square};

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

/// What a byte of a usual first field does, for [`plain_board`]. What is or is not is -1 or 0, a mask.
#[derive(Clone, Copy)]
struct Step {
    /// The index of the man's kind.
    kind: u8,
    is_man: i8,
    is_white: i8,
    is_digit: i8,
    is_slash: i8,
    /// How many squares the byte stands for.
    squares: u8,
    /// Whether it is none of these: the end of the field, or what [`parse_board_slowly`] judges.
    is_other: bool,
}

static STEPS: [Step; 256] = {
    let other = Step {
        kind: 0,
        is_man: 0,
        is_white: 0,
        is_digit: 0,
        is_slash: 0,
        squares: 0,
        is_other: true,
    };
    let mut steps = [other; 256];
    let mut byte = 0;
    while byte < 256 {
        match SIGNS[byte] {
            Sign::Man(Piece { color, piece_type }) => {
                let is_white = -(matches!(color, Color::White) as i8);
                let kind = piece_type as u8;
                let man = Step { kind, is_man: -1, is_white, squares: 1, ..other };
                steps[byte] = Step { is_other: false, ..man };
            }
            Sign::Empty(squares) => {
                steps[byte] = Step { squares, is_digit: -1, is_other: false, ..other };
            }
            Sign::Blank | Sign::Other => {}
        }
        byte += 1;
    }
    steps[b'/' as usize] = Step { is_slash: -1, is_other: false, ..other };
    steps
};

/// The men of a first field without faults and oddities, and its length; `None` of any other. It asks
/// about the whole at the end: which bytes follow each other nobody can foresee, so a question about
/// each would cost more than the reading.
fn plain_board(bytes: &[u8]) -> Option<(Placement, usize)> {
    /// Where ranks end, but for the last.
    const ENDS: u64 = 0x0101_0101_0101_0100;
    let mask = |flag: i8| i64::from(flag) as u64;
    // bit n of each set is the n-th square of the text, a8 first
    let (mut kinds, mut men, mut white) = ([0; PieceType::ALL.len()], 0, 0);
    let (mut ends, mut slashes, mut was_digit, mut faults) = (0, 0, 0, 0);
    // the square that comes next, as a set and as a number; past the last one the set is empty
    let (mut bit, mut square) = (1_u64, 0);
    let mut length = 0;
    // no field without faults is longer: 64 men and seven ends of ranks
    for &byte in bytes.iter().take(71) {
        let step = STEPS[byte as usize];
        if step.is_other {
            break;
        }
        let man = bit & mask(step.is_man);
        kinds[step.kind as usize] |= man;
        men |= man;
        white |= bit & mask(step.is_white);
        ends |= bit & mask(step.is_slash);
        slashes -= i32::from(step.is_slash);
        faults |= step.is_digit & was_digit;
        was_digit = step.is_digit;
        bit <<= step.squares;
        square += u32::from(step.squares);
        length += 1;
    }
    let is_ended = bytes.get(length).is_none_or(|&byte| is_blank(byte));
    let is_plain = ends == ENDS && slashes == 7 && faults == 0 && square == 64;
    if !is_ended || !is_plain {
        return None;
    }
    Some((Placement::from_text_order(kinds, white, men & !white), length))
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

//! The lenient reader.

use super::error::{FenError, FenErrorKind, MAX_CLOCK, error};
use super::outermost_rook;
use crate::position::{Placement, Position, Setup};
use crate::types::{CastlingSide, Color, File, Piece, PieceType, Rank, Square};

/// Reads the fields of a FEN as they stand, leniently; whether they make a position is another
/// question ([`read`]). A castling letter without a rook keeps the corner that it means, so that
/// [`Setup::status`] can name the fault.
pub fn parse(text: &str) -> Result<Setup, FenError> {
    let mut fields = Fields { text, column: 0 };
    let mut setup = Setup::EMPTY;
    let Some(start) = fields.skip_blanks() else {
        return Err(FenError { kind: FenErrorKind::Empty, column: None });
    };
    fields.column = parse_board(text, start, &mut setup)?;
    if let Some((turn, column)) = fields.next() {
        setup.turn = match turn {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return error(FenErrorKind::Turn, column),
        };
    }
    if let Some((castling, column)) = fields.next() {
        parse_castling(castling, column, &mut setup)?;
    }
    if let Some((square, column)) = fields.next() {
        setup.ep_square = match square {
            "-" => None,
            _ => match square.parse() {
                Ok(square) => Some(square),
                Err(_) => return error(FenErrorKind::EnPassant, column),
            },
        };
    }
    let number = |field: Option<(&str, usize)>, default, kind| match field {
        None => Ok(default),
        Some((digits, column)) => parse_clock(digits).map_or_else(|| error(kind, column), Ok),
    };
    setup.halfmove_clock = number(fields.next(), 0, FenErrorKind::HalfmoveClock)?;
    setup.fullmove_number = number(fields.next(), 1, FenErrorKind::FullmoveNumber)?.max(1);
    match fields.next() {
        None => Ok(setup),
        Some((_, column)) => error(FenErrorKind::SeventhField, column),
    }
}

/// Reads a FEN leniently into a position: castling rights and an en-passant square that cannot be
/// true are dropped, odd but playable set-ups are kept.
///
/// ```
/// use enroque::notation::fen;
/// let position = fen::read("r3k2r/8/8/8/8/8/8/R3K2R w HAkq - 5 20").unwrap();
/// assert_eq!(fen::write(&position).as_str(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 20");
/// let error = fen::read("9/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
/// assert_eq!(error.to_string(), "invalid character '9' in the board part of a FEN (column 0)");
/// ```
pub fn read(text: &str) -> Result<Position, FenError> {
    position(parse(text)?)
}

/// The second half of [`read`]: the position of a set-up that has been parsed.
pub(crate) fn position(setup: Setup) -> Result<Position, FenError> {
    Position::try_from(setup.repaired())
        .map_err(|error| FenError { kind: FenErrorKind::Unplayable(error.status), column: None })
}

/// The fields of a FEN with the column of each. Whatever stands before a fault was read and is ASCII,
/// so that a column, in characters, is a place in the bytes.
struct Fields<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Iterator for Fields<'a> {
    type Item = (&'a str, usize);

    fn next(&mut self) -> Option<(&'a str, usize)> {
        let start = self.skip_blanks()?;
        self.column += self.text.as_bytes()[start..].iter().take_while(|b| !is_blank(**b)).count();
        Some((&self.text[start..self.column], start))
    }
}

impl Fields<'_> {
    /// Goes to the next field; `None` if there is none.
    fn skip_blanks(&mut self) -> Option<usize> {
        let rest = &self.text.as_bytes()[self.column..];
        self.column += rest.iter().take_while(|byte| is_blank(**byte)).count();
        (self.column < self.text.len()).then_some(self.column)
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(SIGNS[byte as usize], Sign::Blank)
}

fn parse_clock(digits: &str) -> Option<u32> {
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok().filter(|&number| number <= MAX_CLOCK)
}

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

/// Reads the first field and returns where it ends.
fn parse_board(text: &str, start: usize, setup: &mut Setup) -> Result<usize, FenError> {
    if let Some((placement, length)) = plain_board(&text.as_bytes()[start..]) {
        setup.placement = placement;
        return Ok(start + length);
    }
    parse_board_slowly(text, start, setup)
}

/// What a byte of a usual first field does, for [`plain_board`].
#[derive(Clone, Copy)]
struct Step {
    /// The index of the man's kind.
    kind: u8,
    /// 1 for a man.
    man: u8,
    /// 1 for a white one.
    white: u8,
    /// How many squares the byte stands for.
    squares: u8,
    /// 1 for a digit.
    digit: u8,
    /// 1 for the end of a rank.
    slash: u8,
    /// Whether it is none of these: the end of the field, or what [`parse_board_slowly`] judges.
    other: bool,
}

static STEPS: [Step; 256] = {
    let other = Step { kind: 0, man: 0, white: 0, squares: 0, digit: 0, slash: 0, other: true };
    let mut steps = [other; 256];
    let mut byte = 0;
    while byte < 256 {
        match SIGNS[byte] {
            Sign::Man(Piece { color, piece_type }) => {
                let white = matches!(color, Color::White) as u8;
                let kind = piece_type as u8;
                steps[byte] = Step { kind, man: 1, white, squares: 1, other: false, ..other };
            }
            Sign::Empty(squares) => {
                steps[byte] = Step { squares, digit: 1, other: false, ..other };
            }
            Sign::Blank | Sign::Other => {}
        }
        byte += 1;
    }
    steps[b'/' as usize] = Step { slash: 1, other: false, ..other };
    steps
};

/// The men of a first field without faults and oddities, and its length; `None` of any other. It asks
/// about the whole at the end: which bytes follow each other nobody can foresee, so a question about
/// each would cost more than the reading.
fn plain_board(bytes: &[u8]) -> Option<(Placement, usize)> {
    // bit n of each set is the n-th square of the text, a8 first
    let (mut kinds, mut men, mut white) = ([0_u64; PieceType::ALL.len()], 0_u64, 0_u64);
    let (mut square, mut ranks, mut faults, mut digit) = (0_u32, 1, 0, 0);
    let mut length = 0;
    // no field without faults is longer: 64 men and seven ends of ranks
    for &byte in bytes.iter().take(71) {
        let step = STEPS[byte as usize];
        if step.other {
            break;
        }
        // past the last square it is wrong whatever is read, as the end will show
        let bit = u64::from(step.man).wrapping_shl(square);
        kinds[step.kind as usize] |= bit;
        men |= bit;
        white |= u64::from(step.white).wrapping_shl(square);
        faults |= u32::from(step.slash) * (square ^ (8 * ranks));
        faults |= u32::from(step.digit & digit);
        ranks += u32::from(step.slash);
        square += u32::from(step.squares);
        digit = step.digit;
        length += 1;
    }
    let is_ended = bytes.get(length).is_none_or(|&byte| is_blank(byte));
    if !is_ended || faults != 0 || square != 64 || ranks != 8 {
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

/// Reads the castling field of a FEN alone: the rights are added to the set-up's.
///
/// # Errors
/// At a letter that means no rook; `start` is the column of the first.
pub fn parse_castling(text: &str, start: usize, setup: &mut Setup) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    for (n, letter) in text.chars().enumerate() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = match letter.to_ascii_lowercase() {
            'k' => outermost_rook(setup, color, CastlingSide::King),
            'q' => outermost_rook(setup, color, CastlingSide::Queen),
            _ => match File::from_letter(letter) {
                Some(file) => Square::new(file, color.back_rank()),
                None => return error(FenErrorKind::Castling(letter), start + n),
            },
        };
        setup.castling.0 = setup.castling.0.with(rook);
    }
    Ok(())
}

//! The lenient reader.

use super::board::{first_letter, is_whitespace, parse_board};
use super::error::{FenError, FenErrorKind, MAX_CLOCK, error};
use super::outermost_rook;
use crate::position::{Placement, Position, Setup};
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, File, Square};

/// Reads the fields of a FEN leniently, without validating the position (see [`read`]).
///
/// A castling letter without a rook is read as the right of the corner, which [`Setup::status`]
/// reports.
pub fn parse(text: &str) -> Result<Setup, FenError> {
    let setup = parse_ascii(text.as_bytes());
    if setup.is_err()
        && let Some(other) = parse_with_other_whitespace(text)
    {
        return other;
    }
    setup
}

/// Reads a FEN with its Unicode whitespace replaced by spaces; `None` if it has none. It is tried
/// only after an error, so that ASCII text is fast.
#[cold]
fn parse_with_other_whitespace(text: &str) -> Option<Result<Setup, FenError>> {
    let is_other_whitespace = |letter: char| !letter.is_ascii() && letter.is_whitespace();
    text.contains(is_other_whitespace)
        .then(|| parse_ascii(text.replace(is_other_whitespace, " ").as_bytes()))
}

/// [`parse`] without other whitespace than that of ASCII. What it accepts is ASCII.
// One function that creates the setup at its end: fields that are written one by one and then read
// together, as by a copy, stall on store forwarding.
#[inline(always)]
pub(crate) fn parse_ascii(text: &[u8]) -> Result<Setup, FenError> {
    let Some(start) = text.iter().position(|byte| !is_whitespace(*byte)) else {
        return Err(FenError { kind: FenErrorKind::Empty, column: None });
    };
    let (placement, end) = parse_board(text, start)?;
    let mut fields = Fields { rest: &text[end..], length: text.len() };
    let turn = match fields.next() {
        None | Some((b"w", _)) => Color::White,
        Some((b"b", _)) => Color::Black,
        Some((_, column)) => return error(FenErrorKind::Turn, column),
    };
    let castling = match fields.next() {
        None => CastlingRights::NONE,
        Some((castling, column)) => castling_rights(castling, column, &placement)?,
    };
    let ep_square = match fields.next() {
        None | Some((b"-", _)) => None,
        Some((&[file, rank], column)) => match Square::from_ascii(file, rank) {
            Some(square) => Some(square),
            None => return error(FenErrorKind::EnPassant, column),
        },
        Some((_, column)) => return error(FenErrorKind::EnPassant, column),
    };
    let number = |field: Option<(&[u8], usize)>, default, kind| match field {
        None => Ok(default),
        Some((digits, column)) => parse_clock(digits).map_or_else(|| error(kind, column), Ok),
    };
    let halfmove_clock = number(fields.next(), 0, FenErrorKind::HalfmoveClock)?;
    let fullmove_number = number(fields.next(), 1, FenErrorKind::FullmoveNumber)?.max(1);
    match fields.next() {
        None => Ok(Setup { placement, turn, castling, ep_square, halfmove_clock, fullmove_number }),
        Some((_, column)) => error(FenErrorKind::SeventhField, column),
    }
}

/// Reads a FEN leniently into a position. Impossible castling rights and en-passant squares are
/// dropped; unusual but legal positions are accepted.
///
/// ```
/// use enroque::notation::fen;
/// let position = fen::read("r3k2r/8/8/8/8/8/8/R3K2R w HAkq - 5 20").unwrap();
/// assert_eq!(fen::write(&position).as_str(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 20");
/// let error = fen::read("9/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
/// assert_eq!(error.to_string(), "invalid character '9' in the board part of a FEN (index 0)");
/// ```
pub fn read(text: &str) -> Result<Position, FenError> {
    position(parse(text)?)
}

/// Returns the position of a parsed setup: the second step of [`read`].
pub(crate) fn position(setup: Setup) -> Result<Position, FenError> {
    Position::try_from(setup.repaired())
        .map_err(|error| FenError { kind: FenErrorKind::Unplayable(error.status), column: None })
}

/// The fields of a FEN with their columns. The text before an error was read and is ASCII, so a
/// column in characters is a byte index.
struct Fields<'a> {
    rest: &'a [u8],
    /// The length of the whole text.
    length: usize,
}

impl<'a> Iterator for Fields<'a> {
    type Item = (&'a [u8], usize);

    /// Returns the next field and its column; `None` at the end.
    #[inline(always)]
    fn next(&mut self) -> Option<(&'a [u8], usize)> {
        while let [_, after_first @ ..] = self.rest {
            let length = self.rest.iter().take_while(|byte| !is_whitespace(**byte)).count();
            if length > 0 {
                let column = self.length - self.rest.len();
                let (field, rest) = self.rest.split_at(length);
                self.rest = rest;
                return Some((field, column));
            }
            self.rest = after_first;
        }
        None
    }
}

#[inline(always)]
fn parse_clock(digits: &[u8]) -> Option<u32> {
    let mut number = 0;
    for &byte in digits {
        let digit = u32::from(byte.wrapping_sub(b'0'));
        if digit > 9 || number > MAX_CLOCK {
            return None;
        }
        // at most ten times the largest clock, so no overflow
        number = number * 10 + digit;
    }
    (number <= MAX_CLOCK).then_some(number)
}

/// Reads the castling field of a FEN and adds the rights to a setup.
///
/// # Errors
/// If a letter is not a castling right; `start` is the column of the field.
pub fn parse_castling(text: &str, start: usize, setup: &mut Setup) -> Result<(), FenError> {
    setup.castling.0 |= castling_rights(text.as_bytes(), start, &setup.placement)?.0;
    Ok(())
}

#[inline(always)]
fn castling_rights(
    text: &[u8],
    start: usize,
    placement: &Placement,
) -> Result<CastlingRights, FenError> {
    let mut rooks = Bitboard::EMPTY;
    if text == b"-" {
        return Ok(CastlingRights(rooks));
    }
    for (n, letter) in text.iter().enumerate() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = match letter.to_ascii_lowercase() {
            b'k' => outermost_rook(placement, color, CastlingSide::King),
            b'q' => outermost_rook(placement, color, CastlingSide::Queen),
            _ => match File::from_letter(char::from(*letter)) {
                Some(file) => Square::new(file, color.back_rank()),
                None => {
                    return error(FenErrorKind::Castling(first_letter(&text[n..])), start + n);
                }
            },
        };
        rooks = rooks.with(rook);
    }
    Ok(CastlingRights(rooks))
}

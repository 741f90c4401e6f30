//! The lenient reader.

use super::board::{is_whitespace, parse_board};
use super::error::{FenError, FenErrorKind, MAX_CLOCK, error};
use super::outermost_rook;
use crate::position::{Placement, Position, Setup};
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, File, Square};

/// Reads the fields of a FEN leniently, without validating the position (see [`read`]).
///
/// A castling letter without a rook is read as the right of the corner, which [`Setup::status`]
/// reports.
pub fn parse(text: &str) -> Result<Setup, FenError> {
    let setup = parse_fields(text);
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
        .then(|| parse_fields(&text.replace(is_other_whitespace, " ")))
}

// One function that creates the setup at its end: fields that are written one by one and then read
// together, as by a copy, stall on store forwarding.
fn parse_fields(text: &str) -> Result<Setup, FenError> {
    let mut fields = Fields { text, column: 0 };
    let Some(start) = fields.skip_whitespace() else {
        return Err(FenError { kind: FenErrorKind::Empty, column: None });
    };
    let (placement, end) = parse_board(text, start)?;
    fields.column = end;
    let turn = match fields.next() {
        None | Some(("w", _)) => Color::White,
        Some(("b", _)) => Color::Black,
        Some((_, column)) => return error(FenErrorKind::Turn, column),
    };
    let castling = match fields.next() {
        None => CastlingRights::NONE,
        Some((castling, column)) => castling_rights(castling, column, &placement)?,
    };
    let ep_square = match fields.next() {
        None | Some(("-", _)) => None,
        Some((square, column)) => match square.parse() {
            Ok(square) => Some(square),
            Err(_) => return error(FenErrorKind::EnPassant, column),
        },
    };
    let number = |field: Option<(&str, usize)>, default, kind| match field {
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
    text: &'a str,
    column: usize,
}

impl<'a> Fields<'a> {
    /// Returns the next field and its column; `None` at the end.
    #[inline(always)]
    fn next(&mut self) -> Option<(&'a str, usize)> {
        let start = self.skip_whitespace()?;
        self.skip_while(false);
        Some((&self.text[start..self.column], start))
    }

    /// Advances to the next field and returns its column; `None` at the end.
    #[inline(always)]
    fn skip_whitespace(&mut self) -> Option<usize> {
        self.skip_while(true);
        (self.column < self.text.len()).then_some(self.column)
    }

    #[inline(always)]
    fn skip_while(&mut self, space: bool) {
        let bytes = self.text.as_bytes();
        while self.column < bytes.len() && is_whitespace(bytes[self.column]) == space {
            self.column += 1;
        }
    }
}

#[inline(always)]
fn parse_clock(digits: &str) -> Option<u32> {
    let mut number = 0;
    for byte in digits.bytes() {
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
    setup.castling.0 |= castling_rights(text, start, &setup.placement)?.0;
    Ok(())
}

#[inline(always)]
fn castling_rights(
    text: &str,
    start: usize,
    placement: &Placement,
) -> Result<CastlingRights, FenError> {
    let mut rooks = Bitboard::EMPTY;
    if text == "-" {
        return Ok(CastlingRights(rooks));
    }
    for (n, letter) in text.chars().enumerate() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = match letter.to_ascii_lowercase() {
            'k' => outermost_rook(placement, color, CastlingSide::King),
            'q' => outermost_rook(placement, color, CastlingSide::Queen),
            _ => match File::from_letter(letter) {
                Some(file) => Square::new(file, color.back_rank()),
                None => return error(FenErrorKind::Castling(letter), start + n),
            },
        };
        rooks = rooks.with(rook);
    }
    Ok(CastlingRights(rooks))
}

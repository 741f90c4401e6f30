//! The lenient reader.

use super::board::{is_blank, parse_board};
use super::error::{FenError, FenErrorKind, MAX_CLOCK, error};
use super::outermost_rook;
use crate::position::{Position, Setup};
use crate::types::{CastlingSide, Color, File, Square};

/// Reads the fields of a FEN as they stand, leniently; whether they make a position is another
/// question ([`read`]). A castling letter without a rook keeps the corner that it means, so that
/// [`Setup::status`] can name the fault.
pub fn parse(text: &str) -> Result<Setup, FenError> {
    let mut setup = Setup::EMPTY;
    match parse_fields(text, &mut setup) {
        Ok(()) => Ok(setup),
        Err(error) => parse_with_other_blanks(text).unwrap_or(Err(error)),
    }
}

/// What the blanks of web pages and word processors make of a FEN: looked for when it cannot be read
/// without. `None` if it has none.
#[cold]
fn parse_with_other_blanks(text: &str) -> Option<Result<Setup, FenError>> {
    let is_other_blank = |letter: char| !letter.is_ascii() && letter.is_whitespace();
    text.contains(is_other_blank).then(|| {
        let mut setup = Setup::EMPTY;
        parse_fields(&text.replace(is_other_blank, " "), &mut setup).map(|()| setup)
    })
}

/// Reads the fields into a set-up that is empty.
fn parse_fields(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let mut fields = Fields { text, column: 0 };
    let Some(start) = fields.skip_blanks() else {
        return Err(FenError { kind: FenErrorKind::Empty, column: None });
    };
    fields.column = parse_board(text, start, setup)?;
    if let Some((turn, column)) = fields.next() {
        setup.turn = match turn {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return error(FenErrorKind::Turn, column),
        };
    }
    if let Some((castling, column)) = fields.next() {
        parse_castling(castling, column, setup)?;
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
        None => Ok(()),
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
/// assert_eq!(error.to_string(), "invalid character '9' in the board part of a FEN (index 0)");
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

fn parse_clock(digits: &str) -> Option<u32> {
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok().filter(|&number| number <= MAX_CLOCK)
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

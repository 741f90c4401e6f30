//! The lenient reader.

use super::error::{FenError, FenErrorKind, MAX_CLOCK, error};
use super::outermost_rook;
use crate::position::{Position, Setup};
use crate::types::{CastlingSide, Color, File, Piece, Rank, Square};

/// Reads the fields of a FEN as they stand, leniently; whether they make a position is another
/// question ([`read`]). A castling letter without a rook keeps the corner that it means, so that
/// [`Setup::status`] can name the fault.
pub fn parse(text: &str) -> Result<Setup, FenError> {
    let mut fields = Fields { text, column: 0 };
    let mut setup = Setup::EMPTY;
    let Some((board, column)) = fields.next() else {
        return Err(FenError { kind: FenErrorKind::Empty, column: None });
    };
    parse_board(board, column, &mut setup)?;
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
    Ok(setup)
}

/// Reads a FEN leniently into a position: castling rights and an en-passant square that cannot be
/// true are dropped, odd but playable set-ups are kept.
///
/// ```
/// use enroque::notation::fen;
/// let position = fen::read("r3k2r/8/8/8/8/8/8/R3K2R w HAkq - 5 20").unwrap();
/// assert_eq!(fen::write(&position), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 20");
/// let error = fen::read("9/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
/// assert_eq!(error.to_string(), "invalid character '9' in the board part of a FEN (column 0)");
/// ```
pub fn read(text: &str) -> Result<Position, FenError> {
    Position::try_from(parse(text)?.repaired())
        .map_err(|error| FenError { kind: FenErrorKind::Unplayable(error.status), column: None })
}

/// The fields of a FEN with the column of each.
struct Fields<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Iterator for Fields<'a> {
    type Item = (&'a str, usize);

    fn next(&mut self) -> Option<(&'a str, usize)> {
        let is_blank = |c: char| c.is_ascii_whitespace() || c == '_';
        let start = self.text.find(|c| !is_blank(c))?;
        let column = self.column + start;
        let rest = &self.text[start..];
        let end = rest.find(is_blank).unwrap_or(rest.len());
        let (field, rest) = rest.split_at(end);
        self.column = column + field.chars().count();
        self.text = rest;
        Some((field, column))
    }
}

fn parse_clock(digits: &str) -> Option<u32> {
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok().filter(|&number| number <= MAX_CLOCK)
}

fn parse_board(board: &str, start: usize, setup: &mut Setup) -> Result<(), FenError> {
    let ranks = board.split('/').count();
    let mut column = start;
    for (n, text) in board.split('/').enumerate() {
        let Some(rank) = 7usize.checked_sub(n).map(|index| Rank::ALL[index]) else {
            return error(FenErrorKind::RankCount(ranks), column);
        };
        let mut file = 0;
        let mut after_man = false;
        for letter in text.chars() {
            let man = Piece::from_letter(letter);
            match (man, letter) {
                (Some(man), _) => {
                    if file > 7 {
                        return error(FenErrorKind::RankLength(rank), column);
                    }
                    setup.placement.put(Square::new(File::ALL[file], rank), man);
                    file += 1;
                }
                (None, '1'..='8') => file += letter as usize - '0' as usize,
                (None, '~') if after_man => {}
                _ => return error(FenErrorKind::Character(letter), column),
            }
            after_man = man.is_some();
            if file > 8 {
                return error(FenErrorKind::RankLength(rank), column);
            }
            column += 1;
        }
        if file != 8 {
            return error(FenErrorKind::RankLength(rank), column);
        }
        column += 1;
    }
    if ranks != 8 {
        return error(FenErrorKind::RankCount(ranks), start);
    }
    Ok(())
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

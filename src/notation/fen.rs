//! FEN: a position in one line of text, with either dialect of Chess960 castling.
//!
//! # What the reader takes
//!
//! Castling letters of standard FEN and X-FEN (`KQkq`: the outermost rook of that wing) and of
//! Shredder-FEN (`HAha`: the rook's file), also mixed, in any order.
//!
//! # What the lenient reader forgives
//!
//! * fields that are missing from the end: `w - - 0 1` are their defaults;
//! * fields after the sixth, and more blanks than one;
//! * underscores for blanks, as in the addresses of web sites;
//! * adjacent digits in the board (`44`), and `~` after a promoted man;
//! * castling letters out of order or twice;
//! * castling rights and en-passant squares that cannot be true ([`read`] drops them);
//! * a move number of 0, read as 1.

use std::fmt;

use crate::position::{Position, Setup, Status};
use crate::types::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Rank, Square,
};

/// The FEN of the start of standard chess.
pub const STARTING_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Clocks above this are refused: no game is so long, and sums stay far from overflow.
const MAX_CLOCK: u32 = 1_000_000;

/// What is wrong with a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenErrorKind {
    /// There is no text.
    Empty,
    /// A letter that names no man, a digit that is no number of squares.
    Character(char),
    /// A rank with too many or too few squares.
    RankLength(Rank),
    /// Not eight ranks.
    RankCount(usize),
    /// The side to move is neither `w` nor `b`.
    Turn,
    /// The castling field holds something other than `-`, `KQkq` and file letters.
    Castling(char),
    /// The en-passant field is neither `-` nor a square.
    EnPassant,
    /// The half-move clock is no number, or an absurd one.
    HalfmoveClock,
    /// The move number is no number, or an absurd one.
    FullmoveNumber,
    /// The text is well formed, but nothing can be played from there.
    Unplayable(Status),
    /// Only the strict reader: the position is playable but cannot have arisen.
    Impossible(Status),
    /// Only the strict reader: well meant, but not how FEN is written.
    NotCanonical(&'static str),
}

/// A FEN could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FenError {
    /// What is wrong.
    pub kind: FenErrorKind,
    /// Where, in characters from 0; `None` if it is not one place.
    pub column: Option<usize>,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use FenErrorKind::*;
        match self.kind {
            Empty => write!(f, "empty FEN")?,
            Character(c) => write!(f, "invalid character {c:?} in the board part of a FEN")?,
            RankLength(rank) => write!(f, "rank {} of a FEN has not 8 squares", rank.digit())?,
            RankCount(n) => write!(f, "a FEN has 8 ranks, not {n}")?,
            Turn => write!(f, "the side to move of a FEN is 'w' or 'b'")?,
            Castling(c) => write!(f, "invalid character {c:?} in the castling part of a FEN")?,
            EnPassant => write!(f, "the en passant part of a FEN is '-' or a square")?,
            HalfmoveClock => {
                write!(f, "the half-move clock of a FEN is a number from 0 to {MAX_CLOCK}")?
            }
            FullmoveNumber => {
                write!(f, "the move number of a FEN is a number from 0 to {MAX_CLOCK}")?
            }
            Unplayable(status) => {
                write!(f, "no playable position: {}", status & Status::UNPLAYABLE)?
            }
            Impossible(status) => write!(f, "no possible position: {status}")?,
            NotCanonical(why) => write!(f, "not a canonical FEN: {why}")?,
        }
        match self.column {
            Some(column) => write!(f, " (column {column})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for FenError {}

fn error<T>(kind: FenErrorKind, column: usize) -> Result<T, FenError> {
    Err(FenError { kind, column: Some(column) })
}

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

fn parse_castling(text: &str, start: usize, setup: &mut Setup) -> Result<(), FenError> {
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

/// The rook that X-FEN's `K` or `Q` means, or the corner if there is none.
fn outermost_rook(setup: &Setup, color: Color, side: CastlingSide) -> Square {
    let rank = Bitboard::from(color.back_rank());
    let rooks = rank & setup.placement.pieces(color, PieceType::Rook);
    let king = (rank & setup.placement.pieces(color, PieceType::King)).first();
    let corner = match side {
        CastlingSide::King => Square::new(File::H, color.back_rank()),
        CastlingSide::Queen => Square::new(File::A, color.back_rank()),
    };
    let Some(king) = king else { return corner };
    let mut on_side = rooks.into_iter().filter(|&rook| CastlingSide::of(king, rook) == side);
    match side {
        CastlingSide::King => on_side.last(),
        CastlingSide::Queen => on_side.next(),
    }
    .unwrap_or(corner)
}

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingStyle {
    /// `KQkq`, and the file of a rook that another one stands outside of: the same as standard FEN
    /// wherever that can say it.
    #[default]
    XFen,
    /// The files of the rooks, `HAha`.
    Shredder,
}

/// When the en-passant square is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EnPassantStyle {
    /// When a capture there is legal: equal text, equal position (FIDE 9.2.3.1).
    #[default]
    Legal,
    /// When an enemy pawn stands ready, as X-FEN has it.
    PseudoLegal,
    /// After every double push, as the FEN standard of 1994 has it.
    Always,
}

/// The X-FEN of a position, with the en-passant square if a capture there is legal.
pub fn write(position: &Position) -> String {
    write_as(position, CastlingStyle::XFen, EnPassantStyle::Legal)
}

/// The FEN of a position in a chosen dialect.
///
/// ```
/// use enroque::notation::fen::{CastlingStyle, EnPassantStyle, read, write_as};
/// let inner = read("4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1").unwrap();
/// let write = |castling| write_as(&inner, castling, EnPassantStyle::Legal);
/// assert_eq!(write(CastlingStyle::Shredder), "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1");
/// let outer = read("4k3/8/8/8/8/8/8/RR2K1RR w HB - 0 1").unwrap();
/// assert_eq!(enroque::notation::fen::write(&outer), "4k3/8/8/8/8/8/8/RR2K1RR w KB - 0 1");
/// ```
pub fn write_as(position: &Position, castling: CastlingStyle, ep: EnPassantStyle) -> String {
    let ep_square = match ep {
        EnPassantStyle::Legal => position.legal_ep_square(),
        EnPassantStyle::PseudoLegal => {
            position.ep_square().filter(|_| position.ep_capturers().any())
        }
        EnPassantStyle::Always => position.ep_square(),
    };
    let setup = Setup { ep_square, ..position.to_setup() };
    write_setup(&setup, castling)
}

/// The FEN of a set-up, its fields as they stand.
pub fn write_setup(setup: &Setup, castling: CastlingStyle) -> String {
    let mut fen = String::with_capacity(80);
    write_board(setup, &mut fen);
    fen.push(' ');
    fen.push(setup.turn.letter());
    fen.push(' ');
    write_castling(setup, castling, &mut fen);
    use fmt::Write;
    let numbers = match setup.ep_square {
        None => write!(fen, " - {} {}", setup.halfmove_clock, setup.fullmove_number),
        Some(sq) => write!(fen, " {sq} {} {}", setup.halfmove_clock, setup.fullmove_number),
    };
    numbers.expect("writing to a String never fails");
    fen
}

/// The first field of a FEN.
fn write_board(setup: &Setup, fen: &mut String) {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            match setup.placement.piece_at(Square::new(file, rank)) {
                None => empty += 1,
                Some(man) => {
                    push_empty(fen, &mut empty);
                    fen.push(man.letter());
                }
            }
        }
        push_empty(fen, &mut empty);
        if rank != Rank::First {
            fen.push('/');
        }
    }
}

fn push_empty(fen: &mut String, empty: &mut u8) {
    if *empty > 0 {
        fen.push((b'0' + *empty) as char);
        *empty = 0;
    }
}

fn write_castling(setup: &Setup, style: CastlingStyle, fen: &mut String) {
    let CastlingRights(rights) = setup.castling;
    if rights.is_empty() {
        fen.push('-');
        return;
    }
    for color in Color::ALL {
        let king = setup.placement.pieces(color, PieceType::King).first();
        let mut rooks: Vec<Square> = setup.castling.of(color).into_iter().collect();
        rooks.reverse(); // the h-side first
        for rook in rooks {
            let side = king.map(|king| CastlingSide::of(king, rook));
            let letter = match (style, side) {
                (CastlingStyle::XFen, Some(side)) if outermost_rook(setup, color, side) == rook => {
                    match side {
                        CastlingSide::King => 'k',
                        CastlingSide::Queen => 'q',
                    }
                }
                _ => rook.file().letter(),
            };
            fen.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
}

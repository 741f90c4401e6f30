//! Parsing of moves.
//!
//! ```text
//! move     = moved separator square [promotion] | moved "x" captured [promotion] | moved mark
//! moved    = piece [location]             captured = piece [location]
//! piece    = [side] letter | [file] "P"   (Spanish: letter [side] | "P" [file])
//! location = "(" place ")" | "/" place | place with a rank
//! place    = rank | file | file rank      (Spanish: rank file)
//! ```
//!
//! The hyphen may be missing. Then, and where a location has no parentheses, a text may have several
//! parses, and all of them are returned.

use super::description::{Description, Named, Target, files};
use super::lexer::Lexeme;
use super::token::{MoveSuffix, Token};
use super::wings::Wing;
use super::words::Words;
use crate::types::{Bitboard, CastlingSide, PieceType, Rank};

/// A parsed text.
#[derive(Debug)]
pub(super) enum Parsed {
    /// Castling, on this side if it is stated.
    Castling(Option<CastlingSide>),
    /// The descriptions of a move: more than one if the text is ambiguous by itself.
    Descriptions(Vec<Description>),
}

/// The location of a parse error, as an offset in the text, and the expected token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Failure {
    pub(super) offset: usize,
    pub(super) expected: &'static str,
}

/// The remaining tokens, and the end of their text.
#[derive(Clone, Copy)]
struct Rest<'a> {
    words: &'a Words,
    tokens: &'a [Lexeme],
    end: usize,
}

type Result<T> = std::result::Result<T, Failure>;

/// Parses the tokens of a move without its marks. The text ends at `end`.
pub(super) fn parse(
    words: &Words,
    tokens: &[Lexeme],
    marks: &[MoveSuffix],
    end: usize,
) -> Result<Parsed> {
    let rest = Rest { words, tokens, end };
    match tokens.first().map(|lexeme| lexeme.token) {
        None => Err(rest.expected("a move")),
        Some(Token::Oh) => rest.castling_signs().map(Parsed::Castling),
        Some(Token::Castles(side)) => rest.split_at(1).1.castling_side(side).map(Parsed::Castling),
        Some(_) => {
            let is_check = |mark: &MoveSuffix| {
                matches!(
                    mark,
                    MoveSuffix::Check
                        | MoveSuffix::Mate
                        | MoveSuffix::DoublePlus
                        | MoveSuffix::Double
                )
            };
            rest.piece_move(marks.iter().any(is_check)).map(Parsed::Descriptions)
        }
    }
}

impl<'a> Rest<'a> {
    fn offset(&self) -> usize {
        self.tokens.first().map_or(self.end, |lexeme| lexeme.offset)
    }

    fn expected(&self, expected: &'static str) -> Failure {
        Failure { offset: self.offset(), expected }
    }

    fn split_at(&self, n: usize) -> (Rest<'a>, Rest<'a>) {
        let (left, right) = self.tokens.split_at(n);
        let right = Rest { tokens: right, ..*self };
        (Rest { tokens: left, end: right.offset(), ..*self }, right)
    }

    fn get(&self, n: usize) -> Option<Token> {
        self.tokens.get(n).map(|lexeme| lexeme.token)
    }

    /// The piece letters at the start.
    fn letters(&self) -> Vec<PieceType> {
        let letter = |lexeme: &Lexeme| match lexeme.token {
            Token::Piece(piece) => Some(piece),
            _ => None,
        };
        self.tokens.iter().map_while(letter).collect()
    }

    /// `O-O` and `O-O-O`, also with zeros.
    fn castling_signs(&self) -> Result<Option<CastlingSide>> {
        for n in 0..self.tokens.len().min(5) {
            let due = if n % 2 == 0 { Token::Oh } else { Token::Hyphen };
            if self.get(n) != Some(due) {
                let expected = if n % 2 == 0 { "the letter O" } else { "a hyphen" };
                return Err(self.split_at(n).1.expected(expected));
            }
        }
        match self.tokens.len() {
            3 => Ok(Some(CastlingSide::King)),
            5 => Ok(Some(CastlingSide::Queen)),
            n if n > 5 => Err(self.split_at(5).1.expected("the end of the move")),
            n => Err(self.split_at(n).1.expected("O-O or O-O-O")),
        }
    }

    /// Reads the side after the word for castling: nothing, `K`, `Q`, `KR`, `QR`.
    fn castling_side(&self, side: Option<CastlingSide>) -> Result<Option<CastlingSide>> {
        let letters = self.letters();
        let (bare, end) = self.split_at(letters.len());
        let stated = match bare.wing_and_rook(&letters) {
            Some(Wing::King) => Some(CastlingSide::King),
            Some(Wing::Queen) => Some(CastlingSide::Queen),
            None if letters.is_empty() => side,
            None => return Err(self.expected("the king's or the queen's side")),
        };
        if !end.tokens.is_empty() || !letters.is_empty() && side.is_some() {
            return Err(end.expected("the end of the move"));
        }
        Ok(stated)
    }

    fn wing_and_rook(&self, letters: &[PieceType]) -> Option<Wing> {
        match letters {
            [one] => wing(*one),
            _ => match self.name(letters)? {
                (PieceType::Rook, wing) => wing,
                _ => None,
            },
        }
    }

    /// Returns all descriptions. `has_check` allows `Q ch`, without a target.
    fn piece_move(&self, has_check: bool) -> Result<Vec<Description>> {
        if self.letters().is_empty() {
            return Err(self.expected("a piece letter"));
        }
        let separates = |lexeme: &Lexeme| matches!(lexeme.token, Token::Hyphen | Token::Times);
        let mut all = Alternatives { found: Vec::new(), failure: None };
        match self.tokens.iter().position(separates) {
            Some(at) => {
                let (left, right) = self.split_at(at);
                let pieces = left.named(true)?;
                let target = right.split_at(1).1;
                let captures = right.get(0) == Some(Token::Times);
                let targets = if captures { target.captured() } else { target.square_move(false) }?;
                all.add(Ok(combined(&pieces, &targets)));
            }
            None => {
                if has_check && self.letters().len() == self.tokens.len() {
                    let pieces = self.named(true)?;
                    return Ok(combined(&pieces, &[(Target::Any, None)]));
                }
                for n in 1..=self.tokens.len() {
                    let (left, right) = self.split_at(n);
                    all.add(
                        left.named(true)
                            .and_then(|pieces| Ok(combined(&pieces, &right.square_move(true)?))),
                    );
                }
            }
        }
        all.result()
    }

    /// A piece and its location, to the end. Returns all parses. The place may be a file alone if
    /// `is_moved`; `PxR(Q)` is a promotion.
    fn named(&self, is_moved: bool) -> Result<Vec<Named>> {
        let letters = self.letters();
        let (_, rest) = self.split_at(letters.len());
        let mut all = Alternatives { found: Vec::new(), failure: None };
        match rest.get(0) {
            None => all.add(self.piece(&letters).map(|named| vec![named])),
            Some(Token::Open) => {
                let inner = rest.split_at(1).1;
                let close = inner.tokens.iter().position(|l| l.token == Token::Close);
                let Some(close) = close else {
                    let (_, end) = inner.split_at(inner.tokens.len());
                    return Err(end.expected("a closing parenthesis"));
                };
                let (place, end) = inner.split_at(close);
                let end = end.split_at(1).1;
                if !end.tokens.is_empty() {
                    return Err(end.expected("a hyphen, a capture sign or the end of the move"));
                }
                let named = self.piece(&letters)?;
                all.add(place.place(!is_moved).and_then(|squares| within(named, squares, &rest)));
            }
            Some(Token::Slash) => {
                let named = self.piece(&letters)?;
                let place = rest.split_at(1).1.place(!is_moved);
                all.add(place.and_then(|squares| within(named, squares, &rest)));
            }
            Some(Token::Rank(_)) => {
                // the last letters may name the file: `NK2`
                for n in 1..=letters.len() {
                    let (_, place) = self.split_at(n);
                    all.add(
                        self.piece(&letters[..n])
                            .and_then(|named| within(named, place.place(true)?, &place)),
                    );
                }
            }
            Some(_) => return Err(rest.expected("a square, a hyphen or a capture sign")),
        }
        all.result()
    }

    /// Everything after the capture sign.
    fn captured(&self) -> Result<Vec<(Target, Option<PieceType>)>> {
        if self.letters().is_empty() {
            return Err(self.expected("the letter of the captured piece"));
        }
        let (rest, promotion) = self.without_promotion(false)?;
        let named = rest.named(false)?;
        Ok(named.into_iter().map(|named| (Target::Capture(named), promotion)).collect())
    }

    /// Everything after the hyphen; without a hyphen, the rank is required.
    fn square_move(&self, needs_rank: bool) -> Result<Vec<(Target, Option<PieceType>)>> {
        let (rest, promotion) = self.without_promotion(true)?;
        let squares = rest.place(needs_rank)?;
        let is_rank = rest.tokens.len() == 1 && matches!(rest.get(0), Some(Token::Rank(_)));
        if is_rank {
            let (_, end) = rest.split_at(1);
            return Err(end.expected("the letter of a file"));
        }
        Ok(vec![(Target::Square(squares), promotion)])
    }

    /// Removes a promotion from the end: `(Q)`, `=Q`, `/Q`; after a rank also `Q`.
    fn without_promotion(&self, after_square: bool) -> Result<(Rest<'a>, Option<PieceType>)> {
        let tokens: Vec<Token> = self.tokens.iter().map(|lexeme| lexeme.token).collect();
        let (length, piece) = match *tokens {
            [.., Token::Equals, Token::Open, Token::Piece(piece), Token::Close] => (4, piece),
            [.., Token::Open, Token::Piece(piece), Token::Close] => (3, piece),
            [.., Token::Equals | Token::Slash, Token::Piece(piece)] => (2, piece),
            // in Spanish the letter would be the file's
            [.., Token::Rank(_), Token::Piece(piece)]
                if after_square && !self.words.is_spanish_order =>
            {
                (1, piece)
            }
            [.., Token::Equals] => {
                let (_, end) = self.split_at(tokens.len());
                return Err(end.expected("the letter of the promotion piece"));
            }
            _ => return Ok((*self, None)),
        };
        let (rest, _) = self.split_at(tokens.len() - length);
        Ok((rest, Some(piece)))
    }

    /// A rank, a file or a square, to the end.
    fn place(&self, needs_rank: bool) -> Result<Bitboard> {
        let letters = |rest: &Rest<'_>| rest.letters().len();
        let rank = |rest: &Rest<'_>| match rest.get(0) {
            Some(Token::Rank(rank)) => Some(Bitboard::from_rank(Rank::from_low_bits(rank))),
            _ => None,
        };
        let (file, row, end) = if self.words.is_spanish_order {
            let row = rank(self);
            let rest = self.split_at(usize::from(row.is_some())).1;
            let (file, end) = rest.split_at(letters(&rest));
            (file, row, end)
        } else {
            let (file, rest) = self.split_at(letters(self));
            let row = rank(&rest);
            (file, row, rest.split_at(usize::from(row.is_some())).1)
        };
        let squares = match file.tokens.len() {
            0 => Bitboard::FULL,
            _ => file.file()?,
        };
        match row {
            _ if !end.tokens.is_empty() => Err(end.expected("the end of a square")),
            None if needs_rank && self.words.is_spanish_order => Err(self.expected("a rank")),
            None if needs_rank => Err(end.expected("a rank")),
            None if file.tokens.is_empty() => Err(self.expected("a square")),
            row => Ok(squares & row.unwrap_or(Bitboard::FULL)),
        }
    }

    /// The name of a file, to the end.
    fn file(&self) -> Result<Bitboard> {
        match self.name(&self.letters()).map(|(piece, wing)| files(piece, wing)) {
            Some(files) if files.any() => Ok(files),
            _ => Err(self.expected("the name of a file")),
        }
    }

    /// The piece that letters name: `N`, `QN`, `P`, `BP`, `KBP`.
    fn piece(&self, letters: &[PieceType]) -> Result<Named> {
        let any = |piece| Named { piece, wing: None, squares: Bitboard::FULL };
        let file = match letters {
            [PieceType::Pawn] => return Ok(any(PieceType::Pawn)),
            [PieceType::Pawn, file @ ..] if self.words.is_spanish_order => Some(file),
            [file @ .., PieceType::Pawn] if !self.words.is_spanish_order => Some(file),
            _ => None,
        };
        match file.map(|file| self.name(file).map(|(piece, wing)| files(piece, wing))) {
            Some(Some(squares)) if squares.any() => Ok(Named { squares, ..any(PieceType::Pawn) }),
            None => match self.name(letters) {
                Some((piece, wing)) => Ok(Named { wing, ..any(piece) }),
                None => Err(self.expected("the name of a piece")),
            },
            _ => Err(self.expected("the name of a piece")),
        }
    }

    /// The piece of a name, and its side if stated: `N`, `QN`; in Spanish `C`, `CD`.
    fn name(&self, letters: &[PieceType]) -> Option<(PieceType, Option<Wing>)> {
        let (piece, side) = match *letters {
            [piece] => return Some((piece, None)),
            [piece, side] if self.words.is_spanish_order => (piece, side),
            [side, piece] => (piece, side),
            _ => return None,
        };
        let has_sides = matches!(piece, PieceType::Knight | PieceType::Bishop | PieceType::Rook);
        let wing = wing(side).filter(|_| has_sides)?;
        Some((piece, Some(wing)))
    }
}

/// The side that a letter stands for.
fn wing(letter: PieceType) -> Option<Wing> {
    match letter {
        PieceType::King => Some(Wing::King),
        PieceType::Queen => Some(Wing::Queen),
        _ => None,
    }
}

/// Restricts a piece to squares.
fn within(named: Named, squares: Bitboard, at: &Rest<'_>) -> Result<Vec<Named>> {
    let squares = named.squares & squares;
    if squares.is_empty() {
        return Err(at.expected("a square of the pawn's file"));
    }
    Ok(vec![Named { squares, ..named }])
}

/// All combinations of moved pieces and targets.
fn combined(pieces: &[Named], targets: &[(Target, Option<PieceType>)]) -> Vec<Description> {
    let targets_of = |&moved: &Named| {
        targets.iter().map(move |&(target, promotion)| Description { moved, target, promotion })
    };
    pieces.iter().flat_map(targets_of).collect()
}

/// Parses that were tried: the successful ones, and the failure that got farthest.
struct Alternatives<T> {
    found: Vec<T>,
    failure: Option<Failure>,
}

impl<T> Alternatives<T> {
    fn add(&mut self, parsed: Result<Vec<T>>) {
        match parsed {
            Ok(found) => self.found.extend(found),
            Err(failure) => {
                if self.failure.is_none_or(|other| failure.offset > other.offset) {
                    self.failure = Some(failure);
                }
            }
        }
    }

    fn result(self) -> Result<Vec<T>> {
        match self.failure {
            Some(failure) if self.found.is_empty() => Err(failure),
            _ => Ok(self.found),
        }
    }
}

//! The letters and words of a language.

use super::token::{MoveSuffix, Token};
use crate::types::{CastlingSide, PieceType};

/// The words and letters with which a language writes moves.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(super) struct Words {
    /// The ISO 639-1 code.
    pub(super) code: &'static str,
    /// Pawn, knight, bishop, rook, queen, king, as in [`PieceType`].
    pub(super) letters: [&'static str; 6],
    /// Whether the rank is before the file, and the piece before its side: `4AR`, `TD`.
    pub(super) is_spanish_order: bool,
    /// The sign before the target of a move that is not a capture.
    pub(super) separator: &'static str,
    /// The signs around the piece of a promotion.
    pub(super) promotion: [&'static str; 2],
    /// After a capture en passant.
    pub(super) en_passant: &'static str,
    /// After a check by the piece that moved, a discovered check, a double check, a mate.
    pub(super) check: [&'static str; 4],
}

pub(super) static ENGLISH: Words = Words {
    code: "en",
    letters: ["P", "N", "B", "R", "Q", "K"],
    is_spanish_order: false,
    separator: "-",
    promotion: ["(", ")"],
    en_passant: " e.p.",
    check: ["ch", " dis ch", " dbl ch", " mate"],
};

pub(super) static SPANISH: Words = Words {
    code: "es",
    letters: ["P", "C", "A", "T", "D", "R"],
    is_spanish_order: true,
    separator: "",
    promotion: ["=", ""],
    en_passant: " a.p.",
    check: ["+", "+ desc.", "+ doble", " mate"],
};

impl Words {
    pub(super) fn letter(&self, piece_type: PieceType) -> &'static str {
        self.letters[piece_type.index()]
    }

    /// Returns the token that a text begins with, and its length; the longest one.
    pub(super) fn token(&self, text: &str) -> Option<(Token, usize)> {
        if let Some(found) = VOCABULARY.iter().find(|(word, _)| text.starts_with(word)) {
            return Some((found.1, found.0.len()));
        }
        if !self.is_spanish_order && text.starts_with("Kt") {
            return Some((Token::Piece(PieceType::Knight), 2));
        }
        let sign = text.chars().next()?;
        let piece = PieceType::ALL.into_iter().find(|&piece| text.starts_with(self.letter(piece)));
        let token = match (piece, sign) {
            (Some(piece), _) => Token::Piece(piece),
            (None, '1'..='8') => Token::Rank(sign as u8 - b'1'),
            _ => return None,
        };
        Some((token, sign.len_utf8()))
    }
}

/// Words and signs of both languages; a word stands before those that it begins with.
const VOCABULARY: [(&str, Token); 79] = [
    ("Castles kingside", Token::Castles(Some(CastlingSide::King))),
    ("Castles queenside", Token::Castles(Some(CastlingSide::Queen))),
    ("Castles", Token::Castles(None)),
    ("castles", Token::Castles(None)),
    ("Enroque corto", Token::Castles(Some(CastlingSide::King))),
    ("Enroque largo", Token::Castles(Some(CastlingSide::Queen))),
    ("Enroque", Token::Castles(None)),
    ("enroque corto", Token::Castles(Some(CastlingSide::King))),
    ("enroque largo", Token::Castles(Some(CastlingSide::Queen))),
    ("enroque", Token::Castles(None)),
    ("O", Token::Oh),
    ("o", Token::Oh),
    ("0", Token::Oh),
    ("О", Token::Oh), // Cyrillic
    ("en passant", Token::MoveSuffix(MoveSuffix::EnPassant)),
    ("e.p.", Token::MoveSuffix(MoveSuffix::EnPassant)),
    ("e. p.", Token::MoveSuffix(MoveSuffix::EnPassant)),
    ("e.p", Token::MoveSuffix(MoveSuffix::EnPassant)),
    ("ep", Token::MoveSuffix(MoveSuffix::EnPassant)),
    ("al paso", Token::MoveSuffix(MoveSuffix::EnPassant)),
    ("a.p.", Token::MoveSuffix(MoveSuffix::EnPassant)),
    ("a. p.", Token::MoveSuffix(MoveSuffix::EnPassant)),
    ("a.p", Token::MoveSuffix(MoveSuffix::EnPassant)),
    ("ap", Token::MoveSuffix(MoveSuffix::EnPassant)),
    ("checkmate", Token::MoveSuffix(MoveSuffix::Mate)),
    ("check", Token::MoveSuffix(MoveSuffix::Check)),
    ("ch", Token::MoveSuffix(MoveSuffix::Check)),
    ("jaque mate", Token::MoveSuffix(MoveSuffix::Mate)),
    ("jaque", Token::MoveSuffix(MoveSuffix::Check)),
    ("jaq", Token::MoveSuffix(MoveSuffix::Check)),
    ("mates", Token::MoveSuffix(MoveSuffix::Mate)),
    ("mate", Token::MoveSuffix(MoveSuffix::Mate)),
    ("double", Token::MoveSuffix(MoveSuffix::Double)),
    ("doble", Token::MoveSuffix(MoveSuffix::Double)),
    ("dbl", Token::MoveSuffix(MoveSuffix::Double)),
    ("discovered", Token::MoveSuffix(MoveSuffix::Discovered)),
    ("disc", Token::MoveSuffix(MoveSuffix::Discovered)),
    ("dis", Token::MoveSuffix(MoveSuffix::Discovered)),
    ("a la descubierta", Token::MoveSuffix(MoveSuffix::Discovered)),
    ("descubierto", Token::MoveSuffix(MoveSuffix::Discovered)),
    ("desc", Token::MoveSuffix(MoveSuffix::Discovered)),
    ("++", Token::MoveSuffix(MoveSuffix::DoublePlus)),
    ("‡", Token::MoveSuffix(MoveSuffix::DoublePlus)),
    ("+", Token::MoveSuffix(MoveSuffix::Check)),
    ("†", Token::MoveSuffix(MoveSuffix::Check)),
    ("#", Token::MoveSuffix(MoveSuffix::Mate)),
    ("(=)", Token::MoveSuffix(MoveSuffix::DrawOffer)),
    ("!", Token::MoveSuffix(MoveSuffix::Assessment)),
    ("?", Token::MoveSuffix(MoveSuffix::Assessment)),
    ("‼", Token::MoveSuffix(MoveSuffix::Assessment)),
    ("⁇", Token::MoveSuffix(MoveSuffix::Assessment)),
    ("takes", Token::Times),
    ("toma", Token::Times),
    ("por", Token::Times),
    ("x", Token::Times),
    ("X", Token::Times),
    ("×", Token::Times),
    (":", Token::Times),
    ("to", Token::Hyphen),
    ("-", Token::Hyphen),
    ("\u{2010}", Token::Hyphen),
    ("\u{2011}", Token::Hyphen),
    ("\u{2012}", Token::Hyphen),
    ("\u{2013}", Token::Hyphen),
    ("\u{2014}", Token::Hyphen),
    ("\u{2212}", Token::Hyphen),
    ("(", Token::Open),
    (")", Token::Close),
    ("/", Token::Slash),
    ("=", Token::Equals),
    // the first rank, in books of the 19th century: `R-K sq`
    ("sq", Token::Rank(0)),
    ("Sq", Token::Rank(0)),
    // `P to K's 4th`
    ("'s", Token::Nothing),
    ("’s", Token::Nothing),
    ("st", Token::Nothing),
    ("nd", Token::Nothing),
    ("rd", Token::Nothing),
    ("th", Token::Nothing),
    (".", Token::Nothing),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// No word is hidden by a shorter one before it.
    #[test]
    fn longest_first() {
        for (n, (word, _)) in VOCABULARY.iter().enumerate() {
            for (before, _) in &VOCABULARY[..n] {
                assert!(!word.starts_with(before), "{before} hides {word}");
            }
        }
    }
}

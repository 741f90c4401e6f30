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
    /// After no check, a check by the piece that moved, a discovered check, a double check, a mate.
    pub(super) check: [&'static str; 5],
}

pub(super) static ENGLISH: Words = Words {
    code: "en",
    letters: ["P", "N", "B", "R", "Q", "K"],
    is_spanish_order: false,
    separator: "-",
    promotion: ["(", ")"],
    en_passant: " e.p.",
    check: ["", "ch", " dis ch", " dbl ch", " mate"],
};

pub(super) static SPANISH: Words = Words {
    code: "es",
    letters: ["P", "C", "A", "T", "D", "R"],
    is_spanish_order: true,
    separator: "",
    promotion: ["=", ""],
    en_passant: " a.p.",
    check: ["", "+", "+ desc.", "+ doble", " mate"],
};

impl Words {
    pub(super) fn letter(&self, piece_type: PieceType) -> &'static str {
        self.letters[piece_type.index()]
    }

    /// Returns the token that a text begins with, and its length; the longest one.
    pub(super) fn token(&self, text: &str) -> Option<(Token, usize)> {
        let words = VOCABULARY
            .iter()
            .flat_map(|(token, words)| words.iter().map(|word| (*token, word.len(), *word)));
        let found =
            words.filter(|(.., word)| text.starts_with(word)).max_by_key(|(_, length, _)| *length);
        if let Some((token, length, _)) = found {
            return Some((token, length));
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

/// Words and signs of both languages.
const VOCABULARY: &[(Token, &[&str])] = &[
    (
        Token::Castles(Some(CastlingSide::King)),
        &["Castles kingside", "Enroque corto", "enroque corto"],
    ),
    (
        Token::Castles(Some(CastlingSide::Queen)),
        &["Castles queenside", "Enroque largo", "enroque largo"],
    ),
    (Token::Castles(None), &["Castles", "castles", "Enroque", "enroque"]),
    (Token::Oh, &["O", "o", "0", "О"]),
    (
        Token::MoveSuffix(MoveSuffix::EnPassant),
        &["en passant", "e.p.", "e. p.", "e.p", "ep", "al paso", "a.p.", "a. p.", "a.p", "ap"],
    ),
    (Token::MoveSuffix(MoveSuffix::Mate), &["checkmate", "jaque mate", "mates", "mate", "#"]),
    (Token::MoveSuffix(MoveSuffix::Check), &["check", "ch", "jaque", "jaq", "+", "†"]),
    (Token::MoveSuffix(MoveSuffix::Double), &["double", "doble", "dbl"]),
    (
        Token::MoveSuffix(MoveSuffix::Discovered),
        &["discovered", "disc", "dis", "a la descubierta", "descubierto", "desc"],
    ),
    (Token::MoveSuffix(MoveSuffix::DoublePlus), &["++", "‡"]),
    (Token::MoveSuffix(MoveSuffix::DrawOffer), &["(=)"]),
    (Token::MoveSuffix(MoveSuffix::Assessment), &["!", "?", "‼", "⁇"]),
    (Token::Times, &["takes", "toma", "por", "x", "X", "×", ":"]),
    (
        Token::Hyphen,
        &["to", "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}"],
    ),
    (Token::Open, &["("]),
    (Token::Close, &[")"]),
    (Token::Slash, &["/"]),
    (Token::Equals, &["="]),
    (Token::Rank(0), &["sq", "Sq"]),
    (Token::Nothing, &["'s", "’s", "st", "nd", "rd", "th", "."]),
];

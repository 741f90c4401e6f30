//! Spoken moves, as announced in games of blind players (FIDE D.2.1; Appendix E of 2009).
//!
//! The Laws define names of files, ranks and pieces that are hard to mishear: "Gustav eins, Felix
//! drei". The Spanish text of the Laws has Spanish names.

use super::language::Language;
use crate::position::Position;
use crate::types::{CastlingSide, Move, PieceType, Square};

/// The names of one language.
struct Names {
    files: [&'static str; 8],
    ranks: [&'static str; 8],
    /// Pawn, knight, bishop, rook, queen, king.
    pieces: [&'static str; 6],
    short_castling: &'static str,
    long_castling: &'static str,
    takes: &'static str,
    en_passant: &'static str,
}

const GERMAN: Names = Names {
    files: ["Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hector"],
    ranks: ["eins", "zwei", "drei", "vier", "fuenf", "sechs", "sieben", "acht"],
    pieces: ["Bauer", "Springer", "Laeufer", "Turm", "Dame", "Koenig"],
    short_castling: "Kurze Rochade",
    long_castling: "Lange Rochade",
    takes: "schlaegt",
    en_passant: "en passant",
};

const SPANISH: Names = Names {
    files: ["Ana", "Bella", "César", "David", "Eva", "Félix", "Gustavo", "Héctor"],
    ranks: ["uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho"],
    pieces: ["peón", "Caballo", "Alfil", "Torre", "Dama", "Rey"],
    short_castling: "enroque corto",
    long_castling: "enroque largo",
    takes: "por",
    en_passant: "al paso",
};

impl Names {
    fn of(language: Language) -> Option<&'static Names> {
        match language.code() {
            "de" => Some(&GERMAN),
            "es" => Some(&SPANISH),
            _ => None,
        }
    }

    fn square(&self, square: Square) -> String {
        format!("{} {}", self.files[square.file() as usize], self.ranks[square.rank() as usize])
    }
}

/// The languages that have names: German, which the Laws use internationally, and Spanish.
pub const LANGUAGES: [&str; 2] = ["de", "es"];

/// Returns the announcement of a legal move; `None` for a language without names.
///
/// It has the origin and the target, separated by a word for a capture, and the promotion piece.
/// Castling is announced by its name.
///
/// ```
/// use enroque::notation::{announce::announce, fen, language::Language, uci};
/// let german = Language::from_code("de").unwrap();
/// let start = fen::read(fen::STARTING_FEN).unwrap();
/// let m = uci::read(&start, "g1f3").unwrap();
/// assert_eq!(announce(&start, m, german).unwrap(), "Gustav eins, Felix drei");
/// ```
pub fn announce(position: &Position, m: Move, language: Language) -> Option<String> {
    let names = Names::of(language)?;
    if let Some(side) = position.castling_side(m) {
        return Some(match side {
            CastlingSide::King => names.short_castling.to_owned(),
            CastlingSide::Queen => names.long_castling.to_owned(),
        });
    }
    let (from, to) = (names.square(m.from()), names.square(m.to()));
    let mut text = if position.is_capture(m) {
        format!("{from} {} {to}", names.takes)
    } else {
        format!("{from}, {to}")
    };
    if position.is_en_passant(m) {
        text = format!("{text} {}", names.en_passant);
    }
    if let Some(promoted) = m.promoted() {
        text = format!("{text}, {}", names.pieces[promoted.index()]);
    }
    Some(text)
}

/// Returns the announced name of a piece type (FIDE D.2.1); `None` for a language without names.
pub fn piece(piece_type: PieceType, language: Language) -> Option<&'static str> {
    Names::of(language).map(|names| names.pieces[piece_type.index()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{fen, uci};

    #[test]
    fn announcements() {
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        let promotion = "4k1n1/7P/8/8/8/8/8/4K3 w - - 0 1";
        for (fen, text, german, spanish) in [
            (fen::STARTING_FEN, "e2e4", "Eva zwei, Eva vier", "Eva dos, Eva cuatro"),
            (castling, "e1g1", "Kurze Rochade", "enroque corto"),
            (castling, "e1c1", "Lange Rochade", "enroque largo"),
            (castling, "h1h8", "Hector eins schlaegt Hector acht", "Héctor uno por Héctor ocho"),
            (
                passant,
                "e5d6",
                "Eva fuenf schlaegt David sechs en passant",
                "Eva cinco por David seis al paso",
            ),
            (
                promotion,
                "h7g8n",
                "Hector sieben schlaegt Gustav acht, Springer",
                "Héctor siete por Gustavo ocho, Caballo",
            ),
        ] {
            let position = fen::read(fen).unwrap();
            let m = uci::read(&position, text).unwrap();
            let announced = |code| announce(&position, m, Language::from_code(code).unwrap());
            assert_eq!(announced("de").as_deref(), Some(german));
            assert_eq!(announced("es").as_deref(), Some(spanish));
            assert_eq!(announced("fi"), None);
        }
    }
}

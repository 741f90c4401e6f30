//! SAN with the piece letters of other languages (FIDE C.3: each player may use the first letter of
//! the name in the player's own language).
//!
//! Piece letters depend on the language: a Spanish `R` is a king, an English one a rook. The caller
//! names the language, or [`score_sheet`](super::score_sheet) detects it from a whole game. It is
//! never detected from a single move.

use super::san::{self, Deviations, SanError, SanErrorKind};
use super::uci::shortened;
use crate::position::Position;
use crate::types::{Move, PieceType};

/// A language of piece letters.
///
/// ```
/// use enroque::notation::{fen, language::Language};
/// let spanish = Language::from_code("es").unwrap();
/// let start = fen::read(fen::STARTING_FEN).unwrap();
/// let m = spanish.read(&start, "Cf3").unwrap();
/// assert_eq!(m.to_string(), "g1f3");
/// assert!(spanish.read(&start, "Nf3").is_err()); // not a Spanish letter
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Language(&'static Entry);

/// A row of the table.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Entry {
    code: &'static str,
    name: &'static str,
    /// Pawn, knight, bishop, rook, queen, king, as in [`PieceType`].
    letters: [&'static str; 6],
}

const fn language(code: &'static str, name: &'static str, letters: [&'static str; 6]) -> Entry {
    Entry { code, name, letters }
}

/// The letters of section 8.2.3.2 of the PGN standard, and of some languages that it omits.
static TABLE: [Entry; 24] = [
    language("en", "English", ["P", "N", "B", "R", "Q", "K"]),
    language("es", "Spanish", ["P", "C", "A", "T", "D", "R"]),
    language("pt", "Portuguese", ["P", "C", "B", "T", "D", "R"]),
    language("fr", "French", ["P", "C", "F", "T", "D", "R"]),
    language("de", "German", ["B", "S", "L", "T", "D", "K"]),
    language("nl", "Dutch", ["O", "P", "L", "T", "D", "K"]),
    language("it", "Italian", ["P", "C", "A", "T", "D", "R"]),
    language("ca", "Catalan", ["P", "C", "A", "T", "D", "R"]),
    language("cs", "Czech", ["P", "J", "S", "V", "D", "K"]),
    language("sk", "Slovak", ["P", "J", "S", "V", "D", "K"]),
    language("da", "Danish", ["B", "S", "L", "T", "D", "K"]),
    language("no", "Norwegian", ["B", "S", "L", "T", "D", "K"]),
    language("sv", "Swedish", ["B", "S", "L", "T", "D", "K"]),
    language("is", "Icelandic", ["P", "R", "B", "H", "D", "K"]),
    language("fi", "Finnish", ["P", "R", "L", "T", "D", "K"]),
    language("et", "Estonian", ["P", "R", "O", "V", "L", "K"]),
    language("hu", "Hungarian", ["G", "H", "F", "B", "V", "K"]),
    language("pl", "Polish", ["P", "S", "G", "W", "H", "K"]),
    language("ro", "Romanian", ["P", "C", "N", "T", "D", "R"]),
    language("hr", "Croatian", ["P", "S", "L", "T", "D", "K"]),
    language("sl", "Slovenian", ["P", "S", "L", "T", "D", "K"]),
    language("ru", "Russian", ["П", "К", "С", "Л", "Ф", "Кр"]),
    language("uk", "Ukrainian", ["П", "К", "С", "Т", "Ф", "Кр"]),
    language("bg", "Bulgarian", ["П", "К", "О", "Т", "Д", "Ц"]),
];

const LANGUAGES: [Language; 24] = {
    let mut languages = [Language(&TABLE[0]); 24];
    let mut n = 1;
    while n < languages.len() {
        languages[n] = Language(&TABLE[n]);
        n += 1;
    }
    languages
};

/// English.
impl Default for Language {
    fn default() -> Language {
        Language::ENGLISH
    }
}

impl Language {
    /// English, the letters of PGN.
    pub const ENGLISH: Language = LANGUAGES[0];

    /// All supported languages.
    pub const ALL: &'static [Language] = &LANGUAGES;

    /// Returns the language with an ISO 639-1 code, such as `es`.
    pub fn from_code(code: &str) -> Option<Language> {
        LANGUAGES.into_iter().find(|language| language.0.code == code)
    }

    /// The ISO 639-1 code.
    pub const fn code(self) -> &'static str {
        self.0.code
    }

    /// The language's name in English.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// The letter of a piece type; two letters for the Russian king.
    pub const fn letter(self, piece_type: PieceType) -> &'static str {
        self.0.letters[piece_type as usize]
    }

    /// Returns the mark of a capture en passant (FIDE C.9.3): `a.p.` in Spanish, `e.p.` in all
    /// other languages.
    pub fn en_passant(self) -> &'static str {
        if self.0.code == "es" { "a.p." } else { "e.p." }
    }

    /// Reads a move in this language's letters, with the deviations that [`san::read`] tolerates.
    /// Figurines are accepted in every language.
    ///
    /// # Errors
    ///
    /// [`SanError`] with the original text. An unknown capital letter is an error of kind
    /// [`SanErrorKind::Syntax`].
    pub fn read(self, position: &Position, text: &str) -> Result<Move, SanError> {
        self.read_by(text, |english| san::read(position, english))
    }

    /// Reads a move as [`Language::read`] does, and returns its deviations (see
    /// [`san::read_reporting`]). The letters of this language are not deviations.
    ///
    /// # Errors
    /// Those of [`Language::read`].
    pub fn read_reporting(
        self,
        position: &Position,
        text: &str,
    ) -> Result<(Move, Deviations), SanError> {
        self.read_by(text, |english| san::read_reporting(position, english))
    }

    fn read_by<T>(
        self,
        text: &str,
        read: impl FnOnce(&str) -> Result<T, SanError>,
    ) -> Result<T, SanError> {
        let with_original_text = |error: SanError| SanError { token: shortened(text), ..error };
        let english = self.to_english(text).map_err(|reason| {
            with_original_text(SanError {
                kind: SanErrorKind::Syntax,
                token: Box::default(),
                reason: reason.into(),
            })
        })?;
        read(&english).map_err(with_original_text)
    }

    /// Translates the piece letters of a text to English. All other characters are unchanged.
    fn to_english(self, text: &str) -> Result<String, &'static str> {
        let mut english = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(sign) = rest.chars().next() {
            if let Some((piece_type, letter)) = self.longest_letter(rest) {
                // O is a piece letter in Estonian and Dutch, but also castling in every language
                if letter == "O" && is_castling(rest) {
                    english.push_str(rest);
                    break;
                }
                english.push(piece_type.letter().to_ascii_uppercase());
                rest = &rest[letter.len()..];
                continue;
            }
            if sign.is_alphabetic() && sign.is_uppercase() && sign != 'O' {
                return Err("a capital letter is not a piece letter of this language");
            }
            english.push(sign);
            rest = &rest[sign.len_utf8()..];
        }
        Ok(english)
    }

    /// Returns the piece type whose letter the text begins with: the longest one, since the Russian
    /// `Кр` begins with `К`.
    fn longest_letter(self, text: &str) -> Option<(PieceType, &'static str)> {
        let kinds =
            PieceType::ALL.into_iter().map(|piece_type| (piece_type, self.letter(piece_type)));
        kinds.filter(|(_, letter)| text.starts_with(letter)).max_by_key(|(_, letter)| letter.len())
    }
}

/// Whether a text that begins with a capital O is castling.
fn is_castling(text: &str) -> bool {
    text[1..].starts_with('-') || text[1..].starts_with('O')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_keep_the_text() {
        let start = Position::standard();
        let spanish = Language::from_code("es").unwrap();
        let error = spanish.read(&start, "Ce4").unwrap_err();
        assert_eq!((error.kind, &*error.token), (SanErrorKind::Illegal, "Ce4"));
        let error = spanish.read(&start, "Nf3").unwrap_err();
        assert_eq!((error.kind, &*error.token), (SanErrorKind::Syntax, "Nf3"));
        assert_eq!(Language::from_code("xx"), None);
        for text in ["", "Ç", "é4", "R", "КК", "O", "O-O-O-O", "\u{0}", "Кр"] {
            for language in Language::ALL {
                assert!(language.read(&start, text).is_err(), "{text}");
            }
        }
    }
}

//! Descriptive notation, the notation of English and Spanish books until about 1980: `N-KB3`,
//! `PxP e.p.`; `C3AR`, `PxP a.p.`
//!
//! A file is named after the piece that starts on it, and ranks count from the player who moves. A
//! capture names the captured piece, not its square. [`Descriptive::write`] writes the shortest
//! text that no other legal move fits, adding in this order:
//!
//! | | English | Spanish |
//! |---|---|---|
//! | the side of the target's file | `N-KB3` | `C3AR` |
//! | the side of the piece | `QR-Q1` | `TD1D` |
//! | the file of a pawn | `BPxP`, `PxKBP` | `PAxP`, `PxPAR` |
//! | the rank of the piece | `R(1)xP` | `T(1)xP` |
//! | squares | `N(K2)-B4`, `PxP(Q5)` | `C(2R)4A`, `PxP(5D)` |
//!
//! So each legal move of a position has its own text, also in Chess960 and with any number of
//! promoted pieces. The side of a piece (`QR`) is used only if it is the same by the history of the
//! game and by where the pieces stand ([`Wings`]).
//!
//! [`Descriptive::read`] accepts texts that fit exactly one legal move:
//!
//! * more or other parts than needed: `KP-K4`, `N(KB3)-Q4`, `N/B3-Q4`, `N3-Q4`, `BxN/QB6`
//! * a missing or superfluous hyphen, also as a dash or `to`; `takes`, `por`, `:` and `×` for `x`
//! * `Kt` for `N`; `R-K sq`; `P to K's 4th`; dots and spaces
//! * promotion as `P-K8(Q)`, `P-K8=Q`, `P-K8/Q`, in English also `P-K8Q`
//! * castling with zeros, and `Castles`, `Castles QR`, `enroque largo`
//! * marks in either language, missing or superfluous: `ch`, `+`, `†`, `jaque`, `dis ch`, `dbl ch`,
//!   `mate`, `++`, `#`, `e.p.`, `a.p.`, `al paso`, `!`, `?`, `(=)`
//! * a text that fits several moves if its marks are right for one of them only: `B-N5ch`, `Q mates`
//!
//! Letters are capitals, and a capture needs its sign. Errors have the kinds of SAN.

mod description;
mod lexer;
mod marks;
mod parse;
mod read;
#[cfg(test)]
mod tests;
mod token;
mod wings;
mod words;
mod write;

use super::language::Language;
use super::san::{Deviations, SanError, SanErrorKind};
use super::uci::shortened;
use crate::position::Position;
use crate::types::Move;
use token::Token;
use words::Words;

pub use wings::Wings;

/// Descriptive notation in a language.
///
/// ```
/// use enroque::notation::{descriptive::Descriptive, fen, san};
/// let position = fen::read("4k3/8/8/3pP3/8/5N2/8/1N2K2R w K d6 0 2").unwrap();
/// for (text, english, spanish) in [
///     ("exd6", "PxP e.p.", "PxP a.p."),
///     ("Nbd2", "QN-Q2", "CD2D"),
///     ("Nfd4", "N-Q4", "C4D"),
///     ("Rh8+", "R-R8ch", "T8T+"),
///     ("O-O", "O-O", "O-O"),
/// ] {
///     let m = san::read(&position, text).unwrap();
///     assert_eq!(Descriptive::ENGLISH.write(&position, m), english);
///     assert_eq!(Descriptive::SPANISH.write(&position, m), spanish);
///     assert_eq!(Descriptive::SPANISH.read(&position, spanish), Ok(m));
/// }
/// let error = Descriptive::ENGLISH.read(&position, "N-B4").unwrap_err();
/// assert_eq!(error.to_string(), r#"illegal move "N-B4": no such piece can move there"#);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Descriptive(&'static Words);

impl Descriptive {
    /// English: `P-K4`.
    pub const ENGLISH: Descriptive = Descriptive(&words::ENGLISH);

    /// Spanish: `P4R`.
    pub const SPANISH: Descriptive = Descriptive(&words::SPANISH);

    /// Both languages.
    pub const ALL: [Descriptive; 2] = [Descriptive::ENGLISH, Descriptive::SPANISH];

    /// Returns the notation in a language; `None` if it is not English or Spanish.
    pub fn of(language: Language) -> Option<Descriptive> {
        Descriptive::ALL.into_iter().find(|notation| notation.code() == language.code())
    }

    /// The ISO 639-1 code of the language.
    pub const fn code(self) -> &'static str {
        self.0.code
    }

    /// Returns the text of a legal move.
    pub fn write(self, position: &Position, m: Move) -> String {
        self.write_in(position, &Wings::of(position), m)
    }

    /// [`Descriptive::write`] in a game whose history is known. The text can also be read without
    /// the history.
    pub fn write_in(self, position: &Position, wings: &Wings, m: Move) -> String {
        write::with_marks(self.0, position, wings, m)
    }

    /// Reads a legal move; see the [module](self) for the accepted spellings.
    ///
    /// # Errors
    ///
    /// [`SanError`] with the text and the reason: for a syntax error what is expected at which
    /// offset, for an ambiguous text the moves that it fits.
    ///
    /// ```
    /// use enroque::notation::{descriptive::Descriptive, fen};
    /// let position = fen::read("4k3/8/8/8/8/8/8/R3K2R w - - 0 1").unwrap();
    /// let read = |text| Descriptive::ENGLISH.read(&position, text);
    /// assert_eq!(
    ///     read("R-R8").unwrap_err().to_string(),
    ///     r#"ambiguous move "R-R8": it may be R-QR8 or R-KR8"#
    /// );
    /// assert_eq!(
    ///     read("R-R9").unwrap_err().to_string(),
    ///     r#"invalid move "R-R9": unexpected '9' at offset 3"#
    /// );
    /// ```
    pub fn read(self, position: &Position, text: &str) -> Result<Move, SanError> {
        self.read_in(position, &Wings::of(position), text).map(|read| read.0)
    }

    /// Reads a legal move in a game whose history is known, and returns its deviations from the text
    /// that [`Descriptive::write_in`] writes.
    ///
    /// # Errors
    /// Those of [`Descriptive::read`].
    pub fn read_in(
        self,
        position: &Position,
        wings: &Wings,
        text: &str,
    ) -> Result<(Move, Deviations), SanError> {
        read::read(self.0, position, wings, text)
    }

    /// Reads only the text that [`Descriptive::write_in`] writes.
    ///
    /// # Errors
    /// Those of [`Descriptive::read`], and [`SanErrorKind::Syntax`] for another spelling of a legal
    /// move.
    pub fn read_strict(
        self,
        position: &Position,
        wings: &Wings,
        text: &str,
    ) -> Result<Move, SanError> {
        let (m, deviations) = self.read_in(position, wings, text)?;
        if deviations.is_empty() {
            return Ok(m);
        }
        let due = self.write_in(position, wings, m);
        let reason = format!("it is not the standard spelling, {due}").into();
        Err(SanError { kind: SanErrorKind::Syntax, token: shortened(text), reason })
    }
}

/// The error of a text in a language that has no descriptive notation here.
pub(crate) fn no_language(text: &str) -> SanError {
    SanError {
        kind: SanErrorKind::Syntax,
        token: shortened(text),
        reason: "descriptive notation is read in English and Spanish only".into(),
    }
}

/// Whether a word of a printed game belongs to the move before it: a mark, the piece of a promotion,
/// the side of castling, a part of `P to K's 4th`.
pub(super) fn continues(last: &str, word: &str) -> bool {
    const PARTS: &str =
        "e. a. p. en passant al paso a la descubierta corto largo kingside queenside";
    const VERBS: [&str; 4] = ["to", "takes", "toma", "por"];
    let is_castling = last.to_lowercase().starts_with("castles");
    let last_word = last.rsplit(' ').next().unwrap_or_default();
    PARTS.split(' ').any(|part| part == word)
        || VERBS.contains(&word)
        || VERBS.contains(&last_word)
        || last_word.ends_with("'s")
        || last_word.ends_with("’s")
        || is_castling && matches!(word, "K" | "Q" | "KR" | "QR")
        || word.to_lowercase().starts_with("sq")
        || matches!(words::ENGLISH.token(word), Some((Token::MoveSuffix(_) | Token::Open, _)))
}

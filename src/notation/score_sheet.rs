//! Games as printed in books and on score sheets:
//! `1.e4 e5 2.Cf3 Cf6 ... 6.exd6 a.p. ... 11.Rb1(=)`.
//!
//! Move numbers may have no dot, and marks may be separated from their move. The notation and the
//! language of the piece letters are given, or detected from the whole game: a single token is
//! ambiguous, since `Rb1` is a rook move in English and a king move in Spanish.

use thiserror::Error;

use super::descriptive::{self, Descriptive, Wings};
use super::language::Language;
use super::san::{Deviations, SanError, SanErrorKind};
use super::style::Notation;
use crate::position::Position;
use crate::types::Move;

/// A printed game that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreSheet {
    /// The notation.
    pub notation: Notation,
    /// The language of the piece letters. If several languages give the same moves, the first of
    /// them in [`Language::ALL`].
    pub language: Language,
    /// The moves, with the deviations of each.
    pub moves: Vec<(Move, Deviations)>,
    /// The printed result, if any: `1-0`, `0-1`, `1/2-1/2`, `½-½`, `*`.
    pub result: Option<String>,
}

/// Returns the codes of languages, for a message.
fn codes(languages: &[Language]) -> String {
    languages.iter().map(|language| language.code()).collect::<Vec<_>>().join(", ")
}

/// A printed game cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ScoreSheetError {
    /// A move cannot be read in the given language, or in any language.
    #[error(
        "{error} (move {}{}, offset {offset}, read as {}{})",
        .ply / 2 + 1,
        if .ply % 2 == 0 { "" } else { " of Black" },
        .language.name(),
        if *.notation == Notation::Descriptive { " descriptive notation" } else { "" }
    )]
    Move {
        /// The notation that reads the most moves.
        notation: Notation,
        /// The language that reads the most moves.
        language: Language,
        /// The number of plies before the move.
        ply: usize,
        /// Its offset in the text, in bytes from 0.
        offset: usize,
        /// The error of the move.
        error: SanError,
    },
    /// The game reads as different moves in several languages: the caller must choose one.
    #[error(
        "the game reads as different moves in several languages; pass language, one of: {}",
        codes(.0)
    )]
    SeveralLanguages(Vec<Language>),
}

/// Reads a printed game from a position.
///
/// Without a notation or a language, all are tried, and the result is in one that reads the whole
/// game. If there is none, the error is that of the one that reads the most moves; among equals, of
/// one that has the letters of the failing move.
///
/// # Errors
/// [`ScoreSheetError`], with the location. Descriptive notation in a language that has none reads as
/// an error of kind [`SanErrorKind::Syntax`].
///
/// ```
/// use enroque::{notation::score_sheet, notation::style::Notation, position::Position};
/// let start = Position::standard();
/// let sheet = score_sheet::read(&start, "1e4 e5 2Cf3 Cf6", None, None).unwrap();
/// assert_eq!(sheet.language.code(), "es");
/// let sheet = score_sheet::read(&start, "1 P4R P4R 2 C3AR C3AD", None, None).unwrap();
/// assert_eq!((sheet.notation, sheet.language.code()), (Notation::Descriptive, "es"));
/// let error = score_sheet::read(&start, "1.e4 e5 2.Cf3 Dd5", None, None).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"illegal move "Dd5": no such piece can move there (move 2 of Black, offset 14, read as Spanish)"#
/// );
/// ```
pub fn read(
    start: &Position,
    text: &str,
    notation: Option<Notation>,
    language: Option<Language>,
) -> Result<ScoreSheet, ScoreSheetError> {
    let mut best_error: Option<ScoreSheetError> = None;
    let mut found: Vec<ScoreSheet> = Vec::new();
    for tried in Notation::ALL.into_iter().filter(|&tried| notation.is_none_or(|n| n == tried)) {
        let (words, result) = words(text, tried);
        for &tried_language in Language::ALL {
            let is_excluded = match language {
                Some(language) => language != tried_language,
                None => tried == Notation::Descriptive && Descriptive::of(tried_language).is_none(),
            };
            if is_excluded {
                continue;
            }
            match read_in(start, &words, result, tried, tried_language) {
                Ok(sheet) => found.push(sheet),
                Err(error) => {
                    if best_error
                        .as_ref()
                        .is_none_or(|other| moves_read(&error) > moves_read(other))
                    {
                        best_error = Some(error);
                    }
                }
            }
        }
    }
    // prefer languages without pawn letters: `Pf3` is a Dutch knight, not an English pawn
    let has_pawn_letter = |sheet: &ScoreSheet| {
        sheet.moves.iter().any(|read| read.1.contains(Deviations::PAWN_LETTER))
    };
    if found.iter().any(|sheet| !has_pawn_letter(sheet)) {
        found.retain(|sheet| !has_pawn_letter(sheet));
    }
    let moves = |sheet: &ScoreSheet| sheet.moves.iter().map(|read| read.0).collect::<Vec<_>>();
    let differs = found.iter().any(|sheet| moves(sheet) != moves(&found[0]));
    if differs {
        let languages = found.into_iter().map(|sheet| sheet.language).collect();
        return Err(ScoreSheetError::SeveralLanguages(languages));
    }
    match (found.into_iter().next(), best_error) {
        (Some(sheet), _) => Ok(sheet),
        (None, Some(error)) => Err(error),
        // a notation and a language are always tried, so there was a sheet or an error
        (None, None) => Err(ScoreSheetError::SeveralLanguages(Vec::new())),
    }
}

/// The number of plies read, and whether the language has the letters of the failing move.
fn moves_read(error: &ScoreSheetError) -> (usize, bool) {
    match error {
        ScoreSheetError::Move { ply, error, .. } => (*ply, error.kind != SanErrorKind::Syntax),
        ScoreSheetError::SeveralLanguages(_) => (0, false),
    }
}

fn read_in(
    start: &Position,
    words: &[(usize, String)],
    result: Option<&str>,
    notation: Notation,
    language: Language,
) -> Result<ScoreSheet, ScoreSheetError> {
    let mut position = *start;
    let mut wings = Wings::of(start);
    let mut moves = Vec::with_capacity(words.len());
    for (ply, (offset, word)) in words.iter().enumerate() {
        let read = match notation {
            Notation::Algebraic => language.read_reporting(&position, word),
            Notation::Descriptive => match Descriptive::of(language) {
                Some(descriptive) => descriptive.read_in(&position, &wings, word),
                None => Err(descriptive::no_language(word)),
            },
        };
        let (m, deviations) = read.map_err(|error| ScoreSheetError::Move {
            notation,
            language,
            ply,
            offset: *offset,
            error,
        })?;
        moves.push((m, deviations));
        wings.play(&position, m);
        position.play_unchecked(m);
    }
    Ok(ScoreSheet { notation, language, moves, result: result.map(str::to_owned) })
}

/// Returns the texts of the moves with their offsets, and the result.
fn words(text: &str, notation: Notation) -> (Vec<(usize, String)>, Option<&str>) {
    let continues = |last: &str, word: &str| match notation {
        Notation::Algebraic => is_mark(word),
        Notation::Descriptive => is_mark(word) || descriptive::continues(last, word),
    };
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut result = None;
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        if end == 0 {
            return (words, result);
        }
        let offset = text.len() - rest.len();
        let word = &rest[..end];
        rest = &rest[end..];
        if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "½-½" | "*") {
            result = Some(word);
            continue;
        }
        // `4th` of `P to K's 4th` is no move number
        let is_part = notation == Notation::Descriptive
            && words.last().is_some_and(|(_, last)| descriptive::continues(last, word));
        let mut bare = if is_part { word } else { without_number(word) };
        let end = offset + word.len();
        let start = end - bare.len();
        if notation == Notation::Descriptive {
            // Spanish books separate the moves: `1. P4R, P4R; 2. C3AR`
            bare = bare.trim_end_matches([',', ';']);
        }
        if bare.is_empty() {
            continue;
        }
        match words.last_mut() {
            Some((_, last)) if continues(last, bare) => {
                last.push(' ');
                last.push_str(bare);
            }
            _ => words.push((start, bare.to_owned())),
        }
    }
}

/// Whether a word is a mark of the previous move.
fn is_mark(word: &str) -> bool {
    matches!(word, "a.p." | "e.p." | "a." | "e." | "p." | "a.p" | "e.p" | "ep" | "ap" | "mate")
        || word.chars().all(|sign| matches!(sign, '+' | '#' | '!' | '?' | '(' | ')' | '='))
}

/// Removes the move number from a word such as `1.e4`, `1e4`, `1...e5` or `12.`; the zeros of
/// castling are not a move number.
fn without_number(word: &str) -> &str {
    if word.starts_with("0-0") {
        return word;
    }
    let bare = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    bare.trim_start_matches(['.', '…'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_start(text: &str) -> Result<ScoreSheet, ScoreSheetError> {
        read(&Position::standard(), text, None, None)
    }

    #[test]
    fn words_of_a_sheet() {
        let (words, result) = words(
            "1e4 e5 2. 0-0 1...0-0-0 12.exd6 a.p. Te8+ !? 3 Rb1 (=) 1/2-1/2",
            Notation::Algebraic,
        );
        let texts: Vec<&str> = words.iter().map(|word| word.1.as_str()).collect();
        let expected = ["e4", "e5", "0-0", "0-0-0", "exd6 a.p.", "Te8+ !?", "Rb1 (=)"];
        assert_eq!(texts, expected);
        assert_eq!((words[0].0, words[3].0, result), (1, 18, Some("1/2-1/2")));
    }

    #[test]
    fn a_language_from_the_whole_game() {
        for (text, code) in [
            ("1.e4 e5 2.d4", "en"),
            ("1.e4 e5 2.Sf3 Sc6 3.Lb5", "de"),
            ("1.e4 e5 2.Cf3 Cc6 3.Fb5", "fr"),
            ("1.e4 e5 2.Cf3 Cc6 3.Bb5", "pt"),
            ("1.e4 e5 2.Pf3 Pc6 3.Lb5", "nl"),
            ("1.e4 e5 2.Кf3 Кc6 3.Сb5", "ru"),
            ("1.e4 e5 2.Rf3 Rc6 3.Lb5", "fi"),
            ("1.e4 e5 2.♘f3 ♞c6 3.♗b5", "en"),
        ] {
            assert_eq!(read_start(text).unwrap().language.code(), code, "{text}");
        }
        // a rook in Hungarian, a bishop in English: different moves
        let position = crate::notation::fen::read("4k3/8/8/8/8/8/8/RB2K3 w - - 0 1").unwrap();
        let several = read(&position, "1.Ba2", None, None);
        assert!(
            matches!(&several, Err(ScoreSheetError::SeveralLanguages(codes)) if codes.len() > 1),
            "{several:?}"
        );
        for text in ["", "1.", "1-0"] {
            assert!(read_start(text).unwrap().moves.is_empty());
        }
    }

    #[test]
    fn errors_have_locations() {
        let error = read_start("1.e4 e5\n2.Cf3 Cf6 3.Dxd5").unwrap_err();
        let ScoreSheetError::Move { language, ply, offset, error, .. } = error else { panic!() };
        assert_eq!((language.code(), ply, offset, &*error.token), ("es", 4, 20, "Dxd5"));
        // among equals, the error is of a language that has the letter of the illegal move
        for (text, code) in [("1.d4 d5 2.Tg1", "es"), ("1.d4 d5 2.Rg1", "en"), ("1.Vg1", "cs")] {
            let Err(ScoreSheetError::Move { language, error, .. }) = read_start(text) else {
                panic!("{text}")
            };
            assert_eq!((language.code(), error.kind), (code, SanErrorKind::Illegal), "{text}");
        }
    }
}

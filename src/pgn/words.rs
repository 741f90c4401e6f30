//! Words that are not legal SAN: results, annotations, null moves, other spellings.

use std::borrow::Cow;

use super::error::PgnErrorKind as Kind;
use super::tag::decode;
use crate::notation::san::{SanError, SanErrorKind, is_hyphen};
use crate::rules::GameResult;
use crate::types::Move;

/// The class of a word that is not a legal move in standard SAN.
pub(crate) enum WordClass {
    /// A move, and the deviation.
    Move(Move, &'static str),
    /// A move, and the result that follows without a space.
    LastMove(Move, GameResult),
    /// A null move.
    NullMove,
    /// A result in a nonstandard spelling.
    Result(GameResult),
    /// A sign or letter that comments on a move.
    Annotation,
    /// An illegal move or an unknown word: the error and its reason.
    Error(Kind, Cow<'static, str>),
}

/// Notations of a null move.
const NULL_MOVES: [&[u8]; 8] = [b"--", b"Z0", b"null", b"NULL", b"pass", b"0000", b"@@@@", b"<>"];

/// Whether a word is a null move.
pub(super) fn is_null_move(text: &[u8]) -> bool {
    NULL_MOVES.contains(&text)
}

/// Words beside moves: novelty, diagram and editorial comment of Informant and ChessBase; en
/// passant and mate as separate words.
const ANNOTATIONS: [&[u8]; 10] =
    [b"N", b"D", b"RR", b"e.p.", b"e.p", b"ep", b"a.p.", b"a.p", b"ap", b"mate"];

/// Assessments and punctuation that may follow a move without a space.
const SUFFIX_MARKS: [&[u8]; 12] =
    [b"+/-", b"-/+", b"+/=", b"=/+", b"+-", b"-+", b"+=", b"=+", b"=", b":", b"'", b"-"];

/// Classifies a word for which `read`, which reads moves, has returned an error.
#[cold]
#[inline(never)]
pub(crate) fn classify(
    read: impl Fn(&[u8]) -> Result<Move, SanError>,
    text: &[u8],
    error: SanError,
) -> WordClass {
    if is_null_move(text) {
        return WordClass::NullMove;
    }
    if let Some(result) = odd_result(text) {
        return WordClass::Result(result);
    }
    if ANNOTATIONS.contains(&text) || is_sign(text) {
        return WordClass::Annotation;
    }
    for result in RESULTS {
        if let Some(text) = text.strip_suffix(result)
            && let Ok(m) = read(text)
            && let Some(result) = GameResult::from_ascii(result)
        {
            return WordClass::LastMove(m, result);
        }
    }
    for mark in SUFFIX_MARKS {
        if let Some(text) = text.strip_suffix(mark)
            && let Ok(m) = read(text)
        {
            return WordClass::Move(m, "no space between the move and the mark after it");
        }
    }
    let kind = match error.kind {
        SanErrorKind::Syntax => Kind::Syntax,
        SanErrorKind::Illegal => Kind::IllegalMove,
        SanErrorKind::Ambiguous => Kind::AmbiguousMove,
    };
    WordClass::Error(kind, error.reason)
}

pub(super) const ODD_RESULT: &str = "a nonstandard spelling of a result";

/// Returns the result that a word spells in a nonstandard way, or that follows a word in the form
/// of a move, with a description of the deviation.
pub(super) fn result_in(text: &[u8]) -> Option<(GameResult, &'static str)> {
    if let Some(result) = odd_result(text) {
        return Some((result, ODD_RESULT));
    }
    RESULTS.into_iter().find_map(|result| {
        let m = text.strip_suffix(result)?;
        let result = GameResult::from_ascii(result).filter(|_| is_move_like(m))?;
        Some((result, "no space between the move and the result"))
    })
}

/// The results that may follow a move without a space.
const RESULTS: [&[u8]; 3] = [b"1-0", b"0-1", b"1/2-1/2"];

/// Returns the result that a word is in a nonstandard spelling: with a colon, another dash, the
/// letter O, `½`, a decimal point or comma, `F` for a forfeit, or only one player's half point. A
/// result of the Laws besides the three, such as `1/2-0`, is [`GameResult::Unknown`].
fn odd_result(text: &[u8]) -> Option<GameResult> {
    const LONGEST: usize = "1/2F—1/2F".len();
    if text.len() > LONGEST {
        return None;
    }
    let mut plain = String::new();
    for character in decode(text).chars() {
        match character {
            'O' | 'o' => plain.push('0'),
            'F' | 'f' if plain.ends_with(['0', '1', '2', '5']) => {}
            ',' => plain.push('.'),
            ':' => plain.push('-'),
            '½' => plain.push_str("1/2"),
            other if is_hyphen(other) => plain.push('-'),
            other => plain.push(other),
        }
    }
    if plain == "1/2" || plain == "1/2-1/2-" {
        return Some(GameResult::Draw);
    }
    let half_points = |points: &str| match points {
        "0" => Some(0),
        "1/2" | "0.5" => Some(1),
        "1" => Some(2),
        _ => None,
    };
    let (white, black) = plain.split_once('-')?;
    match (half_points(white)?, half_points(black)?) {
        (2, 0) => Some(GameResult::WhiteWins),
        (0, 2) => Some(GameResult::BlackWins),
        (1, 1) => Some(GameResult::Draw),
        (1, 0) | (0, 1) => Some(GameResult::Unknown),
        // with a hyphen it may be castling, with letters it is
        (0, 0) if text.iter().any(|byte| b":Ff".contains(byte)) && !has_letter_o(text) => {
            Some(GameResult::Unknown)
        }
        _ => None,
    }
}

fn has_letter_o(text: &[u8]) -> bool {
    text.iter().any(|byte| byte.eq_ignore_ascii_case(&b'o'))
}

/// Whether a word is the result of a game that both players lost, or castling with zeros.
pub(super) fn is_zero_zero(text: &[u8]) -> bool {
    let [b'0', hyphen @ .., b'0'] = text else { return false };
    let mut characters = std::str::from_utf8(hyphen).unwrap_or_default().chars();
    characters.next().is_some_and(is_hyphen) && characters.next().is_none()
}

/// Whether the value of a `Result` tag is that of a game that both players lost.
pub(super) fn is_lost_by_both(tag: &[u8]) -> bool {
    is_zero_zero(tag) || matches!(tag, b"0:0" | b"0F-0F" | b"0-0F" | b"0F:0F")
}

/// Whether a word has no letter and no digit of any alphabet, so that it cannot be a move.
fn is_sign(text: &[u8]) -> bool {
    match std::str::from_utf8(text) {
        Ok(text) => !text.chars().any(|c| c.is_alphanumeric() || is_figurine(c)),
        // Latin-1: ± is a sign, letters begin at À
        Err(_) => !text.iter().any(|&byte| byte.is_ascii_alphanumeric() || byte >= 0xC0),
    }
}

fn is_figurine(c: char) -> bool {
    matches!(c, '♔'..='♟')
}

/// Whether a word has the form of a move: castling, or a square with the usual prefixes and
/// suffixes. Outside a game, such a word begins one.
pub(crate) fn is_move_like(text: &[u8]) -> bool {
    let text = match text {
        [rest @ .., b'+' | b'#'] => rest,
        text => text,
    };
    if matches!(text, b"O-O" | b"O-O-O" | b"0-0" | b"0-0-0" | b"o-o" | b"o-o-o") {
        return true;
    }
    let text = match text {
        [rest @ .., b'=', b'Q' | b'R' | b'B' | b'N'] => rest,
        text => text,
    };
    let text = match text {
        [b'K' | b'Q' | b'R' | b'B' | b'N' | b'P', rest @ ..] => rest,
        text => text,
    };
    let Some((origin, [file, rank])) = text.split_last_chunk::<2>() else { return false };
    let is_origin = |byte: &u8| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'-' | b':');
    matches!(file, b'a'..=b'h')
        && matches!(rank, b'1'..=b'8')
        && origin.len() <= 3
        && origin.iter().all(is_origin)
}

/// Whether the rest of a line after a tag can be skipped: a few words, none of which is a move, a
/// result, or the beginning of a comment, variation or tag.
pub(crate) fn is_stray_text(after_tag: &[u8]) -> bool {
    let is_stray = |word: &[u8]| {
        !word.iter().any(|byte| b"{([;*.".contains(byte))
            && !is_move_like(word)
            && GameResult::from_ascii(word).is_none()
    };
    let text = after_tag.trim_ascii();
    text.len() < 80 && text.split(u8::is_ascii_whitespace).all(is_stray)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_moves() {
        for text in ["e4", "Nf3", "Nbd2", "exd5", "e8=Q+", "O-O-O#", "e2-e4", "Ng1xf3", "0-0"] {
            assert!(is_move_like(text.as_bytes()), "{text}");
        }
        for text in ["", "to", "both", "these", "games:", "Page", "x", "a", "1-0", "N", "i4"] {
            assert!(!is_move_like(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn odd_results() {
        use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
        for (texts, result) in [
            (&["1-O", "1-o", "1:0", "1–0", "1—0", "1−0"][..], WhiteWins),
            (&["O-1", "o-1", "0:1", "0–1", "0—1", "0‑1"], BlackWins),
            (&["1/2", "½", "½-½", "½:½", "½–½", "1/2–1/2", "1/2:1/2", "1/2-1/2-", "½-1/2"], Draw),
        ] {
            for text in texts {
                assert_eq!(odd_result(text.as_bytes()), Some(result), "{text}");
            }
        }
        assert_eq!(odd_result(b"\xBD-\xBD"), Some(Draw));
        for (texts, result) in [
            (&["1-0F", "1F-0F", "1:0f"][..], WhiteWins),
            (&["0F-1", "0-1F", "0:1F"], BlackWins),
            (&["0.5-0.5", "0,5-0,5", "0.5:½", "1/2F-1/2F"], Draw),
            (&["1/2-0", "0-1/2", "½-0", "0–½", "0,5-0", "0-0.5", "0:0", "0F-0F", "0-0F"], Unknown),
        ] {
            for text in texts {
                assert_eq!(odd_result(text.as_bytes()), Some(result), "{text}");
            }
        }
        for text in ["", "0-0", "O–O", "O:O", "1-1", "1-1/2", "1", "0", "F", "1-0-", "1–", "1 - 0"]
        {
            assert_eq!(odd_result(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn both_lose() {
        for text in ["0-0", "0–0", "0−0"] {
            assert!(is_zero_zero(text.as_bytes()), "{text}");
        }
        for text in ["0:0", "0-0-0", "00", "0", "O-O", "0--0", "1-0"] {
            assert!(!is_zero_zero(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn signs() {
        for text in ["±", "⩲", "□", "∞", "+/-", "=+", "~"] {
            assert!(is_sign(text.as_bytes()), "{text}");
        }
        for text in ["О-О", "♘f3", "Кf3", "ends", "½"] {
            assert!(!is_sign(text.as_bytes()), "{text}");
        }
    }
}

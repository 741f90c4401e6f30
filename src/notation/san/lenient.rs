//! The spellings of moves that PGN does not export but people write.

use super::error::{Refusal, syntax};
use super::plain::{Pattern, line};
use crate::types::{Bitboard, CastlingSide, PieceType, Square};

/// Longer than any spelling of a move with its marks.
const LONGEST: usize = 64;

/// What the text means.
pub(super) enum Reading {
    Castling(CastlingSide),
    Pattern(Pattern),
}

/// Reads any accepted spelling.
pub(super) fn parse(text: &[u8]) -> Result<Reading, Refusal> {
    let text = std::str::from_utf8(text).map_err(|_| syntax("it is not UTF-8"))?;
    if text.len() > LONGEST {
        return Err(syntax("it is too long"));
    }
    let (text, en_passant) = without_suffixes(text.trim());
    if text.is_empty() {
        return Err(syntax("there is no move"));
    }
    match castling(text) {
        Some(_) if en_passant => Err(syntax("castling is not en passant")),
        Some(side) => Ok(Reading::Castling(side)),
        None => {
            let pattern = pattern(text)?;
            if en_passant && !matches!(pattern.piece, None | Some(PieceType::Pawn)) {
                return Err(syntax("only a pawn captures en passant"));
            }
            Ok(Reading::Pattern(pattern))
        }
    }
}

/// Takes check, mate, assessment, draw offer and en-passant marks off the end; the second value is
/// whether an en-passant mark was among them.
fn without_suffixes(mut text: &str) -> (&str, bool) {
    const MARKS: [&str; 8] = ["+", "#", "!", "?", "‼", "⁇", "mate", "(=)"];
    const EN_PASSANT: [&str; 6] = ["e.p.", "a.p.", "e.p", "a.p", "ep", "ap"];
    let mut en_passant = false;
    loop {
        let marked = |marks: &[&str]| marks.iter().find_map(|mark| text.strip_suffix(mark));
        if let Some(rest) = marked(&MARKS) {
            text = rest.trim_end();
        } else if let Some(rest) = marked(&EN_PASSANT).filter(|_| !en_passant) {
            text = rest.trim_end();
            en_passant = true;
        } else {
            return (text, en_passant);
        }
    }
}

/// Two or three O of some kind, joined by hyphens of some kind.
fn castling(text: &str) -> Option<CastlingSide> {
    let mut count = 0;
    for (n, sign) in text.chars().enumerate() {
        match (n % 2, sign) {
            (0, 'O' | 'o' | '0' | 'О' | 'о') => count += 1, // the last two are Cyrillic
            (1, sign) if is_hyphen(sign) => {}
            _ => return None,
        }
    }
    match (count, text.chars().count()) {
        (2, 3) => Some(CastlingSide::King),
        (3, 5) => Some(CastlingSide::Queen),
        _ => None,
    }
}

/// Hyphen-minus, hyphen, non-breaking hyphen, figure dash, en dash, em dash, minus.
fn is_hyphen(sign: char) -> bool {
    matches!(sign, '-' | '\u{2010}'..='\u{2014}' | '\u{2212}')
}

/// Man, origin, sign of capture or hyphen, target, promotion; all but the target optional.
fn pattern(text: &str) -> Result<Pattern, Refusal> {
    let mut rest = text.chars();
    let piece = rest.clone().next().and_then(piece_letter);
    if piece.is_some() {
        rest.next();
    }
    let mut rest = rest.as_str();
    rest = rest.strip_prefix('\u{FE0E}').unwrap_or(rest); // figurine "as text, not as emoji"

    // Letters and digits up to the promotion, with one sign at most, right before the target.
    let mut coordinates = [0; 4];
    let mut count = 0;
    let mut sign_at = None;
    while let Some(sign) = rest.chars().next() {
        if is_separator(sign) {
            if sign_at.replace(count).is_some() {
                return Err(syntax("it has two signs of capture"));
            }
        } else if !matches!(sign, 'a'..='h' | '1'..='8') || rest == "b" && count >= 2 {
            break; // the promotion; the last letter of `e7e8b` is no file
        } else if count == 4 {
            return Err(syntax("it names more than two squares"));
        } else {
            coordinates[count] = sign as u8;
            count += 1;
        }
        rest = &rest[sign.len_utf8()..];
    }

    let Some((origin, &[file, rank])) = coordinates[..count].split_last_chunk() else {
        return Err(syntax("it names no target square"));
    };
    let Some(to) = Square::from_ascii(file, rank) else {
        return Err(syntax("it names no target square"));
    };
    if sign_at.is_some_and(|at| at != origin.len()) {
        return Err(syntax("the sign of capture is out of place"));
    }
    let origins = match *origin {
        [] => Bitboard::FULL,
        [one] => line(one),
        [file, rank, ..] => match Square::from_ascii(file, rank) {
            Some(square) => square.into(),
            None => return Err(syntax("its origin is no square")),
        },
    };
    Ok(Pattern { piece, origins, to, promotion: promotion(rest)? })
}

/// `=Q`, `Q`, `(Q)`, `/Q`, in either case, or nothing.
fn promotion(text: &str) -> Result<Option<PieceType>, Refusal> {
    if text.is_empty() {
        return Ok(None);
    }
    let text = text.strip_prefix(['=', '/']).unwrap_or(text);
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let mut signs = inner.chars();
    let piece = signs.next().and_then(|sign| piece_letter(sign.to_ascii_uppercase()));
    match (piece, signs.as_str()) {
        (Some(piece), "" | "\u{FE0E}") => Ok(Some(piece)),
        _ => Err(syntax("something that is no promotion follows the target square")),
    }
}

fn is_separator(sign: char) -> bool {
    matches!(sign, 'x' | 'X' | ':' | '×') || is_hyphen(sign)
}

/// English capitals and figurines.
fn piece_letter(sign: char) -> Option<PieceType> {
    Some(match sign {
        'P' | '♙' | '♟' => PieceType::Pawn,
        'N' | '♘' | '♞' => PieceType::Knight,
        'B' | '♗' | '♝' => PieceType::Bishop,
        'R' | '♖' | '♜' => PieceType::Rook,
        'Q' | '♕' | '♛' => PieceType::Queen,
        'K' | '♔' | '♚' => PieceType::King,
        _ => return None,
    })
}

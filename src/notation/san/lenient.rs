//! Parsing of all accepted spellings that differ from standard SAN.

use super::deviations::{Deviations, ParsedForm};
use super::error::{SanErrorWithoutText, syntax};
use super::standard::{Pattern, line};
use crate::types::{Bitboard, CastlingSide, PieceType, Square};

/// The maximum length of a text in bytes, longer than any move with its marks.
const LONGEST: usize = 64;

/// A parsed text.
pub(super) enum Reading {
    Castling(CastlingSide),
    Pattern(Pattern),
}

/// Parses any accepted spelling and records its form.
pub(super) fn parse(text: &[u8], form: &mut ParsedForm) -> Result<Reading, SanErrorWithoutText> {
    let text = std::str::from_utf8(text).map_err(|_| syntax("it is not UTF-8"))?;
    if text.len() > LONGEST {
        return Err(syntax("it is too long"));
    }
    let trimmed = text.trim();
    add_deviation(form, trimmed.len() < text.len(), Deviations::WHITESPACE);
    let (text, en_passant) = without_suffixes(trimmed, form);
    if text.is_empty() {
        return Err(syntax("there is no move"));
    }
    let joined = without_whitespace(text)?;
    add_deviation(form, joined.is_some(), Deviations::WHITESPACE);
    let text = joined.as_deref().unwrap_or(text);
    match castling(text) {
        Some(_) if en_passant => Err(syntax("castling is not en passant")),
        Some((side, is_odd)) => {
            form.castling = true;
            add_deviation(form, is_odd, Deviations::CASTLING_SIGNS);
            Ok(Reading::Castling(side))
        }
        None => {
            let pattern = pattern(text, form)?;
            if en_passant && !matches!(pattern.piece, None | Some(PieceType::Pawn)) {
                return Err(syntax("only a pawn captures en passant"));
            }
            Ok(Reading::Pattern(pattern))
        }
    }
}

/// Removes marks of check, mate, assessment, draw offer and en passant from the end. Returns the
/// rest and whether there was an en-passant mark.
fn without_suffixes<'a>(mut text: &'a str, form: &mut ParsedForm) -> (&'a str, bool) {
    const MARKS: [&str; 8] = ["+", "#", "!", "?", "‼", "⁇", "mate", "(=)"];
    const EN_PASSANT: [&str; 8] = ["e.p.", "a.p.", "e. p.", "a. p.", "e.p", "a.p", "ep", "ap"];
    let mut en_passant = false;
    loop {
        let marked = |marks: &[&str]| marks.iter().find_map(|mark| text.strip_suffix(mark));
        let rest = if let Some(rest) = marked(&MARKS) {
            add_mark(form, &text[rest.len()..]);
            rest
        } else if let Some(rest) = marked(&EN_PASSANT).filter(|_| !en_passant) {
            en_passant = true;
            form.deviations |= Deviations::EN_PASSANT_MARK;
            add_deviation(form, text.contains(". p"), Deviations::WHITESPACE);
            rest
        } else {
            return (text, en_passant);
        };
        text = rest.trim_end();
        add_deviation(form, text.len() < rest.len(), Deviations::WHITESPACE);
    }
}

/// Removes whitespace inside of the text, as in `N f3` or `d8 (Q)`; `None` if there is none.
/// Whitespace may separate the piece, the squares, the capture sign and the promotion, but not two
/// squares: `e4 e5` is two moves.
fn without_whitespace(text: &str) -> Result<Option<String>, SanErrorWithoutText> {
    if !text.contains(char::is_whitespace) {
        return Ok(None);
    }
    let mut joined = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let is_square_before = joined.ends_with(|sign: char| matches!(sign, '1'..='8'));
        if is_square_before && word.starts_with(|sign: char| matches!(sign, 'a'..='h')) {
            return Err(syntax("whitespace between two squares: only one move is expected"));
        }
        joined.push_str(word);
    }
    Ok(Some(joined))
}

fn add_deviation(form: &mut ParsedForm, is_so: bool, deviation: Deviations) {
    if is_so {
        form.deviations |= deviation;
    }
}

/// Records a mark from the end of a move.
fn add_mark(form: &mut ParsedForm, mark: &str) {
    match mark {
        "+" if form.check => {
            form.deviations |= Deviations::DOUBLE_PLUS;
            (form.check, form.mate) = (false, true);
        }
        "+" => form.check = true,
        "#" => form.mate = true,
        "mate" => {
            form.mate = true;
            form.deviations |= Deviations::MATE_WORD;
        }
        "(=)" => form.deviations |= Deviations::DRAW_OFFER,
        _ => form.deviations |= Deviations::ASSESSMENT,
    }
}

/// Reads castling: two or three letters O or zeros, separated by hyphens or dashes. Returns also
/// whether a character differs from `O` and `-`.
fn castling(text: &str) -> Option<(CastlingSide, bool)> {
    let mut count = 0;
    for (n, sign) in text.chars().enumerate() {
        match (n % 2, sign) {
            (0, 'O' | 'o' | '0' | 'О' | 'о') => count += 1, // the last two are Cyrillic
            (1, sign) if is_hyphen(sign) => {}
            _ => return None,
        }
    }
    let is_odd = !text.bytes().all(|byte| matches!(byte, b'O' | b'-'));
    match (count, text.chars().count()) {
        (2, 3) => Some((CastlingSide::King, is_odd)),
        (3, 5) => Some((CastlingSide::Queen, is_odd)),
        _ => None,
    }
}

/// Whether a character is a hyphen-minus, hyphen, non-breaking hyphen, figure dash, en dash, em
/// dash, minus.
pub(crate) fn is_hyphen(sign: char) -> bool {
    matches!(sign, '-' | '\u{2010}'..='\u{2014}' | '\u{2212}')
}

/// Reads piece, origin, capture sign or hyphen, target, and promotion; all but the target optional.
fn pattern(text: &str, form: &mut ParsedForm) -> Result<Pattern, SanErrorWithoutText> {
    let mut rest = text.chars();
    let first = rest.clone().next();
    let piece = first.and_then(piece_letter);
    if piece.is_some() {
        rest.next();
        form.letter = true;
        add_deviation(form, first.is_some_and(|sign| !sign.is_ascii()), Deviations::FIGURINE);
    }
    let mut rest = rest.as_str();
    rest = rest.strip_prefix('\u{FE0E}').unwrap_or(rest); // text style, not emoji

    // letters and digits up to the promotion, with at most one separator, directly before the
    // target
    let mut coordinates = [0; 4];
    let mut count = 0;
    let mut sign_at = None;
    while let Some(sign) = rest.chars().next() {
        if is_separator(sign) {
            if sign_at.replace(count).is_some() {
                return Err(syntax("it has more than one capture sign or hyphen"));
            }
            form.capture = !is_hyphen(sign);
            add_deviation(form, is_hyphen(sign), Deviations::HYPHEN);
            add_deviation(form, form.capture && sign != 'x', Deviations::CAPTURE_SIGN);
        } else if !matches!(sign, 'a'..='h' | '1'..='8') || rest == "b" && count >= 2 {
            break; // the promotion; the last letter of `e7e8b` is not a file
        } else if count == 4 {
            return Err(syntax("it has more than two squares"));
        } else {
            coordinates[count] = sign as u8;
            count += 1;
        }
        rest = &rest[sign.len_utf8()..];
    }

    let Some((origin, &[file, rank])) = coordinates[..count].split_last_chunk() else {
        return Err(syntax("it has no valid target square"));
    };
    let Some(to) = Square::from_ascii(file, rank) else {
        return Err(syntax("it has no valid target square"));
    };
    if sign_at.is_some_and(|at| at != origin.len()) {
        return Err(syntax("the capture sign or hyphen is not directly before the target square"));
    }
    let origins = match *origin {
        [] => Bitboard::FULL,
        [one] => line(one),
        [file, rank, ..] => match Square::from_ascii(file, rank) {
            Some(square) => square.into(),
            None => return Err(syntax("its origin is not a square")),
        },
    };
    for (seen, &sign) in form.origin.iter_mut().zip(origin) {
        *seen = sign;
    }
    add_deviation(
        form,
        !rest.is_empty() && (!rest.starts_with('=') || rest.contains('(')),
        Deviations::PROMOTION_SIGN,
    );
    let in_lower_case = rest.chars().any(char::is_lowercase);
    add_deviation(form, in_lower_case, Deviations::PROMOTION_CASE);
    add_deviation(form, !rest.is_ascii(), Deviations::FIGURINE);
    Ok(Pattern { piece, origins, to, promotion: promotion(rest)? })
}

/// Reads a promotion, `=Q`, `Q`, `(Q)` or `/Q` in either case, or an empty text.
fn promotion(text: &str) -> Result<Option<PieceType>, SanErrorWithoutText> {
    if text.is_empty() {
        return Ok(None);
    }
    let text = text.strip_prefix(['=', '/']).unwrap_or(text);
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let mut signs = inner.chars();
    let piece = signs.next().and_then(|sign| piece_letter(sign.to_ascii_uppercase()));
    match (piece, signs.as_str()) {
        (Some(piece), "" | "\u{FE0E}") => Ok(Some(piece)),
        _ => Err(syntax("unexpected text after the target square")),
    }
}

fn is_separator(sign: char) -> bool {
    matches!(sign, 'x' | 'X' | ':' | '×') || is_hyphen(sign)
}

/// Returns the piece type of an English capital or a figurine.
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

//! The values of commands in comments, and of the reports of engines.

use super::spaces::{trim, trim_start};
use crate::types::{Color, MATE, MAX_CENTIPAWNS};

/// Whether the text after a `[%` is a command with this name.
#[inline(always)]
pub(super) fn is_named<const N: usize>(command: &[u8], name: [u8; N]) -> bool {
    match command.split_first_chunk() {
        Some((begin, [next, ..])) => *begin == name && !next.is_ascii_alphanumeric(),
        _ => false,
    }
}

/// Reads one to nine digits at the start of a text: their value, and the rest.
pub(super) fn digits(text: &[u8]) -> Option<(i32, &[u8])> {
    let mut value = 0;
    let mut rest = text;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        if text.len() - rest.len() == 9 {
            return None;
        }
        value = value * 10 + i32::from(digit - b'0');
        rest = after;
    }
    (rest.len() < text.len()).then_some((value, rest))
}

/// Returns the argument of a command, without the whitespace around it, and the rest after the
/// closing bracket. `text` is what follows the name: whitespace, the argument, the bracket.
pub(super) fn argument(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = memchr::memchr3(b']', b'[', b'}', text)?;
    let (argument, rest) = text.split_at(end);
    let rest = rest.strip_prefix(b"]")?;
    let trimmed = trim_start(argument);
    (trimmed.len() < argument.len()).then(|| (trim(trimmed), rest))
}

/// Returns the text after the name of a field in a TCEC engine report.
pub(super) fn tcec_field<'a>(comment: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let found = memchr::memmem::find_iter(comment, name).find(|&at| {
        let before = at.checked_sub(1).and_then(|at| comment.get(at));
        matches!(before, None | Some(b' ' | b',' | b'{'))
    })?;
    comment.get(found + name.len()..)
}

/// Reads `h:mm:ss` as the number that games store.
pub(super) fn time(text: &[u8]) -> Option<i32> {
    i32::try_from(milliseconds(text)?).ok()
}

/// Reads `h:mm:ss` with any number of decimals, in milliseconds.
pub(super) fn milliseconds(text: &[u8]) -> Option<i64> {
    let (hours, text) = digits(text)?;
    let (minutes, text) = digits(text.strip_prefix(b":")?)?;
    let (seconds, text) = digits(text.strip_prefix(b":")?)?;
    // nine digits of each fit in 64 bits
    let seconds = (i64::from(hours) * 60 + i64::from(minutes)) * 60 + i64::from(seconds);
    let millis = match text.strip_prefix(b".") {
        Some(fraction) => thousandths(fraction),
        None => (0, text),
    };
    let (millis, b"") = millis else { return None };
    Some(seconds * 1000 + i64::from(millis))
}

/// Reads the decimals of a number, cut to three, and the rest.
fn thousandths(text: &[u8]) -> (i32, &[u8]) {
    let (mut value, mut unit, mut rest) = (0, 100, text);
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        value += i32::from(digit - b'0') * unit;
        (unit, rest) = (unit / 10, after);
    }
    (value, rest)
}

/// Reads a sign: -1 or 1, and the rest.
fn sign(text: &[u8]) -> (i32, &[u8]) {
    match text {
        [b'-', text @ ..] => (-1, text),
        [b'+', text @ ..] => (1, text),
        text => (1, text),
    }
}

/// Returns the evaluation of mate in a number of moves.
fn mate(moves: i64) -> i32 {
    MATE - moves.min(i64::from(MATE - MAX_CENTIPAWNS - 1)) as i32
}

/// Reads `0.17` or `.5`, with any number of decimals, in centipawns, and the rest.
fn pawns(text: &[u8]) -> Option<(i64, &[u8])> {
    let (pawns, text) = match text {
        [b'.', b'0'..=b'9', ..] => (0, text),
        text => digits(text)?,
    };
    let (cents, text) = match text {
        [b'.', fraction @ ..] => hundredths(fraction),
        text => (0, text),
    };
    Some((i64::from(pawns) * 100 + i64::from(cents), text))
}

/// An evaluation in White's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i64),
    /// Mate in a number of moves, negative for Black; 0 is mate on the board.
    Mate(i64),
}

/// An evaluation and its search depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eval {
    /// The evaluation.
    pub score: Score,
    /// The depth in plies, if there is one.
    pub depth: Option<u64>,
}

impl Eval {
    /// Reads `0.17`, `-1.5`, `#3` or `#-3`, with or without `,depth`.
    pub(super) fn read(text: &[u8]) -> Option<Eval> {
        let is_mate = text.starts_with(b"#");
        let (sign, text) = sign(text.strip_prefix(b"#").unwrap_or(text));
        let (score, text) = if is_mate {
            let (moves, text) = digits(text)?;
            (Score::Mate(i64::from(sign * moves)), text)
        } else {
            let (cents, text) = pawns(text)?;
            (Score::Centipawns(i64::from(sign) * cents), text)
        };
        let (depth, text) = match trim_start(text) {
            [b',', depth @ ..] => {
                let (depth, text) = digits(trim_start(depth))?;
                (Some(depth as u64), text)
            }
            _ => (None, text),
        };
        text.is_empty().then_some(Eval { score, depth })
    }
}

/// Reads the evaluation of [`Eval::read`] as the number that games store. Mate in 0 moves has no
/// view: [`resolve_mate`] gives it one.
pub(super) fn eval(text: &[u8]) -> Option<i32> {
    Some(match Eval::read(text)?.score {
        Score::Centipawns(cents) => centipawns(cents),
        Score::Mate(moves) if moves < 0 => -mate(-moves),
        Score::Mate(moves) => mate(moves),
    })
}

fn centipawns(cents: i64) -> i32 {
    cents.clamp(-i64::from(MAX_CENTIPAWNS), MAX_CENTIPAWNS.into()) as i32
}

/// Returns an evaluation with a view: after mate, the side to move has been mated, whatever the sign
/// in the text.
#[inline(always)]
pub(super) fn resolve_mate(eval: i32, side_to_move: Color) -> i32 {
    match eval {
        MATE | MINUS_MATE if side_to_move == Color::White => MINUS_MATE,
        MATE | MINUS_MATE => MATE,
        eval => eval,
    }
}

const MINUS_MATE: i32 = -MATE;

/// Reads `0.65`, `-1.5`, `M12`, `-M9` or `+#3`.
pub(super) fn tcec_eval(text: &[u8]) -> Option<i32> {
    let (sign, text) = sign(text);
    let value = match text {
        [b'M' | b'#', text @ ..] => mate(digits(text)?.0.into()),
        [b'.', ..] => return None,
        text => centipawns(pawns(text)?.0),
    };
    Some(sign * value)
}

/// A comment of Cutechess or fastchess after a move: `+0.53/14 47s`, `-M5/20 0.1s, White mates`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineReport {
    /// The evaluation in the view of the player of the move: centipawns, or mate as in
    /// `Games.evals`. The text has mate in plies.
    pub eval: i32,
    /// The depth in plies.
    pub depth: u32,
    /// The move time in milliseconds, if there is one.
    pub millis: Option<i32>,
}

impl EngineReport {
    /// Reads the start of a comment.
    ///
    /// ```
    /// use enroque::{pgn::EngineReport, types::MATE};
    /// let report = EngineReport::read(b" -M4/20 1.5s, Black mates ").unwrap();
    /// assert_eq!(report, EngineReport { eval: 2 - MATE, depth: 20, millis: Some(1500) });
    /// assert_eq!(EngineReport::read(b"book"), None);
    /// ```
    pub fn read(comment: &[u8]) -> Option<EngineReport> {
        let (sign, text) = sign(trim_start(comment));
        let (value, text) = match text {
            [b'M' | b'#', text @ ..] => {
                let (plies, text) = digits(text)?;
                (mate((i64::from(plies) + 1) / 2), text)
            }
            text => {
                let (cents, text) = pawns(text)?;
                (centipawns(cents), text)
            }
        };
        let (depth, text) = digits(text.strip_prefix(b"/")?)?;
        let report = EngineReport { eval: sign * value, depth: depth as u32, millis: None };
        let after_depth = trim_start(text);
        if after_depth.len() == text.len() {
            return matches!(text, [] | [b'}' | b',', ..]).then_some(report);
        }
        let millis = digits(after_depth).and_then(|(seconds, text)| {
            let (millis, text) = match text.strip_prefix(b".") {
                Some(fraction) => thousandths(fraction),
                None => (0, text),
            };
            match text {
                [b'm', b's', ..] => Some(seconds),
                [b's', ..] => seconds.checked_mul(1000)?.checked_add(millis),
                _ => None,
            }
        });
        Some(EngineReport { millis, ..report })
    }
}

/// Reads the decimals of a number, rounded to two, and the rest.
fn hundredths(text: &[u8]) -> (i32, &[u8]) {
    let (mut value, mut count, mut rest) = (0, 0, text);
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        let digit = i32::from(digit - b'0');
        match count {
            0 => value = 10 * digit,
            1 => value += digit,
            2 => value += i32::from(digit >= 5),
            _ => {}
        }
        count += 1;
        rest = after;
    }
    (value, rest)
}

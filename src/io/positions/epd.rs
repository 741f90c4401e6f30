//! EPD test suites, including common deviations: `;` before the first opcode or none between
//! opcodes, spaces before `+`, unquoted names, FEN clocks before the opcodes, moves in UCI, and
//! distances of mates (`bm #3`).
//!
//! Source: the PGN standard of 1994, section 16.2.

use super::convention::{C9, PositionOptions};
use super::field::{Field, number};
use super::row_sink::{FenPosition, RowSink, any_move};
use super::score::{Scores, invalid_score};
use crate::attacks::Backend;
use crate::notation::epd::unquote;
use crate::positions::{NO_MOVE, Problem, Row, RowErrorKind};
use crate::types::{MATE, MAX_CENTIPAWNS};

/// The opcodes that are read, and others that end the operands of an opcode without `;`.
const OPCODES: [&str; 24] = [
    "acd", "acn", "acs", "am", "bm", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9",
    "ce", "dm", "eco", "fmvn", "hmvc", "id", "pm", "pv", "sm",
];

/// EPD with what the opcode `c9` means.
#[derive(Clone, Debug)]
pub(super) struct Epd {
    c9: C9,
    has_lines: bool,
}

impl Epd {
    pub(super) fn new(options: &PositionOptions) -> Epd {
        Epd { c9: options.c9, has_lines: options.lines }
    }

    /// Reads a line.
    pub(super) fn read<'t, B: Backend>(
        &self,
        backend: B,
        line: &'t [u8],
        row: &mut Row<'t>,
        sink: &mut RowSink,
    ) -> Result<(), Problem> {
        let text = str::from_utf8(line)
            .map_err(|_| Problem::new(RowErrorKind::Syntax, "", line, "not UTF-8"))?;
        let (fields, operations) = split(text);
        let clocks = clocks(operations);
        let fen = match clocks {
            [None, None] => sink.fen(backend, fields.as_bytes(), row)?,
            [halfmove, number] => {
                // four fields and the clocks of opcodes
                let four: Vec<&str> =
                    fields.split(is_space).filter(|field| !field.is_empty()).take(4).collect();
                let (halfmove, number) = (halfmove.unwrap_or("0"), number.unwrap_or("1"));
                let fen = format!("{} {halfmove} {number}", four.join(" "));
                sink.fen(backend, fen.as_bytes(), row)?
            }
        };
        for (opcode, operand) in Operations(operations) {
            if opcode.starts_with(|c: char| c.is_ascii_digit()) {
                let reason = "an opcode begins with a letter";
                sink.warn(Problem::new(RowErrorKind::Syntax, "", opcode.as_bytes(), reason));
            }
            // a position is of use without its best move
            if let Err(problem) = self.operation(&fen, (opcode, operand), row) {
                sink.warn(problem);
            }
        }
        Ok(())
    }

    fn operation<'t>(
        &self,
        fen: &FenPosition,
        (opcode, operand): (&str, &'t str),
        row: &mut Row<'t>,
    ) -> Result<(), Problem> {
        let (is_black, bytes) = (fen.is_black(), operand.as_bytes());
        let field = Field::Text(bytes);
        let wrong = || Problem::new(RowErrorKind::InvalidNumber, opcode, bytes, "not a number");
        match opcode {
            "id" => {
                row.id = match operand.strip_prefix('"') {
                    Some(quoted) if quoted.contains('\\') => unquote(quoted).0.into(),
                    _ => unquoted(operand).into(),
                }
            }
            "bm" => match operand.strip_prefix('#') {
                Some(_) => Scores::SIDE_TO_MOVE.read(field, is_black, opcode, row)?,
                None => {
                    let mut best = moves(operand);
                    if let Some(san) = best.next() {
                        row.labels.moves = any_move(&fen.position(), san, opcode)?.bits();
                    }
                    if best.next().is_some() {
                        let reason = "of several best moves only the first is kept";
                        return Err(Problem::new(RowErrorKind::Unsupported, opcode, bytes, reason));
                    }
                }
            },
            "dm" => row.labels.evals = Scores::SIDE_TO_MOVE.mate_in(field, is_black, opcode)?,
            "ce" => match field.whole() {
                Some(score) => {
                    let eval = eval_of_ce(score)
                        .ok_or_else(|| invalid_score(opcode, field, "not from -32767 to 32766"))?;
                    row.labels.evals = if is_black { -eval } else { eval };
                }
                // a mate, such as M3
                None => Scores::SIDE_TO_MOVE.read(field, is_black, opcode, row)?,
            },
            // a depth above 255 is cut
            "acd" => row.labels.depth = number(bytes).ok_or_else(wrong)?.min(255) as u8,
            "acn" => row.labels.nodes = number(bytes).ok_or_else(wrong)?,
            "pv" => {
                let mut position = fen.position();
                for san in moves(operand).take(if self.has_lines { usize::MAX } else { 1 }) {
                    let m = any_move(&position, san, opcode)?;
                    if row.labels.moves == NO_MOVE {
                        row.labels.moves = m.bits();
                    }
                    if self.has_lines {
                        row.line.push(m.bits());
                    }
                    position.play_unchecked(m);
                }
            }
            "c9" if self.c9 == C9::Result => {
                let result = Field::Text(unquoted(operand).as_bytes());
                row.labels.result = Scores::WHITE.result(result, is_black, opcode)?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// The largest `ce` in centipawns; beyond, it is [`MATED`] less the plies to mate.
const MAX_CE: i32 = 32_000;
/// The `ce` of a mate in 0 plies.
const MATED: i32 = 32_767;

/// The evaluation of the side to move that an operand of `ce` states; `None` outside of its range.
fn eval_of_ce(score: i64) -> Option<i32> {
    let score = i32::try_from(score).ok()?;
    match score.abs() {
        0..=MAX_CE => Some(score),
        size if size <= MATED && score < MATED => {
            Some(score.signum() * (MATE - (MATED - size + 1) / 2))
        }
        _ => None,
    }
}

/// The operand of `ce` for an evaluation of the side to move; `None` if it has none.
pub(super) fn ce_of(eval: i32) -> Option<i32> {
    let size = match eval.abs() {
        size if size <= MAX_CENTIPAWNS => size,
        // the winner moves last
        size => MATED - 2 * (MATE - size) + i32::from(eval > 0),
    };
    let score = eval.signum() * size;
    (eval_of_ce(score.into()) == Some(eval)).then_some(score)
}

/// Splits the fields of the position from the operations. Numbers after the fourth field are the
/// clocks of a FEN.
fn split(line: &str) -> (&str, &str) {
    let mut end = 0;
    for n in 0..6 {
        let start = end + find(&line[end..], |c| !is_space(c));
        let length = find(&line[start..], is_end);
        let field = &line.as_bytes()[start..start + length];
        if n >= 4 && (field.is_empty() || !field.iter().all(u8::is_ascii_digit)) {
            break;
        }
        end = start + length;
    }
    line.split_at(end)
}

/// The clocks that the opcodes `hmvc` and `fmvn` state.
fn clocks(operations: &str) -> [Option<&str>; 2] {
    let mut clocks = [None; 2];
    // most lines have none of `hmvc` and `fmvn`
    if operations.contains("mv") {
        for (opcode, operand) in Operations(operations) {
            match opcode {
                "hmvc" => clocks[0] = Some(operand),
                "fmvn" => clocks[1] = Some(operand),
                _ => {}
            }
        }
    }
    clocks
}

/// The opcodes and their operands.
struct Operations<'t>(&'t str);

impl<'t> Iterator for Operations<'t> {
    type Item = (&'t str, &'t str);

    fn next(&mut self) -> Option<(&'t str, &'t str)> {
        let is_in_word = |c| !is_end(c);
        let mut text = &self.0[find(self.0, is_in_word)..];
        // some suites have a hyphen in place of a missing field
        while let Some(rest) =
            text.strip_prefix('-').filter(|rest| rest.is_empty() || rest.starts_with(is_end))
        {
            text = &rest[find(rest, is_in_word)..];
        }
        if text.is_empty() {
            return None;
        }
        let (opcode, rest) = text.split_at(find(text, is_end));
        let operand = &rest[find(rest, |c| !is_space(c))..];
        let end = match operand.strip_prefix('"') {
            // a text ends at a quotation mark that is not escaped
            Some(quoted) => 1 + closing(quoted),
            None => end_of_words(operand),
        };
        self.0 = &operand[end..];
        Some((opcode, operand[..end].trim_end_matches(is_space)))
    }
}

/// The index after the closing quotation mark.
fn closing(quoted: &str) -> usize {
    let mut end = 0;
    while let Some(next) = memchr::memchr2(b'"', b'\\', &quoted.as_bytes()[end..]) {
        end += next + 1;
        if quoted.as_bytes()[end - 1] == b'"' {
            return end;
        }
        end = (end + 1).min(quoted.len());
    }
    quoted.len()
}

/// The end of operands without quotation marks: a `;`, or the next opcode.
fn end_of_words(text: &str) -> usize {
    let text = &text[..memchr::memchr(b';', text.as_bytes()).unwrap_or(text.len())];
    let mut end = 0;
    while end < text.len() {
        let start = end + find(&text[end..], |c| !c.is_whitespace());
        end = start + find(&text[start..], char::is_whitespace);
        if start > 0 && OPCODES.contains(&&text[start..end]) {
            return start;
        }
    }
    text.len()
}

/// The index of the first character that meets a condition, or the end.
#[inline(always)]
fn find(text: &str, is_found: impl Fn(char) -> bool) -> usize {
    // without decoding characters up to the first that is not ASCII
    match text.bytes().position(|byte| !byte.is_ascii() || is_found(byte.into())) {
        Some(at) if !text.as_bytes()[at].is_ascii() => {
            text[at..].find(is_found).map_or(text.len(), |rest| at + rest)
        }
        at => at.unwrap_or(text.len()),
    }
}

/// Whether a character ends a word.
fn is_end(c: char) -> bool {
    is_space(c) || c == ';'
}

/// Whitespace, and NULs, which some files have in its place.
fn is_space(c: char) -> bool {
    // most characters are those of words
    (c <= ' ' || !c.is_ascii()) && (c.is_whitespace() || c == '\0')
}

/// The moves of an operand; signs that stand apart, such as `Qd1 +`, are no moves.
fn moves(operand: &str) -> impl Iterator<Item = &str> {
    operand.split(is_space).filter(|word| word.contains(char::is_alphanumeric))
}

/// An operand without its quotation marks.
fn unquoted(operand: &str) -> &str {
    let inner = operand.strip_prefix('"').unwrap_or(operand);
    inner.strip_suffix('"').unwrap_or(inner)
}

//! EPD: the first four fields of a FEN, and operations after them.
//!
//! An operation is an opcode, such as `bm` (best move) or `id`, with operands, and a semicolon.
//! Operands are split into words, numbers and quoted texts; opcodes are not interpreted.
//!
//! Source: the PGN standard of 1994, section 16.2.

use std::fmt::Write;

use thiserror::Error;

use super::fen::{self, FenError};
use crate::position::Setup;

/// An opcode and its operand.
#[derive(Clone, PartialEq, Debug)]
pub struct Operation {
    /// The opcode.
    pub opcode: String,
    /// The operand.
    pub operand: Operand,
}

/// The operand of an operation.
#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    /// No operand.
    None,
    /// An integer.
    Integer(i64),
    /// Another number.
    Real(f64),
    /// A text in quotation marks, without them.
    Text(String),
    /// Any other text, usually moves.
    Words(String),
}

/// An EPD is invalid.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum EpdError {
    /// An error in the first four fields.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A word where an opcode is expected does not start with a letter.
    #[error("an EPD opcode must start with a letter, not {word:?} (index {column})")]
    Opcode {
        /// The word, shortened if it is long.
        word: String,
        /// The location in characters from 0.
        column: usize,
    },
    /// An invalid number.
    #[error("the operand of {opcode} must be a number, not {operand:?}")]
    Number {
        /// The opcode of the operation.
        opcode: String,
        /// The word, shortened if it is long.
        operand: String,
    },
}

/// Reads an EPD.
///
/// The clocks are those of the opcodes `hmvc` and `fmvn`, or 0 and 1; a move number
/// of 0 is read as 1.
///
/// ```
/// use enroque::notation::epd::{Operand, parse};
/// let (setup, operations) =
///     parse("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; hmvc 7; id \"a test\";").unwrap();
/// assert_eq!(setup.halfmove_clock, 7);
/// assert_eq!(operations[0].operand, Operand::Words("e4".to_owned()));
/// assert_eq!(operations[2].operand, Operand::Text("a test".to_owned()));
/// ```
///
/// # Errors
/// For invalid fields, opcodes and numbers. Missing fields at the end have the defaults of FEN, and
/// an unclosed text ends with the line.
pub fn parse(text: &str) -> Result<(Setup, Vec<Operation>), EpdError> {
    let mut end = 0;
    for _ in 0..4 {
        let field = text[end..].trim_start();
        let start = text.len() - field.len();
        end = start + field.find(char::is_whitespace).unwrap_or(field.len());
    }
    // there may be a semicolon without operations
    let fields = text[..end].trim_end_matches(|c: char| c.is_whitespace() || c == ';');
    let mut setup = fen::parse(fields)?;
    let operations = operations(text, end)?;
    for Operation { opcode, operand } in &operations {
        let clock = match opcode.as_str() {
            "hmvc" => &mut setup.halfmove_clock,
            "fmvn" => &mut setup.fullmove_number,
            _ => continue,
        };
        *clock = match operand {
            Operand::Integer(number) => u32::try_from(*number).ok(),
            _ => None,
        }
        .filter(|&number| number <= fen::MAX_CLOCK)
        .ok_or_else(|| EpdError::Number {
            opcode: opcode.clone(),
            operand: shown(operand).chars().take(40).collect(),
        })?;
    }
    // as in a FEN
    setup.fullmove_number = setup.fullmove_number.max(1);
    Ok((setup, operations))
}

/// Reads the operations from a byte index of the text on.
fn operations(text: &str, start: usize) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    let mut rest = &text[start..];
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
        if rest.is_empty() {
            return Ok(operations);
        }
        let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
        let (opcode, after) = rest.split_at(end);
        if opcode == "-" {
            rest = after; // an empty operation
            continue;
        }
        if !is_opcode(opcode) {
            let column = text[..text.len() - rest.len()].chars().count();
            return Err(EpdError::Opcode { word: opcode.chars().take(40).collect(), column });
        }
        let opcode = opcode.to_owned();
        let after = after.trim_start();
        let operand;
        if let Some(quoted) = after.strip_prefix('"') {
            let (unquoted, end) = unquote(quoted);
            operand = Operand::Text(unquoted);
            rest = &quoted[end..];
        } else {
            let end = after.find(';').unwrap_or(after.len());
            operand = word(&opcode, after[..end].trim_end())?;
            rest = &after[end..];
        }
        operations.push(Operation { opcode, operand });
    }
}

/// Whether a text is a valid opcode: it starts with a letter and has no spaces or semicolons.
pub fn is_opcode(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && !text.contains(|c: char| c.is_whitespace() || c == ';')
}

/// Returns the text up to the closing quotation mark or the end, unescaped, and the index after it.
pub(crate) fn unquote(quoted: &str) -> (String, usize) {
    let mut text = String::new();
    let mut letters = quoted.char_indices();
    while let Some((n, letter)) = letters.next() {
        match letter {
            '"' => return (text, n + 1),
            '\\' => match letters.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, 'r')) => text.push('\r'),
                Some((_, 't')) => text.push('\t'),
                Some((_, other)) => text.push(other),
                None => {}
            },
            _ => text.push(letter),
        }
    }
    (text, quoted.len())
}

fn word(opcode: &str, text: &str) -> Result<Operand, EpdError> {
    if text.is_empty() {
        return Ok(Operand::None);
    }
    if !text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.')) {
        return Ok(Operand::Words(text.to_owned()));
    }
    let number = match text.parse::<i64>() {
        Ok(number) => Some(Operand::Integer(number)),
        Err(_) => text.parse::<f64>().ok().filter(|n| n.is_finite()).map(Operand::Real),
    };
    // 0-0 is castling
    let is_castling = text.split_whitespace().all(|word| word.starts_with("0-0"));
    number.or_else(|| is_castling.then(|| Operand::Words(text.to_owned()))).ok_or_else(|| {
        EpdError::Number { opcode: opcode.to_owned(), operand: text.chars().take(40).collect() }
    })
}

fn shown(operand: &Operand) -> String {
    match operand {
        Operand::None => String::new(),
        Operand::Integer(number) => number.to_string(),
        Operand::Real(number) => number.to_string(),
        Operand::Text(text) | Operand::Words(text) => text.clone(),
    }
}

/// Appends an operation to an EPD, after a space.
pub fn write(operation: &Operation, epd: &mut String) {
    epd.push(' ');
    epd.push_str(&operation.opcode);
    match &operation.operand {
        Operand::None => {}
        Operand::Text(text) => {
            epd.push_str(" \"");
            for letter in text.chars() {
                match letter {
                    '\n' => epd.push_str("\\n"),
                    '\r' => epd.push_str("\\r"),
                    '\t' => epd.push_str("\\t"),
                    '"' | '\\' => epd.extend(['\\', letter]),
                    _ => epd.push(letter),
                }
            }
            epd.push('"');
        }
        other => write!(epd, " {}", shown(other)).expect("writing to a String never fails"),
    }
    epd.push(';');
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

    #[test]
    fn operands_round_trip() {
        let line = format!(
            "{BOARD} bm e4 Kd1; c0 \"a \\\"b\\\" \\\\ c; d\"; ce -12; acd 1.5; draw; pv e4 Kd7;"
        );
        let (setup, operations) = parse(&line).unwrap();
        assert_eq!((setup.halfmove_clock, setup.fullmove_number), (0, 1));
        assert_eq!(operations.len(), 6);
        assert_eq!(operations[1].operand, Operand::Text("a \"b\" \\ c; d".to_owned()));
        assert_eq!(operations[2].operand, Operand::Integer(-12));
        assert_eq!(operations[3].operand, Operand::Real(1.5));
        assert_eq!(operations[4].operand, Operand::None);
        let mut written = BOARD.to_owned();
        for operation in &operations {
            write(operation, &mut written);
        }
        assert_eq!(written, line);
    }

    #[test]
    fn errors_name_the_operation() {
        assert!(matches!(parse("8/8 w"), Err(EpdError::Fen(_))));
        assert!(matches!(parse("8/8 w - -"), Err(EpdError::Fen(_))));
        let error = parse(&format!("{BOARD} 0 1")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "an EPD opcode must start with a letter, not \"0\" (index 28)"
        );
        let error = parse(&format!("{BOARD} ce 12x;")).unwrap_err();
        assert_eq!(error.to_string(), "the operand of ce must be a number, not \"12x\"");
        assert!(parse(&format!("{BOARD} hmvc -1;")).is_err());
        assert!(parse(&format!("{BOARD} hmvc x;")).is_err());
        assert_eq!(parse(BOARD).unwrap().1, []);
        assert_eq!(parse(&format!("{BOARD} -")).unwrap().1, []);
        assert_eq!(parse(&format!("{BOARD} - bm e4;")).unwrap().1.len(), 1);
        let open = parse(&format!("{BOARD} id \"open\\")).unwrap().1;
        assert_eq!(open[0].operand, Operand::Text("open".to_owned()));
        for fields in ["4k3/8/8/8/8/8/4P3/4K3", "4k3/8/8/8/8/8/4P3/4K3 w - ;", &BOARD[..24]] {
            assert_eq!(parse(fields), Ok((parse(BOARD).unwrap().0, vec![])), "{fields}");
        }
        let castling = parse(&format!("{BOARD} am 0-0;")).unwrap().1;
        assert_eq!(castling[0].operand, Operand::Words("0-0".to_owned()));
    }
}

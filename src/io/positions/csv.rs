//! Tables as CSV: Kaggle's evaluations, Lichess's puzzles and evaluations, and tables whose columns
//! are named.

use super::convention::{FormatProblem, PositionOptions};
use super::field::{Field, trimmed};
use super::fields::{FieldReader, Fields};
use super::known_tables::roles_of;
use super::role::Role;
use super::row_sink::RowSink;
use crate::attacks::Backend;
use crate::positions::{Problem, Row, RowErrorKind};

/// The columns of a table.
#[derive(Clone, Debug)]
pub(super) struct Csv {
    delimiter: u8,
    /// The roles of the columns, in their order.
    roles: Vec<Option<Role>>,
    reader: FieldReader,
}

impl Csv {
    /// Reads the first line.
    ///
    /// # Errors
    /// The reason why the columns are not known.
    pub(super) fn new(header: &[u8], options: &PositionOptions) -> Result<Csv, FormatProblem> {
        let header = trimmed(header);
        let delimiter = *b"\t,;".iter().find(|sign| header.contains(sign)).unwrap_or(&b',');
        let (mut names, mut rest) = (Vec::new(), Some(header));
        while let Some(line) = rest {
            let (name, after, _) = split_field(line, delimiter)?;
            names.push(String::from_utf8_lossy(name).trim().replace("\"\"", "\""));
            rest = after.split_first().map(|(_, after)| after);
        }
        let (roles, scores) = roles_of(&names, options)?;
        let reader = FieldReader::new(roles.iter().copied().flatten(), scores, options);
        Ok(Csv { delimiter, roles, reader })
    }

    /// The reason for which the columns of a text are unknown, if its first line looks like a
    /// header.
    pub(super) fn unknown_header(line: &[u8]) -> Option<FormatProblem> {
        let slashes = line.iter().filter(|&&sign| sign == b'/').count();
        let is_header =
            line.iter().any(|sign| b",;\t".contains(sign)) && !line.contains(&b'<') && slashes < 7; // no FEN
        is_header.then(|| Csv::new(line, &PositionOptions::default()).err()).flatten()
    }

    /// Whether a line is the header of a known table.
    pub(super) fn is_known_header(line: &[u8]) -> bool {
        Csv::new(line, &PositionOptions::default()).is_ok()
    }

    /// Reads a line. Each overwrites all fields of the one before.
    #[inline(always)]
    pub(super) fn read<'t, B: Backend>(
        &self,
        backend: B,
        line: &'t [u8],
        fields: &mut Fields<'t>,
        row: &mut Row<'t>,
        sink: &mut RowSink,
    ) -> Result<(), Problem> {
        let syntax = |reason: &str| Problem::new(RowErrorKind::Syntax, "", line, reason);
        fields.has_escapes = false;
        let mut rest = line;
        for (column, role) in self.roles.iter().enumerate() {
            let is_last = column + 1 == self.roles.len();
            let (field, after, has_escapes) = split_field(rest, self.delimiter).map_err(syntax)?;
            // other texts have none
            if has_escapes && role.is_some_and(|role| role != Role::Id) {
                return Err(syntax("quotation marks inside of a quoted field"));
            }
            rest = match after {
                [] if is_last => after,
                [delimiter, after @ ..] if !is_last && *delimiter == self.delimiter => after,
                _ => {
                    let expected = self.roles.len();
                    return Err(syntax(&format!("the row does not have {expected} columns")));
                }
            };
            if let Some(role) = role {
                fields.has_escapes |= has_escapes;
                fields.set(*role, Field::Text(field));
            }
        }
        self.reader.read(backend, fields, row, sink)
    }
}

/// Splits the first field off a line: without its quotation marks, the rest that begins with a
/// delimiter, and whether it has doubled quotation marks, which stand for one.
#[inline(always)]
fn split_field(line: &[u8], delimiter: u8) -> Result<(&[u8], &[u8], bool), &'static str> {
    let Some(quoted) = line.strip_prefix(b"\"") else {
        let end = memchr::memchr(delimiter, line).unwrap_or(line.len());
        return Ok((&line[..end], &line[end..], false));
    };
    let mark = |from: usize| {
        let found = memchr::memchr(b'"', &quoted[from..]).map(|at| from + at);
        found.ok_or("a quoted field does not end on its line")
    };
    let (mut end, mut has_escapes) = (mark(0)?, false);
    while quoted.get(end + 1) == Some(&b'"') {
        has_escapes = true;
        end = mark(end + 2)?;
    }
    Ok((&quoted[..end], &quoted[end + 1..], has_escapes))
}

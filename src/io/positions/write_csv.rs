//! Writing rows as CSV.

use std::fmt::Write;

use super::known_tables::WRITTEN;
use super::label_text::{line_of, mate_of, push_line, result_of};
use super::role::Role;
use crate::notation::fen;
use crate::notation::uci::CastlingDialect;
use crate::position::Position;
use crate::positions::{NameLists, Positions, RowLabels};
use crate::types::NO_EVAL;

/// Whether a table with these columns of labels has a column.
fn is_in(role: Role, labels: &[&str]) -> bool {
    let label = match role {
        Role::Fen => return true,
        Role::Cp | Role::Mate => "evals",
        Role::Move => "moves",
        Role::Solution => "lines",
        Role::Id => "ids",
        other => other.name(),
    };
    labels.contains(&label)
}

/// Writes the value of a row, or nothing if it is unknown.
fn push_value(
    role: Role,
    text: &mut String,
    positions: &Positions,
    row: usize,
    (labels, position): (&RowLabels<'_>, &Position),
) {
    let none = RowLabels::NONE;
    // writing to a string does not fail
    macro_rules! number {
        ($field:ident) => {
            if labels.$field != none.$field {
                let _ = write!(text, "{}", labels.$field);
            }
        };
    }
    match role {
        Role::Fen => text.push_str(fen::write(position).as_str()),
        Role::Cp => {
            if labels.evals != NO_EVAL && mate_of(labels.evals).is_none() {
                let _ = write!(text, "{}", labels.evals);
            }
        }
        Role::Mate => {
            if let Some(mate) = mate_of(labels.evals) {
                let _ = write!(text, "{mate}");
            }
        }
        Role::Result => text.push_str(result_of(labels.result).unwrap_or_default()),
        Role::ExpectedScore => {
            if !labels.expected_score.is_nan() {
                let _ = write!(text, "{}", labels.expected_score);
            }
        }
        Role::Move if labels.moves == none.moves => {}
        Role::Move => push_line(text, position, &[labels.moves], CastlingDialect::Standard),
        Role::Solution => {
            push_line(text, position, line_of(positions, row), CastlingDialect::Standard);
        }
        Role::Depth => number!(depth),
        Role::Nodes => number!(nodes),
        Role::Id => text.push_str(positions.id(row)),
        Role::Rating => number!(rating),
        Role::RatingDeviation => number!(rating_deviation),
        Role::Popularity => number!(popularity),
        Role::Plays => number!(plays),
        Role::Themes => push_names(text, positions.themes(), row),
        Role::Openings => push_names(text, positions.openings(), row),
        // not written
        Role::Eval | Role::Line | Role::Kilonodes => {}
    }
}

/// The columns that a table has.
pub(super) struct Csv {
    columns: Vec<(Role, &'static str)>,
}

impl Csv {
    pub(super) fn new(positions: &Positions) -> Csv {
        let labels = positions.labels().names();
        let columns = WRITTEN.into_iter().filter(|(role, _)| is_in(*role, &labels));
        Csv { columns: columns.collect() }
    }

    /// The line of the names of the columns.
    pub(super) fn header(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(_, name)| *name).collect();
        names.join(",") + "\n"
    }

    /// Writes a row; `text` is memory that is used again.
    pub(super) fn push(
        &self,
        bytes: &mut Vec<u8>,
        text: &mut String,
        positions: &Positions,
        row: usize,
        of_row: (&RowLabels<'_>, &Position),
    ) {
        for (n, (role, _)) in self.columns.iter().enumerate() {
            text.clear();
            push_value(*role, text, positions, row, of_row);
            if n > 0 {
                bytes.push(b',');
            }
            if text.contains([',', '"', '\n', '\r']) {
                bytes.extend_from_slice(format!("\"{}\"", text.replace('"', "\"\"")).as_bytes());
            } else {
                bytes.extend_from_slice(text.as_bytes());
            }
        }
        bytes.push(b'\n');
    }
}

fn push_names(text: &mut String, lists: Option<&NameLists>, row: usize) {
    for (n, name) in lists.into_iter().flat_map(|lists| lists.row(row)).enumerate() {
        if n > 0 {
            text.push(' ');
        }
        text.push_str(name);
    }
}

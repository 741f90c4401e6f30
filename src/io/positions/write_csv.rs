//! Writing rows as CSV.

use std::fmt::Write;

use super::label_text::{line_of, mate_of, push_line, result_of};
use crate::notation::fen;
use crate::notation::uci::CastlingDialect;
use crate::position::Position;
use crate::positions::{NameLists, Positions, RowLabels};
use crate::types::NO_EVAL;

/// A column of CSV.
#[derive(Clone, Copy, Debug)]
enum CsvColumn {
    Fen,
    Centipawns,
    Mate,
    Result,
    Score,
    Move,
    Line,
    Depth,
    Nodes,
    Id,
    Rating,
    RatingDeviation,
    Popularity,
    Plays,
    Themes,
    Openings,
}

/// The columns of CSV and their names, in their order.
const CSV_COLUMNS: [(CsvColumn, &str); 16] = [
    (CsvColumn::Fen, "fen"),
    (CsvColumn::Centipawns, "white_cp"),
    (CsvColumn::Mate, "white_mate"),
    (CsvColumn::Result, "result"),
    (CsvColumn::Score, "white_score"),
    (CsvColumn::Move, "move"),
    (CsvColumn::Line, "line"),
    (CsvColumn::Depth, "depth"),
    (CsvColumn::Nodes, "nodes"),
    (CsvColumn::Id, "id"),
    (CsvColumn::Rating, "rating"),
    (CsvColumn::RatingDeviation, "rating_deviation"),
    (CsvColumn::Popularity, "popularity"),
    (CsvColumn::Plays, "plays"),
    (CsvColumn::Themes, "themes"),
    (CsvColumn::Openings, "openings"),
];

impl CsvColumn {
    fn is_in(self, positions: &Positions) -> bool {
        let labels = positions.labels();
        match self {
            CsvColumn::Fen => true,
            CsvColumn::Centipawns | CsvColumn::Mate => labels.evals().is_some(),
            CsvColumn::Result => labels.result().is_some(),
            CsvColumn::Score => labels.expected_score().is_some(),
            CsvColumn::Move => labels.moves().is_some(),
            CsvColumn::Line => positions.lines().is_some(),
            CsvColumn::Depth => labels.depth().is_some(),
            CsvColumn::Nodes => labels.nodes().is_some(),
            CsvColumn::Id => positions.ids().is_some(),
            CsvColumn::Rating => labels.rating().is_some(),
            CsvColumn::RatingDeviation => labels.rating_deviation().is_some(),
            CsvColumn::Popularity => labels.popularity().is_some(),
            CsvColumn::Plays => labels.plays().is_some(),
            CsvColumn::Themes => positions.themes().is_some(),
            CsvColumn::Openings => positions.openings().is_some(),
        }
    }

    /// Writes the value of a row, or nothing if it is unknown.
    fn push(self, text: &mut String, positions: &Positions, row: usize, of_row: CsvRow<'_>) {
        let CsvRow { labels, position } = of_row;
        let none = RowLabels::NONE;
        // writing to a string does not fail
        macro_rules! number {
            ($field:ident) => {
                if labels.$field != none.$field {
                    let _ = write!(text, "{}", labels.$field);
                }
            };
        }
        match self {
            CsvColumn::Fen => text.push_str(fen::write(position).as_str()),
            CsvColumn::Centipawns => {
                if labels.evals != NO_EVAL && mate_of(labels.evals).is_none() {
                    let _ = write!(text, "{}", labels.evals);
                }
            }
            CsvColumn::Mate => {
                if let Some(mate) = mate_of(labels.evals) {
                    let _ = write!(text, "{mate}");
                }
            }
            CsvColumn::Result => text.push_str(result_of(labels.result).unwrap_or_default()),
            CsvColumn::Score => {
                if !labels.expected_score.is_nan() {
                    let _ = write!(text, "{}", labels.expected_score);
                }
            }
            CsvColumn::Move if labels.moves == none.moves => {}
            CsvColumn::Move => {
                push_line(text, position, &[labels.moves], CastlingDialect::Standard)
            }
            CsvColumn::Line => {
                push_line(text, position, line_of(positions, row), CastlingDialect::Standard);
            }
            CsvColumn::Depth => number!(depth),
            CsvColumn::Nodes => number!(nodes),
            CsvColumn::Id => text.push_str(positions.id(row)),
            CsvColumn::Rating => number!(rating),
            CsvColumn::RatingDeviation => number!(rating_deviation),
            CsvColumn::Popularity => number!(popularity),
            CsvColumn::Plays => number!(plays),
            CsvColumn::Themes => push_names(text, positions.themes(), row),
            CsvColumn::Openings => push_names(text, positions.openings(), row),
        }
    }
}

/// The data of a row.
#[derive(Clone, Copy)]
pub(super) struct CsvRow<'a> {
    pub(super) labels: &'a RowLabels,
    pub(super) position: &'a Position,
}

/// The columns that a table has.
pub(super) struct Csv {
    columns: Vec<(CsvColumn, &'static str)>,
}

impl Csv {
    pub(super) fn new(positions: &Positions) -> Csv {
        let columns = CSV_COLUMNS.into_iter().filter(|(column, _)| column.is_in(positions));
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
        of_row: CsvRow<'_>,
    ) {
        for (n, (column, _)) in self.columns.iter().enumerate() {
            text.clear();
            column.push(text, positions, row, of_row);
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

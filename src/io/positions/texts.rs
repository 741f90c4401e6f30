//! Columns of a table as texts.

use std::ops::Range;

use super::label_text::{line_of, push_line};
use super::table::ROWS_PER_JOB;
use crate::named_enum::named_enum;
use crate::notation::fen;
use crate::notation::uci::CastlingDialect;
use crate::pool::{self, Interrupted, Run};
use crate::positions::Positions;

named_enum! {
    /// A column that has a text for each row.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum TextColumn {
        /// FENs.
        Fens = "fens",
        /// Moves in UCI.
        Moves = "moves",
        /// Lines in UCI, separated by spaces.
        Lines = "lines",
        /// Names.
        Ids = "ids",
    }
}

/// A text for each row; it is empty where there is no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Texts {
    /// The start of each text, and the end of the last.
    pub offsets: Vec<i64>,
    /// All texts.
    pub text: String,
}

impl Texts {
    /// The texts of rows, which must exist, written on all cores.
    ///
    /// # Errors
    /// If `run.stop` returned true.
    pub fn new(
        positions: &Positions,
        column: TextColumn,
        rows: Range<usize>,
        run: Run<'_>,
    ) -> Result<Texts, Interrupted> {
        let best = positions.labels().moves();
        let push = |text: &mut String, row| {
            let best = || best.map_or(&[][..], |moves| &moves[row..=row]);
            let dialect = CastlingDialect::Standard;
            if let (TextColumn::Ids, Some(ids)) = (column, positions.ids()) {
                return text.push_str(&String::from_utf8_lossy(ids.row(row)));
            }
            match (column, positions.packed()[row].without_key()) {
                (TextColumn::Ids, _) | (_, None) => {}
                (TextColumn::Fens, Some(position)) => text.push_str(fen::write(&position).as_str()),
                (TextColumn::Moves, Some(position)) => push_line(text, &position, best(), dialect),
                (TextColumn::Lines, Some(position)) => {
                    push_line(text, &position, line_of(positions, row), dialect);
                }
            }
        };
        let parts = pool::map(run, pool::ranges(rows.len(), ROWS_PER_JOB), |job| {
            let (mut text, mut ends) = (String::new(), Vec::with_capacity(job.len()));
            for row in job {
                push(&mut text, rows.start + row);
                ends.push(text.len());
            }
            (text, ends)
        })?;
        let mut texts = Texts { offsets: vec![0], text: String::new() };
        texts.text.reserve(parts.iter().map(|(text, _)| text.len()).sum());
        for (text, ends) in parts {
            let before = texts.text.len();
            texts.offsets.extend(ends.iter().map(|end| (before + end) as i64));
            texts.text.push_str(&text);
        }
        Ok(texts)
    }

    /// The texts of the rows.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &str> {
        self.offsets.windows(2).map(|ends| &self.text[ends[0] as usize..ends[1] as usize])
    }
}

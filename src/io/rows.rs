//! Games from the rows of a table with tags and moves as text.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use super::error::ReadError;
use super::options::ReadOptions;
use super::source::Source;
use crate::games::Games;
use crate::pool::{self, Run};
use crate::store::Rows;

/// The texts of a column: the start of each and the end of the last, and the bytes of all. A missing
/// one is empty.
#[derive(Clone, Copy, Debug)]
pub struct RowTexts<'a>(pub &'a [i64], pub &'a [u8]);

impl<'a> RowTexts<'a> {
    fn len(self) -> usize {
        self.0.len().saturating_sub(1)
    }

    fn get(self, row: usize) -> &'a [u8] {
        let at = |row| self.0.get(row).and_then(|&offset| usize::try_from(offset).ok());
        let range = at(row).zip(at(row + 1)).map(|(start, end)| start..end);
        range.and_then(|range| self.1.get(range)).unwrap_or_default()
    }
}

/// The rows of a table of games.
///
/// ```
/// use enroque::games::Games;
/// use enroque::io::{GameRows, RowTexts};
/// use enroque::pool::Run;
/// let white = ("White", RowTexts(&[0, 4, 7], b"AnnaBea"));
/// let moves = RowTexts(&[0, 9, 11], b"e2e4 e7e5d4");
/// let rows = GameRows { tags: vec![white], moves, ..GameRows::default() };
/// let games = Games::from_rows(&rows, "moves", None, 0, Run::default()).unwrap();
/// assert_eq!((games.len(), games.moves().len()), (2, 3));
/// ```
#[derive(Clone, Debug)]
pub struct GameRows<'a> {
    /// The columns of tags, and the names of the tags.
    pub tags: Vec<(&'a str, RowTexts<'a>)>,
    /// The moves: UCI, SAN or movetext.
    pub moves: RowTexts<'a>,
    /// Results of PGN by those of the column `Result`, in any case.
    pub results: Vec<(&'a str, &'a str)>,
    /// The result of a row without one; empty if it is unknown.
    pub missing_result: &'a str,
    /// Whether the base times of `TimeControl` are in minutes.
    pub is_minutes: bool,
}

impl Default for GameRows<'_> {
    fn default() -> Self {
        let moves = RowTexts(&[], &[]);
        let results = Vec::new();
        GameRows { tags: Vec::new(), moves, results, missing_result: "", is_minutes: false }
    }
}

/// An error of the rows of a table of games.
#[derive(Debug, Error)]
pub enum RowsError {
    /// A row, from 1, that has another number of games than one.
    #[error("row {0} of the table holds {1} games, not one")]
    GameCount(u64, u32),
    /// Reading was interrupted.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// The number of rows that one thread reads, whose text fits into its cache.
const ROWS_PER_JOB: usize = 256;

impl Games {
    /// Reads the games of the rows of a table, one in each. A broken game keeps its legal moves.
    ///
    /// `name` is the column of the moves, for messages; `file` and `rows_before` are those of
    /// [`Games::with_row_origins`].
    ///
    /// # Errors
    /// If a row has no game or several, or `run.stop` returns true.
    pub fn from_rows(
        rows: &GameRows<'_>,
        name: &str,
        file: Option<&str>,
        rows_before: u64,
        run: Run<'_>,
    ) -> Result<Games, RowsError> {
        let jobs = pool::ranges(rows.moves.len(), ROWS_PER_JOB);
        let parts = pool::map(run, jobs, |part| rows.read(part, name, file, rows_before));
        let mut games = Games::default();
        for part in parts.map_err(|_| ReadError::Interrupted)? {
            games.append(&part?);
        }
        Ok(games)
    }
}

impl GameRows<'_> {
    /// Reads the games of some rows on one thread.
    fn read(
        &self,
        rows: Range<usize>,
        name: &str,
        file: Option<&str>,
        rows_before: u64,
    ) -> Result<Games, RowsError> {
        let rows_before = rows_before.wrapping_add(rows.start as u64);
        let (mut games, mut counts) = self.parse(rows.clone(), name, &[])?;
        if counts.contains(&0) {
            // text that does not begin with a move is no game without a tag
            (games, counts) = self.parse(rows, name, &counts)?;
        }
        match counts.iter().zip(1..).find(|&(&count, _)| count != 1) {
            Some((&count, row)) => Err(RowsError::GameCount(rows_before.wrapping_add(row), count)),
            None => Ok(games.with_row_origins(file, rows_before)),
        }
    }

    /// Returns the games, and the number of games of each row. Rows that had no game before get a
    /// tag.
    fn parse(
        &self,
        rows: Range<usize>,
        name: &str,
        before: &[u32],
    ) -> Result<(Games, Vec<u32>), ReadError> {
        let mut text = Vec::new();
        let ends: Vec<i64> = rows
            .enumerate()
            .map(|(index, row)| {
                self.push(row, before.get(index) == Some(&0), &mut text);
                text.len() as i64
            })
            .collect();
        let source = Source::Bytes(name.to_owned(), Arc::new(text));
        let run = Run { threads: NonZeroUsize::new(1), ..Run::default() };
        let games =
            Games::from_pgn(vec![source], ReadOptions { run, ..ReadOptions::default() }, |_| {})?;
        let mut starts = games.source_offsets().iter().peekable();
        let counts = ends
            .iter()
            .map(|end| std::iter::from_fn(|| starts.next_if(|&start| start < end)).count() as u32);
        let counts = counts.collect();
        Ok((games, counts))
    }

    /// Adds a row as PGN, which ends with a result.
    fn push(&self, row: usize, needs_tag: bool, text: &mut Vec<u8>) {
        let (start, mut end) = (text.len(), &b"*"[..]);
        for &(tag, texts) in &self.tags {
            let mut value = texts.get(row);
            if tag == "Result" {
                value = self.result(value);
                end =
                    RESULTS.into_iter().find(|&text| text == value.trim_ascii_end()).unwrap_or(end);
            }
            if value.is_empty() {
                continue;
            }
            for part in [b"[", tag.as_bytes(), b" \""] {
                text.extend_from_slice(part);
            }
            if tag.ends_with("RatingDiff") && value[0].is_ascii_digit() {
                text.push(b'+');
            }
            match seconds(value).filter(|_| self.is_minutes && tag == "TimeControl") {
                Some((seconds, rest)) => {
                    text.extend_from_slice(seconds.to_string().as_bytes());
                    push_value(text, rest);
                }
                None => push_value(text, value),
            }
            text.extend_from_slice(b"\"]\n");
        }
        let moves = self.moves.get(row).trim_ascii_start();
        // a semicolon would begin a comment
        let moves = moves.strip_prefix(b";").unwrap_or(moves).trim_ascii();
        if needs_tag || (text.len() == start && moves.is_empty()) {
            text.extend_from_slice(b"[Result \"*\"]\n");
        }
        text.push(b'\n');
        text.extend_from_slice(moves);
        if !RESULTS.iter().any(|result| moves.ends_with(result)) {
            text.push(b' ');
            text.extend_from_slice(end);
        }
        text.extend_from_slice(b"\n\n");
    }

    /// Returns the result of PGN for a value of the column.
    fn result<'b>(&'b self, value: &'b [u8]) -> &'b [u8] {
        if value.is_empty() {
            return self.missing_result.as_bytes();
        }
        let known =
            self.results.iter().find(|(word, _)| value.eq_ignore_ascii_case(word.as_bytes()));
        known.map_or(value, |(_, result)| result.as_bytes())
    }
}

const RESULTS: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];

/// Returns the seconds of a base time in minutes, such as that of `15+2`, and what follows it.
fn seconds(control: &[u8]) -> Option<(u32, &[u8])> {
    let digits = control.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (base, rest) = control.split_at(digits);
    let base: u32 = std::str::from_utf8(base).ok()?.parse().ok()?;
    (digits <= 6).then_some((base * 60, rest))
}

/// Adds the value of a tag.
fn push_value(text: &mut Vec<u8>, value: &[u8]) {
    if !value.iter().any(|byte| matches!(byte, b'"' | b'\\' | b'\n' | b'\r')) {
        text.extend_from_slice(value);
        return;
    }
    for &byte in value {
        match byte {
            b'"' | b'\\' => text.extend_from_slice(&[b'\\', byte]),
            b'\n' | b'\r' => text.push(b' '),
            _ => text.push(byte),
        }
    }
}

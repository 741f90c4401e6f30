//! Collects the rows that readers produce.

use std::sync::Arc;

use super::convention::FormatProblem;
use crate::attacks::Backend;
use crate::notation::{san, uci};
use crate::position::Position;
use crate::positions::{NO_MOVE, OnRowError, Positions, Problem, Row, RowErrorKind, read_fen};
use crate::types::Move;

/// The rows of a part of a source.
pub(super) struct RowSink {
    /// The rows that were read.
    positions: Positions,
    /// The number of rows of the text so far, those with errors included.
    number: u32,
    /// The number of rows that could not be read since they have fractions of centipawns.
    pub(super) fractions: usize,
    on_error: OnRowError,
    warnings: Vec<Problem>,
}

impl RowSink {
    /// Creates a sink for a number of rows of a source.
    pub(super) fn new(source: &Arc<str>, rows: usize, on_error: OnRowError) -> RowSink {
        let mut positions = Positions::of_source(source);
        positions.reserve(rows);
        RowSink { positions, number: 0, fractions: 0, on_error, warnings: Vec::new() }
    }

    /// Joins the rows of parts of a source in their order. `rows_before` is the number of rows of the
    /// source before these, and is raised.
    ///
    /// # Errors
    /// If most rows have fractions of centipawns.
    pub(super) fn joined(
        sinks: Vec<RowSink>,
        name: &Arc<str>,
        rows_before: &mut u32,
    ) -> Result<Positions, FormatProblem> {
        let mut positions = Positions::of_source(name);
        positions.reserve(sinks.iter().map(|sink| sink.positions.len()).sum());
        let mut fractions = 0;
        for sink in sinks {
            fractions += sink.fractions;
            positions.append_after(&sink.positions, *rows_before);
            *rows_before = rows_before.saturating_add(sink.number);
        }
        if fractions > positions.len() {
            let problem =
                "the evaluations of this known table are centipawns, but most have fractions";
            return Err(FormatProblem::from(problem)
                .pass("columns", ["fen=..."])
                .pass("unit", ["pawns"]));
        }
        Ok(positions)
    }

    /// Begins the next row of the text.
    #[inline(always)]
    pub(super) fn begin(&mut self) {
        self.number = self.number.saturating_add(1);
    }

    /// Ends a row of the text: appends it, or reports its error.
    #[inline(always)]
    pub(super) fn end(&mut self, row: &Row<'_>, result: Result<(), Problem>) {
        let Err(problem) = result else { return self.push(row) };
        self.warnings.clear();
        let keeps_row = self.on_error == OnRowError::Mask;
        self.positions.report_error(problem, self.number, keeps_row);
    }

    /// Appends a row with its warnings.
    #[inline(always)]
    pub(super) fn push(&mut self, row: &Row<'_>) {
        self.positions.push(row, self.number);
        if !self.warnings.is_empty() {
            self.push_warnings();
        }
    }

    #[cold]
    fn push_warnings(&mut self) {
        for problem in self.warnings.drain(..) {
            self.positions.warn(problem, self.number);
        }
    }

    /// Adds a warning to the row that is pushed next.
    #[cold]
    pub(super) fn warn(&mut self, problem: Problem) {
        self.warnings.push(problem);
    }

    /// Reads the FEN of the next row.
    #[inline(always)]
    pub(super) fn fen<B: Backend>(
        &mut self,
        backend: B,
        text: &[u8],
        row: &mut Row<'_>,
    ) -> Result<FenPosition, Problem> {
        read_fen(backend, text, &mut row.position, |warning| self.warn(warning)).map(FenPosition)
    }
}

/// A position that was read from a FEN.
pub(super) struct FenPosition(pub(super) crate::position::Setup);

impl FenPosition {
    /// The position for reading moves, which needs no keys.
    #[inline(always)]
    pub(super) fn position(&self) -> Position {
        Position::without_key(&self.0)
    }

    /// Whether Black is to move.
    #[inline(always)]
    pub(super) fn is_black(&self) -> bool {
        self.0.turn == crate::types::Color::Black
    }
}

/// Reads a move in UCI, with castling in either dialect.
#[inline(always)]
pub(super) fn uci_move<B: Backend>(
    backend: B,
    position: &Position,
    text: &[u8],
    column: &str,
) -> Result<Move, Problem> {
    let wrong = |reason: &dyn std::fmt::Display| {
        Problem::new(RowErrorKind::InvalidMove, column, text, reason)
    };
    let utf8 = str::from_utf8(text).map_err(|_| wrong(&"not UTF-8"))?;
    uci::read_with(backend, position, utf8).map_err(|error| wrong(&error))
}

/// Reads a move in SAN, or in UCI.
pub(super) fn any_move(position: &Position, text: &str, column: &str) -> Result<Move, Problem> {
    san::read(position, text).or_else(|error| {
        uci::read(position, text)
            .map_err(|_| Problem::new(RowErrorKind::InvalidMove, column, text.as_bytes(), error))
    })
}

/// Reads a line of moves in UCI: its first move, and with `is_whole` all of them.
#[inline(always)]
pub(super) fn uci_line<B: Backend>(
    backend: B,
    fen: &FenPosition,
    text: &[u8],
    (column, is_whole): (&str, bool),
    row: &mut Row<'_>,
) -> Result<(), Problem> {
    let mut position = fen.position();
    row.labels.moves = NO_MOVE;
    for word in text.split(|byte| *byte == b' ').filter(|word| !word.is_empty()) {
        let m = uci_move(backend, &position, word, column)?;
        if row.labels.moves == NO_MOVE {
            row.labels.moves = m.bits();
        }
        if !is_whole {
            break;
        }
        row.line.push(m.bits());
        position.play_unchecked(m);
    }
    Ok(())
}

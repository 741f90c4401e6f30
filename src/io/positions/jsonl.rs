//! Lichess's evaluations, one JSON object a line: a position with several evaluations of several
//! lines, or, as at Hugging Face, one line of one evaluation. Values are White's.
//!
//! Source: <https://database.lichess.org/#evals>.

use std::borrow::Cow;

use serde::Deserialize;

use super::convention::{Evaluation, PositionOptions};
use super::csv::missing;
use super::row_sink::{FenPosition, RowSink, uci_line};
use super::score::{Scores, invalid_score};
use crate::attacks::Backend;
use crate::positions::{Problem, Row, RowErrorKind};

/// The objects of a file.
#[derive(Clone, Debug)]
pub(super) struct Jsonl {
    evaluation: Evaluation,
    has_lines: bool,
}

/// An object: with `evals`, or with the fields of one line.
#[derive(Deserialize)]
struct Record<'t> {
    #[serde(borrow)]
    fen: Cow<'t, str>,
    #[serde(borrow)]
    evals: Option<Vec<Search<'t>>>,
    cp: Option<i64>,
    mate: Option<i64>,
    #[serde(borrow)]
    line: Option<Cow<'t, str>>,
    knodes: Option<i64>,
    depth: Option<i64>,
}

/// One search of a position, with its lines, best first.
#[derive(Deserialize)]
struct Search<'t> {
    #[serde(borrow)]
    pvs: Vec<Line<'t>>,
    knodes: Option<i64>,
    depth: Option<i64>,
}

#[derive(Deserialize)]
struct Line<'t> {
    cp: Option<i64>,
    mate: Option<i64>,
    #[serde(borrow)]
    line: Option<Cow<'t, str>>,
}

impl Search<'_> {
    /// By which of several the best one is chosen.
    fn rank(&self, evaluation: Evaluation) -> [i64; 3] {
        let (depth, nodes) = (self.depth.unwrap_or(-1), self.knodes.unwrap_or(-1));
        match evaluation {
            Evaluation::MostNodes => [nodes, depth, self.pvs.len() as i64],
            Evaluation::Deepest | Evaluation::All => [depth, self.pvs.len() as i64, nodes],
        }
    }
}

impl Jsonl {
    pub(super) fn new(options: &PositionOptions) -> Jsonl {
        Jsonl { evaluation: options.evaluation, has_lines: options.lines }
    }

    /// Reads a line.
    #[inline(always)]
    pub(super) fn read<'t, B: Backend>(
        &self,
        backend: B,
        line: &'t [u8],
        row: &mut Row<'t>,
        sink: &mut RowSink,
    ) -> Result<(), Problem> {
        let syntax =
            |reason: &dyn std::fmt::Display| Problem::new(RowErrorKind::Syntax, "", line, reason);
        let text = str::from_utf8(line).map_err(|_| syntax(&"not UTF-8"))?;
        let record: Record<'_> = serde_json::from_str(text).map_err(|error| syntax(&error))?;
        let fen = sink.fen(backend, record.fen.as_bytes(), row)?;
        let Some(evals) = record.evals else {
            let pvs = vec![Line { cp: record.cp, mate: record.mate, line: record.line }];
            let search = Search { pvs, knodes: record.knodes, depth: record.depth };
            return self.push(backend, &fen, &search, row, sink);
        };
        if self.evaluation == Evaluation::All && !evals.is_empty() {
            for search in &evals {
                row.clear_labels();
                self.push(backend, &fen, search, row, sink)?;
            }
            return Ok(());
        }
        // the first of those with the highest rank
        let better = |best: Option<usize>, n: usize| match best {
            Some(best) if evals[best].rank(self.evaluation) >= evals[n].rank(self.evaluation) => {
                Some(best)
            }
            _ => Some(n),
        };
        match (0..evals.len()).fold(None, better) {
            Some(best) => self.push(backend, &fen, &evals[best], row, sink),
            None => {
                sink.warn(missing("evals"));
                sink.push(row);
                Ok(())
            }
        }
    }

    /// Appends the first line of a search.
    #[inline(always)]
    fn push<B: Backend>(
        &self,
        backend: B,
        fen: &FenPosition,
        search: &Search<'_>,
        row: &mut Row<'_>,
        sink: &mut RowSink,
    ) -> Result<(), Problem> {
        let labels = &mut row.labels;
        // a depth above 255 is cut
        labels.depth = search.depth.unwrap_or(0).clamp(0, 255) as u8;
        labels.nodes = search.knodes.and_then(|nodes| nodes.checked_mul(1000)).unwrap_or(-1);
        let first = search.pvs.first();
        match first.map(|line| (line.cp, line.mate)) {
            Some((Some(cp), None)) => {
                labels.evals = Scores::WHITE.centipawns(cp, fen.is_black(), "cp", b"")?;
            }
            Some((None, Some(mate))) => {
                let too_far = || invalid_score("mate", b"", "too far");
                let (sign, moves) = (mate.signum() as i32, mate.saturating_abs());
                labels.evals = Scores::WHITE.mate(sign, moves, fen.is_black(), too_far)?;
            }
            Some((Some(_), Some(_))) => {
                return Err(invalid_score("cp", b"", "an evaluation and a mate"));
            }
            Some((None, None)) | None => sink.warn(missing("cp")),
        }
        if let Some(line) = first.and_then(|first| first.line.as_ref()) {
            uci_line(backend, fen, line.as_bytes(), ("line", self.has_lines), row)?;
        }
        sink.push(row);
        Ok(())
    }
}

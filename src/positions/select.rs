//! Selecting rows: by index, without duplicates, in subsets.

use std::ops::Range;

use super::labels::{NO_MOVE, RowLabels};
use super::lists::NameLists;
use super::packed::PackedPosition;
use super::reports::{Problem, RowErrorKind};
use super::store::{Positions, Row};
use crate::named_enum::named_enum;
use crate::pool::{self, Interrupted, Run};
use crate::random::split_mix;
use crate::types::Move;

named_enum! {
    /// The row that is kept of several with the same position.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Keep {
        /// The first.
        First = "first",
        /// The first of those with the largest depth.
        Deepest = "deepest",
        /// The first of those with the most nodes.
        MostNodes = "most_nodes",
    }
}

/// The number of rows that a thread handles at a time.
const ROWS_PER_JOB: usize = 4096;

impl Positions {
    /// [`Rows::select_rows`](crate::store::Rows::select_rows) of rows that exist and take no more
    /// memory than is there.
    pub(super) fn select_valid(&self, indices: &[usize]) -> Positions {
        Positions {
            packed: indices.iter().map(|&index| self.packed[index]).collect(),
            labels: self.labels.select(indices),
            sources: self.sources.select(indices),
            source_rows: indices.iter().map(|&index| self.source_rows[index]).collect(),
            errors: self.errors.select(indices),
            warnings: self.warnings.select(indices),
        }
    }

    /// Returns consecutive rows, which must exist, and moves their errors and warnings to them.
    pub fn take_rows(&mut self, rows: Range<usize>) -> Positions {
        let mut taken = self.select_valid(&rows.clone().collect::<Vec<_>>());
        taken.errors = self.errors.take(rows.clone(), self.len());
        taken.warnings = self.warnings.take(rows, self.len());
        taken
    }

    /// Calls a function of each row on all cores, and returns the results in order.
    pub(crate) fn map_rows<R: Send + Clone + Default>(
        &self,
        run: Run<'_>,
        of: impl Fn(usize) -> R + Sync,
    ) -> Result<Vec<R>, Interrupted> {
        let mut results = vec![R::default(); self.len()];
        let jobs = results.chunks_mut(ROWS_PER_JOB).enumerate();
        pool::for_each(run, jobs, |(job, results)| {
            for (result, index) in results.iter_mut().zip(job * ROWS_PER_JOB..) {
                *result = of(index);
            }
        })?;
        Ok(results)
    }

    /// Returns the Zobrist key of each position ([`Position::key`]), 0 without one.
    ///
    /// [`Position::key`]: crate::position::Position::key
    ///
    /// # Errors
    /// An interruption.
    pub fn keys(&self, run: Run<'_>) -> Result<Vec<u64>, Interrupted> {
        self.map_rows(run, |index| self.position(index).map_or(0, |position| position.key()))
    }

    /// Returns the indices of the rows without duplicates, in ascending order: of rows with the same
    /// position, whatever its clocks, one is kept. Rows without a position are kept.
    ///
    /// # Errors
    /// An interruption.
    pub fn drop_duplicates(&self, keep: Keep, run: Run<'_>) -> Result<Vec<usize>, Interrupted> {
        let hashes = self.map_rows(run, |index| {
            let bytes = self.packed[index].without_clocks();
            let (words, _) = bytes.as_chunks::<8>();
            words.iter().fold(0, |hash, word| split_mix(hash ^ u64::from_le_bytes(*word)))
        })?;
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_unstable_by_key(|&index| (hashes[index], index));
        if (run.stop)() {
            return Err(Interrupted);
        }
        let rank = |index: usize| match keep {
            Keep::First => 0,
            Keep::Deepest => self.labels.depth().map_or(0, |depth| depth[index].into()),
            Keep::MostNodes => self.labels.nodes().map_or(0, |nodes| nodes[index]),
        };
        let mut kept = Vec::new();
        for same_hash in order.chunk_by(|&one, &other| hashes[one] == hashes[other]) {
            // different positions have the same hash in one of 2^64 pairs
            let first_kept = kept.len();
            for &index in same_hash {
                let packed = &self.packed[index];
                let is_same =
                    |&other: &usize| self.packed[other].without_clocks() == packed.without_clocks();
                match kept[first_kept..].iter_mut().find(|other| is_same(other)) {
                    Some(other) if !packed.is_none() => {
                        if rank(index) > rank(*other) {
                            *other = index;
                        }
                    }
                    _ => kept.push(index),
                }
            }
        }
        kept.sort_unstable();
        Ok(kept)
    }

    /// Returns the positions after the first move of each line, as puzzles are set: the opponent's
    /// move is the first of their solution. The rest of the line remains, and its first move is the
    /// best one. Evaluations, which are of the position before, are dropped. A row without a line
    /// is an error.
    pub fn after_first_move(&self) -> Positions {
        let mut after = Positions { sources: self.sources.select(&[]), ..Positions::new() };
        for index in 0..self.len() {
            let number = self.source_rows[index];
            let line = self.labels.lines.as_ref().map_or(&[][..], |lines| lines.row(index));
            let (Some(mut position), Some((first, rest))) =
                (self.position(index), line.split_first())
            else {
                let reason = "there is no line, or no position";
                let problem = Problem::new(RowErrorKind::MissingLabel, "line", b"", reason);
                after.report_error(problem, number, false);
                continue;
            };
            // the moves were legal when the row was read
            let Some(first) = Move::from_bits(*first) else { continue };
            position.play_unchecked(first);
            let packed = match PackedPosition::new(&position) {
                Ok(packed) => packed,
                Err(error) => {
                    let problem = Problem::new(RowErrorKind::Unsupported, "line", b"", error);
                    after.report_error(problem, number, false);
                    continue;
                }
            };
            let none = RowLabels::NONE;
            let labels = RowLabels {
                evals: none.evals,
                expected_score: none.expected_score,
                depth: none.depth,
                nodes: none.nodes,
                moves: rest.first().copied().unwrap_or(NO_MOVE),
                ..self.labels.row(index)
            };
            let joined = |names: &Option<NameLists>| {
                names.as_ref().map_or(String::new(), |names| names.text(index))
            };
            let (themes, openings) = (joined(&self.labels.themes), joined(&self.labels.openings));
            let labels = RowLabels { themes: &themes, openings: &openings, ..labels };
            let (line, id) = (rest.to_vec(), self.id(index).into());
            after.push(&Row { position: packed, labels, line, id }, number);
            if let Some(source) = after.sources.rows.last_mut() {
                *source = self.sources.rows[index];
            }
        }
        after
    }
}

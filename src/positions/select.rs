//! Selecting rows: by index, without duplicates, in subsets.

use std::ops::Range;

use super::labels::{Labels, NO_MOVE};
use super::packed::PackedPosition;
use super::reports::{Problem, RowErrorKind};
use super::store::Positions;
use crate::named_enum::named_enum;
use crate::pool::{self, Interrupted, Run};
use crate::random::split_mix;
use crate::store::Ragged;
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
    ///
    /// # Errors
    /// An interruption.
    pub fn after_first_move(&self, run: Run<'_>) -> Result<Positions, Interrupted> {
        let line = |index| self.labels.lines.as_ref().map_or(&[][..], |lines| lines.row(index));
        let after = |index: usize| {
            let first = line(index).first().and_then(|&first| Move::from_bits(first));
            let (Some(mut position), Some(first)) = (self.position(index), first) else {
                let reason = "there is no line, or no position";
                return Err(Problem::new(RowErrorKind::MissingLabel, "line", b"", reason));
            };
            // the moves were legal when the row was read
            position.play_unchecked(first);
            PackedPosition::new(&position)
                .map_err(|error| Problem::new(RowErrorKind::Unsupported, "line", b"", error))
        };
        let packed = self.map_rows(run, |index| after(index).ok())?;
        let kept: Vec<usize> = (0..self.len()).filter(|&index| packed[index].is_some()).collect();
        let mut lines = Ragged::default();
        kept.iter().for_each(|&index| lines.push(line(index)[1..].iter().copied()));
        let best = |&index: &usize| line(index).get(1).copied().unwrap_or(NO_MOVE);
        let moves = Some(kept.iter().map(best).collect());
        let (evals, expected_score, depth, nodes) = (None, None, None, None);
        let labels = self.labels.select(&kept);
        let lines = Some(lines);
        let labels = Labels { evals, expected_score, depth, nodes, moves, lines, ..labels };
        let mut table = Positions {
            labels: labels.without_absent(),
            packed: packed.iter().copied().flatten().collect(),
            sources: self.sources.select(&kept),
            source_rows: kept.iter().map(|&index| self.source_rows[index]).collect(),
            ..Positions::new()
        };
        for index in (0..self.len()).filter(|&index| packed[index].is_none()) {
            if let Err(problem) = after(index) {
                table.report_error(problem, self.source_rows[index], false);
            }
        }
        Ok(table)
    }
}

//! Errors and warnings of rows: the first ones in full, and the number of all.

use std::collections::HashMap;
use std::ops::Range;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::counts::KindCounts;

/// The number of the kind of errors of sources.
pub(crate) const OF_SOURCE: usize = 0;

/// An error or a warning.
pub trait Report: Clone {
    /// The maximum number that are listed. Errors of sources, at most one of each, always are.
    const MAX_LISTED: usize;

    /// The number of the kind; 0 is an error of a source.
    fn kind(&self) -> usize;

    /// The index of the row, if it is there.
    fn index(&mut self) -> &mut Option<usize>;

    /// Returns the report of a row with another index.
    fn at(&self, index: Option<usize>) -> Self {
        let mut report = self.clone();
        *report.index() = index;
        report
    }
}

/// Errors or warnings: the first ones in full, and their number by kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reports<R> {
    list: Vec<R>,
    counts: KindCounts,
}

impl<R> Default for Reports<R> {
    fn default() -> Reports<R> {
        Reports { list: Vec::new(), counts: KindCounts::default() }
    }
}

impl<R: Report> Reports<R> {
    /// Returns the reports as JSON.
    pub fn to_json(&self) -> String
    where
        R: Serialize,
    {
        serde_json::to_string(self).expect("all keys are strings")
    }

    /// Reads the reports of a table with `rows` rows from JSON.
    ///
    /// # Errors
    /// There are fewer than are listed, or one is of a row that does not exist.
    pub fn from_json(text: &str, rows: usize) -> Result<Reports<R>, String>
    where
        R: DeserializeOwned,
    {
        let read: Reports<R> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let (mut reports, mut listed) = (Reports::default(), KindCounts::default());
        for mut report in read.list {
            let kind = report.kind();
            listed.add(kind, 1);
            if listed.get(kind) > read.counts.get(kind) {
                return Err("its count is too small".to_owned());
            }
            if report.index().is_some_and(|index| index >= rows) {
                return Err("a report is of a row that does not exist".to_owned());
            }
            reports.push(kind, || report);
        }
        reports.counts = read.counts;
        // all errors of sources are listed
        reports.counts.set(OF_SOURCE, listed.get(OF_SOURCE));
        Ok(reports)
    }

    /// The first reports, in the order of the rows, and all errors of sources.
    pub fn list(&self) -> &[R] {
        &self.list
    }

    /// The first reports, to change them.
    pub(crate) fn list_mut(&mut self) -> &mut [R] {
        &mut self.list
    }

    /// The number of reports.
    pub fn count(&self) -> u64 {
        self.counts.total()
    }

    /// The number of reports by kind.
    pub fn counts(&self) -> &KindCounts {
        &self.counts
    }

    /// Changes the number of reports of a kind, of which not all are listed.
    pub(crate) fn set_count(&mut self, kind: usize, count: u64) {
        self.counts.set(kind, count);
    }

    /// How many more reports can be listed, apart from errors of sources.
    fn capacity(&self) -> usize {
        R::MAX_LISTED.saturating_sub(self.list.len() - self.counts.get(OF_SOURCE) as usize)
    }

    /// Adds a report of a kind.
    pub(crate) fn push(&mut self, kind: usize, report: impl FnOnce() -> R) {
        if kind == OF_SOURCE || self.capacity() > 0 {
            self.list.push(report());
        }
        self.counts.add(kind, 1);
    }

    /// Adds the reports of others, changed.
    pub(crate) fn extend(&mut self, other: &Reports<R>, change: impl Fn(&mut R)) {
        let mut capacity = self.capacity();
        for report in &other.list {
            if report.kind() != OF_SOURCE {
                match capacity.checked_sub(1) {
                    Some(less) => capacity = less,
                    None => continue,
                }
            }
            let mut report = report.clone();
            change(&mut report);
            self.list.push(report);
        }
        self.counts.extend(&other.counts);
    }

    /// Removes and returns the reports of the first rows that have any, with indices that count from
    /// their start. One without an index belongs to the row before it; the last of `count` rows have
    /// the unlisted ones, too.
    pub(crate) fn take(&mut self, rows: Range<usize>, count: usize) -> Reports<R> {
        let (mut taken, mut kept) = (Reports::default(), Reports::default());
        let (mut row, is_rest) = (rows.start, rows.end == count);
        for mut report in std::mem::take(&mut self.list) {
            row = report.index().unwrap_or(row);
            let (kind, is_taken) = (report.kind(), is_rest || row < rows.end);
            if is_taken && let Some(index) = report.index() {
                *index = index.saturating_sub(rows.start);
            }
            if is_taken { &mut taken } else { &mut kept }.push(kind, || report);
        }
        kept.counts = std::mem::take(&mut self.counts);
        match is_rest {
            true => taken.counts = std::mem::take(&mut kept.counts),
            false => kept.counts.subtract(&taken.counts),
        }
        *self = kept;
        taken
    }

    /// Returns what [`Reports::take`] takes of some of `count` rows after those before them.
    pub(crate) fn part(&self, rows: Range<usize>, count: usize) -> Reports<R> {
        let mut rest = self.clone();
        if rows.start > 0 {
            rest.take(0..rows.start, count);
        }
        rest.take(rows, count)
    }

    /// Returns the reports of selected rows, with their new indices; those without an index are
    /// dropped.
    pub(crate) fn select(&self, rows: &[usize]) -> Reports<R> {
        let mut new_indices: HashMap<usize, Vec<usize>> = HashMap::new();
        for report in &self.list {
            new_indices.extend(report.clone().index().map(|index| (index, Vec::new())));
        }
        if !new_indices.is_empty() {
            for (new, old) in rows.iter().enumerate() {
                if let Some(indices) = new_indices.get_mut(old) {
                    indices.push(new);
                }
            }
        }
        let mut selected = Reports::default();
        for report in &self.list {
            let indices = report.clone().index().and_then(|index| new_indices.get(&index));
            for &index in indices.into_iter().flatten() {
                selected.push(report.kind(), || report.at(Some(index)));
            }
        }
        selected
    }
}

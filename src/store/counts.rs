//! KindCounts by number of a kind.

use serde::{Deserialize, Serialize};

/// KindCounts by the number of a kind: of rejected games by criterion, of reports by kind.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct KindCounts(Vec<u64>);

impl KindCounts {
    /// Returns the count of the kind with this number.
    pub fn get(&self, kind: usize) -> u64 {
        self.0.get(kind).copied().unwrap_or_default()
    }

    /// Changes the count of the kind with this number. Equal counts stay equal: those after the last
    /// kind that has any are not stored.
    pub(crate) fn set(&mut self, kind: usize, count: u64) {
        self.0.resize(self.0.len().max(kind + 1), 0);
        self.0[kind] = count;
        let last = self.0.iter().rposition(|&count| count > 0);
        self.0.truncate(last.map_or(0, |last| last + 1));
    }

    /// Adds to the count of the kind with this number.
    pub(crate) fn add(&mut self, kind: usize, count: u64) {
        self.set(kind, self.get(kind) + count);
    }

    /// Returns the sum of all counts.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds other counts.
    pub(crate) fn extend(&mut self, other: &KindCounts) {
        other.0.iter().enumerate().for_each(|(kind, &count)| self.add(kind, count));
    }

    /// Subtracts other counts, which are not larger.
    pub(crate) fn subtract(&mut self, other: &KindCounts) {
        let changes = other.0.iter().enumerate();
        changes.for_each(|(kind, &count)| self.set(kind, self.get(kind) - count));
    }
}

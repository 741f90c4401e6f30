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

    /// Returns the count of the kind with this number, to change it.
    pub(crate) fn get_mut(&mut self, kind: usize) -> &mut u64 {
        if self.0.len() <= kind {
            self.0.resize(kind + 1, 0);
        }
        &mut self.0[kind]
    }

    /// Returns the sum of all counts.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds other counts.
    pub(crate) fn extend(&mut self, other: &KindCounts) {
        other.0.iter().enumerate().for_each(|(kind, count)| *self.get_mut(kind) += count);
    }

    /// Subtracts other counts, which are not larger.
    pub(crate) fn subtract(&mut self, other: &KindCounts) {
        other.0.iter().enumerate().for_each(|(kind, count)| *self.get_mut(kind) -= count);
    }
}

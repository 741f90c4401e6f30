//! Counts of the games that each criterion of a filter rejected.

/// The numbers of rejected games by criterion.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FilterCounts(Vec<u64>);

impl FilterCounts {
    /// Returns how many games the criterion with this number rejected.
    pub(crate) fn get(&self, criterion: usize) -> u64 {
        self.0.get(criterion).copied().unwrap_or_default()
    }

    /// Returns the number of all rejected games.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds to the count of the criterion with this number.
    pub(crate) fn add(&mut self, criterion: usize, games: u64) {
        if self.0.len() <= criterion {
            self.0.resize(criterion + 1, 0);
        }
        self.0[criterion] += games;
    }

    pub(crate) fn extend(&mut self, other: &FilterCounts) {
        for (criterion, &games) in other.0.iter().enumerate() {
            self.add(criterion, games);
        }
    }
}

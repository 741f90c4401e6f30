//! Tables of rows: games or positions.

use std::ops::Range;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::error::CallError;
use crate::pool::{self, Interrupted, Run};
use crate::random::{Fractions, below};

/// The number of rows that are appended between two interruptions.
const ROWS_PER_COPY: usize = 1 << 18;

/// A table of rows: games or positions.
pub trait Rows: Clone + Default + PartialEq + Send + Sync {
    /// The number of rows.
    fn row_count(&self) -> usize;

    /// The number of bytes on the heap.
    fn heap_bytes(&self) -> usize;

    /// A number for each row, which is the same for duplicates in whatever file they are.
    ///
    /// # Errors
    /// An interruption.
    fn row_keys(&self, run: Run<'_>) -> Result<Vec<u64>, Interrupted>;

    /// Returns rows in this order, which may repeat, with their errors and warnings; errors of rows
    /// that are not there are dropped.
    ///
    /// # Errors
    /// When an index is out of range, or there is not enough memory.
    fn select_rows(&self, indices: Vec<usize>) -> Result<Self, CallError>;

    /// Appends rows of another table, which must exist, without their errors and warnings.
    fn copy_rows(&mut self, other: &Self, rows: Range<usize>);

    /// Appends errors, warnings and counts of another table, whose rows come after `before` others.
    fn copy_reports(&mut self, other: &Self, before: usize);

    /// Appends another table, with its errors and warnings.
    ///
    /// # Errors
    /// An interruption, after which some rows are there.
    fn extend(&mut self, other: &Self, run: Run<'_>) -> Result<(), Interrupted> {
        let before = self.row_count();
        for rows in pool::ranges(other.row_count(), ROWS_PER_COPY) {
            if (run.stop)() {
                return Err(Interrupted);
            }
            self.copy_rows(other, rows);
        }
        self.copy_reports(other, before);
        Ok(())
    }

    /// Appends another table, with its errors and warnings.
    fn append(&mut self, other: &Self) {
        // cannot fail: nothing stops it
        let _ = self.extend(other, Run::default());
    }

    /// Returns the indices of the rows in each of several disjoint subsets, which have these expected
    /// fractions of all rows. The subset of a row depends only on its key (the start position and
    /// the moves of a game, the key of a position) and the seed: duplicates are in the same subset,
    /// in whatever file they are. If the fractions sum to less than 1, the other rows are in no
    /// subset.
    ///
    /// # Errors
    /// A fraction that is not between 0 and 1, or a sum of more than 1; `None` if interrupted.
    ///
    /// ```
    /// use enroque::games::Games;
    /// use enroque::pool::Run;
    /// use enroque::store::Rows;
    /// let games = Games::from_pgn_text("text", b"1. e4 * 1. d4 * 1. e4 *");
    /// let subsets = games.split(&[0.5, 0.5], 1, Run::default()).unwrap();
    /// assert_eq!(subsets[0].len() + subsets[1].len(), 3);
    /// assert!(subsets.iter().any(|subset| subset.contains(&0) && subset.contains(&2)));
    /// ```
    fn split(
        &self,
        fractions: &[f64],
        seed: u64,
        run: Run<'_>,
    ) -> Result<Vec<Vec<usize>>, Option<CallError>> {
        let fractions = Fractions::new(fractions, seed).map_err(Some)?;
        Ok(fractions.divide(self.row_keys(run).map_err(|Interrupted| None)?))
    }

    /// Returns the indices of `count` distinct rows in random order; all rows if there are fewer.
    ///
    /// The first steps of a Fisher-Yates shuffle with ChaCha8, seeded with `seed`: a larger `count`
    /// adds rows to the sample of a smaller one.
    ///
    /// ```
    /// use enroque::games::Games;
    /// use enroque::store::Rows;
    /// let games = Games::from_pgn_text("text", b"1. e4 * 1. d4 * 1. c4 *");
    /// let two = games.sample(2, 7);
    /// assert_eq!(two, games.sample(3, 7)[..2]);
    /// assert_eq!(games.sample(9, 7).len(), 3);
    /// ```
    fn sample(&self, count: usize, seed: u64) -> Vec<usize> {
        let mut indices: Vec<usize> = (0..self.row_count()).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let count = count.min(indices.len());
        for n in 0..count {
            let rest = indices.len() - n;
            indices.swap(n, n + below(&mut rng, rest));
        }
        indices.truncate(count);
        indices
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Games;

    #[test]
    fn all_rows_are_equally_likely() {
        let games = Games::from_pgn_text("t", &b"1. e4 * ".repeat(5));
        let mut counts = [0; 5];
        for seed in 0..2000 {
            let chosen = games.sample(2, seed);
            assert_ne!(chosen[0], chosen[1]);
            for index in chosen {
                counts[index] += 1;
            }
        }
        assert!(counts.iter().all(|&count| (700..900).contains(&count)), "{counts:?}");
    }
}

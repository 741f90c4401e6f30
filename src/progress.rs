//! Progress of long calls.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of units of work that a call has done, and their total, for progress bars.
///
/// The threads of a call add to it, and another function reads it: that of
/// [`Run::stop`](crate::pool::Run::stop), or another thread.
///
/// ```
/// use enroque::movegen::perft_parallel;
/// use enroque::pool::Run;
/// use enroque::position::Position;
/// use enroque::progress::Counter;
/// let counter = Counter::default();
/// let run = Run { progress: Some(&counter), ..Run::default() };
/// perft_parallel(&Position::standard(), 4, run, None).unwrap();
/// assert_eq!((counter.done(), counter.total()), (400, Some(400)));
/// ```
#[derive(Debug)]
pub struct Counter {
    done: AtomicU64,
    /// [`UNKNOWN`] if the total is unknown.
    total: AtomicU64,
}

const UNKNOWN: u64 = u64::MAX;

impl Default for Counter {
    /// Nothing done, and an unknown total.
    fn default() -> Counter {
        Counter { done: AtomicU64::new(0), total: AtomicU64::new(UNKNOWN) }
    }
}

impl Counter {
    /// The number of units done.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// The total number of units; `None` if it is unknown.
    pub fn total(&self) -> Option<u64> {
        Some(self.total.load(Ordering::Relaxed)).filter(|&total| total != UNKNOWN)
    }

    /// Sets the total number of units; `None` if it is unknown.
    pub fn set_total(&self, total: Option<u64>) {
        self.total.store(total.unwrap_or(UNKNOWN), Ordering::Relaxed);
    }

    /// Adds to the number of units done.
    pub fn add(&self, count: u64) {
        self.done.fetch_add(count, Ordering::Relaxed);
    }

    /// Raises the number of units done to a number; a smaller one has no effect.
    pub fn raise(&self, done: u64) {
        self.done.fetch_max(done, Ordering::Relaxed);
    }

    /// Sets the number of units done to the total, if that is known.
    pub fn finish(&self) {
        if let Some(total) = self.total() {
            self.done.store(total, Ordering::Relaxed);
        }
    }
}

/// Adds to a counter, if there is one.
pub(crate) fn advance(progress: Option<&Counter>, count: usize) {
    if let Some(progress) = progress {
        progress.add(count as u64);
    }
}

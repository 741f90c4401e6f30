//! Perft of great depth: on all cores, and with a table of subtrees counted before.

use std::sync::atomic::{AtomicU64, Ordering};

use super::perft::perft_unkeyed_with;
use super::{count_legal_moves_with, legal_moves, legal_moves_with, perft_with};
use crate::attacks::{Backend, Task, dispatch};
use crate::pool::{self, Interrupted, Run};
use crate::position::Position;

/// Trees of this depth are shared out among the threads; deeper ones are walked down to it, so that
/// a wish to stop is heard soon.
const SHARED: u32 = 5;

/// Entries that are looked at together: one cache line.
const BUCKET: usize = 4;

/// Node counts of subtrees, by key and depth, for [`perft_parallel`].
///
/// It has no locks: an entry is two words, of which the first is the key combined with the second,
/// so one that two threads wrote at the same time matches no key. Two subtrees with the same 64-bit
/// key would be taken for one; with 10^9 positions in play the odds of that are about 1 in 40.
#[derive(Debug)]
pub struct PerftTable {
    entries: Box<[[AtomicU64; 2]]>,
}

/// The table does not fit into memory, or has no room for an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableSizeError {
    /// What was asked for.
    pub megabytes: usize,
}

impl std::fmt::Display for TableSizeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no memory for a perft table of {} MB", self.megabytes)
    }
}

impl std::error::Error for TableSizeError {}

impl PerftTable {
    /// An empty table of at most so many megabytes (a power of two of entries).
    ///
    /// # Errors
    /// When it would be empty or the system does not give the memory.
    pub fn new(megabytes: usize) -> Result<PerftTable, TableSizeError> {
        let error = TableSizeError { megabytes };
        let wanted = megabytes.checked_mul(1 << 20).ok_or(error)? / size_of::<[AtomicU64; 2]>();
        let count = if wanted == 0 { return Err(error) } else { 1 << wanted.ilog2() };
        let mut entries = Vec::new();
        entries.try_reserve_exact(count).map_err(|_| error)?;
        entries.resize_with(count, || [AtomicU64::new(0), AtomicU64::new(0)]);
        Ok(PerftTable { entries: entries.into_boxed_slice() })
    }

    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        let start = key as usize & (self.entries.len() - 1) & !(BUCKET - 1);
        &self.entries[start..start + BUCKET]
    }

    fn get(&self, key: u64) -> Option<u64> {
        self.bucket(key).iter().find_map(|[check, nodes]| {
            let nodes = nodes.load(Ordering::Relaxed);
            (nodes != 0 && check.load(Ordering::Relaxed) ^ nodes == key).then_some(nodes)
        })
    }

    /// Puts a count in place of the smallest of its bucket, which is the cheapest to count again.
    fn put(&self, key: u64, count: u64) {
        let smallest =
            self.bucket(key).iter().min_by_key(|[_, nodes]| nodes.load(Ordering::Relaxed));
        if let Some([check, nodes]) = smallest {
            check.store(key ^ count, Ordering::Relaxed);
            nodes.store(count, Ordering::Relaxed);
        }
    }
}

/// The key of a position and a depth.
fn subtree(position: &Position, depth: u32) -> u64 {
    // an odd factor near 2^64 / golden ratio spreads small numbers over all bits
    position.key() ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// [`super::perft`] on several threads, with a table or without one. The number is the same.
///
/// ```
/// use enroque::movegen::{PerftTable, perft_parallel};
/// use enroque::{pool::Run, position::Position};
/// let table = PerftTable::new(1).unwrap();
/// let nodes = perft_parallel(&Position::standard(), 5, Run::default(), Some(&table));
/// assert_eq!(nodes, Ok(4_865_609));
/// ```
///
/// # Errors
/// When `run.stop` says so.
pub fn perft_parallel(
    position: &Position,
    depth: u32,
    run: Run<'_>,
    table: Option<&PerftTable>,
) -> Result<u64, Interrupted> {
    if (run.stop)() {
        return Err(Interrupted);
    }
    if depth <= 2 {
        return Ok(super::perft(position, depth));
    }
    let key = subtree(position, depth);
    if let Some(nodes) = table.and_then(|table| table.get(key)) {
        return Ok(nodes);
    }
    let mut nodes = 0;
    if depth > SHARED {
        for m in legal_moves(position) {
            nodes += perft_parallel(&position.after(m), depth - 1, run, table)?;
        }
    } else {
        let mut two_plies_on = Vec::new();
        for first in legal_moves(position) {
            let after = position.after(first);
            two_plies_on.extend(legal_moves(&after).into_iter().map(|m| after.after(m)));
        }
        let total = AtomicU64::new(0);
        pool::for_each(
            run,
            two_plies_on.into_iter(),
            || (),
            |(), position| {
                let nodes = dispatch(Subtree { position: &position, depth: depth - 2, table });
                total.fetch_add(nodes, Ordering::Relaxed);
            },
        )?;
        nodes = total.into_inner();
    }
    if let Some(table) = table {
        table.put(key, nodes);
    }
    Ok(nodes)
}

/// One thread's share: `depth` is 1 or more.
struct Subtree<'a> {
    position: &'a Position,
    depth: u32,
    table: Option<&'a PerftTable>,
}

impl Task for Subtree<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let Subtree { position, depth, table } = self;
        let Some(table) = table else { return perft_with(backend, position, depth) };
        if depth == 1 {
            return count_legal_moves_with(backend, position) as u64;
        }
        let key = subtree(position, depth);
        if let Some(nodes) = table.get(key) {
            return nodes;
        }
        let mut nodes = 0;
        if depth == 2 {
            // what is left is counted sooner than it could be looked up
            nodes = perft_unkeyed_with(backend, position, depth);
        } else {
            for m in legal_moves_with(backend, position) {
                let after = position.after(m);
                let below = Subtree { position: &after, depth: depth - 1, table: Some(table) };
                nodes += backend.enter(below);
            }
        }
        table.put(key, nodes);
        nodes
    }
}

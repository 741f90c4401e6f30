//! Parallel perft with a hash table of counted subtrees.

use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;
use thiserror::Error;

use super::perft::{perft_unkeyed_with, visit_leaves_with};
use super::{count_legal_moves_with, legal_moves, perft_with};
use crate::attacks::{Backend, Task, dispatch, task};
use crate::pool::{self, Interrupted, Run};
use crate::position::Position;
use crate::prefetch::prefetch;
use crate::types::MAX_MOVES;

/// The depth of the subtrees that are distributed among the threads. Deeper trees are traversed
/// down to it, so that interruption is checked often.
const SUBTREE_DEPTH: u32 = 5;

/// The greatest depth of subtrees that are distributed if they have few nodes, as in pawn endings.
/// An estimate may be far too low, so this too limits the time between checks of interruption.
const SMALL_SUBTREE_DEPTH: u32 = 8;

/// The number of nodes of such a subtree: about that of depth 5 after the first moves of a game.
const SMALL_SUBTREE_NODES: usize = 3_000_000;

/// The number of nodes of a subtree below which threads are not worth being woken.
const NODES_FOR_ONE_THREAD: usize = 250_000;

/// The entries of a bucket: one cache line.
const BUCKET: usize = 4;

/// Node counts of subtrees, by key and depth, for [`perft_parallel`].
///
/// It has no locks: an entry is two words, the first of which is the key combined with the second,
/// so an entry that two threads wrote at the same time matches no key. Two subtrees with the same
/// 64-bit key would be mistaken for each other; with 10^9 positions the probability is about 1 in
/// 40.
#[derive(Debug)]
pub struct PerftTable {
    /// Zeros that the system provides at first use.
    entries: Vec<[AtomicU64; 2]>,
    /// The first entry at the start of a cache line.
    first: usize,
    /// The number of buckets, a power of two, minus one.
    mask: usize,
}

/// A table does not fit into memory or is too small for an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no memory for a perft table of {megabytes} MB")]
pub struct TableSizeError {
    /// The requested size in megabytes.
    pub megabytes: usize,
}

impl PerftTable {
    /// An empty table of at most `megabytes` (its number of entries is a power of two).
    ///
    /// # Errors
    /// If the table would have no entries or the system lacks the memory.
    pub fn new(megabytes: usize) -> Result<PerftTable, TableSizeError> {
        let error = TableSizeError { megabytes };
        let bytes = BUCKET * size_of::<[AtomicU64; 2]>();
        let entries = megabytes.checked_mul(1 << 20).ok_or(error)? / bytes;
        let buckets = if entries == 0 { return Err(error) } else { 1 << entries.ilog2() };
        let count = buckets * BUCKET + BUCKET;
        // a failing `vec!` would end the process
        Vec::<[u64; 2]>::new().try_reserve_exact(count).map_err(|_| error)?;
        let mut zeros = ManuallyDrop::new(vec![[0u64; 2]; count]);
        let (start, capacity) = (zeros.as_mut_ptr().cast(), zeros.capacity());
        // SAFETY: the vector is not used elsewhere, and the layout of `AtomicU64` is that of `u64`.
        let entries: Vec<[AtomicU64; 2]> = unsafe { Vec::from_raw_parts(start, count, capacity) };
        let first = entries.as_ptr().align_offset(bytes).min(BUCKET);
        Ok(PerftTable { entries, first, mask: buckets - 1 })
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        let start = self.first + (key as usize & self.mask) * BUCKET;
        &self.entries[start..start + BUCKET]
    }

    /// Prefetches the bucket of a key.
    #[inline(always)]
    fn prefetch(&self, key: u64) {
        prefetch(&self.bucket(key)[0]);
    }

    #[inline(always)]
    fn get(&self, key: u64) -> Option<u64> {
        self.bucket(key).iter().find_map(|[check, nodes]| {
            let nodes = nodes.load(Ordering::Relaxed);
            (nodes != 0 && check.load(Ordering::Relaxed) ^ nodes == key).then_some(nodes)
        })
    }

    /// Stores a count, replacing the smallest one of its bucket, which is the fastest to count
    /// again.
    fn put(&self, key: u64, count: u64) {
        let smallest =
            self.bucket(key).iter().min_by_key(|[_, nodes]| nodes.load(Ordering::Relaxed));
        if let Some([check, nodes]) = smallest {
            check.store(key ^ count, Ordering::Relaxed);
            nodes.store(count, Ordering::Relaxed);
        }
    }
}

/// The key of an entry: that of the position combined with the depth.
#[inline(always)]
fn subtree(key: u64, depth: u32) -> u64 {
    // Fibonacci hashing: an odd factor near 2^64 / golden ratio
    key ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// [`perft`](fn@super::perft) on several threads, optionally with a table.
///
/// ```
/// use enroque::movegen::{PerftTable, perft_parallel};
/// use enroque::{pool::Run, position::Position};
/// let table = PerftTable::new(1).unwrap();
/// let nodes = perft_parallel(&Position::standard(), 5, Run::default(), Some(&table));
/// assert_eq!(nodes, Ok(4_865_609));
/// ```
///
/// `run.progress` counts the subtrees two or three plies below the position.
///
/// # Errors
/// If `run.stop` returned true.
pub fn perft_parallel(
    position: &Position,
    depth: u32,
    run: Run<'_>,
    table: Option<&PerftTable>,
) -> Result<u64, Interrupted> {
    // subtrees that are counted as a whole: few enough to be counted in advance
    let plies = match depth {
        0..=2 => depth,
        3..=SUBTREE_DEPTH | 7 => 2,
        _ => 3,
    };
    if let Some(progress) = run.progress {
        progress.set_total(Some(super::perft(position, plies)));
    }
    perft_below(position, depth, depth - plies, run, table)
}

/// [`perft_parallel`] of a subtree; those of depth `counted` are counted as progress.
fn perft_below(
    position: &Position,
    depth: u32,
    counted: u32,
    run: Run<'_>,
    table: Option<&PerftTable>,
) -> Result<u64, Interrupted> {
    if (run.stop)() {
        return Err(Interrupted);
    }
    // adds the counted subtrees of a position
    let advance = |position: &Position, depth: u32| {
        if let (Some(progress), Some(plies)) = (run.progress, depth.checked_sub(counted)) {
            progress.add(super::perft(position, plies));
        }
    };
    if depth <= 2 {
        advance(position, depth);
        return Ok(super::perft(position, depth));
    }
    let key = subtree(position.key(), depth);
    if let Some(nodes) = table.and_then(|table| table.get(key)) {
        advance(position, depth);
        return Ok(nodes);
    }
    let mut nodes = 0;
    let mut depth_left = depth - 1;
    let expected = expected_nodes(position, depth);
    let is_small = depth <= SMALL_SUBTREE_DEPTH && expected <= SMALL_SUBTREE_NODES;
    if depth > SUBTREE_DEPTH && !is_small {
        for m in legal_moves(position) {
            nodes += perft_below(&position.after(m), depth_left, counted, run, table)?;
        }
    } else {
        let run = run.with_few(expected, NODES_FOR_ONE_THREAD);
        // two plies for many threads, which balances their work, and one for a single thread, which
        // makes the moves of the second faster
        let after = |position: &Position| {
            let moves = legal_moves(position).into_iter();
            moves.map(|m| position.after(m)).collect::<Vec<_>>()
        };
        let mut subtrees = after(position);
        if run.max_threads() > 1 {
            (subtrees, depth_left) = (subtrees.iter().flat_map(after).collect(), depth - 2);
        }
        let total = AtomicU64::new(0);
        pool::for_each(run, subtrees.into_iter(), |position| {
            let nodes = count_subtree(&position, depth_left, table);
            total.fetch_add(nodes, Ordering::Relaxed);
            advance(&position, depth_left);
        })?;
        nodes = total.into_inner();
    }
    if depth_left < counted {
        advance(position, depth);
    }
    if let Some(table) = table {
        table.put(key, nodes);
    }
    Ok(nodes)
}

/// The number of nodes of a subtree, if the number of moves stays that of the next two plies.
fn expected_nodes(position: &Position, depth: u32) -> usize {
    libm::pow(super::perft(position, 2) as f64, f64::from(depth) / 2.0) as usize
}

/// Counts a subtree on one thread; `depth` is 1 or more.
fn count_subtree(position: &Position, depth: u32, table: Option<&PerftTable>) -> u64 {
    dispatch(task!(|backend, position: &Position, depth: u32, table: Option<&PerftTable>| -> u64 {
        match table {
            None => perft_with(backend, position, depth),
            Some(_) if depth == 1 => count_legal_moves_with(backend, position) as u64,
            Some(table) => {
                let key = subtree(position.key_with(backend), depth);
                look_up(backend, position, depth, key, table)
            }
        }
    }))
}

/// Returns the count of a subtree from the table, or counts and stores it; `depth` is 2 or more.
#[inline(always)]
fn look_up<B: Backend>(
    backend: B,
    position: &Position,
    depth: u32,
    key: u64,
    table: &PerftTable,
) -> u64 {
    if let Some(nodes) = table.get(key) {
        return nodes;
    }
    let nodes = if depth == 2 {
        // counting two plies is faster than a look-up
        perft_unkeyed_with(backend, position, 2)
    } else {
        backend.enter(Children { position, depth: depth - 1, table })
    };
    table.put(key, nodes);
    nodes
}

/// The sum over the positions after each move, with `depth` plies left, 2 or more.
struct Children<'a> {
    position: &'a Position,
    depth: u32,
    table: &'a PerftTable,
}

impl Task for Children<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let Children { position, depth, table } = self;
        // Prefetches all buckets before the first is read.
        let mut children = ArrayVec::<(Position, u64), MAX_MOVES>::new();
        visit_leaves_with(
            backend,
            position,
            1,
            #[inline(always)]
            |after| {
                let key = subtree(after.key_with(backend), depth);
                table.prefetch(key);
                children.push((*after, key));
            },
        );
        let mut nodes = 0;
        for (after, key) in &children {
            nodes += look_up(backend, after, depth, *key, table);
        }
        nodes
    }
}

//! Perft of great depth: on all cores, and with a table of subtrees counted before.

use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;
use memmap2::MmapMut;

use super::last_two_plies::count_two_plies_with;
use super::perft::visit_leaves_with;
use super::{count_legal_moves_with, legal_moves, perft_with};
use crate::attacks::{Backend, Task, dispatch};
use crate::pool::{self, Interrupted, Run};
use crate::position::Position;
use crate::prefetch::prefetch;
use crate::types::MAX_MOVES;

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
    /// Fresh from the system, which clears each page when it is first used, and in large pages
    /// where it has them: most of a look-up is waiting for memory.
    memory: MmapMut,
    /// The number of buckets, a power of two, less one.
    mask: usize,
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
        let bytes = BUCKET * size_of::<[AtomicU64; 2]>();
        let wanted = megabytes.checked_mul(1 << 20).ok_or(error)? / bytes;
        let buckets = if wanted == 0 { return Err(error) } else { 1 << wanted.ilog2() };
        let memory = MmapMut::map_anon(buckets * bytes).map_err(|_| error)?;
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage); // small ones serve too, more slowly
        Ok(PerftTable { memory, mask: buckets - 1 })
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]; BUCKET] {
        let buckets = self.memory.as_ptr().cast::<[[AtomicU64; 2]; BUCKET]>();
        // SAFETY: a mapping begins at a page and holds `mask + 1` buckets; any bytes are atomic
        // words; and nobody else has this memory, which is reached through here alone.
        unsafe { &*buckets.add(key as usize & self.mask) }
    }

    /// Asks the memory for a key's bucket without waiting for it.
    #[inline(always)]
    fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    #[inline(always)]
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

/// The key of a position, by its own key, and a depth.
#[inline(always)]
fn subtree(key: u64, depth: u32) -> u64 {
    // an odd factor near 2^64 / golden ratio spreads small numbers over all bits
    key ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15)
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
    let key = subtree(position.key(), depth);
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
        match table {
            None => perft_with(backend, position, depth),
            Some(_) if depth == 1 => count_legal_moves_with(backend, position) as u64,
            Some(table) => {
                let key = subtree(position.key_with(backend), depth);
                look_up(backend, position, depth, key, table)
            }
        }
    }
}

/// The count that the table has, or a new one, which it has from then on; `depth` is 2 or more.
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
        // what is left is counted sooner than it could be looked up
        count_two_plies_with(backend, position)
    } else {
        backend.enter(Children { position, depth: depth - 1, table })
    };
    table.put(key, nodes);
    nodes
}

/// The sum over the positions one move on, each of which has `depth` plies left, 2 or more.
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
        // All places are asked for before the first is read: the memory answers meanwhile.
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

//! A priority queue of moves.

use crate::types::Move;

/// No entry.
const NONE: u32 = u32::MAX;

/// A queued move of a node.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) node: u32,
    /// The next entry in its bucket, or the next unused entry.
    next: u32,
    pub(super) m: Move,
    /// The cost of the position after the move.
    pub(super) cost: i16,
}

/// A bucket queue: the lowest rank first, and last in, first out in each rank. The buckets are
/// linked lists in one vector, whose entries are reused.
pub(super) struct Queue {
    entries: Vec<Entry>,
    buckets: [u32; Queue::RANKS],
    unused: u32,
    lowest: usize,
}

impl Queue {
    /// The number of buckets; ranks outside go to the first or last bucket.
    const RANKS: usize = 1536;
    /// The bucket of rank 0.
    const ZERO: i32 = 600;

    pub(super) fn new() -> Queue {
        Queue {
            entries: Vec::with_capacity(512),
            buckets: [NONE; Queue::RANKS],
            unused: NONE,
            lowest: Queue::RANKS,
        }
    }

    /// Adds a move.
    pub(super) fn push(&mut self, rank: i32, node: u32, m: Move, cost: i16) {
        let bucket = (rank + Queue::ZERO).clamp(0, Queue::RANKS as i32 - 1) as usize;
        let entry = Entry { node, next: self.buckets[bucket], m, cost };
        let index = self.unused;
        if index == NONE {
            self.buckets[bucket] = self.entries.len() as u32;
            self.entries.push(entry);
        } else {
            self.unused = self.entries[index as usize].next;
            self.buckets[bucket] = index;
            self.entries[index as usize] = entry;
        }
        self.lowest = self.lowest.min(bucket);
    }

    /// Removes the newest move of the lowest rank.
    pub(super) fn pop(&mut self) -> Option<Entry> {
        while self.lowest < Queue::RANKS {
            let top = self.buckets[self.lowest];
            if top != NONE {
                let entry = self.entries[top as usize];
                self.buckets[self.lowest] = entry.next;
                self.entries[top as usize].next = self.unused;
                self.unused = top;
                return Some(entry);
            }
            self.lowest += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    #[test]
    fn lowest_first_newest_first() {
        let mut queue = Queue::new();
        let m = Move::new(Square::A1, Square::B1).unwrap();
        for (rank, node) in [(5, 0), (-3, 1), (5, 2), (9999, 3), (-9999, 4)] {
            queue.push(rank, node, m, 0);
        }
        let mut popped = Vec::new();
        while let Some(entry) = queue.pop() {
            popped.push(entry.node);
            if entry.node == 2 {
                queue.push(0, 5, m, 0); // better than what was popped, in a reused entry
            }
        }
        assert_eq!(popped, [4, 1, 2, 5, 0, 3]);
        assert_eq!(queue.entries.len(), 5);
    }
}

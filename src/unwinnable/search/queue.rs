//! Moves that wait to be made, the best first.

use crate::types::Move;

/// No entry.
const NONE: u32 = u32::MAX;

/// A move that waits to be made at a node.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) node: u32,
    /// The entry below in its stack, or the next unused one.
    next: u32,
    pub(super) m: Move,
    /// The cost of the position after the move.
    pub(super) cost: i16,
}

/// Entries by rank, the lowest first, the newest of one rank first: a stack for each rank, all in
/// one vector, in which popped entries are used again.
pub(super) struct Queue {
    entries: Vec<Entry>,
    stacks: [u32; Queue::RANKS],
    unused: u32,
    lowest: usize,
}

impl Queue {
    /// Ranks beyond count as the first or the last.
    const RANKS: usize = 1536;
    /// The place of rank 0.
    const ZERO: i32 = 600;

    pub(super) fn new() -> Queue {
        Queue {
            entries: Vec::with_capacity(512),
            stacks: [NONE; Queue::RANKS],
            unused: NONE,
            lowest: Queue::RANKS,
        }
    }

    /// Adds a move.
    #[inline(always)]
    pub(super) fn push(&mut self, rank: i32, node: u32, m: Move, cost: i16) {
        let place = (rank + Queue::ZERO).clamp(0, Queue::RANKS as i32 - 1) as usize;
        let entry = Entry { node, next: self.stacks[place], m, cost };
        let index = self.unused;
        if index == NONE {
            self.stacks[place] = self.entries.len() as u32;
            self.entries.push(entry);
        } else {
            self.unused = self.entries[index as usize].next;
            self.stacks[place] = index;
            self.entries[index as usize] = entry;
        }
        self.lowest = self.lowest.min(place);
    }

    /// Takes the newest of the best moves.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Entry> {
        while self.lowest < Queue::RANKS {
            let top = self.stacks[self.lowest];
            if top != NONE {
                let entry = self.entries[top as usize];
                self.stacks[self.lowest] = entry.next;
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
                queue.push(0, 5, m, 0); // better than what was popped, in a used place
            }
        }
        assert_eq!(popped, [4, 1, 2, 5, 0, 3]);
        assert_eq!(queue.entries.len(), 5);
    }
}

//! The hash set of visited positions.

use crate::position::Position;
use crate::types::Move;

/// The parent of the root.
pub(super) const NO_NODE: u32 = u32::MAX;

/// The move to a node, its parent, and its evaluation.
#[derive(Clone, Copy)]
pub(super) struct Link {
    pub(super) parent: u32,
    pub(super) m: Option<Move>,
    /// The estimated distance from the mate.
    pub(super) cost: i16,
    /// Number of plies from the root, saturating.
    pub(super) depth: u16,
    /// Number of squares to which the losing king could move at its last turn.
    pub(super) flights: u8,
    /// The index of its heuristic.
    pub(super) heuristic: u8,
}

/// Visited positions, stored in full, so that equal keys of different positions do no harm.
pub(super) struct Visited {
    positions: Vec<Position>,
    links: Vec<Link>,
    /// Indices of positions, by key with linear probing.
    table: Vec<u32>,
}

impl Visited {
    pub(super) fn new() -> Visited {
        Visited {
            positions: Vec::with_capacity(64),
            links: Vec::with_capacity(64),
            table: vec![NO_NODE; 256],
        }
    }

    /// Adds a position; returns its index, or `None` if it was visited before.
    pub(super) fn insert(&mut self, position: &Position, link: Link) -> Option<u32> {
        let mask = self.table.len() - 1;
        let mut slot = position.key() as usize & mask;
        while self.table[slot] != NO_NODE {
            let other = &self.positions[self.table[slot] as usize];
            // the pieces are compared first, since they nearly always differ
            if other.placement() == position.placement() && other == position {
                return None;
            }
            slot = (slot + 1) & mask;
        }
        let index = self.positions.len() as u32;
        self.table[slot] = index;
        self.positions.push(*position);
        self.links.push(link);
        if 2 * self.positions.len() > self.table.len() {
            self.grow();
        }
        Some(index)
    }

    #[cold]
    fn grow(&mut self) {
        let mask = 2 * self.table.len() - 1;
        self.table = vec![NO_NODE; mask + 1];
        for (index, position) in self.positions.iter().enumerate() {
            let mut slot = position.key() as usize & mask;
            while self.table[slot] != NO_NODE {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = index as u32;
        }
    }

    /// Returns a position by its index.
    pub(super) fn position(&self, node: u32) -> &Position {
        &self.positions[node as usize]
    }

    /// Returns the link of a position.
    pub(super) fn link(&self, node: u32) -> Link {
        self.links[node as usize]
    }

    /// Returns the moves from the root to a position.
    pub(super) fn line(&self, mut node: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while node != NO_NODE {
            let link = self.link(node);
            moves.extend(link.m);
            node = link.parent;
        }
        moves.reverse();
        moves
    }
}

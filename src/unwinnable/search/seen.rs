//! The positions that a search has seen.

use crate::position::Position;
use crate::types::Move;

/// The parent of the root.
pub(super) const NO_NODE: u32 = u32::MAX;

/// How a node was reached, and what the search thinks of it.
#[derive(Clone, Copy)]
pub(super) struct Link {
    pub(super) parent: u32,
    pub(super) m: Option<Move>,
    /// How far the mate seems to be.
    pub(super) cost: i16,
    /// Plies from the root; it stays at the highest number.
    pub(super) depth: u16,
    /// The squares to which the losing king could go at its last turn.
    pub(super) flights: u8,
    /// The guide that judges its moves.
    pub(super) guide: u8,
}

/// The positions seen, whole: two that share a key are told apart.
pub(super) struct Seen {
    positions: Vec<Position>,
    links: Vec<Link>,
    /// Numbers of positions, at the place of their key or the next free one.
    table: Vec<u32>,
}

impl Seen {
    pub(super) fn new() -> Seen {
        Seen {
            positions: Vec::with_capacity(64),
            links: Vec::with_capacity(64),
            table: vec![NO_NODE; 256],
        }
    }

    /// The number of a position that was not seen before.
    #[inline(always)]
    pub(super) fn insert(&mut self, position: &Position, link: Link) -> Option<u32> {
        let mask = self.table.len() - 1;
        let mut place = position.key() as usize & mask;
        while self.table[place] != NO_NODE {
            let other = &self.positions[self.table[place] as usize];
            // the pieces first: they nearly always differ
            if other.placement() == position.placement() && other == position {
                return None;
            }
            place = (place + 1) & mask;
        }
        let number = self.positions.len() as u32;
        self.table[place] = number;
        self.positions.push(*position);
        self.links.push(link);
        if 2 * self.positions.len() > self.table.len() {
            self.grow();
        }
        Some(number)
    }

    #[cold]
    fn grow(&mut self) {
        let mask = 2 * self.table.len() - 1;
        self.table = vec![NO_NODE; mask + 1];
        for (number, position) in self.positions.iter().enumerate() {
            let mut place = position.key() as usize & mask;
            while self.table[place] != NO_NODE {
                place = (place + 1) & mask;
            }
            self.table[place] = number as u32;
        }
    }

    /// A position by its number.
    #[inline(always)]
    pub(super) fn position(&self, node: u32) -> &Position {
        &self.positions[node as usize]
    }

    /// How a position was reached.
    #[inline(always)]
    pub(super) fn link(&self, node: u32) -> Link {
        self.links[node as usize]
    }

    /// The moves from the root to a position.
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

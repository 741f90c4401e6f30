//! One search tree: its nodes, their moves, and the visits.

use super::halving::Halving;
use crate::arena::GameSlot;
use crate::memory::OutOfMemory;
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::types::{Move, MoveList};

/// Whether a node was evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum NodeState {
    /// It needs an evaluation.
    #[default]
    New,
    /// Its evaluation was requested.
    InFlight,
    /// It was evaluated.
    Open,
    /// The game is over, or its result proven.
    End,
}

/// The legal moves of a node. Few nodes try a second one: then all are generated again, and listed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Moves {
    /// Those of a node that was not evaluated.
    #[default]
    Unordered,
    /// The first in the order of the tree, and the index of the next one among the others.
    Unlisted(Move, u16),
    /// The index of the first in `Tree::moves`.
    Listed(u32),
}

/// A position of the tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// The sum of the probabilities of a draw of all visits; NaN if one is unknown.
    pub(super) draws: f64,
    pub(super) parent: u32,
    /// The index of its first child in `Tree::children`.
    pub(super) first_child: u32,
    /// The index of its first prior in `Tree::priors`.
    pub(super) first_prior: u32,
    pub(super) moves: Moves,
    /// The index of its visits in `Tree::children`.
    pub(super) child: u32,
    /// The number of legal moves; 0 at an end.
    pub(super) legal: u16,
    /// The number of moves that were tried.
    pub(super) tried: u16,
    /// The value of its evaluation, or of the end, for the side to move.
    pub(super) value: f32,
    /// The probability of a draw of its evaluation; NaN if unknown.
    pub(super) draw: f32,
    pub(super) state: NodeState,
}

/// A move that was tried.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Child {
    /// The sum of the values of all visits, for the player of the move.
    pub(super) sum: f64,
    pub(super) node: u32,
    /// The number of visits, with that of the evaluation.
    pub(super) visits: u32,
    /// The number of visits whose leaves are not evaluated yet.
    pub(super) in_flight: u32,
    pub(super) prior: f32,
}

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// The root.
pub(super) const ROOT: u32 = 0;

/// A tree of positions. Nodes have no boards: a board is made by playing the moves from the root.
///
/// Of the moves of a node, those that were tried are first, in the order in which they were tried.
/// The others are in the order of generation, but the one with the greatest prior comes first.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) moves: Vec<Move>,
    pub(super) priors: Vec<f32>,
    /// The root, and the children of all nodes.
    pub(super) children: Vec<Child>,
    /// For each power of two, a free place in `children` of this size, of which the first child has
    /// the next one as its node; 0 if there is none.
    pub(super) free: [u32; 10],
    /// Whether the moves of the root stay in their order.
    pub(super) keeps_root_order: bool,
    /// The proven value of the root, and its probability of a draw.
    pub(super) root_proof: Option<(f32, f32)>,
}

impl Tree {
    /// Removes all nodes, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.moves.clear();
        self.priors.clear();
        self.children.clear();
        self.free = Default::default();
    }

    /// Reserves memory for some more nodes, with as many legal moves.
    pub(super) fn reserve(&mut self, nodes: usize, legal: usize) -> Result<(), OutOfMemory> {
        self.nodes.try_reserve_exact(nodes)?;
        self.moves.try_reserve_exact(nodes * legal / 4)?;
        self.priors.try_reserve_exact(nodes * legal)?;
        self.children.try_reserve_exact(nodes + nodes / 4)?;
        Ok(())
    }

    #[inline(always)]
    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline(always)]
    pub(super) fn node_mut(&mut self, node: u32) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    /// The moves of a node that were tried.
    #[inline(always)]
    pub(super) fn children(&self, node: &Node) -> &[Child] {
        let first = node.first_child as usize;
        &self.children[first..first + usize::from(node.tried)]
    }

    /// The visits of a node.
    #[inline(always)]
    pub(super) fn visits(&self, node: &Node) -> &Child {
        &self.children[node.child as usize]
    }

    #[inline(always)]
    fn visits_mut(&mut self, node: u32) -> &mut Child {
        &mut self.children[self.nodes[node as usize].child as usize]
    }

    /// A move of a node that was tried, or that is the next.
    #[inline(always)]
    pub(super) fn move_at(&self, node: &Node, index: usize) -> Option<Move> {
        match node.moves {
            Moves::Unordered => None,
            Moves::Unlisted(first, _) => Some(first),
            Moves::Listed(first) => self.moves.get(first as usize + index).copied(),
        }
    }

    /// The move to a node; `None` for the root.
    pub(super) fn move_to(&self, node: &Node) -> Option<Move> {
        let parent = self.nodes.get(node.parent as usize)?;
        self.move_at(parent, (node.child - parent.first_child) as usize)
    }

    /// The legal moves of a node, if they are listed.
    #[inline(always)]
    pub(super) fn moves(&self, node: &Node) -> &[Move] {
        match node.moves {
            Moves::Listed(first) => &self.moves[first as usize..][..usize::from(node.legal)],
            _ => &[],
        }
    }

    /// Lists the legal moves of a node, which are in the order of the tree.
    pub(super) fn list(&mut self, node: u32, moves: &[Move]) -> Result<(), OutOfMemory> {
        reserve(&mut self.moves, moves.len())?;
        self.node_mut(node).moves = Moves::Listed(self.moves.len() as u32);
        self.moves.extend_from_slice(moves);
        Ok(())
    }

    /// The legal moves of a node with this position, in the order of the tree.
    pub(super) fn moves_of(&self, node: &Node, position: &Position) -> MoveList {
        if let Moves::Listed(_) = node.moves {
            return self.moves(node).iter().copied().collect();
        }
        let mut moves = legal_moves(position);
        if let Moves::Unlisted(first, next) = node.moves {
            let best = moves.iter().position(|&m| m == first).unwrap_or(0);
            moves[..=best].rotate_right(1);
            if next > 0 {
                moves[1..usize::from(next) + 2].rotate_right(1);
            }
        }
        moves
    }

    /// The priors of the legal moves of a node.
    #[inline(always)]
    pub(super) fn priors(&self, node: &Node) -> &[f32] {
        let first = node.first_prior as usize;
        &self.priors[first..first + usize::from(node.legal)]
    }

    #[inline(always)]
    pub(super) fn priors_mut(&mut self, node: u32) -> &mut [f32] {
        let Node { first_prior, legal, .. } = *self.node(node);
        &mut self.priors[first_prior as usize..first_prior as usize + usize::from(legal)]
    }

    /// Adds a node with these visits: the root, or the next child of another node.
    pub(super) fn push(&mut self, parent: u32, visits: Child) -> Result<u32, OutOfMemory> {
        let node = self.nodes.len() as u32;
        reserve(&mut self.nodes, 1)?;
        let child = self.place(parent)? as u32;
        self.children[child as usize] = Child { node, ..visits };
        self.nodes.push(Node { parent, child, draw: f32::NAN, ..Node::default() });
        Ok(node)
    }

    /// Returns the place of the next child of a node, for whose children a power of two is reserved.
    fn place(&mut self, parent: u32) -> Result<usize, OutOfMemory> {
        let above = self.nodes.get(parent as usize).cloned().unwrap_or_default();
        let (tried, mut first) = (usize::from(above.tried), above.first_child as usize);
        if tried == 0 || tried.is_power_of_two() {
            let (size, old) = ((2 * tried).max(1), first);
            let class = size.ilog2() as usize;
            first = self.free[class] as usize;
            if first > 0 {
                self.free[class] = self.children[first].node;
            } else {
                first = self.children.len();
                reserve(&mut self.children, size)?;
                self.children.resize(first + size, Child::default());
            }
            for index in 0..tried {
                let child = self.children[old + index];
                self.children[first + index] = child;
                self.nodes[child.node as usize].child = (first + index) as u32;
            }
            if tried > 0 {
                self.children[old].node = self.free[class - 1];
                self.free[class - 1] = old as u32;
            }
        }
        if let Some(node) = self.nodes.get_mut(parent as usize) {
            (node.first_child, node.tried) = (first as u32, tried as u16 + 1);
        }
        Ok(first + tried)
    }

    /// Sets the number of legal moves of a node, whose priors are not known yet.
    #[inline(always)]
    pub(super) fn set_legal(&mut self, node: u32, legal: usize) -> Result<(), OutOfMemory> {
        let first = self.priors.len();
        reserve(&mut self.priors, legal)?;
        self.priors.resize(first + legal, 0.0);
        let node = self.node_mut(node);
        (node.first_prior, node.legal) = (first as u32, legal as u16);
        Ok(())
    }

    /// Makes the first of the greatest priors of untried moves that of the next; returns its index
    /// among them.
    #[inline(always)]
    pub(super) fn order_next(&mut self, node: u32) -> usize {
        if self.keeps_root_order && node == ROOT {
            return 0;
        }
        let Node { tried, moves, .. } = *self.node(node);
        let priors = &mut self.priors_mut(node)[usize::from(tried)..];
        let (mut best, mut greatest) = (0, f32::NEG_INFINITY);
        for (index, &prior) in priors.iter().enumerate() {
            if prior > greatest {
                (best, greatest) = (index, prior);
            }
        }
        if best > 0 {
            priors[..=best].rotate_right(1);
            if let Moves::Listed(first) = moves {
                let untried = first as usize + usize::from(tried);
                self.moves[untried..][..=best].rotate_right(1);
            }
        }
        best
    }

    /// Adds a child for the next untried move of a node; the moves are listed if one was tried.
    #[inline(always)]
    pub(super) fn try_next(&mut self, parent: u32) -> Result<u32, OutOfMemory> {
        let Node { first_prior, tried, .. } = *self.node(parent);
        let prior = self.priors[first_prior as usize + usize::from(tried)];
        let node = self.push(parent, Child { prior, ..Child::default() })?;
        let best = self.order_next(parent);
        if let Moves::Unlisted(_, next) = &mut self.node_mut(parent).moves {
            *next = best as u16;
        }
        Ok(node)
    }

    /// Adds the value of a visit for the side to move of a node, and of all nodes above.
    #[inline(always)]
    pub(super) fn add(&mut self, mut node: u32, value: f32, draw: f32) {
        let (mut value, draw) = (f64::from(value), f64::from(draw));
        loop {
            let at = self.node_mut(node);
            at.draws += draw;
            let parent = at.parent;
            value = -value;
            let visits = self.visits_mut(node);
            visits.sum += value;
            visits.visits += 1;
            if parent == NONE {
                return;
            }
            node = parent;
        }
    }

    /// Adds to the visits in flight of the moves to a node.
    #[inline(always)]
    pub(super) fn add_in_flight(&mut self, mut node: u32, visits: i32) {
        loop {
            let parent = self.node(node).parent;
            if parent == NONE {
                return;
            }
            let child = self.visits_mut(node);
            child.in_flight = child.in_flight.wrapping_add_signed(visits);
            node = parent;
        }
    }

    /// The index that each legal move of the root, in the order of generation, has in the tree.
    pub(super) fn root_order(&self, legal: &[Move]) -> impl Iterator<Item = usize> {
        let moves = self.moves(self.node(ROOT));
        legal.iter().filter_map(|m| moves.iter().position(|other| other == m))
    }

    /// The value of a node and its probability of a draw, if its children prove them.
    pub(super) fn proof(&self, node: u32) -> Option<(f32, f32)> {
        let node = self.node(node);
        let (mut best, mut ends): (Option<(f32, f32)>, u16) = (None, 0);
        for child in self.children(node) {
            let Node { state: NodeState::End, value, draw, .. } = *self.node(child.node) else {
                continue;
            };
            ends += 1;
            let value = 0.0 - value; // never -0.0
            if best.is_none_or(|(greatest, _)| value > greatest) {
                best = Some((value, draw));
            }
        }
        best.filter(|&(value, _)| value >= 1.0 || ends == node.legal)
    }

    /// The mean value of the visits of a node for its side to move, or the value proven.
    pub(super) fn value(&self, at: u32) -> f64 {
        let node = self.node(at);
        match self.root_proof {
            Some((value, _)) if at == ROOT => value.into(),
            _ if node.state == NodeState::End => node.value.into(),
            _ => (0.0 - self.visits(node).sum) / f64::from(self.visits(node).visits),
        }
    }

    /// The visits of a node's moves, in the order of the tree. With `solve`, those that proofs
    /// exclude have none: all but the best if the node is proven, else those that lose; if only
    /// moves without visits are left, their priors are returned.
    pub(super) fn weights(&self, at: u32, solve: bool) -> Vec<f64> {
        let (node, value) = (self.node(at), self.value(at));
        let is_proven = node.state == NodeState::End || at == ROOT && self.root_proof.is_some();
        let is_possible = |child: &Child| {
            let child = self.node(child.node);
            let proven = (child.state == NodeState::End).then_some(-f64::from(child.value));
            !solve || if is_proven { proven == Some(value) } else { proven != Some(-1.0) }
        };
        let children = self.children(node);
        let visits = |child: &Child| if is_possible(child) { child.visits.into() } else { 0.0 };
        let weights: Vec<f64> = children.iter().map(visits).collect();
        if weights.iter().any(|&weight| weight > 0.0) || self.visits(node).visits <= 1 {
            return weights;
        }
        let prior = |(index, &prior): (usize, &f32)| match children.get(index) {
            Some(child) if !is_possible(child) => 0.0,
            _ => f64::from(prior.max(f32::MIN_POSITIVE)),
        };
        self.priors(node).iter().enumerate().map(prior).collect()
    }

    /// The memory in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.moves.capacity() * size_of::<Move>()
            + self.priors.capacity() * size_of::<f32>()
            + self.children.capacity() * size_of::<Child>()
    }
}

/// Reserves memory for some more elements, at least an eighth of their number: a tree grows often,
/// and little. There are fewer than 2^32.
#[inline(always)]
fn reserve<T>(list: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
    if list.capacity() - list.len() < more {
        u32::try_from(list.len() + more).map_err(|_| OutOfMemory)?;
        list.try_reserve_exact(more.max(list.len() / 8))?;
    }
    Ok(())
}

/// The search of one game.
#[derive(Debug, Default)]
pub(super) struct Search {
    pub(super) tree: Tree,
    /// The game at the root.
    pub(super) root: GameSlot,
    /// Whether there is a root.
    pub(super) is_begun: bool,
    /// The number of the search, to detect leaves of an earlier one.
    pub(super) epoch: u64,
    /// The rounds of a search by Gumbel numbers.
    pub(super) halving: Halving,
    /// The simulations of this search, and those of them that are over or in flight.
    pub(super) simulations: u32,
    pub(super) done: u32,
    pub(super) in_flight: u32,
    pub(super) has_noise: bool,
    /// The search ended early.
    pub(super) is_stopped: bool,
    pub(super) max_nodes: u32,
    /// The moves of a simulation.
    pub(super) path: Vec<Move>,
    /// The network's priors of the root, in the order of generation.
    pub(super) root_priors: Vec<f32>,
    /// The Gumbel number plus the logarithm of the prior of each move of the root, in the order of
    /// the tree.
    pub(super) gumbel: Vec<f32>,
    /// The visits of the root's moves at the last check of the gain of 100 visits.
    pub(super) kld_visits: Vec<u32>,
}

impl Search {
    /// Whether the root was evaluated.
    pub(super) fn is_evaluated(&self) -> bool {
        self.is_begun && self.tree.nodes.first().is_some_and(|root| root.state == NodeState::Open)
    }

    /// Whether no more leaves can be selected.
    pub(super) fn is_done(&self) -> bool {
        let is_over = self.tree.nodes.first().is_some_and(|root| root.state == NodeState::End);
        !self.is_begun
            || is_over
            || self.is_evaluated()
                && (self.is_stopped || self.done + self.in_flight >= self.simulations)
    }

    /// Resets selected leaves that were not evaluated; their evaluations are errors.
    pub(super) fn recall(&mut self) {
        let waits = |node: &Node| node.state == NodeState::InFlight;
        if self.in_flight == 0 && !self.tree.nodes.first().is_some_and(waits) {
            return;
        }
        self.epoch += 1;
        for node in 0..self.tree.nodes.len() as u32 {
            if waits(self.tree.node(node)) {
                self.release(node);
            }
        }
    }

    /// Resets a selected leaf.
    pub(super) fn release(&mut self, node: u32) {
        self.tree.node_mut(node).state = NodeState::New;
        if node != ROOT {
            self.tree.add_in_flight(node, -1);
            self.in_flight -= 1;
        }
    }

    /// Lists the moves of a node to which `path` leads.
    #[inline(never)]
    pub(super) fn list_moves(&mut self, node: u32) -> Result<(), OutOfMemory> {
        let mut position = *self.root.recent.position();
        self.path.iter().for_each(|&m| position.play_unchecked(m));
        let moves = self.tree.moves_of(self.tree.node(node), &position);
        self.tree.list(node, &moves)
    }

    /// [`Tree::root_order`].
    pub(super) fn root_order(&self) -> impl Iterator<Item = usize> {
        self.tree.root_order(&self.root.legal)
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.tree.heap_bytes()
            + self.root.heap_bytes()
            + size_of::<Move>() * self.path.capacity()
            + (self.root_priors.capacity() + self.gumbel.capacity() + self.kld_visits.capacity())
                * size_of::<u32>()
    }
}

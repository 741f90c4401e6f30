//! One search tree: its nodes, their moves, and the visits.

use super::halving::Halving;
use crate::arena::GameSlot;
use crate::memory::OutOfMemory;
use crate::types::Move;

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

/// A position of the tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// The sum of the values of all visits, for the side to move.
    pub(super) sum: f64,
    /// The sum of the probabilities of a draw of all visits; NaN if one is unknown.
    pub(super) draws: f64,
    /// The number of visits, with that of its evaluation.
    pub(super) visits: u32,
    pub(super) parent: u32,
    /// Its index among the children of its parent.
    pub(super) index: u16,
    /// The number of legal moves; 0 at an end.
    pub(super) legal: u16,
    /// The number of moves that were tried.
    pub(super) tried: u16,
    /// The number of children for which memory is reserved.
    pub(super) capacity: u16,
    /// The index of its first move in `Tree::moves` and `Tree::priors`.
    pub(super) first_move: u32,
    /// The index of its first child in `Tree::children`.
    pub(super) first_child: u32,
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
    pub(super) visits: u32,
    /// The number of visits whose leaves are not evaluated yet.
    pub(super) in_flight: u32,
    pub(super) prior: f32,
}

/// The number of children for which memory is reserved at first.
const FIRST_CAPACITY: u16 = 4;

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
    pub(super) children: Vec<Child>,
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
    }

    /// Reserves memory for some nodes.
    pub(super) fn reserve(&mut self, nodes: usize) -> Result<(), OutOfMemory> {
        /// Legal moves of a typical position.
        const MOVES: usize = 36;
        self.nodes.try_reserve(nodes)?;
        self.moves.try_reserve(MOVES * nodes)?;
        self.priors.try_reserve(MOVES * nodes)?;
        self.children.try_reserve(2 * nodes)?;
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

    /// The index of a node among the children of its parent.
    #[inline(always)]
    pub(super) fn child_mut(&mut self, parent: u32, index: u16) -> &mut Child {
        let first = self.node(parent).first_child;
        &mut self.children[first as usize + usize::from(index)]
    }

    /// The legal moves of a node.
    #[inline(always)]
    pub(super) fn moves(&self, node: &Node) -> &[Move] {
        let first = node.first_move as usize;
        &self.moves[first..first + usize::from(node.legal)]
    }

    /// The priors of the legal moves of a node.
    #[inline(always)]
    pub(super) fn priors(&self, node: &Node) -> &[f32] {
        let first = node.first_move as usize;
        &self.priors[first..first + usize::from(node.legal)]
    }

    #[inline(always)]
    pub(super) fn priors_mut(&mut self, node: u32) -> &mut [f32] {
        let Node { first_move, legal, .. } = *self.node(node);
        &mut self.priors[first_move as usize..first_move as usize + usize::from(legal)]
    }

    /// Adds a node.
    pub(super) fn push(&mut self, parent: u32, index: u16) -> Result<u32, OutOfMemory> {
        let node = self.nodes.len() as u32;
        self.nodes.try_reserve(1)?;
        self.nodes.push(Node { parent, index, draw: f32::NAN, ..Node::default() });
        Ok(node)
    }

    /// Sets the legal moves of a node, whose priors are not known yet.
    #[inline(always)]
    pub(super) fn set_moves(&mut self, node: u32, legal: &[Move]) -> Result<(), OutOfMemory> {
        let first = self.moves.len();
        u32::try_from(first).map_err(|_| OutOfMemory)?;
        self.moves.try_reserve(legal.len())?;
        self.priors.try_reserve(legal.len())?;
        self.moves.extend_from_slice(legal);
        self.priors.resize(first + legal.len(), 0.0);
        let node = self.node_mut(node);
        (node.first_move, node.legal) = (first as u32, legal.len() as u16);
        Ok(())
    }

    /// Makes the first of the greatest priors of untried moves that of the next.
    #[inline(always)]
    pub(super) fn order_next(&mut self, node: u32) {
        if self.keeps_root_order && node == ROOT {
            return;
        }
        let Node { first_move, legal, tried, .. } = *self.node(node);
        let untried =
            first_move as usize + usize::from(tried)..first_move as usize + usize::from(legal);
        let priors = &mut self.priors[untried.clone()];
        let (mut best, mut greatest) = (0, f32::NEG_INFINITY);
        for (index, &prior) in priors.iter().enumerate() {
            if prior > greatest {
                (best, greatest) = (index, prior);
            }
        }
        if best > 0 {
            priors[..=best].rotate_right(1);
            self.moves[untried][..=best].rotate_right(1);
        }
    }

    /// Adds a child for the next untried move of a node.
    #[inline(always)]
    pub(super) fn try_next(&mut self, parent: u32) -> Result<u32, OutOfMemory> {
        let Node { first_move, tried, capacity, first_child, legal, .. } = *self.node(parent);
        if tried == capacity {
            // elsewhere and larger: abandoned memory never exceeds used memory
            let larger = (2 * capacity).clamp(FIRST_CAPACITY, legal.max(FIRST_CAPACITY));
            let first = self.children.len();
            u32::try_from(first).map_err(|_| OutOfMemory)?;
            self.children.try_reserve(usize::from(larger))?;
            let old = first_child as usize..first_child as usize + usize::from(tried);
            self.children.extend_from_within(old);
            self.children.resize(first + usize::from(larger), Child::default());
            let node = self.node_mut(parent);
            (node.first_child, node.capacity) = (first as u32, larger);
        }
        let child = self.push(parent, tried)?;
        let prior = self.priors[first_move as usize + usize::from(tried)];
        self.node_mut(parent).tried += 1;
        *self.child_mut(parent, tried) = Child { node: child, prior, ..Child::default() };
        self.order_next(parent);
        Ok(child)
    }

    /// Adds the value of a visit for the side to move of a node, and of all nodes above.
    #[inline(always)]
    pub(super) fn add(&mut self, mut node: u32, value: f32, draw: f32) {
        let (mut value, draw) = (f64::from(value), f64::from(draw));
        loop {
            let at = self.node_mut(node);
            at.sum += value;
            at.draws += draw;
            at.visits += 1;
            let (parent, index) = (at.parent, at.index);
            if parent == NONE {
                return;
            }
            value = -value;
            let child = self.child_mut(parent, index);
            child.sum += value;
            child.visits += 1;
            node = parent;
        }
    }

    /// Adds to the visits in flight of the moves to a node.
    #[inline(always)]
    pub(super) fn add_in_flight(&mut self, mut node: u32, visits: i32) {
        loop {
            let Node { parent, index, .. } = *self.node(node);
            if parent == NONE {
                return;
            }
            let child = self.child_mut(parent, index);
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
            _ => node.sum / f64::from(node.visits),
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
        if weights.iter().any(|&weight| weight > 0.0) || node.visits <= 1 {
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

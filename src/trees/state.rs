//! The state of searches between two moves, for checkpoints.
//!
//! It has the part of each tree that the next search continues with, below the current position of
//! its game. Trees are written as arrays and rebuilt from them with the legal moves of each
//! position, so arrays with other moves are errors.

use super::begin::root_priors;
use super::error::out_of_memory;
use super::reuse;
use super::tree::{Child, NONE, Node, NodeState, ROOT, Search, Tree};
use super::{TreeOptions, TreeSearch};
use crate::arena::{Arena, GameSlot, check_size};
use crate::error::{CallError, call_error, ensure};
use crate::memory::{self, OutOfMemory};
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::types::Move;

/// The trees of all games, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedTrees {
    /// The seed of the search.
    pub seed: u64,
    /// The number of nodes of each game; 0 without a tree.
    pub counts: Vec<i64>,
    /// Of each node: its parent in the tree (-1 for the root, the first), whether it is new (0), open
    /// (1) or an end (2), its visits, and the number of its moves.
    pub nodes: Vec<[i64; 4]>,
    /// Of each node: the sums of the values and draws of its visits, and those of its evaluation.
    pub values: Vec<[f64; 4]>,
    /// The legal moves of each node: those that were tried, then the others.
    pub moves: Vec<u16>,
    /// Their priors.
    pub priors: Vec<f32>,
    /// The network's priors of the moves of each root.
    pub root_priors: Vec<f32>,
}

/// The error of a state that is damaged, or that of other games.
fn damaged(slot: usize, reason: Damage) -> CallError {
    call_error!(Value("state"), "invalid state of a TreeSearch, game {slot}: {reason}")
}

/// The reason for which arrays are not a state.
type Damage = &'static str;

impl TreeSearch {
    /// Returns the state. Without [`TreeOptions::reuse`] it has no trees.
    ///
    /// # Errors
    /// If a search is not over, or there is not enough memory.
    pub fn state(&self, arena: &Arena) -> Result<SavedTrees, CallError> {
        let mut saved = SavedTrees { seed: self.options.seed, ..SavedTrees::default() };
        for (slot, search) in self.searches.iter().enumerate() {
            ensure!(
                search.is_done(),
                Value("state"),
                "the search of game {slot} is not over: call run, or clear its tree"
            );
            let game = arena.slot(slot);
            let kept = if self.options.reuse { reuse::node_of(search, game) } else { None };
            let Some(kept) = kept else {
                saved.counts.push(0);
                continue;
            };
            let position = game.recent.position();
            let tree = search.tree.below(kept, position).map_err(out_of_memory)?;
            let priors = match kept {
                ROOT => search.root_priors.clone(),
                _ => root_priors(&tree, &game.legal, &self.options),
            };
            saved.push(&tree, position, &priors).map_err(out_of_memory)?;
        }
        Ok(saved)
    }

    /// Continues from a state; the arena must have the same games in progress.
    ///
    /// # Errors
    /// If it is not a state of such a search and these games; nothing is changed then.
    pub fn set_state(&mut self, arena: &Arena, saved: &SavedTrees) -> Result<(), CallError> {
        let games = self.searches.len();
        check_size("the counts of a state", games, saved.counts.len())?;
        let per_node = size_of::<Node>() + size_of::<Position>() + size_of::<Child>();
        memory::check(saved.nodes.len().saturating_mul(per_node)).map_err(out_of_memory)?;
        let options = TreeOptions { seed: saved.seed, ..self.options };
        let mut rest = Rest {
            nodes: &saved.nodes,
            values: &saved.values,
            moves: &saved.moves,
            priors: &saved.priors,
            root_priors: &saved.root_priors,
        };
        let mut searches = Vec::new();
        searches.try_reserve_exact(games).map_err(out_of_memory)?;
        for (slot, (&count, old)) in saved.counts.iter().zip(&self.searches).enumerate() {
            let mut search = Search { epoch: old.epoch + 1, ..Search::default() };
            if count != 0 {
                if !options.reuse {
                    let reason = "it has a tree, and this search does not reuse them";
                    return Err(damaged(slot, reason));
                }
                let game = arena.slot(slot);
                (search.tree, search.root_priors) =
                    rest.tree(game, count).map_err(|reason| damaged(slot, reason))?;
                search.root.copy_from(game);
                search.root.game = game.game;
                search.is_begun = true;
            }
            searches.push(search);
        }
        if !rest.nodes.is_empty() || !rest.moves.is_empty() || !rest.root_priors.is_empty() {
            let reason = "its arrays are longer than the trees";
            return Err(damaged(games - 1, reason));
        }
        (self.options, self.searches) = (options, searches);
        self.cache.clear();
        Ok(())
    }
}

impl SavedTrees {
    /// Adds a tree in the order of [`Tree::below`]: the children of a node side by side, after it.
    fn push(
        &mut self,
        tree: &Tree,
        root: &Position,
        root_priors: &[f32],
    ) -> Result<(), OutOfMemory> {
        let mut positions: Vec<Position> = Vec::new();
        positions.try_reserve_exact(tree.nodes.len())?;
        self.counts.push(tree.nodes.len() as i64);
        self.nodes.try_reserve(tree.nodes.len())?;
        self.values.try_reserve(tree.nodes.len())?;
        self.moves.try_reserve(tree.priors.len())?;
        self.priors.try_reserve(tree.priors.len())?;
        for node in &tree.nodes {
            let parent = if node.parent == NONE { -1 } else { node.parent.into() };
            let after = |m| positions[node.parent as usize].after(m);
            let position = tree.move_to(node).map_or(*root, after);
            let state = match node.state {
                NodeState::New | NodeState::InFlight => 0,
                NodeState::Open => 1,
                NodeState::End => 2,
            };
            let Child { sum, visits, .. } = *tree.visits(node);
            self.nodes.push([parent, state, visits.into(), node.legal.into()]);
            self.values.push([0.0 - sum, node.draws, node.value.into(), node.draw.into()]);
            let moves = tree.moves_of(node, &position);
            self.moves.extend(moves.iter().take(node.legal.into()).map(|m| m.bits()));
            positions.push(position);
            self.priors.extend_from_slice(tree.priors(node));
        }
        self.root_priors.extend_from_slice(root_priors);
        Ok(())
    }
}

/// The unread rest of the arrays.
struct Rest<'a> {
    nodes: &'a [[i64; 4]],
    values: &'a [[f64; 4]],
    moves: &'a [u16],
    priors: &'a [f32],
    root_priors: &'a [f32],
}

/// Takes the first elements of a list.
fn take<'a, T>(list: &mut &'a [T], count: usize) -> Result<&'a [T], Damage> {
    let (first, rest) =
        list.split_at_checked(count).ok_or("its arrays are shorter than the trees")?;
    *list = rest;
    Ok(first)
}

/// Whether all numbers can be priors.
fn are_priors(priors: &[f32]) -> Result<(), Damage> {
    let is_prior = |prior: &f32| (0.0..=2.0).contains(prior);
    if priors.iter().all(is_prior) { Ok(()) } else { Err("a prior is not from 0 to 1") }
}

/// The position of the next child of a node, the node, and the prior of the move.
fn child(tree: &Tree, positions: &[Position], parent: i64) -> Result<(Position, u32, f32), Damage> {
    let parent = u32::try_from(parent).ok().filter(|&n| (n as usize) < tree.nodes.len());
    let parent = parent.ok_or("a node has no parent before it")?;
    let above = tree.node(parent);
    let index = usize::from(above.tried);
    if above.state == NodeState::New || above.tried >= above.legal {
        return Err("a node has more children than moves");
    }
    let position = positions[parent as usize].after(tree.moves(above)[index]);
    Ok((position, parent, tree.priors(above)[index]))
}

impl Rest<'_> {
    /// The next tree, of the current position of a game, and the network's priors of its root.
    fn tree(&mut self, game: &GameSlot, count: i64) -> Result<(Tree, Vec<f32>), Damage> {
        let count = u32::try_from(count).map_err(|_| "a number of nodes is out of range")? as usize;
        let (nodes, values) = (take(&mut self.nodes, count)?, take(&mut self.values, count)?);
        let mut tree = Tree { nodes: Vec::with_capacity(count), ..Tree::default() };
        let mut positions: Vec<Position> = Vec::with_capacity(count);
        for (node, values) in nodes.iter().zip(values) {
            // sums of them stay below 2^32
            if !(0..=i64::from(u32::MAX) / 4).contains(&node[2]) {
                return Err("a number of visits is out of range");
            }
            let (position, parent, prior) = if tree.nodes.is_empty() {
                if node[0] != -1 || node[1] != 1 || game.end.is_some() {
                    return Err("its first node is not the position of the game");
                }
                (*game.recent.position(), NONE, 1.0)
            } else {
                child(&tree, &positions, node[0])?
            };
            let (sum, visits) = (-values[0], node[2] as u32);
            let visits = Child { sum, visits, prior, ..Child::default() };
            self.node(&mut tree, &position, (parent, visits), *node, *values)?;
            positions.push(position);
        }
        let root_priors = take(&mut self.root_priors, game.legal.len())?;
        are_priors(root_priors)?;
        Ok((tree, root_priors.to_vec()))
    }

    /// Adds a node.
    fn node(
        &mut self,
        tree: &mut Tree,
        position: &Position,
        (parent, visits): (u32, Child),
        [_, state, _, legal]: [i64; 4],
        [sum, draws, value, draw]: [f64; 4],
    ) -> Result<(), Damage> {
        let state = match state {
            0 => NodeState::New,
            1 => NodeState::Open,
            2 => NodeState::End,
            _ => return Err("the state of a node is not 0 to 2"),
        };
        let is_share = |number: f64| (0.0..=1.0).contains(&number) || number.is_nan();
        if !sum.is_finite()
            || draws.is_infinite()
            || !(-1.0..=1.0).contains(&value)
            || !is_share(draw)
        {
            return Err("a value is out of range");
        }
        let legal = usize::try_from(legal).map_err(|_| "a number of moves is negative")?;
        let (bits, priors) = (take(&mut self.moves, legal)?, take(&mut self.priors, legal)?);
        let moves: Option<Vec<Move>> = bits.iter().map(|&bits| Move::from_bits(bits)).collect();
        let moves = moves.ok_or("a move is not 16 bits of a move")?;
        if legal > 0 {
            let sorted = |moves: &[Move]| {
                let mut bits: Vec<u16> = moves.iter().map(|m| m.bits()).collect();
                bits.sort_unstable();
                bits
            };
            if sorted(&moves) != sorted(&legal_moves(position)) {
                return Err("the moves of a node are not the legal moves");
            }
        } else if state == NodeState::Open {
            return Err("a node that was evaluated has no moves");
        }
        are_priors(priors)?;
        let mut push = || {
            let at = tree.push(parent, visits)?;
            tree.set_legal(at, legal)?;
            tree.priors_mut(at).copy_from_slice(priors);
            tree.list(at, &moves)?;
            let node = tree.node_mut(at);
            (node.draws, node.value, node.draw) = (draws, value as f32, draw as f32);
            node.state = state;
            Ok(())
        };
        push().map_err(|OutOfMemory| "it is too large")
    }
}

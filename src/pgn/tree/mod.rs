//! One game as a tree: moves with comments, NAGs and variations.
//!
//! The nodes lie in one list and know each other by number, so that nothing here calls itself,
//! whatever the depth: building, walking, copying, dropping. A node's number is greater than its
//! parent's, always, so there are no circles.

mod build;
mod commands;
mod game_lines;
mod read;
#[cfg(test)]
mod tests;
mod walk;
mod write;

pub use super::arrow::{Arrow, ArrowColor};
pub use build::{ReadGame, Start, read_game, read_tags};
pub use commands::{Eval, Score};
pub use game_lines::{GameLines, PushedLine};
#[cfg(feature = "python")]
pub(crate) use read::{
    Diagnostic, Entry, Meaning, Visit, WordOutcome, is_tag_name, meaning, read_movetext,
};
pub use walk::{Step, Walk};
pub use write::{Lines, Page, PgnWriter, WriteOptions};

use std::collections::BTreeSet;

use crate::notation::uci;
use crate::position::Position;
use crate::rules::Game;
use crate::types::Move;

/// The number of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The node before the first move.
    pub const ROOT: NodeId = NodeId(0);
    const NONE: NodeId = NodeId(u32::MAX);

    /// The number, from 0 for the root.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move of a game: `None` is the null move, which passes the turn.
pub type TreeMove = Option<Move>;

/// What a node has beside its move and its first child; most nodes have nothing.
#[derive(Clone, Default, Debug)]
struct Notes {
    comment: String,
    starting_comment: String,
    nags: BTreeSet<u32>,
    /// The children after the first.
    others: Vec<NodeId>,
}

#[derive(Clone, Debug)]
struct Node {
    parent: NodeId,
    first: NodeId,
    /// As a board of the game shows it: castling is `e1g1` in a game of standard chess.
    m: TreeMove,
    notes: Option<Box<Notes>>,
}

/// A tree of moves. What position it starts from is its owner's affair.
///
/// A node that is taken out of its parent's children stays where it is, with its number, as long as
/// the tree lives.
///
/// ```
/// use enroque::pgn::tree::{NodeId, Tree};
/// use enroque::types::{Move, Square};
/// let mut tree = Tree::new();
/// let e4 = tree.add(NodeId::ROOT, Move::new(Square::E2, Square::E4)).unwrap();
/// let d4 = tree.add(NodeId::ROOT, Move::new(Square::D2, Square::D4)).unwrap();
/// tree.set_comment(d4, "quieter".to_owned());
/// assert_eq!(tree.children(NodeId::ROOT).collect::<Vec<_>>(), [e4, d4]);
/// assert_eq!(tree.comment(d4), "quieter");
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

/// The parts of a node, for those who store trees elsewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeData {
    /// The number of the parent; the root's is its own.
    pub parent: u32,
    /// The move to the node; the root's is `None`, and so is a null move.
    pub m: TreeMove,
    /// The numbers of the children, in their order.
    pub children: Vec<u32>,
    /// The comment after the move.
    pub comment: String,
    /// The comment before it.
    pub starting_comment: String,
    /// The NAGs.
    pub nags: Vec<u32>,
}

impl Tree {
    /// The root alone.
    pub fn new() -> Tree {
        let mut nodes = Vec::with_capacity(64);
        nodes.push(Node { parent: NodeId::ROOT, first: NodeId::NONE, m: None, notes: None });
        Tree { nodes }
    }

    /// How many nodes there are or were, the root among them.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node but the root.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// The node with a number.
    pub fn id(&self, index: usize) -> Option<NodeId> {
        let number = u32::try_from(index).ok()?;
        (index < self.nodes.len()).then_some(NodeId(number))
    }

    #[inline]
    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    fn notes(&self, id: NodeId) -> Option<&Notes> {
        self.node(id).notes.as_deref()
    }

    fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        self.nodes[id.index()].notes.get_or_insert_default()
    }

    /// Appends a child with a move; `None` if the tree has four thousand million nodes already.
    #[inline]
    pub fn add(&mut self, parent: NodeId, m: TreeMove) -> Option<NodeId> {
        let id = self.push(parent, m)?;
        let node = &mut self.nodes[parent.index()];
        if node.first == NodeId::NONE {
            node.first = id;
        } else {
            node.notes.get_or_insert_default().others.push(id);
        }
        Some(id)
    }

    #[inline]
    fn push(&mut self, parent: NodeId, m: TreeMove) -> Option<NodeId> {
        let id = NodeId(u32::try_from(self.nodes.len()).ok().filter(|&id| id != u32::MAX)?);
        self.nodes.push(Node { parent, first: NodeId::NONE, m, notes: None });
        Some(id)
    }

    /// The node before; `None` for the root.
    #[inline]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| self.node(id).parent)
    }

    /// The move to the node; the root's is `None`.
    #[inline]
    pub fn move_of(&self, id: NodeId) -> TreeMove {
        self.node(id).m
    }

    /// Puts another move in the place of a node's; the root has none.
    pub fn set_move(&mut self, id: NodeId, m: TreeMove) {
        if id != NodeId::ROOT {
            self.nodes[id.index()].m = m;
        }
    }

    /// The first child, with which the line goes on.
    #[inline]
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        let first = self.node(id).first;
        (first != NodeId::NONE).then_some(first)
    }

    /// The children after the first.
    #[inline]
    pub fn sidelines(&self, id: NodeId) -> &[NodeId] {
        self.notes(id).map_or(&[], |notes| &notes.others)
    }

    /// All children, the main one first.
    #[inline]
    pub fn children(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        self.next(id).into_iter().chain(self.sidelines(id).iter().copied())
    }

    /// How many children there are.
    #[inline]
    pub fn child_count(&self, id: NodeId) -> usize {
        usize::from(self.next(id).is_some()) + self.sidelines(id).len()
    }

    /// Puts the children in another order, takes some out, or puts in some that were taken out.
    /// Nodes of another parent are left out.
    pub fn set_children(&mut self, id: NodeId, children: &[NodeId]) {
        let own = |child: &&NodeId| self.parent(**child) == Some(id);
        let mut children = children.iter().filter(own).copied();
        let first = children.next().unwrap_or(NodeId::NONE);
        let others: Vec<NodeId> = children.collect();
        self.nodes[id.index()].first = first;
        if !(others.is_empty() && self.sidelines(id).is_empty()) {
            self.notes_mut(id).others = others;
        }
    }

    /// Copies a node of another tree, or of this one, with all that comes after it, and gives the
    /// copy this parent, but does not put it among its children.
    pub fn graft(&mut self, parent: NodeId, from: &Tree, node: NodeId) -> Option<NodeId> {
        let top = self.copy_node(parent, from, node)?;
        let mut open = vec![(node, top)];
        while let Some((theirs, ours)) = open.pop() {
            let mut children = Vec::with_capacity(from.child_count(theirs));
            for child in from.children(theirs) {
                let copy = self.copy_node(ours, from, child)?;
                children.push(copy);
                open.push((child, copy));
            }
            self.set_children(ours, &children);
        }
        Some(top)
    }

    fn copy_node(&mut self, parent: NodeId, from: &Tree, node: NodeId) -> Option<NodeId> {
        let copy = self.push(parent, from.move_of(node))?;
        if let Some(notes) = from.notes(node) {
            let notes = Notes { others: Vec::new(), ..notes.clone() };
            self.nodes[copy.index()].notes = Some(Box::new(notes));
        }
        Some(copy)
    }

    /// The comment after the move; of the root, before the first move.
    pub fn comment(&self, id: NodeId) -> &str {
        self.notes(id).map_or("", |notes| &notes.comment)
    }

    /// Sets the comment after the move.
    pub fn set_comment(&mut self, id: NodeId, comment: String) {
        if !(comment.is_empty() && self.notes(id).is_none()) {
            self.notes_mut(id).comment = comment;
        }
    }

    /// The comment before the move, at the start of a variation.
    pub fn starting_comment(&self, id: NodeId) -> &str {
        self.notes(id).map_or("", |notes| &notes.starting_comment)
    }

    /// Sets the comment before the move.
    pub fn set_starting_comment(&mut self, id: NodeId, comment: String) {
        if !(comment.is_empty() && self.notes(id).is_none()) {
            self.notes_mut(id).starting_comment = comment;
        }
    }

    /// Adds to the comment after the move, a space between.
    fn append_comment(&mut self, id: NodeId, comment: &str) {
        if !comment.is_empty() {
            join(&mut self.notes_mut(id).comment, comment);
        }
    }

    /// The numeric annotation NAGs, rising.
    pub fn nags(&self, id: NodeId) -> impl Iterator<Item = u32> + '_ {
        self.notes(id).into_iter().flat_map(|notes| notes.nags.iter().copied())
    }

    /// Sets the NAGs, in any order.
    pub fn set_nags(&mut self, id: NodeId, nags: Vec<u32>) {
        if !(nags.is_empty() && self.notes(id).is_none()) {
            self.notes_mut(id).nags = nags.into_iter().collect();
        }
    }

    /// Adds a NAG, unless it is there.
    pub fn add_nag(&mut self, id: NodeId, nag: u32) {
        self.notes_mut(id).nags.insert(nag);
    }

    /// The last node of the main line after a node.
    pub fn end(&self, id: NodeId) -> NodeId {
        let mut end = id;
        while let Some(next) = self.next(end) {
            end = next;
        }
        end
    }

    /// Whether every node on the way from the root is its parent's first child.
    pub fn is_mainline(&self, id: NodeId) -> bool {
        let mut node = id;
        while let Some(parent) = self.parent(node) {
            if self.next(parent) != Some(node) {
                return false;
            }
            node = parent;
        }
        true
    }

    /// How many moves lead to the node.
    pub fn depth(&self, id: NodeId) -> usize {
        let (mut depth, mut node) = (0, id);
        while let Some(parent) = self.parent(node) {
            depth += 1;
            node = parent;
        }
        depth
    }

    /// The moves that lead to the node.
    pub fn moves_to(&self, id: NodeId) -> Vec<TreeMove> {
        let (mut moves, mut node) = (Vec::new(), id);
        while let Some(parent) = self.parent(node) {
            moves.push(self.move_of(node));
            node = parent;
        }
        moves.reverse();
        moves
    }

    /// All nodes as plain values, by number.
    pub fn to_nodes(&self) -> Vec<NodeData> {
        let ids = (0..self.nodes.len()).filter_map(|index| self.id(index));
        let parts = ids.map(|id| NodeData {
            parent: self.node(id).parent.0,
            m: self.move_of(id),
            children: self.children(id).map(|child| child.0).collect(),
            comment: self.comment(id).to_owned(),
            starting_comment: self.starting_comment(id).to_owned(),
            nags: self.nags(id).collect(),
        });
        parts.collect()
    }

    /// The tree of such values; `None` if they make none: a parent that is not before its child, a
    /// child of somebody else.
    pub fn from_nodes(parts: Vec<NodeData>) -> Option<Tree> {
        let mut tree = Tree::new();
        for (index, part) in parts.iter().enumerate().skip(1) {
            let parent = tree.id(part.parent as usize).filter(|id| id.index() < index)?;
            tree.push(parent, part.m)?;
        }
        if parts.is_empty() {
            return None;
        }
        for (index, part) in parts.into_iter().enumerate() {
            let id = tree.id(index)?;
            let children: Option<Vec<NodeId>> =
                part.children.iter().map(|&child| tree.id(child as usize)).collect();
            let children = children?;
            if children.iter().any(|&child| tree.parent(child) != Some(id)) {
                return None;
            }
            tree.set_children(id, &children);
            tree.set_comment(id, part.comment);
            tree.set_starting_comment(id, part.starting_comment);
            tree.set_nags(id, part.nags);
        }
        Some(tree)
    }
}

/// Appends a text to another, a space between; empty ones leave none.
fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

/// A move that cannot be played where the tree has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnplayableMove {
    /// The move, `None` for a null move out of check.
    pub m: TreeMove,
    /// Where it should be played.
    pub position: Box<Position>,
}

/// The legal move that a move of a tree means in a position.
fn playable(position: &Position, m: TreeMove) -> Result<TreeMove, UnplayableMove> {
    let unplayable = || UnplayableMove { m, position: Box::new(*position) };
    match m {
        None if position.is_check() => Err(unplayable()),
        None => Ok(None),
        Some(m) => match uci::find(position, m.from(), m.to(), m.promoted()) {
            Some(found) => Ok(Some(found)),
            None => Err(unplayable()),
        },
    }
}

/// Plays moves of a tree; at one that cannot be played it stops.
pub fn play_all(
    game: &mut Game,
    moves: impl IntoIterator<Item = TreeMove>,
) -> Result<(), UnplayableMove> {
    for m in moves {
        match playable(game.position(), m)? {
            Some(m) => game.push_unchecked(m),
            None => game.push_null(),
        }
    }
    Ok(())
}

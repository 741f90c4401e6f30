//! Game trees: moves with comments, NAGs and variations.
//!
//! The nodes are in one list and refer to each other by index, so that building, walking, copying
//! and dropping need no recursion. The index of a node is greater than that of its parent, so there
//! are no cycles.

mod build;
mod commands;
mod comments;
mod game_text;
mod play;
#[cfg(test)]
mod tests;
mod walk;
mod write;

pub use super::arrow::{Arrow, ArrowColor};
pub use super::command_values::{Eval, Score};
#[cfg(feature = "python")]
pub(crate) use build::visit;
pub use build::{ReadGame, read_game};
pub use comments::CommentPlace;
pub use game_text::GameText;
pub use play::UnplayableMove;
pub use walk::{Step, Walk};
pub use write::{PgnSink, PgnWriter, WriteOptions};

use std::collections::{BTreeMap, BTreeSet};

use super::command_values::EngineReport;
use crate::types::Move;

/// The index of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The node before the first move.
    pub const ROOT: NodeId = NodeId(0);
    const NONE: NodeId = NodeId(u32::MAX);

    /// Returns the index, from 0 for the root.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move of a game; `None` is the null move.
pub type TreeMove = Option<Move>;

/// The data of a node beside its move and its first child; most nodes have none.
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
    /// Castling is in the notation of the game: `e1g1` in standard chess.
    m: TreeMove,
    /// The number of moves from the root.
    depth: u32,
    notes: Option<Box<Notes>>,
}

/// A tree of moves. The start position is stored elsewhere.
///
/// A node that is removed from the children of its parent keeps its index for the lifetime of the
/// tree.
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
    /// The spaces at which the text of several comments is divided.
    splits: BTreeMap<(NodeId, CommentPlace), Vec<usize>>,
    reads_engine_reports: bool,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

/// The data of a node as plain values, for serialization.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeData {
    /// The index of the parent; 0 for the root.
    pub parent: u32,
    /// The move to the node; `None` for the root and for a null move.
    pub m: TreeMove,
    /// The indices of the children, in their order.
    pub children: Vec<u32>,
    /// The comments after the move.
    pub comments: Vec<String>,
    /// The comments before it.
    pub starting_comments: Vec<String>,
    /// The NAGs.
    pub nags: Vec<u32>,
}

impl Tree {
    /// Returns a tree with only the root.
    pub fn new() -> Tree {
        let mut nodes = Vec::with_capacity(64);
        let (parent, first) = (NodeId::ROOT, NodeId::NONE);
        nodes.push(Node { parent, first, m: None, depth: 0, notes: None });
        Tree { nodes, splits: BTreeMap::new(), reads_engine_reports: false }
    }

    /// Sets whether [`Tree::engine_report`] reads comments.
    pub fn read_engine_reports(&mut self, reads: bool) {
        self.reads_engine_reports = reads;
    }

    /// Returns the report of Cutechess or fastchess in the comment after the move, if such comments
    /// are to be read.
    pub fn engine_report(&self, id: NodeId) -> Option<EngineReport> {
        let comment = Some(self.comment(id)).filter(|_| self.reads_engine_reports)?;
        EngineReport::read(comment.as_bytes())
    }

    /// Whether [`Tree::engine_report`] reads comments.
    pub fn reads_engine_reports(&self) -> bool {
        self.reads_engine_reports
    }

    /// Returns the number of nodes, including the root and removed nodes.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is only the root.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Returns the node with an index.
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

    /// Appends a child with a move; returns `None` if the tree is full, with 2^32 - 1 nodes.
    #[inline]
    pub fn add(&mut self, parent: NodeId, m: TreeMove) -> Option<NodeId> {
        let id = self.push(parent, m)?;
        self.link(id);
        Some(id)
    }

    /// Appends a node to the children of its parent.
    #[inline]
    pub fn link(&mut self, id: NodeId) {
        let parent = self.node(id).parent;
        let node = &mut self.nodes[parent.index()];
        if node.first == NodeId::NONE {
            node.first = id;
        } else {
            node.notes.get_or_insert_default().others.push(id);
        }
    }

    /// Adds a node with a move that is not yet among the children of its parent; returns `None` if
    /// the tree is full.
    #[inline]
    pub fn push(&mut self, parent: NodeId, m: TreeMove) -> Option<NodeId> {
        let id = NodeId(u32::try_from(self.nodes.len()).ok().filter(|&id| id != u32::MAX)?);
        let depth = self.node(parent).depth + 1;
        self.nodes.push(Node { parent, first: NodeId::NONE, m, depth, notes: None });
        Some(id)
    }

    /// Returns the parent; `None` for the root.
    #[inline]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| self.node(id).parent)
    }

    /// Returns the move to the node; `None` for the root and for a null move.
    #[inline]
    pub fn move_of(&self, id: NodeId) -> TreeMove {
        self.node(id).m
    }

    /// Replaces the move to the node, unless it is the root.
    pub fn set_move(&mut self, id: NodeId, m: TreeMove) {
        if id != NodeId::ROOT {
            self.nodes[id.index()].m = m;
        }
    }

    /// Returns the first child, which continues the line.
    #[inline]
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        let first = self.node(id).first;
        (first != NodeId::NONE).then_some(first)
    }

    /// Returns the children after the first.
    #[inline]
    pub fn sidelines(&self, id: NodeId) -> &[NodeId] {
        self.notes(id).map_or(&[], |notes| &notes.others)
    }

    /// Returns all children, the main variation first.
    #[inline]
    pub fn children(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        self.next(id).into_iter().chain(self.sidelines(id).iter().copied())
    }

    /// Returns the number of children.
    #[inline]
    pub fn child_count(&self, id: NodeId) -> usize {
        usize::from(self.next(id).is_some()) + self.sidelines(id).len()
    }

    /// Replaces the list of children: reorders them, removes some, or restores removed ones. Nodes
    /// of another parent are ignored.
    pub fn set_children(&mut self, id: NodeId, children: &[NodeId]) {
        let is_child = |child: &&NodeId| self.parent(**child) == Some(id);
        let mut children = children.iter().filter(is_child).copied();
        let first = children.next().unwrap_or(NodeId::NONE);
        let others: Vec<NodeId> = children.collect();
        self.nodes[id.index()].first = first;
        if !(others.is_empty() && self.sidelines(id).is_empty()) {
            self.notes_mut(id).others = others;
        }
    }

    /// Copies a node of another tree with its subtree. The copy has the parent `parent`, but is not
    /// among its children. Returns `None` if the tree is full.
    pub fn copy_subtree(&mut self, parent: NodeId, from: &Tree, node: NodeId) -> Option<NodeId> {
        let top = self.copy_node(parent, from, node)?;
        let mut open = vec![(node, top)];
        while let Some((original, copy)) = open.pop() {
            let mut children = Vec::with_capacity(from.child_count(original));
            for child in from.children(original) {
                let child_copy = self.copy_node(copy, from, child)?;
                children.push(child_copy);
                open.push((child, child_copy));
            }
            self.set_children(copy, &children);
        }
        Some(top)
    }

    fn copy_node(&mut self, parent: NodeId, from: &Tree, node: NodeId) -> Option<NodeId> {
        let copy = self.push(parent, from.move_of(node))?;
        if let Some(notes) = from.notes(node) {
            let notes = Notes { others: Vec::new(), ..notes.clone() };
            self.nodes[copy.index()].notes = Some(Box::new(notes));
            for place in CommentPlace::ALL {
                if let Some(spaces) = from.splits.get(&(node, place)) {
                    self.splits.insert((copy, place), spaces.clone());
                }
            }
        }
        Some(copy)
    }

    /// Returns the comment after the move; of the root, before the first move.
    pub fn comment(&self, id: NodeId) -> &str {
        self.notes(id).map_or("", |notes| &notes.comment)
    }

    /// Sets the comment after the move.
    pub fn set_comment(&mut self, id: NodeId, comment: String) {
        self.splits.remove(&(id, CommentPlace::AfterMove));
        if !(comment.is_empty() && self.notes(id).is_none()) {
            self.notes_mut(id).comment = comment;
        }
    }

    /// Returns the comment before the move, at the start of a variation.
    pub fn starting_comment(&self, id: NodeId) -> &str {
        self.notes(id).map_or("", |notes| &notes.starting_comment)
    }

    /// Sets the comment before the move.
    pub fn set_starting_comment(&mut self, id: NodeId, comment: String) {
        self.splits.remove(&(id, CommentPlace::BeforeMove));
        if !(comment.is_empty() && self.notes(id).is_none()) {
            self.notes_mut(id).starting_comment = comment;
        }
    }

    /// Returns the NAGs in ascending order.
    pub fn nags(&self, id: NodeId) -> impl Iterator<Item = u32> + '_ {
        self.notes(id).into_iter().flat_map(|notes| notes.nags.iter().copied())
    }

    /// Sets the NAGs, in any order.
    pub fn set_nags(&mut self, id: NodeId, nags: Vec<u32>) {
        if !(nags.is_empty() && self.notes(id).is_none()) {
            self.notes_mut(id).nags = nags.into_iter().collect();
        }
    }

    /// Adds a NAG.
    pub fn add_nag(&mut self, id: NodeId, nag: u32) {
        self.notes_mut(id).nags.insert(nag);
    }

    /// Returns the last node of the main line after a node.
    pub fn end(&self, id: NodeId) -> NodeId {
        std::iter::successors(Some(id), |&node| self.next(node)).last().unwrap_or(id)
    }

    /// Returns the nodes from a node back to the root, without the root.
    fn line_to(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let nodes = std::iter::successors(Some(id), |&node| self.parent(node));
        nodes.take_while(|&node| node != NodeId::ROOT)
    }

    /// Whether every node from the root to this one is the first child of its parent.
    pub fn is_mainline(&self, id: NodeId) -> bool {
        self.line_to(id).all(|node| self.next(self.node(node).parent) == Some(node))
    }

    /// Returns the number of moves from the root to the node.
    pub fn depth(&self, id: NodeId) -> usize {
        self.node(id).depth as usize
    }

    /// Returns the data of all nodes, by index.
    pub fn to_nodes(&self) -> Vec<NodeData> {
        let ids = (0..self.nodes.len()).filter_map(|index| self.id(index));
        let owned = |id, place| self.comments(id, place).into_iter().map(str::to_owned).collect();
        let nodes = ids.map(|id| NodeData {
            parent: self.node(id).parent.0,
            m: self.move_of(id),
            children: self.children(id).map(|child| child.0).collect(),
            comments: owned(id, CommentPlace::AfterMove),
            starting_comments: owned(id, CommentPlace::BeforeMove),
            nags: self.nags(id).collect(),
        });
        nodes.collect()
    }

    /// Returns the tree with these nodes; `None` if they are invalid: a parent with a larger index
    /// than its child, or a child of another parent.
    pub fn from_nodes(nodes: Vec<NodeData>) -> Option<Tree> {
        let mut tree = Tree::new();
        for (index, node) in nodes.iter().enumerate().skip(1) {
            let parent = tree.id(node.parent as usize).filter(|id| id.index() < index)?;
            tree.push(parent, node.m)?;
        }
        if nodes.is_empty() {
            return None;
        }
        for (index, node) in nodes.into_iter().enumerate() {
            let id = tree.id(index)?;
            let children: Option<Vec<NodeId>> =
                node.children.iter().map(|&child| tree.id(child as usize)).collect();
            let children = children?;
            if children.iter().any(|&child| tree.parent(child) != Some(id)) {
                return None;
            }
            tree.set_children(id, &children);
            tree.set_comments(id, CommentPlace::AfterMove, &node.comments);
            tree.set_comments(id, CommentPlace::BeforeMove, &node.starting_comments);
            tree.set_nags(id, node.nags);
        }
        Some(tree)
    }
}

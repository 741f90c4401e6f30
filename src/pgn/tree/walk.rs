//! The order in which PGN writes a tree: a move, the variations to it, the next move.

use super::{NodeId, Tree};

/// A step of a walk through a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The move of a node.
    Node(NodeId),
    /// The start of a variation, which replaces the move before.
    Begin,
    /// The end of a variation.
    End,
}

/// A pending step.
#[derive(Clone, Copy, Debug)]
enum PendingStep {
    /// The node, then its sidelines if requested, then the line after it.
    Node {
        node: NodeId,
        with_sidelines: bool,
    },
    /// The line after the node.
    After(NodeId),
    /// A variation that begins with the node.
    Sideline(NodeId),
    End,
}

/// Iterates over the line that begins with a node, and its variations. The memory is proportional
/// to their depth.
///
/// ```
/// use enroque::pgn::tree::{NodeId, Step, Tree, Walk};
/// let mut tree = Tree::new();
/// let first = tree.add(NodeId::ROOT, None).unwrap();
/// let other = tree.add(NodeId::ROOT, None).unwrap();
/// let second = tree.add(first, None).unwrap();
/// let steps: Vec<Step> = Walk::new(&tree, first, true).collect();
/// assert_eq!(
///     steps,
///     [Step::Node(first), Step::Begin, Step::Node(other), Step::End, Step::Node(second)]
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'t> {
    tree: &'t Tree,
    todo: Vec<PendingStep>,
}

impl<'t> Walk<'t> {
    /// Walks from a node on; `with_sidelines` includes the siblings of the node.
    pub fn new(tree: &'t Tree, node: NodeId, with_sidelines: bool) -> Walk<'t> {
        Walk { tree, todo: vec![PendingStep::Node { node, with_sidelines }] }
    }

    /// Walks the line after a node.
    pub fn after(tree: &'t Tree, node: NodeId) -> Walk<'t> {
        Walk { tree, todo: vec![PendingStep::After(node)] }
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            match self.todo.pop()? {
                PendingStep::Node { node, with_sidelines } => {
                    self.todo.push(PendingStep::After(node));
                    if with_sidelines && let Some(parent) = self.tree.parent(node) {
                        let sidelines = self.tree.sidelines(parent).iter().rev();
                        self.todo
                            .extend(sidelines.map(|&sideline| PendingStep::Sideline(sideline)));
                    }
                    return Some(Step::Node(node));
                }
                PendingStep::After(node) => {
                    if let Some(node) = self.tree.next(node) {
                        self.todo.push(PendingStep::Node { node, with_sidelines: true });
                    }
                }
                PendingStep::Sideline(node) => {
                    self.todo.push(PendingStep::End);
                    self.todo.push(PendingStep::Node { node, with_sidelines: false });
                    return Some(Step::Begin);
                }
                PendingStep::End => return Some(Step::End),
            }
        }
    }
}

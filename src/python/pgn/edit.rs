//! The methods of `GameNode` that edit the tree: adding moves, removing and reordering variations.

use std::sync::Arc;

use super::classes::{ChildNode, Comments, GameNode, full, nags_of, tree_move};
use crate::pgn::tree::{CommentPlace, NodeId, Tree, TreeMove};
use crate::python::arguments::type_name;
use crate::python::moves::MoveArgument;
use crate::python::prelude::*;

impl GameNode {
    /// Changes the list of children, given the index of the child with a key.
    fn reorder(
        &self,
        key: &Bound<'_, PyAny>,
        change: impl FnOnce(&mut Vec<NodeId>, usize),
    ) -> PyResult<()> {
        self.with_child(key, |tree, index| {
            let mut children = tree.children(self.id).collect();
            change(&mut children, index);
            tree.set_children(self.id, &children);
        })
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl GameNode {
    /// Makes a variation the main variation.
    ///
    /// Args:
    ///     move: the `Move`, the child node, or its index in `variations`.
    ///
    /// Raises:
    ///     KeyError: no variation has this move, or the node is not a child.
    ///     IndexError: no variation has this index.
    #[pyo3(signature = (r#move: "Move | GameNode | int"))]
    fn promote_to_main(&self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        self.reorder(r#move, |children, index| children[..=index].rotate_right(1))
    }

    /// Moves a variation up by one in the list of variations.
    ///
    /// Args:
    ///     move: the `Move`, the child node, or its index in `variations`.
    ///
    /// Raises:
    ///     KeyError: no variation has this move, or the node is not a child.
    ///     IndexError: no variation has this index.
    #[pyo3(signature = (r#move: "Move | GameNode | int"))]
    fn promote(&self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        self.reorder(r#move, |children, index| {
            if index > 0 {
                children.swap(index - 1, index);
            }
        })
    }

    /// Moves a variation down by one in the list of variations.
    ///
    /// Args:
    ///     move: the `Move`, the child node, or its index in `variations`.
    ///
    /// Raises:
    ///     KeyError: no variation has this move, or the node is not a child.
    ///     IndexError: no variation has this index.
    #[pyo3(signature = (r#move: "Move | GameNode | int"))]
    fn demote(&self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        self.reorder(r#move, |children, index| {
            if index + 1 < children.len() {
                children.swap(index, index + 1);
            }
        })
    }

    /// Removes a variation.
    ///
    /// Args:
    ///     move: the `Move`, the child node, or its index in `variations`.
    ///
    /// Raises:
    ///     KeyError: no variation has this move, or the node is not a child.
    ///     IndexError: no variation has this index.
    #[pyo3(signature = (r#move: "Move | GameNode | int"))]
    fn remove_variation(&self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        self.reorder(r#move, |children, index| {
            children.remove(index);
        })
    }

    /// Appends a child node and returns it.
    ///
    /// Args:
    ///     move: a `Move`; its legality is not checked here.
    ///     comment: the comment after the move, or several.
    ///     starting_comment: the comment before the move, or several.
    ///     nags: an iterable of NAGs, integers from 0 to 4294967295; `None` for none.
    ///
    /// Returns:
    ///     The new `ChildNode`.
    #[pyo3(signature = (
        r#move, *, comment = "", starting_comment = "", nags: "Iterable[int] | None" = None
    ))]
    fn add_variation<'py>(
        slf: &Bound<'py, Self>,
        r#move: MoveArgument,
        comment: Comments,
        starting_comment: Comments,
        nags: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, ChildNode>> {
        let nags = nags_of(nags)?;
        let id = slf.get().append(r#move.0, false, &comment, &starting_comment, nags)?;
        GameNode::child_at(slf, id)
    }

    /// Adds a child node as the main variation and returns it.
    ///
    /// Args:
    ///     move: a `Move`; its legality is not checked here.
    ///     comment: the comment after the move, or several.
    ///     nags: an iterable of NAGs, integers from 0 to 4294967295; `None` for none.
    ///
    /// Returns:
    ///     The new `ChildNode`.
    #[pyo3(signature = (r#move, *, comment = "", nags: "Iterable[int] | None" = None))]
    fn add_main_variation<'py>(
        slf: &Bound<'py, Self>,
        r#move: MoveArgument,
        comment: Comments,
        nags: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, ChildNode>> {
        let nags = nags_of(nags)?;
        let id = slf.get().append(r#move.0, true, &comment, &Comments::default(), nags)?;
        GameNode::child_at(slf, id)
    }

    /// Adds a sequence of moves and returns the last node.
    ///
    /// Args:
    ///     moves: an iterable of `Move`s; their legality is not checked here.
    ///     comment: the comment after the last move, or several.
    ///     starting_comment: the comment before the first move, or several.
    ///     nags: the NAGs of the last move; `None` for none.
    ///
    /// Returns:
    ///     The node of the last move, or this node if there are no moves.
    #[pyo3(signature = (
        moves: "Iterable[Move]", *, comment = "", starting_comment = "",
        nags: "Iterable[int] | None" = None
    ))]
    fn add_line<'py>(
        slf: &Bound<'py, Self>,
        moves: &Bound<'py, PyAny>,
        comment: Comments,
        starting_comment: Comments,
        nags: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, GameNode>> {
        let nags = nags_of(nags)?;
        let moves = moves.try_iter()?.map(|m| tree_move(m?.extract::<MoveArgument>()?.0));
        let moves = moves.collect::<PyResult<Vec<TreeMove>>>()?;
        let end = {
            let mut tree = slf.get().lock();
            let (mut end, mut starting_comment) = (slf.get().id, starting_comment);
            for m in moves {
                end = tree.add(end, m).ok_or_else(full)?;
                let comments = std::mem::take(&mut starting_comment);
                tree.set_comments(end, CommentPlace::BeforeMove, &comments.0);
            }
            let old = tree.comments(end, CommentPlace::AfterMove).into_iter().map(str::to_owned);
            let comments: Vec<String> = old.chain(comment.0).collect();
            tree.set_comments(end, CommentPlace::AfterMove, &comments);
            for nag in nags {
                tree.add_nag(end, nag);
            }
            end
        };
        GameNode::node_at(slf, end)
    }
}

/// Replaces the variations of a node. Returns false, and changes nothing, if `before` is given and
/// the variations are others.
///
/// Nodes of other parents are copied.
pub(super) fn replace_variations(
    parent: &Bound<'_, GameNode>,
    nodes: &Bound<'_, PyAny>,
    before: Option<&[NodeId]>,
) -> PyResult<bool> {
    enum Item {
        Child(NodeId),
        Copy(Tree, NodeId),
    }
    let parent = parent.get();
    let mut items = Vec::new();
    for node in nodes.try_iter()? {
        let node = node?;
        let child = node.cast::<ChildNode>().map_err(|_| {
            let kind = type_name(&node);
            PyTypeError::new_err(format!("a variation must be a ChildNode, not {kind}"))
        })?;
        let node = child.as_super().get();
        let is_child = Arc::ptr_eq(&parent.tree, &node.tree)
            && parent.lock().parent(node.id) == Some(parent.id);
        items.push(if is_child {
            Item::Child(node.id)
        } else {
            // two locks at once could deadlock
            let mut copy = Tree::new();
            let top = copy.copy_subtree(NodeId::ROOT, &node.lock(), node.id).ok_or_else(full)?;
            Item::Copy(copy, top)
        });
    }
    let mut tree = parent.lock();
    if before.is_some_and(|before| !tree.children(parent.id).eq(before.iter().copied())) {
        return Ok(false);
    }
    let children = items.iter().map(|item| match item {
        Item::Child(id) => Some(*id),
        Item::Copy(copy, top) => tree.copy_subtree(parent.id, copy, *top),
    });
    let children: Vec<NodeId> = children.collect::<Option<_>>().ok_or_else(full)?;
    tree.set_children(parent.id, &children);
    Ok(true)
}

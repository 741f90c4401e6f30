//! The methods of `GameNode` that edit the tree: adding moves, removing and reordering variations.

use std::sync::Arc;

use super::classes::{ChildNode, Comments, GameNode, NewChild, View, full, nags_of, tree_move};
use crate::pgn::tree::{CommentPlace, NodeId, Tree, TreeMove};
use crate::python::arguments::type_name;
use crate::python::moves::MoveArgument;
use crate::python::prelude::*;

impl GameNode {
    /// Changes the list of children, given the index of the child with a key.
    fn reorder(
        slf: &Bound<'_, Self>,
        key: &Bound<'_, PyAny>,
        change: impl FnOnce(&mut Vec<NodeId>, usize),
    ) -> PyResult<()> {
        let id = slf.get().id;
        slf.get().with_child(key, |tree, index| {
            let mut children = tree.children(id).collect();
            change(&mut children, index);
            tree.set_children(id, &children);
        })?;
        GameNode::edit(slf, &[View::Variations], |_, _| ())
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
    fn promote_to_main(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        GameNode::reorder(slf, r#move, |children, index| children[..=index].rotate_right(1))
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
    fn promote(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        GameNode::reorder(slf, r#move, |children, index| {
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
    fn demote(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        GameNode::reorder(slf, r#move, |children, index| {
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
    fn remove_variation(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        GameNode::reorder(slf, r#move, |children, index| {
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
        let child = NewChild::new(r#move.0, comment, starting_comment, nags)?;
        let id = child.add(&mut slf.get().lock(), slf.get().id).ok_or_else(full)?;
        let child = GameNode::child_at(slf, id)?;
        GameNode::append(slf, &child)?;
        Ok(child)
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
        let child = NewChild::new(r#move.0, comment, Comments::default(), nags)?;
        let id = GameNode::edit(slf, &[View::Variations], |tree, parent| {
            let id = child.add(tree, parent)?;
            let children: Vec<NodeId> = std::iter::once(id).chain(tree.children(parent)).collect();
            tree.set_children(parent, &children);
            Some(id)
        });
        GameNode::child_at(slf, id?.ok_or_else(full)?)
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
        let end = GameNode::edit(slf, &View::ALL, |tree, node| {
            let (mut end, mut starting_comment) = (node, starting_comment);
            for m in moves {
                end = tree.add(end, m)?;
                let comments = std::mem::take(&mut starting_comment);
                tree.set_comments(end, CommentPlace::BeforeMove, &comments.0);
            }
            let old = tree.comments(end, CommentPlace::AfterMove).into_iter().map(str::to_owned);
            let comments: Vec<String> = old.chain(comment.0).collect();
            tree.set_comments(end, CommentPlace::AfterMove, &comments);
            for nag in nags {
                tree.add_nag(end, nag);
            }
            Some(end)
        });
        GameNode::node_at(slf, end?.ok_or_else(full)?)
    }
}

/// Replaces the variations of a node if they are current; returns whether they are.
///
/// Nodes of other parents are copied.
pub(super) fn replace_variations(
    parent: &Bound<'_, GameNode>,
    nodes: &Bound<'_, PyAny>,
    is_current: impl FnOnce(&Tree, NodeId) -> bool,
) -> PyResult<bool> {
    enum Item {
        Child(NodeId),
        Copy(Tree, NodeId),
    }
    let node = parent.get();
    let mut items = Vec::new();
    for child in nodes.try_iter()? {
        let child = child?;
        let child = child.cast::<ChildNode>().map_err(|_| {
            let kind = type_name(&child);
            PyTypeError::new_err(format!("a variation must be a ChildNode, not {kind}"))
        })?;
        let child = child.as_super().get();
        let is_child =
            Arc::ptr_eq(&node.tree, &child.tree) && node.lock().parent(child.id) == Some(node.id);
        items.push(if is_child {
            Item::Child(child.id)
        } else {
            // two locks at once could deadlock
            let mut copy = Tree::new();
            let top = copy.copy_subtree(NodeId::ROOT, &child.lock(), child.id).ok_or_else(full)?;
            Item::Copy(copy, top)
        });
    }
    let replaced = GameNode::edit(parent, &[View::Variations], |tree, parent| {
        if !is_current(tree, parent) {
            return Some(false);
        }
        let children = items.iter().map(|item| match item {
            Item::Child(id) => Some(*id),
            Item::Copy(copy, top) => tree.copy_subtree(parent, copy, *top),
        });
        let children: Vec<NodeId> = children.collect::<Option<_>>()?;
        tree.set_children(parent, &children);
        Some(true)
    });
    replaced?.ok_or_else(full)
}

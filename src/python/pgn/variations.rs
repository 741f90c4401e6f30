//! Replacing the variations of a node.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::classes::{ChildNode, GameNode, full};
use crate::pgn::tree::{NodeId, Tree};
use crate::python::arguments::type_name;

/// Replaces the variations of a node. Returns false, and changes nothing, if `before` is given and
/// the variations are others.
///
/// Nodes of other parents are copied.
pub(super) fn replace(
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

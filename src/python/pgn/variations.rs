//! `VariationList`: the children of a node, as a list.

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice};
use pyo3::{PyTraverseError, PyVisit};

use super::classes::{ChildNode, GameNode, full};
use super::hints::{NodeIterator, NodeList};
use super::view::{View, listed, without_view};
use crate::pgn::tree::{NodeId, Tree};
use crate::python::arguments::type_name;

/// The variations of a node: a list of `ChildNode`s, the main variation first.
///
/// Editing the list edits the game. A node of another parent or another game is copied with
/// its subtree. It has the methods of `list`.
///
/// Example:
///     >>> import io
///     >>> from enroque import pgn
///     >>> game = pgn.read_game(io.StringIO("1. e4 (1. d4) (1. c4) *"))
///     >>> game.variations.reverse()
///     >>> [node.san() for node in game.variations]
///     ['c4', 'd4', 'e4']
///     >>> del game.variations[1:]
///     >>> print(game.mainline())
///     1. c4
#[pyclass(frozen, sequence, module = "enroque.pgn")]
pub(in crate::python) struct VariationList {
    pub(in crate::python) node: Py<GameNode>,
}

impl View for VariationList {
    type Item = NodeId;

    fn items(&self) -> Vec<NodeId> {
        let node = self.node.get();
        node.lock().children(node.id).collect()
    }

    fn plain<'py>(&self, py: Python<'py>, items: &[NodeId]) -> PyResult<Bound<'py, PyAny>> {
        let node = self.node.bind(py);
        let game = GameNode::game_of(node)?;
        let each = items.iter().map(|&id| ChildNode::object(&game, &node.get().tree, id));
        Ok(PyList::new(py, each.collect::<PyResult<Vec<_>>>()?)?.into_any())
    }

    fn store(&self, edited: &Bound<'_, PyAny>, before: &[NodeId]) -> PyResult<bool> {
        replace(self.node.bind(edited.py()), edited, Some(before))
    }
}

impl VariationList {
    pub(in crate::python) fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.plain(py, &self.items())?.cast_into()?)
    }
}

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

#[pymethods]
impl VariationList {
    // a game of a subclass may refer to its list
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.node)
    }

    fn __len__(&self) -> usize {
        let node = self.node.get();
        node.lock().child_count(node.id)
    }

    fn __setitem__<'py>(
        &self,
        index: &Bound<'py, PyAny>,
        node: &Bound<'py, PyAny>,
    ) -> PyResult<()> {
        let nodes = if index.is_instance_of::<PySlice>() { listed(node)? } else { node.clone() };
        self.edit(index.py(), "__setitem__", (index, nodes)).map(drop)
    }

    fn __delitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<()> {
        self.edit(index.py(), "__delitem__", (index,)).map(drop)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<NodeIterator<'py>> {
        Ok(NodeIterator(self.list(py)?.try_iter()?.into_any()))
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<NodeIterator<'py>> {
        self.list(py)?.call_method0("__reversed__").map(NodeIterator)
    }

    fn __contains__(&self, py: Python<'_>, node: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.list(py)?.contains(node)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.list(py)?.repr()?.to_string())
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operator: pyo3::pyclass::CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.list(other.py())?
            .as_any()
            .rich_compare(without_view::<VariationList>(other)?, operator)
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.list(other.py())?.call_method1("__add__", (without_view::<VariationList>(other)?,))
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        other.call_method1("__add__", (self.list(other.py())?,))
    }

    /// Appends a node.
    ///
    /// Args:
    ///     node: a `ChildNode`; one of another parent is copied with its subtree.
    fn append(&self, py: Python<'_>, node: &Bound<'_, PyAny>) -> PyResult<()> {
        self.edit(py, "append", (node,)).map(drop)
    }

    /// Appends nodes.
    ///
    /// Args:
    ///     nodes: an iterable of `ChildNode`s; those of another parent are copied with their subtree.
    pub(in crate::python) fn extend(&self, nodes: &Bound<'_, PyAny>) -> PyResult<()> {
        self.edit(nodes.py(), "extend", (listed(nodes)?,)).map(drop)
    }

    /// Inserts a node before an index.
    ///
    /// Args:
    ///     index: the index, as for a list.
    ///     node: a `ChildNode`; one of another parent is copied with its subtree.
    fn insert(&self, py: Python<'_>, index: isize, node: &Bound<'_, PyAny>) -> PyResult<()> {
        self.edit(py, "insert", (index, node)).map(drop)
    }

    /// Removes a node.
    ///
    /// Args:
    ///     node: a `ChildNode`.
    ///
    /// Raises:
    ///     ValueError: the node is not in the list.
    fn remove(&self, py: Python<'_>, node: &Bound<'_, PyAny>) -> PyResult<()> {
        self.edit(py, "remove", (node,)).map(drop)
    }

    /// Removes and returns a node.
    ///
    /// Args:
    ///     index: the index of the node; the last one by default.
    ///
    /// Returns:
    ///     The node, which keeps its parent.
    ///
    /// Raises:
    ///     IndexError: there is no such node.
    #[pyo3(signature = (index = -1), text_signature = "($self, index=-1)")]
    fn pop<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, ChildNode>> {
        Ok(self.edit(py, "pop", (index,))?.cast_into()?)
    }

    /// Removes all nodes.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.edit(py, "clear", ()).map(drop)
    }

    /// Reverses the order of the nodes.
    fn reverse(&self, py: Python<'_>) -> PyResult<()> {
        self.edit(py, "reverse", ()).map(drop)
    }

    /// Sorts the nodes.
    ///
    /// Args:
    ///     key: a function that returns the sort key of a node; nodes themselves have no order.
    ///     reverse: sort in descending order.
    ///
    /// Raises:
    ///     ValueError: the list was changed during the sort.
    #[pyo3(signature = (*, key = None, reverse = false))]
    fn sort<'py>(
        &self,
        py: Python<'py>,
        key: Option<Bound<'py, PyAny>>,
        reverse: bool,
    ) -> PyResult<()> {
        let options = PyDict::new(py);
        options.set_item("key", key)?;
        options.set_item("reverse", reverse)?;
        let before = self.items();
        let list = self.plain(py, &before)?;
        // not `edit`, which would repeat a key that adds variations
        list.call_method("sort", (), Some(&options))?;
        if !self.store(&list, &before)? {
            return Err(PyValueError::new_err("variations modified during sort"));
        }
        Ok(())
    }

    /// Returns the index of a node.
    ///
    /// Args:
    ///     node: a `ChildNode`.
    ///
    /// Raises:
    ///     ValueError: the node is not in the list.
    fn index(&self, py: Python<'_>, node: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.list(py)?.call_method1("index", (node,))?.extract()
    }

    /// Returns how often a node is in the list.
    ///
    /// Args:
    ///     node: a `ChildNode`.
    fn count(&self, py: Python<'_>, node: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.list(py)?.call_method1("count", (node,))?.extract()
    }

    /// Returns a plain list of the nodes.
    fn copy<'py>(&self, py: Python<'py>) -> PyResult<NodeList<'py>> {
        self.list(py).map(NodeList)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (NodeList<'py>,))> {
        Ok((py.get_type::<PyList>().into_any(), (NodeList(self.list(py)?),)))
    }
}

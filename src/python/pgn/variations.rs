//! `VariationList`: the children of a node, as a list.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use pyo3::{PyTraverseError, PyVisit};

use super::child::ChildNode;
use super::node::{GameNode, full};
use crate::pgn::tree::{NodeId, Tree};
use crate::python::hints::{NodeIterator, NodeList};

/// The variations of a node: a list of `ChildNode`, the main one first. Editing it edits the game.
///
/// A node of another parent, or of another game, is copied into the list with all that follows it.
#[pyclass(frozen, sequence, module = "enroque.pgn")]
pub(in crate::python) struct VariationList {
    node: Py<GameNode>,
}

impl VariationList {
    pub(super) fn new(node: Py<GameNode>) -> VariationList {
        VariationList { node }
    }

    pub(in crate::python) fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let node = self.node.bind(py);
        let ids: Vec<NodeId> = node.get().lock().children(node.get().id).collect();
        let game = GameNode::game_of(node)?;
        let each = ids.into_iter().map(|id| ChildNode::object(&game, &node.get().tree, id));
        PyList::new(py, each.collect::<PyResult<Vec<_>>>()?)
    }

    /// The main variation.
    pub(in crate::python) fn first<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Option<Bound<'py, ChildNode>>> {
        let node = self.node.bind(py);
        let first = node.get().lock().next(node.get().id);
        first.map(|id| GameNode::child_at(node, id)).transpose()
    }

    /// Calls a method of a list with the same elements, and takes over what became of it.
    fn edit<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        arguments: impl pyo3::call::PyCallArgs<'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let node = self.node.bind(py);
        GameNode::in_one_step(node, || {
            let list = self.list(py)?;
            let result = list.call_method(method, arguments, options)?;
            replace(node, list.as_any())?;
            Ok(result)
        })
    }
}

/// A plain list in place of a `VariationList`.
fn plain<'py>(other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match other.cast::<VariationList>() {
        Ok(list) => Ok(list.get().list(other.py())?.into_any()),
        Err(_) => Ok(other.clone()),
    }
}

/// Puts nodes in the place of a node's variations. If one of them is no node, nothing changes.
pub(super) fn replace(parent: &Bound<'_, GameNode>, nodes: &Bound<'_, PyAny>) -> PyResult<()> {
    let mut wanted = Vec::new();
    for node in nodes.try_iter()? {
        let node = node?;
        let child = node.cast::<ChildNode>().map_err(|_| {
            let class = node.get_type();
            PyTypeError::new_err(format!("variations are ChildNodes, not {class}"))
        })?;
        wanted.push(child.clone().into_super());
    }
    let own = parent.get();
    let mut children = Vec::with_capacity(wanted.len());
    for node in wanted {
        let node = node.get();
        let is_own =
            Arc::ptr_eq(&own.tree, &node.tree) && own.lock().parent(node.id) == Some(own.id);
        if is_own {
            children.push(node.id);
            continue;
        }
        // never two locks at once
        let mut copy = Tree::new();
        let top = copy.graft(NodeId::ROOT, &node.lock(), node.id).ok_or_else(full)?;
        children.push(own.lock().graft(own.id, &copy, top).ok_or_else(full)?);
    }
    own.lock().set_children(own.id, &children);
    Ok(())
}

#[pymethods]
impl VariationList {
    // a game of a subclass may keep its list
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
        self.edit(index.py(), "__setitem__", (index, plain(node)?), None).map(drop)
    }

    fn __delitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<()> {
        self.edit(index.py(), "__delitem__", (index,), None).map(drop)
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
        self.list(other.py())?.as_any().rich_compare(plain(other)?, operator)
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.list(other.py())?.call_method1("__add__", (plain(other)?,))
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        other.call_method1("__add__", (self.list(other.py())?,))
    }

    /// Appends a node.
    fn append(&self, py: Python<'_>, node: &Bound<'_, PyAny>) -> PyResult<()> {
        self.edit(py, "append", (node,), None).map(drop)
    }

    /// Appends all nodes of an iterable.
    pub(in crate::python) fn extend(&self, nodes: &Bound<'_, PyAny>) -> PyResult<()> {
        self.edit(nodes.py(), "extend", (plain(nodes)?,), None).map(drop)
    }

    /// Puts a node before the one of a number.
    fn insert(&self, py: Python<'_>, index: isize, node: &Bound<'_, PyAny>) -> PyResult<()> {
        self.edit(py, "insert", (index, node), None).map(drop)
    }

    /// Takes a node out; `ValueError` if it is not there.
    fn remove(&self, py: Python<'_>, node: &Bound<'_, PyAny>) -> PyResult<()> {
        self.edit(py, "remove", (node,), None).map(drop)
    }

    /// Takes the node of a number out and returns it; `IndexError` if there is none.
    #[pyo3(signature = (index = -1))]
    fn pop<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, ChildNode>> {
        Ok(self.edit(py, "pop", (index,), None)?.cast_into()?)
    }

    /// Takes all out.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.edit(py, "clear", (), None).map(drop)
    }

    /// Turns the order around.
    fn reverse(&self, py: Python<'_>) -> PyResult<()> {
        self.edit(py, "reverse", (), None).map(drop)
    }

    /// Sorts the nodes by `key`.
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
        self.edit(py, "sort", (), Some(&options)).map(drop)
    }

    /// The number of a node; `ValueError` if it is not there.
    fn index(&self, py: Python<'_>, node: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.list(py)?.call_method1("index", (node,))?.extract()
    }

    /// How often a node is there.
    fn count(&self, py: Python<'_>, node: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.list(py)?.call_method1("count", (node,))?.extract()
    }

    /// A plain list of the nodes.
    fn copy<'py>(&self, py: Python<'py>) -> PyResult<NodeList<'py>> {
        self.list(py).map(NodeList)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (NodeList<'py>,))> {
        Ok((py.get_type::<PyList>().into_any(), (NodeList(self.list(py)?),)))
    }
}

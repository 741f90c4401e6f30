//! The sets and lists of a node, `NagSet`, `CommentList` and `VariationList`, and editing the node,
//! which keeps them up to date.
//!
//! They are sets and lists of Python, so reading them costs nothing more.

use super::classes::{ChildNode, Comments, Contents, Game, GameNode, View, nags_of};
use super::edit::replace_variations;
use crate::pgn::tree::{CommentPlace, NodeId, Tree};
use crate::python::gil_cell::Guard;
use crate::python::prelude::*;
use pyo3::exceptions::PyRuntimeError;
use pyo3::intern;
use pyo3::types::PySet;

/// The items of a view in the tree.
#[derive(PartialEq)]
pub(super) enum Items {
    Nodes(Vec<NodeId>),
    Nags(Vec<u32>),
    Comments(Vec<String>),
}

impl View {
    fn items(self, tree: &Tree, id: NodeId) -> Items {
        let comments = |place| {
            Items::Comments(tree.comments(id, place).into_iter().map(str::to_owned).collect())
        };
        match self {
            View::Variations => Items::Nodes(tree.children(id).collect()),
            View::Nags => Items::Nags(tree.nags(id).collect()),
            View::Comments => comments(CommentPlace::AfterMove),
            View::StartingComments => comments(CommentPlace::BeforeMove),
        }
    }

    /// Returns the object, made on the first call.
    pub(super) fn object<'py>(self, node: &Bound<'py, GameNode>) -> PyResult<Bound<'py, PyAny>> {
        let py = node.py();
        if let Some(view) = self.known(node)? {
            return Ok(view);
        }
        let class = match self {
            View::Variations => package::VariationList::class(py)?,
            View::Nags => package::NagSet::class(py)?,
            View::Comments | View::StartingComments => package::CommentList::class(py)?,
        };
        let view = class.call0()?;
        view.setattr(intern!(py, "_node"), node)?;
        if matches!(self, View::Comments | View::StartingComments) {
            view.setattr(intern!(py, "_view"), self as usize)?;
        }
        self.fill(node, view)
    }

    /// Returns the object if it was requested before.
    fn known<'py>(self, node: &Bound<'py, GameNode>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let contents = GameNode::contents_of(node)?;
        let objects = contents.nodes.get(node.get().id.index());
        let views = objects.and_then(|objects| objects.views.as_ref());
        Ok(views
            .and_then(|views| views[self as usize].as_ref())
            .map(|view| view.bind(node.py()).clone()))
    }

    /// Writes the items of the tree into a view and stores it; returns the stored one, which may be
    /// that of another thread.
    fn fill<'py>(
        self,
        node: &Bound<'py, GameNode>,
        view: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let id = node.get().id;
        loop {
            let items = self.items(&node.get().lock(), id);
            // without the methods of the subclass, which edit the node
            match (&items, view.cast::<PyList>()) {
                (Items::Nags(nags), _) => {
                    let set = view.cast::<PySet>()?;
                    set.clear();
                    nags.iter().try_for_each(|nag| set.add(nag))?;
                }
                (items, list) => {
                    let list = list?;
                    list.set_slice(0, list.len(), &items.plain(node)?)?;
                }
            }
            // another thread may have edited the node in the meantime
            let tree = node.get().lock();
            if self.items(&tree, id) == items {
                let mut contents = GameNode::contents_of(node)?;
                let views = contents.objects(id).views.get_or_insert_default();
                let stored = views[self as usize].get_or_insert_with(|| view.clone().unbind());
                return Ok(stored.bind(node.py()).clone());
            }
        }
    }

    /// Replaces the items; returns whether they were those of `before`, and changes nothing if not.
    pub(super) fn replace(
        self,
        node: &Bound<'_, GameNode>,
        items: &Bound<'_, PyAny>,
        before: Option<Items>,
    ) -> PyResult<bool> {
        let is_current =
            |tree: &Tree, id| before.as_ref().is_none_or(|before| self.items(tree, id) == *before);
        let write = |change: &dyn Fn(&mut Tree, NodeId)| {
            GameNode::edit(node, &[self], |tree, id| {
                let is_current = is_current(tree, id);
                if is_current {
                    change(tree, id);
                }
                is_current
            })
        };
        let place = match self {
            View::Variations => return replace_variations(node, items, is_current),
            View::Nags => {
                let nags = nags_of(Some(items))?;
                return write(&|tree, id| tree.set_nags(id, nags.clone()));
            }
            View::Comments => CommentPlace::AfterMove,
            View::StartingComments => CommentPlace::BeforeMove,
        };
        let comments: Comments = items.extract()?;
        write(&|tree, id| tree.set_comments(id, place, &comments.0))
    }
}

impl Items {
    /// Returns the items as a plain set or list.
    fn plain<'py>(&self, node: &Bound<'py, GameNode>) -> PyResult<Bound<'py, PyAny>> {
        let py = node.py();
        match self {
            Items::Nodes(nodes) => {
                let game = GameNode::game_of(node)?;
                let node = |&id| ChildNode::object(&game, &node.get().tree, id);
                PyList::new(py, nodes.iter().map(node).collect::<PyResult<Vec<_>>>()?)
                    .map(Bound::into_any)
            }
            Items::Comments(comments) => PyList::new(py, comments).map(Bound::into_any),
            Items::Nags(nags) => PySet::new(py, nags).map(Bound::into_any),
        }
    }
}

/// The maximum of repetitions: an edit whose `__eq__` edits the node itself would never end.
const TRIES: usize = 1_000;

#[pymethods(crate = "crate::python::named_arguments")]
impl GameNode {
    /// Calls a method of the plain set or list of a view, a number of `View`, and stores the items
    /// that it leaves.
    ///
    /// Repeats the call if the node was edited in the meantime, by the method or another thread.
    #[pyo3(signature = (view: "int", method: "object", *arguments: "object"))]
    fn _edit<'py>(
        slf: &Bound<'py, Self>,
        view: usize,
        method: &Bound<'py, PyAny>,
        arguments: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let view = *View::ALL.get(view).ok_or_else(|| ArgumentError::new_err("no such view"))?;
        for _ in 0..TRIES {
            let before = view.items(&slf.get().lock(), slf.get().id);
            let plain = before.plain(slf)?;
            let first = PyTuple::new(slf.py(), [&plain])?;
            let arguments = first.as_sequence().concat(arguments.as_sequence())?.to_tuple()?;
            let result = method.call1(arguments)?;
            if view.replace(slf, &plain, Some(before))? {
                return Ok(result);
            }
        }
        let message = format!("the node was changed during each of {TRIES} attempts");
        Err(PyRuntimeError::new_err(message))
    }
}

impl GameNode {
    /// Locks the contents of the game.
    fn contents_of<'a>(node: &'a Bound<'_, GameNode>) -> PyResult<Guard<'a, Contents>> {
        Ok(match node.cast::<ChildNode>() {
            Ok(child) => child.get().game.get().lock(),
            Err(_) => node.cast::<Game>()?.get().lock(),
        })
    }

    /// Appends a new child to the variations, in constant time.
    pub(super) fn append(node: &Bound<'_, GameNode>, child: &Bound<'_, ChildNode>) -> PyResult<()> {
        let new = child.as_super().get().id;
        let count = {
            let mut tree = node.get().lock();
            tree.link(new);
            tree.child_count(node.get().id)
        };
        let Some(view) = View::Variations.known(node)? else { return Ok(()) };
        let list = view.cast::<PyList>()?;
        if list.len() + 1 == count {
            list.append(child)?;
        }
        let is_done = {
            let tree = node.get().lock();
            let last = tree.children(node.get().id).next_back();
            list.len() == tree.child_count(node.get().id) && last == Some(new)
        };
        if is_done { Ok(()) } else { View::Variations.fill(node, view).map(drop) }
    }

    /// Changes the node in its tree, and then the views of what has changed.
    pub(super) fn edit<R>(
        node: &Bound<'_, GameNode>,
        views: &[View],
        change: impl FnOnce(&mut Tree, NodeId) -> R,
    ) -> PyResult<R> {
        let done = change(&mut node.get().lock(), node.get().id);
        for view in views {
            if let Some(known) = view.known(node)? {
                view.fill(node, known)?;
            }
        }
        Ok(done)
    }
}

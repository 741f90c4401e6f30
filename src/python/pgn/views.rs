//! The sets and lists of a node, `NagSet`, `CommentList` and `VariationList`, and editing the node,
//! which keeps them up to date.
//!
//! They are sets and lists of Python, so reading them costs nothing more.

use super::classes::{ChildNode, Contents, Game, GameNode, VIEWS};
use crate::pgn::tree::{CommentPlace, NodeId, Tree};
use crate::python::gil_cell::Guard;
use crate::python::prelude::*;
use pyo3::intern;
use pyo3::types::PySet;

/// A set or list of a node.
#[derive(Clone, Copy)]
pub(super) enum View {
    Variations,
    Nags,
    Comments,
    StartingComments,
}

/// The items of a view in the tree.
#[derive(PartialEq)]
enum Items {
    Nodes(Vec<NodeId>),
    Nags(Vec<u32>),
    Comments(Vec<String>),
}

impl View {
    const ALL: [View; VIEWS] =
        [View::Variations, View::Nags, View::Comments, View::StartingComments];

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
            view.setattr(intern!(py, "_starting"), matches!(self, View::StartingComments))?;
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
            match &items {
                Items::Nodes(nodes) => {
                    let game = GameNode::game_of(node)?;
                    let nodes =
                        nodes.iter().map(|&id| ChildNode::object(&game, &node.get().tree, id));
                    write_list(&view, nodes.collect::<PyResult<Vec<_>>>()?)?;
                }
                Items::Comments(comments) => write_list(&view, comments)?,
                Items::Nags(nags) => {
                    let set = view.cast::<PySet>()?;
                    set.clear();
                    nags.iter().try_for_each(|nag| set.add(nag))?;
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
}

/// Replaces the items of a list, without the methods of its subclass.
fn write_list<'py>(
    list: &Bound<'py, PyAny>,
    items: impl IntoIterator<Item = impl IntoPyObject<'py>, IntoIter: ExactSizeIterator>,
) -> PyResult<()> {
    let list = list.cast::<PyList>()?;
    list.set_slice(0, list.len(), PyList::new(list.py(), items)?.as_any())
}

impl GameNode {
    /// Locks the contents of the game.
    fn contents_of<'a>(node: &'a Bound<'_, GameNode>) -> PyResult<Guard<'a, Contents>> {
        Ok(match node.cast::<ChildNode>() {
            Ok(child) => child.get().game.get().lock(),
            Err(_) => node.cast::<Game>()?.get().lock(),
        })
    }

    /// Changes the node in its tree, and then its views.
    pub(super) fn edit<R>(
        node: &Bound<'_, GameNode>,
        change: impl FnOnce(&mut Tree, NodeId) -> R,
    ) -> PyResult<R> {
        let done = change(&mut node.get().lock(), node.get().id);
        for view in View::ALL {
            if let Some(known) = view.known(node)? {
                view.fill(node, known)?;
            }
        }
        Ok(done)
    }
}

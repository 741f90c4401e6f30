//! Pickling games.

use super::classes::{Contents, Game, GameNode, View};
use super::last_game::forget;
use crate::pgn::tree::{NodeData, Tree};
use crate::python::board::set_attributes;
use crate::python::prelude::*;
use crate::types::Move as CoreMove;

/// A pickled node: parent, move in 16 bits (0 for none), children, comments after and before the
/// move, NAGs.
type PickledNode = (u32, u16, Vec<u32>, Vec<String>, Vec<String>, Vec<u32>);

/// A pickled node as the argument of `__setstate__`, with unvalidated lists.
type GivenNode<'py> =
    (u32, u16, Bound<'py, PyList>, Bound<'py, PyList>, Bound<'py, PyList>, Bound<'py, PyList>);

/// A pickled game: nodes, headers with errors and warnings, the attributes of a subclass, whether
/// comments of engines are read.
type SavedGame<'py> = (Bound<'py, PyList>, [Bound<'py, PyAny>; 3], Option<Bound<'py, PyAny>>, bool);

#[pymethods(crate = "crate::python::named_arguments")]
impl Game {
    fn __getstate__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (nodes, reads_reports) = {
            let tree = slf.as_super().get().lock();
            (tree.to_nodes(), tree.reads_engine_reports())
        };
        let nodes: Vec<PickledNode> = nodes
            .into_iter()
            .map(|node| {
                let bits = node.m.map_or(0, CoreMove::bits);
                (node.parent, bits, node.children, node.comments, node.starting_comments, node.nags)
            })
            .collect();
        let attributes = slf.as_any().getattr_opt("__dict__")?;
        let objects = [Game::headers(slf)?.0, Game::errors(slf)?.0, Game::warnings(slf)?.0];
        (nodes, objects, attributes, reads_reports).into_bound_py_any(slf.py())
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let (pickled, objects, attributes, reads_reports): SavedGame<'_> = state.extract()?;
        let damaged =
            || FileFormatError::new_err("the pickled Game is damaged: its nodes are not a tree");
        let mut nodes = Vec::with_capacity(pickled.len());
        for node in pickled.iter() {
            let (parent, bits, children, comments, starting_comments, nags): GivenNode<'_> =
                node.extract()?;
            let Items(children) = children.extract()?;
            let Items(comments) = comments.extract()?;
            let Items(starting_comments) = starting_comments.extract()?;
            let Items(nags) = nags.extract()?;
            let m = match bits {
                0 => None,
                bits => Some(CoreMove::from_bits(bits).ok_or_else(damaged)?),
            };
            nodes.push(NodeData { parent, m, children, comments, starting_comments, nags });
        }
        let mut tree = Tree::from_nodes(nodes).ok_or_else(damaged)?;
        if !slf.as_super().get().lock().is_empty() {
            return Err(ArgumentError::new_err("a state can be set in a game without moves only"));
        }
        tree.read_engine_reports(reads_reports);
        set_attributes(slf, attributes)?;
        let [headers, errors, warnings] = objects.map(|object| Some(object.unbind()));
        let old = {
            let mut contents = slf.get().lock();
            let nodes = std::mem::take(&mut contents.nodes);
            let new = Contents { headers, errors, warnings, nodes, ..Contents::default() };
            std::mem::replace(&mut *contents, new)
        };
        drop(old);
        GameNode::edit(slf.as_super(), &View::ALL, |old, _| *old = tree)?;
        forget(slf.py());
        Ok(())
    }
}

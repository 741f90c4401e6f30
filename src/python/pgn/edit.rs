//! Changing a tree: adding lines, and the order of variations.

use pyo3::prelude::*;

use super::child::ChildNode;
use super::node::{GameNode, full, nags_of, tree_move};
use crate::pgn::tree::{NodeId, TreeMove};
use crate::python::moves::MoveArgument;

impl GameNode {
    fn reorder(
        slf: &Bound<'_, GameNode>,
        key: &Bound<'_, PyAny>,
        change: impl FnOnce(&mut Vec<NodeId>, usize),
    ) -> PyResult<()> {
        GameNode::in_one_step(slf, || {
            slf.get().with_found(key, |tree, mut children, place| {
                change(&mut children, place);
                tree.set_children(slf.get().id, &children);
            })
        })
    }
}

#[pymethods]
impl GameNode {
    /// Makes a variation the main one.
    fn promote_to_main(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        GameNode::reorder(slf, r#move, |children, place| children[..=place].rotate_right(1))
    }

    /// Moves a variation one up in the list.
    fn promote(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        GameNode::reorder(slf, r#move, |children, place| {
            if place > 0 {
                children.swap(place - 1, place);
            }
        })
    }

    /// Moves a variation one down in the list.
    fn demote(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        GameNode::reorder(slf, r#move, |children, place| {
            if place + 1 < children.len() {
                children.swap(place, place + 1);
            }
        })
    }

    /// Takes a variation out.
    fn remove_variation(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        GameNode::reorder(slf, r#move, |children, place| {
            children.remove(place);
        })
    }

    /// Appends a child node and returns it. The move is not checked until a board is asked for.
    #[pyo3(signature = (r#move, *, comment = String::new(), starting_comment = String::new(), nags = None))]
    fn add_variation<'py>(
        slf: &Bound<'py, Self>,
        r#move: MoveArgument,
        comment: String,
        starting_comment: String,
        nags: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, ChildNode>> {
        let id = GameNode::append(slf, r#move.0, comment, starting_comment, nags_of(nags)?)?;
        GameNode::child_at(slf, id)
    }

    /// Adds a child node as the main variation and returns it.
    #[pyo3(signature = (r#move, *, comment = String::new(), nags = None))]
    fn add_main_variation<'py>(
        slf: &Bound<'py, Self>,
        r#move: MoveArgument,
        comment: String,
        nags: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, ChildNode>> {
        let id = GameNode::append(slf, r#move.0, comment, String::new(), nags_of(nags)?)?;
        let child = GameNode::child_at(slf, id)?;
        GameNode::promote_to_main(slf, &child)?;
        Ok(child)
    }

    /// Adds moves one after the other, comment and glyphs to the last of them, which is returned.
    #[pyo3(signature = (moves, *, comment = String::new(), starting_comment = String::new(), nags = None))]
    fn add_line<'py>(
        slf: &Bound<'py, Self>,
        moves: &Bound<'py, PyAny>,
        comment: String,
        starting_comment: String,
        nags: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, GameNode>> {
        let nags = nags_of(nags)?;
        let moves = moves.try_iter()?.map(|m| tree_move(m?.extract::<MoveArgument>()?.0));
        let moves = moves.collect::<PyResult<Vec<TreeMove>>>()?;
        let end = GameNode::in_one_step(slf, || {
            let mut tree = slf.get().lock();
            let (mut end, mut starting_comment) = (slf.get().id, starting_comment);
            for m in moves {
                end = tree.add(end, m).ok_or_else(full)?;
                tree.set_starting_comment(end, std::mem::take(&mut starting_comment));
            }
            let old = tree.comment(end);
            // python-chess puts the blank even before nothing
            let comment = if old.is_empty() { comment } else { format!("{old} {comment}") };
            tree.set_comment(end, comment);
            for nag in nags {
                tree.add_nag(end, nag);
            }
            Ok(end)
        })?;
        GameNode::at(slf, end)
    }
}

//! The methods of `GameNode`, the base class of the game and its nodes.

use pyo3::exceptions::PyIndexError;

use super::classes::{ChildNode, Comments, Game, GameNode, View, python_move};
use super::hints::MainlineNodes;
use super::last_game::board_at;
use super::write;
use crate::pgn::tree::{CommentPlace, NodeId, TreeMove, WriteOptions};
use crate::python::board::Board;
use crate::python::moves::Move;
use crate::python::prelude::*;

#[pymethods(crate = "crate::python::named_arguments")]
impl GameNode {
    /// The parent node, a `GameNode`; `None` for the game.
    ///
    /// A node that was removed from the variations of its parent keeps its parent.
    #[getter]
    fn parent<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, GameNode>>> {
        let parent = slf.get().lock().parent(slf.get().id);
        parent.map(|id| GameNode::node_at(slf, id)).transpose()
    }

    /// The move to this node, a `Move`; `None` for the game.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        if self.id == NodeId::ROOT {
            return Ok(None);
        }
        let m = python_move(self.lock().move_of(self.id));
        Move::object(py, m).map(Some)
    }

    /// The child nodes, the main variation first: an editable `VariationList`.
    #[getter]
    fn variations<'py>(slf: &Bound<'py, Self>) -> PyResult<package::VariationList<'py>> {
        View::Variations.object(slf).map(package::VariationList)
    }

    #[setter]
    fn set_variations(slf: &Bound<'_, Self>, variations: &Bound<'_, PyAny>) -> PyResult<()> {
        View::Variations.replace(slf, variations, None).map(drop)
    }

    /// The comment after the move, a string; for the game, the comment before the first move.
    #[getter]
    fn comment(&self) -> String {
        self.lock().comment(self.id).to_owned()
    }

    #[setter]
    fn set_comment(slf: &Bound<'_, Self>, comment: String) -> PyResult<()> {
        GameNode::edit(slf, &[View::Comments], |tree, id| tree.set_comment(id, comment))
    }

    /// The comment before the move, at the start of a variation; a string.
    #[getter]
    fn starting_comment(&self) -> String {
        self.lock().starting_comment(self.id).to_owned()
    }

    #[setter]
    fn set_starting_comment(slf: &Bound<'_, Self>, comment: String) -> PyResult<()> {
        GameNode::edit(slf, &[View::StartingComments], |tree, id| {
            tree.set_starting_comment(id, comment)
        })
    }

    /// The comments after the move, an editable `CommentList` of strings; `comment` joins them.
    #[getter]
    fn comments<'py>(slf: &Bound<'py, Self>) -> PyResult<package::CommentList<'py>> {
        View::Comments.object(slf).map(package::CommentList)
    }

    #[setter]
    fn set_comments(slf: &Bound<'_, Self>, comments: Comments) -> PyResult<()> {
        GameNode::edit(slf, &[View::Comments], |tree, id| {
            tree.set_comments(id, CommentPlace::AfterMove, &comments.0);
        })
    }

    /// The comments before the move, as `comments`; `starting_comment` joins them.
    #[getter]
    fn starting_comments<'py>(slf: &Bound<'py, Self>) -> PyResult<package::CommentList<'py>> {
        View::StartingComments.object(slf).map(package::CommentList)
    }

    #[setter]
    fn set_starting_comments(slf: &Bound<'_, Self>, comments: Comments) -> PyResult<()> {
        GameNode::edit(slf, &[View::StartingComments], |tree, id| {
            tree.set_comments(id, CommentPlace::BeforeMove, &comments.0);
        })
    }

    /// The NAGs of the move: an editable `NagSet` of integers.
    #[getter]
    fn nags<'py>(slf: &Bound<'py, Self>) -> PyResult<package::NagSet<'py>> {
        View::Nags.object(slf).map(package::NagSet)
    }

    #[setter]
    fn set_nags(slf: &Bound<'_, Self>, nags: &Bound<'_, PyAny>) -> PyResult<()> {
        View::Nags.replace(slf, nags, None).map(drop)
    }

    /// Returns a new board with the position of the node and the moves that lead to it.
    ///
    /// Returns:
    ///     A `Board` that can be changed without changing the game.
    ///
    /// Raises:
    ///     IllegalMoveError: a move on the way is illegal.
    ///     FenError: the `FEN` tag of the game is invalid.
    fn board<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Board>> {
        board_at(&GameNode::game_of(slf)?, &slf.get().tree, slf.get().id, true)
    }

    /// Returns the number of plies from the start of the game to this node.
    ///
    /// They are counted by full-move number and side to move.
    fn ply(slf: &Bound<'_, Self>) -> PyResult<usize> {
        let depth = slf.get().lock().depth(slf.get().id);
        Ok(Game::start_ply(&GameNode::game_of(slf)?)? + depth)
    }

    /// Returns the side to move: `WHITE` (`True`) or `BLACK` (`False`).
    fn turn(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Ok(GameNode::ply(slf)? % 2 == 0)
    }

    /// Returns the root of the tree, which is the game.
    fn root<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, GameNode>> {
        Ok(GameNode::game_of(slf)?.into_super())
    }

    /// Returns the game of this node.
    fn game<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Game>> {
        GameNode::game_of(slf)
    }

    /// Returns the last node of the main line from this node on.
    fn end<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, GameNode>> {
        let end = slf.get().lock().end(slf.get().id);
        if end == slf.get().id { Ok(slf.clone()) } else { GameNode::node_at(slf, end) }
    }

    /// Whether the node has no variations.
    fn is_end(&self) -> bool {
        self.lock().next(self.id).is_none()
    }

    /// Whether the node is the start of a side variation, and so may have a starting comment.
    fn starts_variation(&self) -> bool {
        let tree = self.lock();
        let first = tree.parent(self.id).and_then(|parent| tree.next(parent));
        first.is_some_and(|first| first != self.id)
    }

    /// Whether the node is in the main line of the game.
    fn is_mainline(&self) -> bool {
        self.lock().is_mainline(self.id)
    }

    /// Whether the node is the first variation of its parent.
    fn is_main_variation(&self) -> bool {
        let tree = self.lock();
        let first = tree.parent(self.id).and_then(|parent| tree.next(parent));
        first.is_none_or(|first| first == self.id)
    }

    fn __getitem__<'py>(
        slf: &Bound<'py, Self>,
        r#move: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, ChildNode>> {
        let id = slf.get().id;
        let child = slf.get().with_child(r#move, |tree, index| tree.children(id).nth(index))?;
        GameNode::child_at(slf, child.unwrap_or(id))
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.has_child(r#move)
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// Returns a child node.
    ///
    /// Args:
    ///     move: the `Move`, the child node, or its index in `variations`.
    ///
    /// Returns:
    ///     A `ChildNode`.
    ///
    /// Raises:
    ///     KeyError: no variation has this move, or the node is not a child.
    ///     IndexError: no variation has this index.
    #[pyo3(signature = (r#move: "Move | GameNode | int"))]
    fn variation<'py>(
        slf: &Bound<'py, Self>,
        r#move: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, ChildNode>> {
        GameNode::__getitem__(slf, r#move)
    }

    /// Whether the node has a variation.
    ///
    /// Args:
    ///     move: the `Move`, the child node, or its index in `variations`.
    #[pyo3(signature = (r#move: "Move | GameNode | int"))]
    fn has_variation(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.has_child(r#move)
    }

    /// Returns the next node of the main line, or `None` at the end.
    pub(in crate::python) fn next<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<Option<Bound<'py, ChildNode>>> {
        let next = slf.get().lock().next(slf.get().id);
        next.map(|id| GameNode::child_at(slf, id)).transpose()
    }

    /// Returns the nodes of the main line after this node: an iterable `Mainline`.
    ///
    /// Example:
    ///     >>> import io
    ///     >>> from enroque import pgn
    ///     >>> game = pgn.read_game(io.StringIO("1. e4 e5 {open} 2. Nf3 *"))
    ///     >>> [(node.ply(), node.san(), node.comment) for node in game.mainline()]
    ///     [(1, 'e4', ''), (2, 'e5', 'open'), (3, 'Nf3', '')]
    fn mainline<'py>(slf: &Bound<'py, Self>) -> PyResult<MainlineNodes<'py>> {
        package::Mainline::new(slf.py(), (slf, false)).map(|line| MainlineNodes(line.0))
    }

    /// Returns the moves of the main line after this node: an iterable `Mainline`.
    fn mainline_moves<'py>(slf: &Bound<'py, Self>) -> PyResult<MainlineMoves<'py>> {
        package::Mainline::new(slf.py(), (slf, true)).map(|line| MainlineMoves(line.0))
    }

    /// Returns the moves or the nodes of the main line after this node.
    fn _mainline<'py>(slf: &Bound<'py, Self>, moves: bool) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let node = slf.get();
        let line: Vec<(NodeId, TreeMove)> = {
            let tree = node.lock();
            let ids = std::iter::successors(tree.next(node.id), |&id| tree.next(id));
            ids.map(|id| (id, tree.move_of(id))).collect()
        };
        let game = GameNode::game_of(slf)?;
        let objects = line.into_iter().map(|(id, m)| {
            if moves {
                Ok(Move::object(slf.py(), python_move(m))?.into_bound(slf.py()).into_any())
            } else {
                Ok(ChildNode::object(&game, &node.tree, id)?.into_any())
            }
        });
        objects.collect()
    }

    /// Returns the node with an index, for pickles.
    fn _node<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, GameNode>> {
        let id = slf.get().lock().id(index);
        match id {
            Some(id) => GameNode::node_at(slf, id),
            None => Err(PyIndexError::new_err("node index out of range")),
        }
    }

    /// Returns the steps of a visit, for `enroque.pgn._visit`.
    fn _steps<'py>(
        slf: &Bound<'py, Self>,
        after: bool,
        sidelines: bool,
    ) -> PyResult<Vec<(u8, Bound<'py, PyAny>)>> {
        write::steps(slf, after, sidelines)
    }

    /// Returns the text of this node and its subtree, as a `StringExporter` with these options.
    fn _text(
        slf: &Bound<'_, Self>,
        columns: Option<isize>,
        headers: bool,
        comments: bool,
        variations: bool,
    ) -> PyResult<String> {
        let columns = columns.map(|columns| usize::try_from(columns).unwrap_or(0));
        write::text(slf, WriteOptions { columns, headers, comments, variations })
    }

    fn __str__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let options = WriteOptions { columns: None, ..WriteOptions::default() };
        Ok(write::text(slf, options)?.trim_end().to_owned())
    }
}

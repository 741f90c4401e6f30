//! `GameNode`: the base class of the game and its nodes.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{
    PyIndexError, PyKeyError, PyMemoryError, PyRuntimeError, PyTypeError, PyValueError,
};
use pyo3::prelude::*;

use super::child::ChildNode;
use super::game::Game;
use super::hints::MainlineNodes;
use super::nags::NagSet;
use super::variations::VariationList;
use super::write;
use crate::pgn::tree::{NodeId, Tree, TreeMove, play_all};
use crate::python::board::{Board, BoardState};
use crate::python::errors::IllegalMoveError;
use crate::python::hints::{MainlineMoves, StepList, VisitorResult};
use crate::python::moves::Move;
use crate::types::Color;

/// A tree that its nodes' Python objects share. Whoever holds the lock never calls into Python, so
/// no two threads can wait for each other.
pub(super) type SharedTree = Arc<Mutex<Tree>>;

/// A node of a game: the `Game` itself, before its first move, or a `ChildNode`, after a move.
///
/// Two `GameNode` objects of the same node are equal and have the same hash, but need not be
/// identical.
#[pyclass(frozen, subclass, weakref, module = "enroque.pgn")]
pub(in crate::python) struct GameNode {
    pub(super) tree: SharedTree,
    pub(super) id: NodeId,
}

/// The key of a variation: its index, its move, or the node itself.
#[derive(FromPyObject)]
pub(super) enum VariationKey<'py> {
    Index(isize),
    Move(PyRef<'py, Move>),
    Node(PyRef<'py, GameNode>),
}

impl GameNode {
    pub(super) fn lock(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game of a node.
    pub(super) fn game_of<'py>(slf: &Bound<'py, GameNode>) -> PyResult<Bound<'py, Game>> {
        match slf.cast::<ChildNode>() {
            Ok(child) => Ok(child.get().game.bind(slf.py()).clone()),
            Err(_) => Ok(slf.cast::<Game>()?.clone()),
        }
    }

    /// Another node of the same game.
    pub(super) fn at<'py>(
        slf: &Bound<'py, GameNode>,
        id: NodeId,
    ) -> PyResult<Bound<'py, GameNode>> {
        let game = GameNode::game_of(slf)?;
        if id == NodeId::ROOT {
            return Ok(game.into_super());
        }
        Ok(ChildNode::object(&game, &slf.get().tree, id)?.into_super())
    }

    pub(super) fn child_at<'py>(
        slf: &Bound<'py, GameNode>,
        id: NodeId,
    ) -> PyResult<Bound<'py, ChildNode>> {
        ChildNode::object(&GameNode::game_of(slf)?, &slf.get().tree, id)
    }

    /// The child that a key names.
    fn find(&self, tree: &Tree, key: &VariationKey<'_>) -> Result<usize, Missing> {
        let mut children = tree.children(self.id);
        let found = match key {
            VariationKey::Index(index) => {
                let count = tree.child_count(self.id);
                let index = if *index < 0 {
                    count.checked_add_signed(*index)
                } else {
                    Some(*index as usize)
                };
                return index.filter(|&index| index < count).ok_or(Missing::Index);
            }
            VariationKey::Move(m) => {
                let m = **m;
                children.position(|child| python_move(tree.move_of(child)) == m)
            }
            VariationKey::Node(node) => {
                let same = Arc::ptr_eq(&self.tree, &node.tree);
                children.position(|child| same && child == node.id)
            }
        };
        found.ok_or(Missing::Key)
    }

    /// Calls `work` with the children and the index of the child with a key.
    pub(super) fn with_found<R>(
        &self,
        key: &Bound<'_, PyAny>,
        work: impl FnOnce(&mut Tree, Vec<NodeId>, usize) -> R,
    ) -> PyResult<R> {
        let missing = || PyKeyError::new_err(key.clone().unbind());
        let wanted = key.extract::<VariationKey<'_>>().map_err(|_| missing())?;
        // under one lock: the place is one among these children
        let done = {
            let mut tree = self.lock();
            let place = self.find(&tree, &wanted);
            place.map(|place| {
                let children = tree.children(self.id).collect();
                work(&mut tree, children, place)
            })
        };
        done.map_err(|reason| match reason {
            Missing::Index => PyIndexError::new_err("the node has no variation of this number"),
            Missing::Key => missing(),
        })
    }

    /// A board with the position of the node.
    fn board_of<'py>(slf: &Bound<'py, GameNode>) -> PyResult<Bound<'py, Board>> {
        let game = GameNode::game_of(slf)?;
        let board = Game::start_board(&game)?;
        let moves = slf.get().lock().moves_to(slf.get().id);
        if !moves.is_empty() {
            play_all(board.lock().play()?, moves)?;
        }
        Ok(board)
    }

    /// A new child with its annotations: the last of the variations, or the main one.
    pub(super) fn append(
        &self,
        m: Move,
        main: bool,
        comment: &str,
        starting_comment: &str,
        nags: Vec<u32>,
    ) -> PyResult<NodeId> {
        let m = tree_move(m)?;
        let mut tree = self.lock();
        let id = tree.add(self.id, m).ok_or_else(full)?;
        tree.set_comment(id, comment.to_owned());
        tree.set_starting_comment(id, starting_comment.to_owned());
        tree.set_nags(id, nags);
        if main {
            let mut children: Vec<NodeId> = tree.children(self.id).collect();
            children.rotate_right(1);
            tree.set_children(self.id, &children);
        }
        Ok(id)
    }
}

/// An edit by way of one of Python's own lists or sets. The step is `None`, and is done again, where another
/// thread has edited the same since it began: Python may run others between any two of its objects.
pub(super) fn in_one_step<R>(mut step: impl FnMut() -> PyResult<Option<R>>) -> PyResult<R> {
    /// A step that edits the same itself, in the `__eq__` of what it looks for, would never end.
    const TRIES: usize = 1_000;
    for _ in 0..TRIES {
        if let Some(result) = step()? {
            return Ok(result);
        }
    }
    Err(PyRuntimeError::new_err("the node is edited again and again while it is being edited"))
}

enum Missing {
    Index,
    Key,
}

#[cold]
pub(super) fn full() -> PyErr {
    PyMemoryError::new_err("a game cannot have more than four thousand million nodes")
}

/// A move of a tree as Python has it.
pub(super) fn python_move(m: TreeMove) -> Move {
    m.map_or(Move::NULL, |m| Move { from: m.from(), to: m.to(), promotion: m.promoted() })
}

/// A move for a tree; what no board could play is refused.
pub(super) fn tree_move(m: Move) -> PyResult<TreeMove> {
    if m.is_null() {
        return Ok(None);
    }
    match m.to_core() {
        Some(m) => Ok(Some(m)),
        None => Err(IllegalMoveError::new_err(format!(
            "{} is a move in no position of chess",
            m.uci_text()
        ))),
    }
}

/// The NAGs of any iterable of whole numbers.
pub(super) fn nags_of(nags: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<u32>> {
    let Some(nags) = nags else { return Ok(Vec::new()) };
    let each = nags.try_iter()?.map(|nag| {
        let nag = nag?;
        nag.extract::<u32>().map_err(|_| match nag.extract::<f64>() {
            Ok(_) => PyValueError::new_err("a NAG is a whole number from 0 to 4294967295"),
            Err(_) => PyTypeError::new_err("a NAG is a whole number"),
        })
    });
    each.collect()
}

#[pymethods]
impl GameNode {
    /// The node before, or `None` for the game.
    ///
    /// A node that was removed from the variations of its parent keeps its parent.
    #[getter]
    fn parent<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, GameNode>>> {
        let parent = slf.get().lock().parent(slf.get().id);
        parent.map(|id| GameNode::at(slf, id)).transpose()
    }

    /// The move to this node, or `None` for the game.
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
    fn variations(slf: Bound<'_, Self>) -> VariationList {
        VariationList::new(slf.unbind())
    }

    #[setter]
    fn set_variations(slf: &Bound<'_, Self>, variations: &Bound<'_, PyAny>) -> PyResult<()> {
        super::variations::replace(slf, variations, None).map(drop)
    }

    /// The comment after the move; of the game, the comment before the first move.
    #[getter]
    fn comment(&self) -> String {
        self.lock().comment(self.id).to_owned()
    }

    #[setter]
    fn set_comment(&self, comment: String) {
        self.lock().set_comment(self.id, comment);
    }

    /// The comment before the move, at the start of a variation.
    #[getter]
    fn starting_comment(&self) -> String {
        self.lock().starting_comment(self.id).to_owned()
    }

    #[setter]
    fn set_starting_comment(&self, comment: String) {
        self.lock().set_starting_comment(self.id, comment);
    }

    /// The NAGs of the move: an editable `NagSet` of integers.
    #[getter]
    fn nags(slf: Bound<'_, Self>) -> NagSet {
        NagSet::new(slf.unbind())
    }

    #[setter]
    fn set_nags(&self, nags: &Bound<'_, PyAny>) -> PyResult<()> {
        let nags = nags_of(Some(nags))?;
        self.lock().set_nags(self.id, nags);
        Ok(())
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
        GameNode::board_of(slf)
    }

    /// Returns the number of half-moves up to this node, by fullmove number and side to move.
    fn ply(slf: &Bound<'_, Self>) -> PyResult<usize> {
        let depth = slf.get().lock().depth(slf.get().id);
        Ok(Game::start_ply(&GameNode::game_of(slf)?)? + depth)
    }

    /// Returns the side to move: `WHITE` (`True`) or `BLACK` (`False`).
    fn turn(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Ok(GameNode::ply(slf)? % 2 == 0)
    }

    /// Returns the node before the first move, which is the game.
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
        if end == slf.get().id { Ok(slf.clone()) } else { GameNode::at(slf, end) }
    }

    /// Whether the node has no variations.
    fn is_end(&self) -> bool {
        self.lock().next(self.id).is_none()
    }

    /// Whether this node starts a side variation and so may have a starting comment.
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
        let child = slf.get().with_found(r#move, |_, children, place| children[place])?;
        GameNode::child_at(slf, child)
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> bool {
        let key = r#move.extract::<VariationKey<'_>>();
        key.is_ok_and(|key| self.find(&self.lock(), &key).is_ok())
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// Returns a child node.
    ///
    /// Args:
    ///     move: the `Move`, the child node, or its index in `variations`.
    ///
    /// Raises:
    ///     KeyError: no variation has this move, or the node is not a child.
    ///     IndexError: no variation has this index.
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
    fn has_variation(&self, r#move: &Bound<'_, PyAny>) -> bool {
        self.__contains__(r#move)
    }

    /// Returns the next node of the main line, or `None` at the end.
    fn next<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, ChildNode>>> {
        let next = slf.get().lock().next(slf.get().id);
        next.map(|id| GameNode::child_at(slf, id)).transpose()
    }

    /// Returns the nodes of the main line after this node: an iterable `Mainline`.
    fn mainline<'py>(slf: &Bound<'py, Self>) -> PyResult<MainlineNodes<'py>> {
        write::mainline(slf, false).map(MainlineNodes)
    }

    /// Returns the moves of the main line after this node: an iterable `Mainline`.
    fn mainline_moves<'py>(slf: &Bound<'py, Self>) -> PyResult<MainlineMoves<'py>> {
        write::mainline(slf, true).map(MainlineMoves)
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
            Some(id) => GameNode::at(slf, id),
            None => Err(PyIndexError::new_err("the game has no node of this number")),
        }
    }

    /// Returns the steps of a visit, for `enroque.pgn._visit`.
    fn _steps<'py>(
        slf: &Bound<'py, Self>,
        after: bool,
        sidelines: bool,
    ) -> PyResult<StepList<'py>> {
        write::steps(slf, after, sidelines)
    }

    /// Calls a visitor for this node and all that follows, in the order of PGN.
    ///
    /// Args:
    ///     visitor: a `BaseVisitor`.
    ///
    /// Returns:
    ///     The result of the visitor.
    fn accept<'py>(
        slf: &Bound<'py, Self>,
        visitor: &Bound<'py, PyAny>,
    ) -> PyResult<VisitorResult<'py>> {
        write::accept(slf, visitor, false).map(VisitorResult)
    }

    /// Calls a visitor as if the game began at this node.
    ///
    /// Args:
    ///     visitor: a `BaseVisitor`.
    ///
    /// Returns:
    ///     The result of the visitor.
    fn accept_subgame<'py>(
        slf: &Bound<'py, Self>,
        visitor: &Bound<'py, PyAny>,
    ) -> PyResult<VisitorResult<'py>> {
        write::accept(slf, visitor, true).map(VisitorResult)
    }

    fn __str__(slf: &Bound<'_, Self>) -> PyResult<String> {
        write::text(slf, None)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<GameNode>() else { return Ok(py.NotImplemented()) };
        let equal = self.id == other.get().id && Arc::ptr_eq(&self.tree, &other.get().tree);
        Ok(pyo3::types::PyBool::new(py, equal).to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        (Arc::as_ptr(&self.tree) as usize, self.id).hash(&mut hasher);
        hasher.finish()
    }
}

/// The number of a move and the dots after it, as a node's `repr` has them.
pub(super) fn move_number(number: u32, turn: Color) -> String {
    format!("{number}{}", if turn == Color::White { "." } else { "..." })
}

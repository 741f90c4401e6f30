//! The classes `GameNode`, `ChildNode` and `Game`, and shared code of their methods.
//!
//! The methods are in files above this one: `node.rs`, `views.rs`, `edit.rs` and `commands.rs`,
//! `child.rs`, `game.rs`.

use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyKeyError, PyMemoryError};

use crate::pgn::tree::{CommentPlace, NodeId, Tree, TreeMove};
use crate::pgn::{PgnError as CorePgnError, Start};
use crate::python::any_move::AnyMove;
use crate::python::arguments::{defaults, index_of, items, type_name};
use crate::python::errors::IllegalMoveError;
use crate::python::gil_cell::{GilCell, Guard};
use crate::python::moves::Move;
use crate::python::prelude::*;
use crate::rules::GameResult;

/// The tree that the Python objects of its nodes share. No code that holds the lock calls into
/// Python, so two threads cannot wait for each other.
pub(super) type SharedTree = Arc<GilCell<Tree>>;

/// A node of a game: the `Game` itself, before its first move, or a `ChildNode`, after a move.
///
/// Example:
///     >>> import io
///     >>> from enroque import Move, pgn
///     >>> game = pgn.read_game(io.StringIO("1. e4 e5 (1... c5 {sharp}) 2. Nf3 *"))
///     >>> node = game.next()
///     >>> [child.san() for child in node.variations]
///     ['e5', 'c5']
///     >>> node[Move.from_uci("c7c5")].comment
///     'sharp'
///     >>> game.end().board().fen()
///     'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'
#[pyclass(frozen, subclass, weakref, module = "enroque.pgn")]
pub(in crate::python) struct GameNode {
    pub(super) tree: SharedTree,
    pub(super) id: NodeId,
}

/// A node after a move.
///
/// `ChildNode(parent, move)` appends a node to the variations of `parent`, as
/// `parent.add_variation(move)` does.
///
/// Args:
///     parent: the node before the move.
///     move: a `Move`; its legality is not checked here.
///     comment: the comment after the move.
///     starting_comment: the comment before the move.
///     nags: an iterable of NAGs, integers from 0 to 4294967295; `None` for none.
///
/// Example:
///     >>> from enroque import Move, pgn
///     >>> game = pgn.Game()
///     >>> node = pgn.ChildNode(game, Move.from_uci("e2e4"), nags=[pgn.NAG_GOOD_MOVE])
///     >>> node.san(), node.uci(), node.parent is game
///     ('e4', 'e2e4', True)
#[pyclass(frozen, subclass, extends = GameNode, module = "enroque.pgn")]
pub(in crate::python) struct ChildNode {
    pub(super) game: Py<Game>,
}

/// A game: the root of a tree of moves, with headers.
///
/// The game is the node before the first move.
///
/// Args:
///     headers: a mapping or pairs of tags; `None` for the seven roster tags with unknown values.
///
/// Example:
///     >>> from enroque import Move, pgn
///     >>> game = pgn.Game({"White": "Anderssen", "Black": "Kieseritzky"})
///     >>> node = game.add_variation(Move.from_uci("e2e4"), comment="King's pawn")
///     >>> node = node.add_variation(Move.from_uci("e7e5"))
///     >>> print(game)
///     [White "Anderssen"]
///     [Black "Kieseritzky"]
///     <BLANKLINE>
///     1. e4 { King's pawn } 1... e5 *
#[pyclass(frozen, subclass, extends = GameNode, module = "enroque.pgn")]
pub(in crate::python) struct Game {
    pub(super) contents: GilCell<Contents>,
}

/// The contents of a game beside its tree. Python objects are made on first access.
#[derive(Default)]
pub(super) struct Contents {
    pub(super) headers: Option<Py<PyAny>>,
    /// The parsed tags, from which the headers are made.
    pub(super) tags: Vec<(String, String)>,
    /// The result after the moves.
    pub(super) result: Option<GameResult>,
    /// The start position that the tags give, valid until the headers are made.
    pub(super) start: Option<Box<Start>>,
    pub(super) errors: Option<Py<PyAny>>,
    pub(super) warnings: Option<Py<PyAny>>,
    /// The errors and warnings of the text, from which both lists are made.
    pub(super) diagnostics: Vec<CorePgnError>,
    /// The objects of the nodes by their index.
    pub(super) nodes: Vec<NodeObjects>,
    /// Whether a child node is of a subclass.
    pub(super) has_subclasses: bool,
}

/// A set or list of a node.
#[derive(Clone, Copy)]
pub(super) enum View {
    Variations,
    Nags,
    Comments,
    StartingComments,
}

impl View {
    pub(super) const ALL: [View; 4] =
        [View::Variations, View::Nags, View::Comments, View::StartingComments];
}

/// The objects of a node, made when they are requested: one for each node.
#[derive(Default)]
pub(super) struct NodeObjects {
    /// The node itself, unless it is the game.
    pub(super) node: Option<Py<ChildNode>>,
    pub(super) views: Option<Box<[Option<Py<PyAny>>; View::ALL.len()]>>,
}

impl Game {
    /// Locks the contents: for as short as possible, and never while Python runs.
    pub(super) fn lock(&self) -> Guard<'_, Contents> {
        self.contents.lock_attached()
    }
}

impl ChildNode {
    pub(super) fn object<'py>(
        game: &Bound<'py, Game>,
        tree: &SharedTree,
        id: NodeId,
    ) -> PyResult<Bound<'py, ChildNode>> {
        if let Some(NodeObjects { node: Some(node), .. }) = game.get().lock().nodes.get(id.index())
        {
            return Ok(node.bind(game.py()).clone());
        }
        let child = ChildNode { game: game.clone().unbind() };
        let node =
            PyClassInitializer::from(GameNode { tree: tree.clone(), id }).add_subclass(child);
        let node = Bound::new(game.py(), node)?;
        let mut contents = game.get().lock();
        // that of another thread, if it was faster
        let stored = contents.objects(id).node.get_or_insert_with(|| node.clone().unbind());
        Ok(stored.bind(game.py()).clone())
    }
}

impl Contents {
    /// Returns the objects of a node.
    pub(super) fn objects(&mut self, id: NodeId) -> &mut NodeObjects {
        if self.nodes.len() <= id.index() {
            self.nodes.resize_with(id.index() + 1, NodeObjects::default);
        }
        &mut self.nodes[id.index()]
    }
}

/// The key of a variation: its index, its move, or the node itself.
enum VariationKey<'a, 'py> {
    Index(isize),
    Move(&'a Bound<'py, Move>),
    Node(&'a Bound<'py, GameNode>),
}

/// Returns a key of variations, `None` for an object of another type. Python-chess's moves and
/// nodes are errors, since they are never found.
fn variation_key<'a, 'py>(key: &'a Bound<'py, PyAny>) -> PyResult<Option<VariationKey<'a, 'py>>> {
    if let Ok(m) = key.cast::<Move>() {
        return Ok(Some(VariationKey::Move(m)));
    }
    if let Ok(node) = key.cast::<GameNode>() {
        return Ok(Some(VariationKey::Node(node)));
    }
    let index = key.extract::<isize>().ok();
    if index.is_none() && type_name(key).starts_with("chess.") {
        return Err(wrong_type("a move must be an enroque.Move", key));
    }
    Ok(index.map(VariationKey::Index))
}

enum Missing {
    Index,
    Key,
}

impl GameNode {
    pub(super) fn lock(&self) -> Guard<'_, Tree> {
        self.tree.lock_attached()
    }

    /// Returns the game of a node.
    pub(super) fn game_of<'py>(slf: &Bound<'py, GameNode>) -> PyResult<Bound<'py, Game>> {
        match slf.cast::<ChildNode>() {
            Ok(child) => Ok(child.get().game.bind(slf.py()).clone()),
            Err(_) => Ok(slf.cast::<Game>()?.clone()),
        }
    }

    /// Returns the node of the same game with an id.
    pub(super) fn node_at<'py>(
        slf: &Bound<'py, GameNode>,
        id: NodeId,
    ) -> PyResult<Bound<'py, GameNode>> {
        if id == NodeId::ROOT {
            return Ok(GameNode::game_of(slf)?.into_super());
        }
        Ok(GameNode::child_at(slf, id)?.into_super())
    }

    /// Returns the node of the same game with an id, which is not the root's.
    pub(super) fn child_at<'py>(
        slf: &Bound<'py, GameNode>,
        id: NodeId,
    ) -> PyResult<Bound<'py, ChildNode>> {
        ChildNode::object(&GameNode::game_of(slf)?, &slf.get().tree, id)
    }

    /// Whether a key, of any type, finds a child.
    pub(super) fn has_child(&self, key: &Bound<'_, PyAny>) -> PyResult<bool> {
        let key = variation_key(key)?;
        Ok(key.is_some_and(|key| self.find(&self.lock(), &key).is_ok()))
    }

    /// Returns the index of the child with a key.
    fn find(&self, tree: &Tree, key: &VariationKey<'_, '_>) -> Result<usize, Missing> {
        let mut children = tree.children(self.id);
        let found = match key {
            VariationKey::Index(index) => {
                let count = tree.child_count(self.id);
                return index_of(*index as i64, count).ok_or(Missing::Index);
            }
            VariationKey::Move(m) => {
                let m = m.get().value();
                children.position(|child| python_move(tree.move_of(child)) == m)
            }
            VariationKey::Node(node) => {
                let node = node.get();
                let same = Arc::ptr_eq(&self.tree, &node.tree);
                children.position(|child| same && child == node.id)
            }
        };
        found.ok_or(Missing::Key)
    }

    /// Calls `work` with the tree and the index of the child with a key.
    pub(super) fn with_child<R>(
        &self,
        key: &Bound<'_, PyAny>,
        work: impl FnOnce(&mut Tree, usize) -> R,
    ) -> PyResult<R> {
        let missing = || PyKeyError::new_err(key.clone().unbind());
        let wanted = variation_key(key)?.ok_or_else(missing)?;
        // under one lock, so that the index is still right
        let done = {
            let mut tree = self.lock();
            let index = self.find(&tree, &wanted);
            index.map(|index| work(&mut tree, index))
        };
        done.map_err(|reason| match reason {
            Missing::Index => PyIndexError::new_err("variation index out of range"),
            Missing::Key => missing(),
        })
    }
}

/// A new child node with its annotations.
pub(super) struct NewChild {
    m: TreeMove,
    comments: Comments,
    starting_comments: Comments,
    nags: Vec<u32>,
}

impl NewChild {
    pub(super) fn new(
        m: AnyMove,
        comments: Comments,
        starting_comments: Comments,
        nags: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<NewChild> {
        Ok(NewChild { m: tree_move(m)?, comments, starting_comments, nags: nags_of(nags)? })
    }

    /// Adds the node, not yet among the variations of its parent; `None` if the tree is full.
    pub(super) fn add(self, tree: &mut Tree, parent: NodeId) -> Option<NodeId> {
        let id = tree.push(parent, self.m)?;
        tree.set_comments(id, CommentPlace::AfterMove, &self.comments.0);
        tree.set_comments(id, CommentPlace::BeforeMove, &self.starting_comments.0);
        tree.set_nags(id, self.nags);
        Some(id)
    }
}

#[cold]
pub(super) fn full() -> PyErr {
    PyMemoryError::new_err("a game can have at most 4294967295 nodes")
}

/// Converts a move of a tree to Python's `Move`.
pub(super) fn python_move(m: TreeMove) -> AnyMove {
    m.map_or(AnyMove::NULL, AnyMove::from)
}

/// Converts Python's `Move` to a move of a tree, or raises if no position allows it.
pub(super) fn tree_move(m: AnyMove) -> PyResult<TreeMove> {
    if m.is_null() {
        return Ok(None);
    }
    match m.to_core() {
        Some(m) => Ok(Some(m)),
        None => Err(IllegalMoveError::new_err(format!(
            "illegal move {}: no position allows it",
            m.uci_text()
        ))),
    }
}

/// Returns the NAGs of an iterable of integers, at most 2^20.
pub(super) fn nags_of(nags: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<u32>> {
    let Some(nags) = nags else { return Ok(Vec::new()) };
    let nags = items::<Bound<'_, PyAny>>(nags, 1 << 20)?;
    let each = nags.into_iter().map(|nag| {
        nag.extract::<u32>().map_err(|_| match nag.extract::<f64>() {
            Ok(_) => ArgumentError::new_err("a NAG must be an integer from 0 to 4294967295"),
            Err(_) => PyTypeError::new_err("a NAG must be an integer"),
        })
    });
    each.collect()
}

/// The largest number of comments at one place.
const MOST: usize = 1 << 20;

/// A comment, or an iterable of comments.
#[derive(Default)]
pub(super) struct Comments(pub(super) Vec<String>);

defaults! { Comments = |_: &str| Comments::default(); }

argument!(
    Comments,
    hint!(union
        hint!(str),
        hint!("collections.abc", "Iterable", hint!(str))
    ),
    |object| {
        if let Ok(comment) = object.cast::<PyString>() {
            return Ok(Comments(vec![comment.extract()?]));
        }
        if object.try_iter().is_err() {
            return Err(wrong_type(
                "a comment must be a string or an iterable of strings",
                &object,
            ));
        }
        items(&object, MOST).map(Comments)
    }
);

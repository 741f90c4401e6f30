//! The methods of `ChildNode`.

use pyo3::{PyTraverseError, PyVisit};

use super::classes::{ChildNode, Comments, Game, GameNode, NewChild, full, python_move, tree_move};
use super::last_game::{board_at, forget};
use crate::pgn::tree::NodeId;
use crate::python::board::{Board, BoardState};
use crate::python::moves::{Move, MoveArgument};
use crate::python::prelude::*;
use crate::types::Color;

impl ChildNode {
    /// Returns the board before the move; that of plain nodes has no move stack.
    fn parent_board<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (node, game) = (slf.as_super().get(), slf.get().game.bind(slf.py()));
        let is_plain = slf.is_exact_instance_of::<ChildNode>()
            && game.is_exact_instance_of::<Game>()
            && !game.get().lock().has_subclasses;
        if is_plain {
            let parent = node.lock().parent(node.id).unwrap_or(NodeId::ROOT);
            return Ok(board_at(game, &node.tree, parent, false)?.into_any());
        }
        slf.as_any().getattr("parent")?.call_method0("board")
    }

    /// Returns the move.
    fn move_of<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Move>> {
        let node = slf.as_super().get();
        let m = python_move(node.lock().move_of(node.id));
        Ok(Move::object(slf.py(), m)?.into_bound(slf.py()))
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl ChildNode {
    #[new]
    #[pyo3(signature = (
        parent, r#move, *, comment = "", starting_comment = "", nags: "Iterable[int] | None" = None
    ))]
    fn new<'py>(
        parent: &Bound<'py, GameNode>,
        r#move: MoveArgument,
        comment: Comments,
        starting_comment: Comments,
        nags: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<PyClassInitializer<ChildNode>> {
        let game = GameNode::game_of(parent)?.unbind();
        let child = NewChild::new(r#move.0, comment, starting_comment, nags)?;
        // `__init__` appends it to the variations
        let id = child.add(&mut parent.get().lock(), parent.get().id).ok_or_else(full)?;
        let node = GameNode { tree: parent.get().tree.clone(), id };
        Ok(PyClassInitializer::from(node).add_subclass(ChildNode { game }))
    }

    /// Stores the object in its game and appends it to the variations of its parent, at the first
    /// call.
    #[pyo3(signature = (*_arguments: "object", **_options: "object"))]
    fn __init__(
        slf: &Bound<'_, Self>,
        _arguments: &Bound<'_, PyTuple>,
        _options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        // a subclass may have used the node before: an object was made then
        let old = {
            let mut contents = slf.get().game.get().lock();
            contents.has_subclasses |= !slf.is_exact_instance_of::<ChildNode>();
            let objects = contents.objects(slf.as_super().get().id);
            objects.node.replace(slf.clone().unbind())
        };
        match old {
            Some(old) if old.is(slf) => Ok(()),
            _ => GameNode::append(&ChildNode::parent(slf)?, slf),
        }
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.game)
    }

    /// The parent node, a `GameNode`.
    ///
    /// It does not change when the node is removed from the variations.
    #[getter]
    fn parent<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, GameNode>> {
        let node = slf.as_super();
        let parent = node.get().lock().parent(node.get().id);
        GameNode::node_at(node, parent.unwrap_or(NodeId::ROOT))
    }

    /// The move to this node, a `Move`, with castling in the notation of the game.
    #[getter]
    fn r#move<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Move>> {
        ChildNode::move_of(slf)
    }

    #[setter]
    fn set_move(slf: &Bound<'_, Self>, r#move: MoveArgument) -> PyResult<()> {
        let m = tree_move(r#move.0)?;
        let node = slf.as_super().get();
        node.lock().set_move(node.id, m);
        forget(slf.py());
        Ok(())
    }

    /// Returns the SAN of the move to this node.
    ///
    /// Raises:
    ///     IllegalMoveError: the move or one before it is illegal.
    fn san(slf: &Bound<'_, Self>) -> PyResult<String> {
        let board = ChildNode::parent_board(slf)?;
        board.call_method1("san", (ChildNode::move_of(slf)?,))?.extract()
    }

    /// Returns the UCI of the move to this node.
    ///
    /// Args:
    ///     chess960: castling as `e1h1` (`True`) or `e1g1` (`False`); `None`: in the notation of the game.
    ///
    /// Raises:
    ///     IllegalMoveError: a move before this one is illegal.
    #[pyo3(signature = (*, chess960 = None))]
    fn uci(slf: &Bound<'_, Self>, chess960: Option<bool>) -> PyResult<String> {
        let options = [("chess960", chess960)].into_py_dict(slf.py())?;
        let board = ChildNode::parent_board(slf)?;
        board.call_method("uci", (ChildNode::move_of(slf)?,), Some(&options))?.extract()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let name = slf.get_type().qualname()?;
        let at = slf.as_ptr() as usize;
        let board = ChildNode::parent_board(slf)?;
        let m = ChildNode::move_of(slf)?;
        match board.call_method1("san", (&m,)) {
            Ok(san) => {
                let position = board.cast::<Board>()?.position()?;
                let number = position.fullmove_number();
                let dots = if position.turn() == Color::White { "." } else { "..." };
                Ok(format!("<{name} at {at:#x} ({number}{dots} {san} ...)>"))
            }
            Err(_) => Ok(format!("<{name} at {at:#x} (dangling: {})>", m.get().value().uci_text())),
        }
    }

    /// Returns an SVG image of the board after the move, for notebooks.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.as_any().call_method0("board")?.call_method0("_repr_svg_")?.extract()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, Game>,))> {
        if !slf.is_exact_instance_of::<ChildNode>() {
            return Err(PyTypeError::new_err("only a plain ChildNode can be copied or pickled"));
        }
        let py = slf.py();
        let index = slf.as_super().get().id.index();
        let caller = py.import("operator")?.call_method1("methodcaller", ("_node", index))?;
        Ok((caller, (slf.get().game.bind(py).clone(),)))
    }
}

//! Writing games, and telling visitors of them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyList;

use super::game::Game;
use super::node::{GameNode, python_move};
use crate::notation::san;
use crate::pgn::tree::{NodeId, PgnWriter as CoreWriter, Step, Tree, Walk, WriteOptions};
use crate::position::Position;
use crate::python::board::{Board, BoardState, find};
use crate::python::errors::IllegalMoveError;
use crate::python::hints::StepList;
use crate::python::moves::{Move, MoveArgument};

/// The main line after a node, as Python's `Mainline`.
pub(super) fn mainline<'py>(
    node: &Bound<'py, GameNode>,
    moves: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let class = node.py().import("enroque.pgn.mainline")?.getattr("Mainline")?;
    class.call1((node, moves))
}

/// The numbers by which Python's visits know the steps; `enroque/pgn/visit.py` has the same.
const MOVE: u8 = 0;
const COMMENT: u8 = 1;
const NAG: u8 = 2;
const BEGIN: u8 = 3;
const END: u8 = 4;

/// What is on the way through a tree from a node, or after it.
pub(super) fn steps<'py>(
    slf: &Bound<'py, GameNode>,
    after: bool,
    sidelines: bool,
) -> PyResult<StepList<'py>> {
    let (py, node) = (slf.py(), slf.get());
    let tree: Tree = node.lock().clone();
    let walk =
        if after { Walk::after(&tree, node.id) } else { Walk::new(&tree, node.id, sidelines) };
    let steps = PyList::empty(py);
    for step in walk {
        match step {
            Step::Begin => steps.append((BEGIN, py.None()))?,
            Step::End => steps.append((END, py.None()))?,
            Step::Node(id) => {
                let starting_comment = tree.starting_comment(id);
                if !starting_comment.is_empty() {
                    steps.append((COMMENT, starting_comment))?;
                }
                let m = Move::object(py, python_move(tree.move_of(id)))?;
                steps.append((MOVE, m))?;
                for nag in tree.nags(id) {
                    steps.append((NAG, nag))?;
                }
                let comment = tree.comment(id);
                if !comment.is_empty() {
                    steps.append((COMMENT, comment))?;
                }
            }
        }
    }
    Ok(StepList(steps))
}

/// Tells a visitor of a node and what follows it.
pub(super) fn accept<'py>(
    slf: &Bound<'py, GameNode>,
    visitor: &Bound<'py, PyAny>,
    is_subgame: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = slf.py();
    let exporters = py.import("enroque.pgn.export")?;
    let is_plain = visitor.get_type().is(exporters.getattr("StringExporter")?);
    if is_plain && !is_subgame {
        let writer = visitor.getattr("_writer")?;
        let writer = writer.cast::<PgnWriter>()?.get();
        // on a copy: Python may run while it writes, and an error leaves the exporter as it was
        let mut copy = writer.lock().clone();
        write(slf, &mut copy)?;
        *writer.lock() = copy;
        return visitor.call_method0("result");
    }
    let visit = py.import("enroque.pgn.visit")?;
    let name = if is_subgame { "accept_subgame" } else { "accept" };
    visit.call_method1(name, (slf, visitor))
}

/// The text of a node, of a game with its headers.
pub(super) fn text(slf: &Bound<'_, GameNode>, columns: Option<usize>) -> PyResult<String> {
    let mut writer = CoreWriter::new(WriteOptions { columns, ..WriteOptions::default() });
    write(slf, &mut writer)?;
    Ok(writer.finished())
}

/// Writes a node and what follows it as a visitor is told of it.
fn write(slf: &Bound<'_, GameNode>, writer: &mut CoreWriter) -> PyResult<()> {
    let node = slf.get();
    let game = GameNode::game_of(slf)?;
    if node.id != NodeId::ROOT {
        let parent = slf.as_any().getattr("parent")?.call_method0("board")?;
        let start = parent.cast::<Board>()?.position()?;
        let tree = node.lock();
        writer.walk(&tree, Walk::new(&tree, node.id, false), &start)?;
        return Ok(());
    }
    let headers: Vec<(String, String)> = {
        let items = Game::headers(&game)?.0.call_method0("items")?;
        items.try_iter()?.map(|item| item?.extract()).collect::<PyResult<_>>()?
    };
    for (name, value) in headers {
        writer.header(&name, &value);
    }
    writer.end_headers();
    // without moves it does not matter from where they start
    let start = if node.lock().next(NodeId::ROOT).is_none() {
        Position::standard()
    } else {
        slf.as_any().call_method0("board")?.cast::<Board>()?.position()?
    };
    writer.game(&node.lock(), &start)?;
    writer.result(&Game::result(&game)?);
    writer.line("");
    Ok(())
}

/// The writer behind `StringExporter` and `FileExporter`.
#[pyclass(frozen, module = "enroque._core")]
pub(in crate::python) struct PgnWriter {
    writer: Mutex<CoreWriter>,
}

impl PgnWriter {
    fn lock(&self) -> MutexGuard<'_, CoreWriter> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl PgnWriter {
    #[new]
    #[pyo3(signature = (*, columns, headers, comments, variations))]
    fn new(columns: Option<isize>, headers: bool, comments: bool, variations: bool) -> PgnWriter {
        let columns = columns.map(|columns| usize::try_from(columns).unwrap_or(0));
        let options = WriteOptions { columns, headers, comments, variations };
        PgnWriter { writer: Mutex::new(CoreWriter::new(options)) }
    }

    /// Ends the line that grows.
    fn flush(&self) {
        self.lock().flush();
    }

    /// Writes a text that is not to be broken.
    fn word(&self, text: &str) {
        self.lock().word(&[text]);
    }

    /// Writes a whole line.
    fn line(&self, text: &str) {
        self.lock().line(text);
    }

    /// Before the tags of a game.
    fn begin_headers(&self) {
        self.lock().begin_headers();
    }

    /// Writes a tag.
    fn header(&self, name: &str, value: &str) {
        self.lock().header(name, value);
    }

    /// After the tags.
    fn end_headers(&self) {
        self.lock().end_headers();
    }

    /// Opens a variation; `False` if variations are not written.
    fn begin_variation(&self) -> bool {
        self.lock().begin_variation()
    }

    /// Closes a variation.
    fn end_variation(&self) {
        self.lock().end_variation();
    }

    /// Writes a comment.
    fn comment(&self, comment: &str) {
        self.lock().comment(comment);
    }

    /// Writes a glyph.
    fn nag(&self, nag: u32) {
        self.lock().nag(nag);
    }

    /// Writes a move, legal on the board or null.
    fn san(&self, board: &Bound<'_, Board>, r#move: MoveArgument) -> PyResult<()> {
        let (position, m) = (board.position()?, r#move.0);
        if m.is_null() {
            self.lock().san(&position, "--");
            return Ok(());
        }
        let found = find(&position, m).ok_or_else(|| {
            let fen = crate::notation::fen::write(&position);
            IllegalMoveError::new_err(format!("illegal move {} in {fen}", m.uci_text()))
        })?;
        self.lock().san(&position, &san::write(&position, found));
        Ok(())
    }

    /// Writes the result.
    fn result(&self, result: &str) {
        self.lock().result(result);
    }

    /// Everything that was written, without the blanks at its end.
    fn finished(&self) -> String {
        self.lock().finished()
    }

    /// The whole lines, which are then taken out.
    fn take_lines(&self) -> String {
        self.lock().take_lines()
    }

    /// Writes the main line after a node, without variations.
    fn mainline(&self, node: &Bound<'_, GameNode>) -> PyResult<()> {
        let board = node.as_any().call_method0("board")?;
        let start = board.cast::<Board>()?.position()?;
        let (mut writer, tree) = (self.lock(), node.get().lock());
        writer.mainline(&tree, node.get().id, &start)?;
        Ok(())
    }
}

//! Writing games, and calling visitors for them.

use std::sync::Mutex;

use super::classes::{Game, GameNode, python_move};
use crate::notation::san;
use crate::pgn::tree::{NodeId, PgnSink, PgnWriter as CoreWriter, Step, Tree, Walk, WriteOptions};
use crate::position::Position;
use crate::python::board::{Board, BoardState, find, illegal};
use crate::python::moves::{Move, MoveArgument};
use crate::python::prelude::*;

/// The kinds of steps; the same numbers as in `enroque/pgn/_visit.py`.
const MOVE: u8 = 0;
const COMMENT: u8 = 1;
const NAG: u8 = 2;
const BEGIN: u8 = 3;
const END: u8 = 4;

/// Returns the steps of a visit from a node on, or after it.
pub(super) fn steps<'py>(
    slf: &Bound<'py, GameNode>,
    after: bool,
    sidelines: bool,
) -> PyResult<Vec<(u8, Bound<'py, PyAny>)>> {
    let (py, node) = (slf.py(), slf.get());
    let tree: Tree = node.lock().clone();
    let walk =
        if after { Walk::after(&tree, node.id) } else { Walk::new(&tree, node.id, sidelines) };
    let none = || py.None().into_bound(py);
    let mut steps = Vec::new();
    for step in walk {
        match step {
            Step::Begin => steps.push((BEGIN, none())),
            Step::End => steps.push((END, none())),
            Step::Node(id) => {
                let starting_comment = tree.starting_comment(id);
                if !starting_comment.is_empty() {
                    steps.push((COMMENT, starting_comment.into_bound_py_any(py)?));
                }
                let m = Move::object(py, python_move(tree.move_of(id)))?;
                steps.push((MOVE, m.into_bound_py_any(py)?));
                for nag in tree.nags(id) {
                    steps.push((NAG, nag.into_bound_py_any(py)?));
                }
                let comment = tree.comment(id);
                if !comment.is_empty() {
                    steps.push((COMMENT, comment.into_bound_py_any(py)?));
                }
            }
        }
    }
    Ok(steps)
}

/// Returns the text of a node and its subtree; for a game, with its headers.
pub(super) fn text(slf: &Bound<'_, GameNode>, options: WriteOptions) -> PyResult<String> {
    let mut writer = CoreWriter::new(options);
    write(slf, &mut writer)?;
    Ok(writer.into_text())
}

/// Writes a node and its subtree.
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
    // the start position matters only for moves
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

/// Returns the moves of the main line after a node, without variations, on one line.
///
/// Args:
///     node: a `GameNode`.
///     comments: write comments and NAGs.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn mainline_text(
    node: &Bound<'_, GameNode>,
    comments: bool,
) -> PyResult<String> {
    let board = node.as_any().call_method0("board")?;
    let start = board.cast::<Board>()?.position()?;
    let options = WriteOptions { columns: None, comments, ..WriteOptions::default() };
    let (mut writer, tree) = (CoreWriter::new(options), node.get().lock());
    writer.mainline(&tree, node.get().id, &start)?;
    Ok(writer.into_text().trim_end().to_owned())
}

/// Collects tokens and lines for exporters written in Python.
struct Tokens(Vec<String>);

impl PgnSink for Tokens {
    fn token(&mut self, texts: &[&str]) {
        self.0.push(texts.concat());
    }

    fn line(&mut self, line: &str) {
        self.0.push(line.to_owned());
    }
}

/// Makes the tokens that exporters write.
///
/// Args:
///     headers: write the tags.
///     comments: write comments and NAGs.
///     variations: write variations.
#[pyclass(frozen, module = "enroque._core")]
pub(in crate::python) struct PgnWriter {
    writer: Mutex<CoreWriter<Tokens>>,
}

impl PgnWriter {
    /// Returns the tokens and lines that a call of the writer produces.
    fn tokens(&self, write: impl FnOnce(&mut CoreWriter<Tokens>)) -> Vec<String> {
        let mut writer = locked(&self.writer);
        write(&mut writer);
        std::mem::take(&mut writer.sink().0)
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl PgnWriter {
    #[new]
    #[pyo3(signature = (*, headers, comments, variations))]
    fn new(headers: bool, comments: bool, variations: bool) -> PgnWriter {
        let options = WriteOptions { columns: None, headers, comments, variations };
        PgnWriter { writer: Mutex::new(CoreWriter::with_sink(options, Tokens(Vec::new()))) }
    }

    /// Starts the tags of a game.
    fn begin_headers(&self) {
        self.tokens(CoreWriter::begin_headers);
    }

    /// Returns the line of a tag, or nothing if tags are not written.
    fn header(&self, name: &str, value: &str) -> Vec<String> {
        self.tokens(|writer| writer.header(name, value))
    }

    /// Returns the empty line after tags, if there were any.
    fn end_headers(&self) -> Vec<String> {
        self.tokens(CoreWriter::end_headers)
    }

    /// Returns the opening parenthesis of a variation; `None` if variations are not written.
    fn begin_variation(&self) -> Option<Vec<String>> {
        let mut is_written = false;
        let tokens = self.tokens(|writer| is_written = writer.begin_variation());
        is_written.then_some(tokens)
    }

    /// Returns the closing parenthesis of a variation.
    fn end_variation(&self) -> Vec<String> {
        self.tokens(CoreWriter::end_variation)
    }

    /// Returns the tokens of a comment.
    fn comment(&self, comment: &str) -> Vec<String> {
        self.tokens(|writer| writer.comment(comment))
    }

    /// Returns the token of a NAG.
    fn nag(&self, nag: u32) -> Vec<String> {
        self.tokens(|writer| writer.nag(nag))
    }

    /// Returns the tokens of a move, which must be legal or null, with its number where needed. The
    /// board is a `Board`, or one of a variant that writes its moves itself.
    fn san(&self, board: &Bound<'_, PyAny>, r#move: MoveArgument) -> PyResult<Vec<String>> {
        let m = r#move.0;
        let Ok(board) = board.cast::<Board>() else {
            let san =
                board.call_method1("san", (Move::object(board.py(), m)?,))?.extract::<String>()?;
            let number = board.getattr("fullmove_number")?.extract()?;
            let turn = board.getattr("turn")?.extract::<ColorArgument>()?.0;
            return Ok(self.tokens(|writer| writer.san_at(number, turn, &san)));
        };
        let position = board.position()?;
        if m.is_null() {
            return Ok(self.tokens(|writer| writer.san(&position, "--")));
        }
        let found = find(&position, m).ok_or_else(|| illegal(&position, m))?;
        Ok(self.tokens(|writer| writer.san(&position, &san::write(&position, found))))
    }

    /// Returns the token of a result; `*` if it is invalid.
    fn result(&self, result: &str) -> Vec<String> {
        self.tokens(|writer| writer.result(result))
    }
}

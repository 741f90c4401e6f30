//! The methods of `Game`, and making a game from PGN text.

use std::sync::Arc;

use pyo3::{PyTraverseError, PyVisit};

use super::classes::{Contents, Game, GameNode, NodeObjects, View, full, tree_move};
use super::hints::GameBuilderObject;
use super::last_game::forget;
use crate::pgn::tree::{NodeId, ReadGame, Tree};
use crate::pgn::{PgnError as CorePgnError, PgnErrorKind as Kind, Start};
use crate::python::board::{Board, BoardArgument};
use crate::python::errors::{
    AmbiguousMoveError, FenError, IllegalMoveError, InvalidMoveError, PgnError,
};
use crate::python::gil_cell::GilCell;
use crate::python::moves::Move;
use crate::python::prelude::*;
use crate::python::rules::TimeControl;
use crate::rules::{EditableGame, Game as CoreGame, GameResult};

impl Game {
    fn initializer(tree: Tree, contents: Contents) -> PyClassInitializer<Game> {
        let node = GameNode { tree: Arc::new(GilCell::new(tree)), id: NodeId::ROOT };
        PyClassInitializer::from(node).add_subclass(Game { contents: GilCell::new(contents) })
    }

    /// Makes a game from parsed text.
    pub(super) fn from_read(py: Python<'_>, read: ReadGame) -> PyResult<Bound<'_, Game>> {
        let ReadGame { tags, result, start, tree, diagnostics } = read;
        let start =
            start.filter(|_| tags.iter().any(|(name, _)| name == "FEN" || name == "Variant"));
        let contents = Contents {
            tags,
            result,
            start: start.map(Box::new),
            diagnostics,
            ..Contents::default()
        };
        Bound::new(py, Game::initializer(tree, contents))
    }

    /// Stores parsed text in an empty game of a subclass.
    pub(super) fn fill(slf: &Bound<'_, Game>, read: ReadGame) -> PyResult<()> {
        let headers = Game::headers(slf)?.0;
        for (name, value) in &read.tags {
            headers.set_item(name, value)?;
        }
        if let Some(result) = read.result {
            set_result(&headers, result)?;
        }
        let errors = Game::errors(slf)?.0;
        let warnings = Game::warnings(slf)?.0;
        for diagnostic in &read.diagnostics {
            let list = if diagnostic.kind.is_error() { &errors } else { &warnings };
            list.call_method1("append", (exception(slf.py(), diagnostic)?,))?;
        }
        let filled = GameNode::edit(slf.as_super(), &View::ALL, |tree, game| {
            if tree.is_empty() {
                *tree = read.tree;
                return Some(());
            }
            // nodes that `__init__` of the subclass made remain
            let mut children: Vec<NodeId> = tree.children(game).collect();
            for child in read.tree.children(NodeId::ROOT) {
                children.push(tree.copy_subtree(game, &read.tree, child)?);
            }
            tree.set_children(game, &children);
            if !read.tree.comment(NodeId::ROOT).is_empty() {
                tree.set_comment(game, read.tree.comment(NodeId::ROOT).to_owned());
            }
            tree.read_engine_reports(read.tree.reads_engine_reports());
            Some(())
        });
        forget(slf.py());
        filled?.ok_or_else(full)
    }

    /// Whether the text has errors, without making Python objects.
    pub(super) fn has_errors(&self) -> bool {
        self.lock().diagnostics.iter().any(|diagnostic| diagnostic.kind.is_error())
    }

    /// The headers, if they are an object already.
    fn known_headers<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.lock().headers.as_ref().map(|headers| headers.bind(py).clone())
    }

    /// Returns a board with the start position.
    pub(super) fn start_board<'py>(slf: &Bound<'py, Game>) -> PyResult<Bound<'py, Board>> {
        let py = slf.py();
        let start = if let Some(headers) = slf.get().known_headers(py) {
            start_of(&headers)?
        } else {
            let contents = slf.get().lock();
            let tags = START_TAGS.map(|name| tag(&contents, name));
            contents.start.as_deref().copied().or_else(|| Start::from_tags(tags, |_, _, _| {}))
        };
        // `Headers.board` raises the error
        match start {
            Some(Start { position, chess960 }) => {
                let game = EditableGame::new(CoreGame::new(position), chess960);
                Board::object(py, game)
            }
            None => Ok(Game::headers(slf)?.0.call_method0("board")?.cast_into()?),
        }
    }

    /// Returns the ply of the start position.
    pub(super) fn start_ply(slf: &Bound<'_, Game>) -> PyResult<usize> {
        let has_fen = match slf.get().known_headers(slf.py()) {
            Some(headers) => headers.contains("FEN")?,
            None => tag(&slf.get().lock(), "FEN").is_some(),
        };
        if !has_fen {
            return Ok(0);
        }
        Ok(Board::ply(&Game::start_board(slf)?) as usize)
    }

    /// Returns the result in the headers, `*` if there is none.
    pub(super) fn result(slf: &Bound<'_, Game>) -> PyResult<String> {
        Game::headers(slf)?.0.call_method1("get", ("Result", "*"))?.extract()
    }
}

const START_TAGS: [&str; 3] = ["Variant", "SetUp", "FEN"];

/// Returns the start position of headers, `None` if it is unusual or the headers are of a subclass.
fn start_of(headers: &Bound<'_, PyAny>) -> PyResult<Option<Start>> {
    if !headers.get_type().is(package::Headers::class(headers.py())?) {
        return Ok(None);
    }
    let headers = headers.cast::<PyDict>()?;
    let mut tags = [const { None }; 3];
    for (tag, name) in tags.iter_mut().zip(START_TAGS) {
        *tag = headers.get_item(name)?;
    }
    let mut texts = [None; 3];
    for (text, tag) in texts.iter_mut().zip(&tags) {
        *text = tag.as_ref().map(|tag| tag.cast::<PyString>()?.to_str()).transpose()?;
    }
    let mut is_odd = false;
    let start = Start::from_tags(texts, |_, kind, _| is_odd |= kind == Kind::OddStart);
    Ok(start.filter(|_| !is_odd))
}

fn tag<'c>(contents: &'c Contents, name: &str) -> Option<&'c str> {
    contents.tags.iter().rev().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
}

/// Sets the tag `Result` to the result after the moves, unless it has another value than `*`.
fn set_result(headers: &Bound<'_, PyAny>, result: GameResult) -> PyResult<()> {
    let known: String = headers.call_method1("get", ("Result", "*"))?.extract()?;
    if known == "*" { headers.set_item("Result", result.as_str()) } else { Ok(()) }
}

/// Makes the exception of an error or warning; for moves, of the same class as in python-chess.
/// Its attribute `kind` is the name of the kind, as in `GameError`.
pub(super) fn exception(py: Python<'_>, diagnostic: &CorePgnError) -> PyResult<Py<PyAny>> {
    let message = diagnostic.to_string();
    let error = match diagnostic.kind {
        Kind::IllegalMove | Kind::NullMove => IllegalMoveError::new_err(message),
        Kind::AmbiguousMove => AmbiguousMoveError::new_err(message),
        Kind::Syntax => InvalidMoveError::new_err(message),
        Kind::InvalidFen => FenError::new_err((message,)),
        _ => PgnError::new_err(message),
    };
    let error = error.into_value(py).into_any();
    error.setattr(py, "kind", diagnostic.kind.name())?;
    Ok(error)
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Game {
    #[new]
    #[pyo3(
        signature = (*_arguments: "object", **_options: "object"),
        text_signature = "(headers=None)"
    )]
    fn new(
        _arguments: &Bound<'_, PyTuple>,
        _options: Option<&Bound<'_, PyDict>>,
    ) -> PyClassInitializer<Game> {
        let contents = Contents::default();
        Game::initializer(Tree::new(), contents)
    }

    #[pyo3(signature = (headers = None))]
    fn __init__(slf: &Bound<'_, Self>, headers: Option<HeadersArgument<'_>>) -> PyResult<()> {
        if let Some(HeadersArgument(headers)) = headers {
            if headers.is_instance_of::<Board>() || headers.is_instance_of::<PyString>() {
                let rule = "headers must be a dict of tags (Game.from_board takes a Board, pgn.read_game PGN)";
                return Err(wrong_type(rule, &headers));
            }
            let headers = package::Headers::new(slf.py(), (headers,))?;
            slf.get().set_headers(HeadersArgument(headers.0));
        }
        Ok(())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // if another thread holds the lock, it is changing the objects
        if let Some(contents) = self.contents.try_lock() {
            for object in [&contents.headers, &contents.errors, &contents.warnings] {
                visit.call(object)?;
            }
            for NodeObjects { node, views } in &contents.nodes {
                visit.call(node)?;
                views.iter().flat_map(|views| &**views).try_for_each(|view| visit.call(view))?;
            }
        }
        Ok(())
    }

    fn __clear__(&self) {
        let mut contents = self.lock();
        let objects = (contents.headers.take(), contents.errors.take(), contents.warnings.take());
        let nodes = std::mem::take(&mut contents.nodes);
        drop(contents);
        drop((objects, nodes));
    }

    /// The tags of the game: a `Headers` mapping, the seven roster tags first.
    #[getter]
    pub(super) fn headers<'py>(slf: &Bound<'py, Self>) -> PyResult<package::Headers<'py>> {
        let py = slf.py();
        let (tags, result) = {
            let contents = slf.get().lock();
            if let Some(headers) = &contents.headers {
                return Ok(package::Headers(headers.bind(py).clone()));
            }
            (contents.tags.clone(), contents.result)
        };
        let tags = (tags.into_py_dict(py)?,);
        let headers = package::Headers::class(py)?.call_method1("_read", tags)?;
        if let Some(result) = result {
            set_result(&headers, result)?;
        }
        let mut contents = slf.get().lock();
        // another thread may have set them in the meantime
        let headers = contents.headers.get_or_insert_with(|| headers.unbind());
        Ok(package::Headers(headers.bind(py).clone()))
    }

    #[setter]
    fn set_headers(&self, headers: HeadersArgument<'_>) {
        let old = self.lock().headers.replace(headers.0.unbind());
        drop(old);
    }

    /// The errors of the PGN text, a list of exceptions.
    ///
    /// Their attribute `kind` is that of `GameError`, such as `illegal_move`. Their line 1 is the first
    /// line of the game.
    #[getter]
    pub(super) fn errors<'py>(slf: &Bound<'py, Self>) -> PyResult<ExceptionList<'py>> {
        diagnostics(slf, true, |contents| &mut contents.errors)
    }

    #[setter]
    fn set_errors(&self, errors: ExceptionList<'_>) {
        let old = self.lock().errors.replace(errors.0.unbind());
        drop(old);
    }

    /// The tolerated deviations of the PGN text: a list of exceptions (not in python-chess).
    ///
    /// Their attribute `kind` is that of `GameError`, such as `odd_result`.
    #[getter]
    pub(super) fn warnings<'py>(slf: &Bound<'py, Self>) -> PyResult<ExceptionList<'py>> {
        diagnostics(slf, false, |contents| &mut contents.warnings)
    }

    #[setter]
    fn set_warnings(&self, warnings: ExceptionList<'_>) {
        let old = self.lock().warnings.replace(warnings.0.unbind());
        drop(old);
    }

    /// Sets the tags `FEN`, `SetUp` and `Variant` so that the game starts from a position.
    ///
    /// Args:
    ///     board: a `Board` or a FEN string.
    ///
    /// Raises:
    ///     FenError: the FEN is invalid.
    ///
    /// Example:
    ///     >>> from enroque import pgn
    ///     >>> game = pgn.Game.without_tag_roster()
    ///     >>> game.setup("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    ///     >>> game.headers
    ///     Headers(FEN='4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', SetUp='1')
    #[pyo3(signature = (board: "Board | str"))]
    fn setup(slf: &Bound<'_, Self>, board: &Bound<'_, PyAny>) -> PyResult<()> {
        let headers = Game::headers(slf)?.0;
        headers.call_method1("_set_up", (board,)).map(drop)
    }

    /// Parses the tag `TimeControl`.
    ///
    /// Returns:
    ///     An `enroque.TimeControl`.
    ///
    /// Raises:
    ///     TimeControlError: a `ValueError`: the tag is not a time control.
    fn time_control(slf: &Bound<'_, Self>) -> PyResult<TimeControl> {
        let tag = Game::headers(slf)?.0.call_method1("get", ("TimeControl", ""))?;
        TimeControl::from_tag(tag.extract()?)
    }

    /// Makes a game from the moves played on a board.
    ///
    /// Args:
    ///     board: a `Board`; its move stack becomes the main line, its root the start position.
    ///
    /// Returns:
    ///     A game of this class, with the result of the board.
    ///
    /// Example:
    ///     >>> from enroque import Board, pgn
    ///     >>> board = Board()
    ///     >>> for san in ("f3", "e5", "g4", "Qh4#"):
    ///     ...     _ = board.push_san(san)
    ///     >>> game = pgn.Game.from_board(board)
    ///     >>> print(game.mainline(), game.headers["Result"])
    ///     1. f3 e5 2. g4 Qh4# 0-1
    #[classmethod]
    fn from_board<'py>(
        cls: &Bound<'py, PyType>,
        board: BoardArgument<'py>,
    ) -> PyResult<SameClass<'py>> {
        let board = board.0;
        let game = cls.call0()?;
        let plain = game.cast::<Game>()?;
        Game::setup(plain, &board.as_any().call_method0("root")?)?;
        let moves = board.as_any().getattr("move_stack")?;
        {
            let moves = moves.try_iter()?.map(|m| tree_move(m?.cast::<Move>()?.get().value()));
            let moves = moves.collect::<PyResult<Vec<_>>>()?;
            let added = GameNode::edit(plain.as_super(), &[View::Variations], |tree, game| {
                moves.into_iter().try_fold(game, |end, m| tree.add(end, m))
            });
            added?.ok_or_else(full)?;
        }
        let result = board.as_any().call_method0("result")?;
        Game::headers(plain)?.0.set_item("Result", result)?;
        Ok(SameClass(game))
    }

    /// Makes an empty game without the seven roster tags.
    ///
    /// Returns:
    ///     A game of this class.
    #[classmethod]
    fn without_tag_roster<'py>(cls: &Bound<'py, PyType>) -> PyResult<SameClass<'py>> {
        let options = [("headers", PyDict::new(cls.py()))].into_py_dict(cls.py())?;
        cls.call((), Some(&options)).map(SameClass)
    }

    /// Returns a `GameBuilder`, a visitor that makes games of this class.
    #[classmethod]
    fn builder<'py>(cls: &Bound<'py, PyType>) -> PyResult<GameBuilderObject<'py>> {
        let options = [("Game", cls)].into_py_dict(cls.py())?;
        package::GameBuilder::class(cls.py())?.call((), Some(&options)).map(GameBuilderObject)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let headers = Game::headers(slf)?.0;
        let value = |name: &str, default: &str| -> PyResult<String> {
            Ok(headers.call_method1("get", (name, default))?.repr()?.to_string())
        };
        let errors = match Game::errors(slf)?.0.len()? {
            0 => String::new(),
            count => format!(", {count} errors"),
        };
        Ok(format!(
            "<{} at {:#x} ({} vs. {}, {} at {}{errors})>",
            slf.get_type().qualname()?,
            slf.as_ptr() as usize,
            value("White", "?")?,
            value("Black", "?")?,
            value("Date", "????.??.??")?,
            value("Site", "?")?,
        ))
    }
}

/// Returns the list of errors or that of warnings.
fn diagnostics<'py>(
    slf: &Bound<'py, Game>,
    are_errors: bool,
    field: impl Fn(&mut Contents) -> &mut Option<Py<PyAny>>,
) -> PyResult<ExceptionList<'py>> {
    let py = slf.py();
    let diagnostics: Vec<CorePgnError> = {
        let mut contents = slf.get().lock();
        if let Some(list) = field(&mut contents) {
            return Ok(ExceptionList(list.bind(py).clone()));
        }
        let wanted = |diagnostic: &&CorePgnError| diagnostic.kind.is_error() == are_errors;
        contents.diagnostics.iter().filter(wanted).cloned().collect()
    };
    let exceptions: Vec<Py<PyAny>> =
        diagnostics.iter().map(|diagnostic| exception(py, diagnostic)).collect::<PyResult<_>>()?;
    let list = PyList::new(py, exceptions)?.into_any();
    let mut contents = slf.get().lock();
    let list = field(&mut contents).get_or_insert_with(|| list.unbind());
    Ok(ExceptionList(list.bind(py).clone()))
}

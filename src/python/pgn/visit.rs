//! Reading a game for a Python visitor.

use pyo3::exceptions::PyValueError;

use super::game::exception;
use super::read::{GamePart, next_game};
use crate::attacks::{Backend, dispatch, task};
use crate::notation::san::{self, SanError};
use crate::pgn::tree::visit;
use crate::pgn::{
    Commands, Comment, Contents, Cursor, Diagnostic, Entry, MAX_TOKEN, PgnError as CorePgnError,
    PgnErrorKind, Tags, TextLocation, is_move_like,
};
use crate::position::Position;
use crate::python::board::{Board, BoardState};
use crate::python::prelude::*;
use crate::rules::GameResult;
use crate::types::Move;

/// A Python visitor, with a board in the current position of the text.
struct Visitor<'py, 't> {
    visitor: Bound<'py, PyAny>,
    text: &'t [u8],
    /// The value `SKIP`, which methods of the visitor return to skip a part.
    skip: Bound<'py, PyAny>,
    /// The headers that `begin_headers` returned, or else new ones.
    headers: Option<Bound<'py, PyAny>>,
    /// Whether the headers are new ones, to which tags must be added here.
    adds_headers: bool,
    is_skipping: bool,
    tags: Tags,
    board: Option<Bound<'py, Board>>,
    /// The position of the board.
    position: Position,
    /// The number of moves of the current line.
    plies: usize,
    /// For each open variation, the move that it replaces, and the number of moves of the line
    /// before it. Moves are popped and pushed on one board: a copy for each variation would take
    /// quadratic memory.
    interrupted: Vec<(Bound<'py, PyAny>, usize)>,
    /// Whether the visitor overrides `handle_error`.
    handles_errors: bool,
    location: TextLocation,
}

/// Reads the next game of a text handle and calls a visitor for it.
///
/// Args:
///     handle: an open text file or `io.StringIO`.
///     visitor: a `BaseVisitor`.
///     skip: the value `SKIP`.
///     handles_errors: whether the visitor overrides `handle_error`.
///
/// Returns:
///     The result of the visitor; `None` at the end of the text.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn visit_game<'py>(
    handle: TextHandle<'py>,
    visitor: Bound<'py, PyAny>,
    skip: Bound<'py, PyAny>,
    handles_errors: bool,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some((_, text)) = next_game(&handle.0, GamePart::Text)? else { return Ok(None) };
    let is_skipping = visitor.call_method0("begin_game")?.is(&skip);
    let class = package::Headers::class(visitor.py())?;
    let mut headers = None;
    let mut adds_headers = false;
    if !is_skipping {
        let returned = visitor.call_method0("begin_headers")?;
        adds_headers = !returned.is_instance(class)?;
        headers = Some(if adds_headers { class.call1(((),))? } else { returned });
    }
    let mut reading = Visitor {
        visitor: visitor.clone(),
        text: text.as_bytes(),
        skip,
        headers,
        adds_headers,
        is_skipping,
        tags: Tags::default(),
        board: None,
        position: Position::default(),
        plies: 0,
        interrupted: Vec::new(),
        handles_errors,
        location: TextLocation::START,
    };
    let game = &mut reading;
    dispatch(task!(|backend, game: &mut Visitor<'_, '_>| -> PyResult<()> {
        visit(backend, &mut Cursor::new(game.text, 0), game).map(drop)
    }))?;
    visitor.call_method0("end_game")?;
    visitor.call_method0("result").map(Some)
}

impl<'py> Visitor<'py, '_> {
    fn py(&self) -> Python<'py> {
        self.visitor.py()
    }

    fn board(&self) -> PyResult<&Bound<'py, Board>> {
        let missing = || PyValueError::new_err("the visitor has no board");
        self.board.as_ref().ok_or_else(missing)
    }

    /// Passes an exception to the visitor if it is a `ValueError`, and raises any other.
    fn handle(&self, error: PyErr) -> PyResult<()> {
        if !error.is_instance_of::<PyValueError>(self.py()) {
            return Err(error);
        }
        self.visitor.call_method1("handle_error", (error,)).map(drop)
    }

    /// Plays the move that the visitor parses from a word. Returns whether the line continues.
    fn play_word(&mut self, san: &str) -> PyResult<bool> {
        let board = &self.board()?.clone();
        let mut continues = true;
        if !self.visitor.call_method1("begin_parse_san", (board, san))?.is(&self.skip) {
            match self.visitor.call_method1("parse_san", (board, san)) {
                Ok(m) => {
                    self.visitor.call_method1("visit_move", (board, &m))?;
                    board.as_any().call_method1("push", (m,))?;
                    self.plies += 1;
                }
                Err(error) => {
                    self.handle(error)?;
                    continues = false;
                }
            }
        }
        self.visitor.call_method1("visit_board", (board,))?;
        self.position = board.position()?;
        Ok(continues)
    }

    /// Sets the position to that of the board.
    fn update_position(&mut self) -> PyResult<()> {
        self.position = self.board()?.position()?;
        Ok(())
    }
}

/// Returns a word without the sign of check.
fn without_check(text: &[u8]) -> String {
    String::from_utf8_lossy(text).trim_end_matches(['+', '#']).to_owned()
}

impl Contents for Visitor<'_, '_> {
    const IS_TREE: bool = true;

    type Stop = PyErr;

    fn tags(&mut self) -> &mut Tags {
        &mut self.tags
    }

    fn begin(&mut self, cursor: &Cursor<'_>) -> PyResult<Entry> {
        if self.is_skipping {
            return Ok(Entry::Skip);
        }
        for (name, value) in self.tags.to_texts(cursor, |_, _| {}) {
            self.visitor.call_method1("visit_header", (&name, &value))?;
            if let Some(headers) = &self.headers
                && self.adds_headers
            {
                headers.set_item(name, value)?;
            }
        }
        if self.visitor.call_method0("end_headers")?.is(&self.skip) {
            return Ok(Entry::Skip);
        }
        let Some(headers) = &self.headers else { return Ok(Entry::Skip) };
        match headers.call_method0("board") {
            Ok(board) => {
                let board = board.cast_into::<Board>()?;
                self.visitor.call_method1("visit_board", (&board,))?;
                self.board = Some(board);
                self.update_position()?;
                Ok(Entry::Enter)
            }
            Err(error) => {
                self.handle(error)?;
                Ok(Entry::Skip)
            }
        }
    }

    fn plain_moves<B: Backend>(&mut self, _backend: B, _cursor: &mut Cursor<'_>) {}

    fn read_move<B: Backend>(&self, backend: B, text: &[u8]) -> Result<Move, SanError> {
        san::read_with(backend, &self.position, text)
    }

    fn play(&mut self, m: Move, text: Option<&[u8]>) -> PyResult<bool> {
        match text {
            Some(text) => self.play_word(&without_check(text)),
            None => {
                let text = san::write(&self.position, m).to_string();
                self.play_word(&text)
            }
        }
    }

    fn null_move(&mut self, _at: usize, text: &[u8]) -> PyResult<bool> {
        if self.position.is_check() {
            return self.play_word(&without_check(text));
        }
        self.play_word("--")
    }

    fn unreadable(&mut self, diagnostic: Diagnostic<'_>) -> PyResult<bool> {
        let Diagnostic { kind, token, .. } = diagnostic;
        // the visitor may parse a word in the form of a move; other words are skipped
        if kind == PgnErrorKind::Syntax && !is_move_like(token) {
            return Ok(true);
        }
        self.play_word(&without_check(token))
    }

    fn has_moves(&self) -> bool {
        self.plies > 0
    }

    fn comment(&mut self, comment: Comment<'_>, _commands: Commands) -> PyResult<()> {
        // after a game that was skipped there may be a comment too
        if self.board.is_none() {
            return Ok(());
        }
        self.visitor.call_method1("visit_comment", (comment.decoded(),)).map(drop)
    }

    fn nag(&mut self, nag: u32) -> PyResult<()> {
        self.visitor.call_method1("visit_nag", (nag,)).map(drop)
    }

    fn begin_variation(&mut self) -> PyResult<Entry> {
        if self.plies == 0 {
            return Ok(Entry::Misplaced);
        }
        let board = self.board()?.clone();
        if self.visitor.call_method0("begin_variation")?.is(&self.skip) {
            return Ok(Entry::Skip);
        }
        let m = board.as_any().call_method0("pop")?;
        self.interrupted.push((m, self.plies));
        self.plies = 0;
        self.update_position()?;
        Ok(Entry::Enter)
    }

    fn end_variation(&mut self, was_entered: bool) -> PyResult<()> {
        if was_entered && let Some((m, plies)) = self.interrupted.pop() {
            let board = self.board()?.clone();
            for _ in 0..self.plies {
                board.as_any().call_method0("pop")?;
            }
            board.as_any().call_method1("push", (m,))?;
            self.plies = plies;
            self.update_position()?;
        }
        self.visitor.call_method0("end_variation").map(drop)
    }

    fn finish(&mut self, result: Option<GameResult>) -> PyResult<()> {
        let Some(result) = result.filter(|_| self.board.is_some()) else { return Ok(()) };
        self.visitor.call_method1("visit_result", (result.as_str(),)).map(drop)
    }

    fn report(&mut self, diagnostic: Diagnostic<'_>) -> PyResult<()> {
        if !self.handles_errors || !diagnostic.kind.is_error() {
            return Ok(());
        }
        let token = diagnostic.token.get(..4 * MAX_TOKEN).unwrap_or(diagnostic.token);
        let mut error = CorePgnError {
            kind: diagnostic.kind,
            ply: self.board.as_ref().map_or(0, |board| board.lock().history().len()),
            offset: diagnostic.at as u64,
            line: 0,
            column: 0,
            token: String::from_utf8_lossy(token).chars().take(MAX_TOKEN).collect(),
            reason: diagnostic.reason.into(),
        };
        self.location.locate(&mut error, TextLocation::START, self.text);
        let error = exception(self.py(), &error)?;
        self.visitor.call_method1("handle_error", (error,)).map(drop)
    }
}

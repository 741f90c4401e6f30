//! Reading one game from a text handle, line by line, so that the handle is positioned after the
//! game.

use std::borrow::Cow;

use super::classes::Game;
use crate::pgn::tree::{GameText, ReadGame};
use crate::pgn::{Variant, decode_value, is_tag_name};
use crate::python::prelude::*;
use crate::python::{games, python_chess, surrogates};

/// The size in bytes from which a game is parsed without the GIL.
const LONG: usize = 64 << 10;

/// The number of lines between checks for Ctrl-C.
const LINES: usize = 4096;

/// The part of a game to read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GamePart {
    /// Tags and moves.
    Everything,
    /// The tags.
    Tags,
    /// Its text.
    Text,
}

/// Reads the next game from a handle, and its text if that is requested; returns `None` at the end.
pub(super) fn next_game(
    handle: &Bound<'_, PyAny>,
    part: GamePart,
) -> PyResult<Option<(ReadGame, String)>> {
    let py = handle.py();
    let Some(readline) = handle.getattr_opt(pyo3::intern!(py, "readline"))? else {
        return Err(PyTypeError::new_err(format!(
            "handle must be a text file such as open(path) or io.StringIO(text), not {}",
            handle.get_type().qualname()?
        )));
    };
    let mut text = pending::take(handle)?.unwrap_or_default();
    let next = |text: &mut GameText, is_end| {
        let tags_only = part == GamePart::Tags;
        if text.rest().len() < LONG {
            text.next_game(is_end, tags_only)
        } else {
            detach(py, || text.next_game(is_end, tags_only))
        }
    };
    let is_imitated = python_chess::is_imitated();
    let mut comments = python_chess::CommentScan::default();
    text.rest().lines().filter(|_| is_imitated).for_each(|line| comments.add(line));
    let mut game = if text.has_rest() { next(&mut text, false) } else { None };
    // the position before the last line, if it may belong to the next game
    let mut before_line = None;
    for number in 1.. {
        if game.is_some() {
            break;
        }
        let line = readline.call0()?;
        let Ok(line) = line.cast::<PyString>() else {
            return Err(PyTypeError::new_err(format!(
                "handle must be a text file such as open(path) or io.StringIO(text); its lines are {}",
                line.get_type().qualname()?
            )));
        };
        let line = match line.to_str() {
            Ok(line) => Cow::Borrowed(line),
            Err(_) => Cow::Owned(decoded(&surrogates::file_bytes(line)?)),
        };
        if line.is_empty() {
            game = next(&mut text, true);
            if is_imitated && game.is_none() && text.has_rest() {
                game = Some(text.rest_as_game());
            }
            break;
        }
        let may_end = text.push(&line);
        if is_imitated {
            comments.add(&line);
        }
        if may_end && is_imitated && comments.may_end_at(&line) {
            game = next(&mut text, true).or_else(|| Some(text.rest_as_game()));
        } else if may_end {
            game = next(&mut text, false);
        }
        if game.is_some()
            && text.rest() == line
            && let Some(position) = before_line.take()
        {
            // the next game begins with this line
            if handle.call_method1("seek", (position,)).is_ok() {
                text.drop_rest();
            }
        } else if line.trim_start().is_empty() && (may_end || before_line.is_some()) {
            // a game without a result may end here
            before_line = handle.call_method0("tell").ok();
        } else {
            before_line = None;
        }
        if number % LINES == 0 {
            py.check_signals()?;
        }
    }
    let Some(game) = game else { return Ok(None) };
    let game_text =
        if part == GamePart::Text { text.game_text().to_owned() } else { String::new() };
    if text.has_rest() {
        pending::put(handle, text)?;
    }
    Ok(Some((game, game_text)))
}

/// Decodes the bytes of a file.
fn decoded(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.push_str(&decode_value(chunk.invalid(), false));
    }
    text
}

/// Text that was read and belongs to the next game, by handle.
mod pending {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering};

    use pyo3::exceptions::PyTypeError;
    use pyo3::prelude::*;
    use pyo3::sync::PyOnceLock;

    use crate::pgn::tree::GameText;
    use crate::python::calls::locked;

    /// Whether any text was ever stored: most files need no lookup.
    static ANY: AtomicBool = AtomicBool::new(false);
    static TEXTS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

    /// A text, and the position of its handle.
    #[pyclass(frozen)]
    struct PendingText {
        text: Mutex<GameText>,
        position: Py<PyAny>,
    }

    fn texts<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyAny>> {
        let make = || Ok(py.import("weakref")?.call_method0("WeakKeyDictionary")?.unbind());
        TEXTS.get_or_try_init(py, make).map(|texts| texts.bind(py))
    }

    /// Returns the position of a handle, or `None` if it has no `tell`.
    fn position<'py>(handle: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
        handle.call_method0("tell").unwrap_or_else(|_| handle.py().None().into_bound(handle.py()))
    }

    /// Stores text for the next call with this handle.
    pub(super) fn put(handle: &Bound<'_, PyAny>, text: GameText) -> PyResult<()> {
        ANY.store(true, Ordering::Relaxed);
        let pending = PendingText { text: Mutex::new(text), position: position(handle).unbind() };
        match texts(handle.py())?.set_item(handle, Bound::new(handle.py(), pending)?) {
            // a handle without weak references: the next game lacks the text
            Err(error) if error.is_instance_of::<PyTypeError>(handle.py()) => Ok(()),
            result => result,
        }
    }

    /// Removes and returns the stored text, if the position of the handle has not changed.
    pub(super) fn take(handle: &Bound<'_, PyAny>) -> PyResult<Option<GameText>> {
        if !ANY.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let py = handle.py();
        let Ok(stored) = texts(py)?.call_method1("pop", (handle, py.None())) else {
            return Ok(None); // a handle without weak references
        };
        let Ok(stored) = stored.cast::<PendingText>() else { return Ok(None) };
        let pending = stored.get();
        let is_unmoved = position(handle).eq(&pending.position)?;
        Ok(is_unmoved.then(|| std::mem::take(&mut *locked(&pending.text))))
    }
}

/// Returns the text of the next game of a text handle, for `as_chess`; `None` at the end.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn next_game_text(handle: TextHandle<'_>) -> PyResult<Option<String>> {
    Ok(next_game(&handle.0, GamePart::Text)?.map(|(_, text)| text))
}

/// Reads the next game, with the annotations that are requested.
fn read_with(
    handle: &Bound<'_, PyAny>,
    annotations: Option<AnnotationsArgument<'_>>,
) -> PyResult<Option<ReadGame>> {
    let annotations = games::annotations(annotations.as_ref().map(|names| &names.0))?;
    let Some((mut read, _)) = next_game(handle, GamePart::Everything)? else { return Ok(None) };
    read.tree.read_engine_reports(annotations.engine);
    Ok(Some(read))
}

/// Reads the next game of a text handle; returns `None` at the end. Calls `log` with a game that has
/// errors.
#[pyfunction(crate = "crate::python::named_arguments")]
#[pyo3(signature = (handle, log, annotations = None))]
pub(in crate::python) fn read_game<'py>(
    handle: TextHandle<'py>,
    log: &Bound<'py, PyAny>,
    annotations: Option<AnnotationsArgument<'py>>,
) -> PyResult<Option<Bound<'py, Game>>> {
    let Some(read) = read_with(&handle.0, annotations)? else { return Ok(None) };
    let game = Game::from_read(handle.0.py(), read)?;
    if game.get().has_errors() {
        log.call1((&game,))?;
    }
    Ok(Some(game))
}

/// Reads the next game of a text handle into an empty game; returns `False` at the end.
#[pyfunction(crate = "crate::python::named_arguments")]
#[pyo3(signature = (handle, game, annotations = None))]
pub(in crate::python) fn read_into(
    handle: TextHandle<'_>,
    game: &Bound<'_, Game>,
    annotations: Option<AnnotationsArgument<'_>>,
) -> PyResult<bool> {
    let Some(read) = read_with(&handle.0, annotations)? else { return Ok(false) };
    Game::fill(game, read)?;
    Ok(true)
}

/// Reads the tags of the next game of a text handle; returns `None` at the end.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn read_headers<'py>(handle: TextHandle<'py>) -> PyResult<Option<Tags<'py>>> {
    let Some((read, _)) = next_game(&handle.0, GamePart::Tags)? else { return Ok(None) };
    Ok(Some(Tags(read.tags.into_py_dict(handle.0.py())?)))
}

/// Skips the next game of a text handle; returns `False` at the end.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn skip_game(handle: TextHandle<'_>) -> PyResult<bool> {
    Ok(next_game(&handle.0, GamePart::Tags)?.is_some())
}

/// Returns whether the value of a `Variant` tag is Chess960; `None` if the variant is unsupported.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn pgn_variant(value: &str) -> Option<bool> {
    match Variant::from_tag(value) {
        Variant::Standard => Some(false),
        Variant::Chess960 => Some(true),
        Variant::Unsupported => None,
    }
}

/// Whether a tag name is valid.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn is_pgn_tag_name(name: &str) -> bool {
    is_tag_name(name)
}

//! Reading one game from a text handle, line by line, so that the handle is positioned after the
//! game.

use std::borrow::Cow;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyString};

use super::classes::Game;
use crate::pgn::tree::{
    GameLines, PushedLine, ReadGame, is_tag_name, read_game as read_text, read_tags,
};
use crate::pgn::{Variant, decode_value};
use crate::python::exit::detach;
use crate::python::hints::{Tags, TextHandle};
use crate::python::surrogates;

/// The size in bytes from which a game is parsed without the GIL.
const LONG: usize = 64 << 10;

/// The number of lines between checks for Ctrl-C.
const LINES: usize = 4096;

/// Reads the lines of the next game from a handle; returns `None` at the end.
pub(super) fn next_game(handle: &Bound<'_, PyAny>) -> PyResult<Option<GameLines>> {
    let py = handle.py();
    let Some(readline) = handle.getattr_opt(pyo3::intern!(py, "readline"))? else {
        return Err(PyTypeError::new_err(format!(
            "handle must be a text file such as open(path) or io.StringIO(text), not {}",
            handle.get_type().qualname()?
        )));
    };
    let mut lines = GameLines::new();
    if let Some(line) = pending::take(handle)? {
        lines.push(&line);
    }
    for number in 1.. {
        let line = readline.call0()?;
        let Ok(line) = line.cast::<PyString>() else {
            return Err(PyTypeError::new_err(format!(
                "handle must be a text file such as open(path) or io.StringIO(text); its lines are {}",
                line.get_type().qualname()?
            )));
        };
        let text = match line.to_str() {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(decoded(&surrogates::file_bytes(line)?)),
        };
        if text.is_empty() {
            break;
        }
        match lines.push(&text) {
            PushedLine::Added => {}
            PushedLine::Ended => break,
            PushedLine::NextGame => {
                pending::put(handle, &text)?;
                break;
            }
        }
        if number % LINES == 0 {
            py.check_signals()?;
        }
    }
    Ok(lines.is_found().then_some(lines))
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

/// Lines that were read and belong to the next game, by handle.
mod pending {
    use std::sync::atomic::{AtomicBool, Ordering};

    use pyo3::exceptions::PyTypeError;
    use pyo3::prelude::*;
    use pyo3::sync::PyOnceLock;

    /// Whether a line was ever stored: most files need no lookup.
    static ANY: AtomicBool = AtomicBool::new(false);
    static LINES: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

    fn lines<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyAny>> {
        let make = || Ok(py.import("weakref")?.call_method0("WeakKeyDictionary")?.unbind());
        LINES.get_or_try_init(py, make).map(|lines| lines.bind(py))
    }

    /// Returns the position of a handle, or `None` if it has no `tell`.
    fn position<'py>(handle: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
        handle.call_method0("tell").unwrap_or_else(|_| handle.py().None().into_bound(handle.py()))
    }

    /// Stores a line for the next call with this handle.
    pub(super) fn put(handle: &Bound<'_, PyAny>, line: &str) -> PyResult<()> {
        ANY.store(true, Ordering::Relaxed);
        match lines(handle.py())?.set_item(handle, (line, position(handle))) {
            // a handle without weak references: the next game lacks the tag
            Err(error) if error.is_instance_of::<PyTypeError>(handle.py()) => Ok(()),
            result => result,
        }
    }

    /// Removes and returns the stored line, if the position of the handle has not changed.
    pub(super) fn take(handle: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        if !ANY.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let py = handle.py();
        let Ok(stored) = lines(py)?.call_method1("pop", (handle, py.None())) else {
            return Ok(None); // a handle without weak references
        };
        let Some((line, old)) = stored.extract::<Option<(String, Bound<'_, PyAny>)>>()? else {
            return Ok(None);
        };
        Ok(position(handle).eq(old)?.then_some(line))
    }
}

fn read(py: Python<'_>, handle: &Bound<'_, PyAny>) -> PyResult<Option<ReadGame>> {
    let Some(lines) = next_game(handle)? else { return Ok(None) };
    let text = lines.text().as_bytes();
    Ok(Some(if text.len() < LONG { read_text(text) } else { detach(py, || read_text(text)) }))
}

/// Returns the text of the next game of a text handle, for `as_chess`; `None` at the end.
#[pyfunction]
pub(in crate::python) fn next_game_text(handle: TextHandle<'_>) -> PyResult<Option<String>> {
    Ok(next_game(&handle.0)?.map(|lines| lines.text().to_owned()))
}

/// Reads the next game of a text handle; returns `None` at the end.
#[pyfunction]
pub(in crate::python) fn read_game<'py>(
    handle: TextHandle<'py>,
) -> PyResult<Option<Bound<'py, Game>>> {
    let py = handle.0.py();
    let Some(read) = read(py, &handle.0)? else { return Ok(None) };
    let game = Game::from_read(py, read)?;
    report(&game)?;
    Ok(Some(game))
}

/// Reads the next game of a text handle into an empty game; returns `False` at the end.
#[pyfunction]
pub(in crate::python) fn read_into(
    handle: TextHandle<'_>,
    game: &Bound<'_, Game>,
) -> PyResult<bool> {
    let py = game.py();
    let Some(read) = read(py, &handle.0)? else { return Ok(false) };
    Game::fill(game, read)?;
    report(game)?;
    Ok(true)
}

/// Logs the errors of a game, as python-chess does.
fn report(game: &Bound<'_, Game>) -> PyResult<()> {
    if !game.get().has_errors() && game.is_exact_instance_of::<Game>() {
        return Ok(());
    }
    game.py().import("enroque.pgn._visitors")?.call_method1("log_errors", (game,)).map(drop)
}

/// Reads the tags of the next game of a text handle; returns `None` at the end.
#[pyfunction]
pub(in crate::python) fn read_headers<'py>(handle: TextHandle<'py>) -> PyResult<Option<Tags<'py>>> {
    let Some(lines) = next_game(&handle.0)? else { return Ok(None) };
    let tags = read_tags(lines.text().as_bytes()).into_py_dict(handle.0.py())?;
    Ok(Some(Tags(tags)))
}

/// Skips the next game of a text handle; returns `False` at the end.
#[pyfunction]
pub(in crate::python) fn skip_game(handle: TextHandle<'_>) -> PyResult<bool> {
    Ok(next_game(&handle.0)?.is_some())
}

/// Returns whether the value of a `Variant` tag is Chess960; `None` if the variant is unsupported.
#[pyfunction]
pub(in crate::python) fn pgn_variant(value: &str) -> Option<bool> {
    match Variant::from_tag(value) {
        Variant::Standard => Some(false),
        Variant::Chess960 => Some(true),
        Variant::Unsupported => None,
    }
}

/// Whether a tag name is valid.
#[pyfunction]
pub(in crate::python) fn is_pgn_tag_name(name: &str) -> bool {
    is_tag_name(name)
}

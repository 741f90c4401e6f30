//! Reading one game from a text handle, line by line, so that the handle stands after the game.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::game::Game;
use crate::pgn::Variant;
use crate::pgn::tree::{GameLines, ReadGame, is_tag_name, read_game as read_text, read_tags};
use crate::python::hints::{Tags, TextHandle};

/// From so many bytes on, a game is read without the interpreter's lock.
const LONG: usize = 64 << 10;

/// Takes the lines of the next game from a handle; `None` if there is none.
pub(super) fn next_game(handle: &Bound<'_, PyAny>) -> PyResult<Option<GameLines>> {
    let readline = handle.getattr(pyo3::intern!(handle.py(), "readline"))?;
    let mut lines = GameLines::new();
    loop {
        let line = readline.call0()?;
        let Ok(line) = line.cast::<PyString>() else {
            return Err(PyTypeError::new_err(format!(
                "PGN is read from a text handle, open(path) or io.StringIO: this one gives {}",
                line.get_type().qualname()?
            )));
        };
        let goes_on = match line.to_str() {
            Ok("") => break,
            Ok(line) => lines.push(line),
            // lone surrogates, as of errors="surrogateescape"
            Err(_) => lines.push(&line.to_string_lossy()),
        };
        if !goes_on {
            break;
        }
    }
    Ok(lines.is_found().then_some(lines))
}

fn read(py: Python<'_>, handle: &Bound<'_, PyAny>) -> PyResult<Option<ReadGame>> {
    let Some(lines) = next_game(handle)? else { return Ok(None) };
    let text = lines.text().as_bytes();
    Ok(Some(if text.len() < LONG { read_text(text) } else { py.detach(|| read_text(text)) }))
}

/// Reads the next game of a handle; `None` at the end.
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

/// Reads the next game of a handle into a game without moves; `false` at the end.
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
    game.py().import("enroque.pgn.visitors")?.call_method1("log_errors", (game,)).map(drop)
}

/// The tags of the next game of a handle, of which nothing else is read; `None` at the end.
#[pyfunction]
pub(in crate::python) fn read_headers<'py>(handle: TextHandle<'py>) -> PyResult<Option<Tags<'py>>> {
    let Some(lines) = next_game(&handle.0)? else { return Ok(None) };
    let tags = PyDict::new(handle.0.py());
    for (name, value) in read_tags(lines.text().as_bytes()) {
        tags.set_item(name, value)?;
    }
    Ok(Some(Tags(tags)))
}

/// Passes over the next game of a handle; `false` at the end.
#[pyfunction]
pub(in crate::python) fn skip_game(handle: TextHandle<'_>) -> PyResult<bool> {
    Ok(next_game(&handle.0)?.is_some())
}

/// Whether the value of a `Variant` tag names Chess960; `None` if it names no chess at all.
#[pyfunction]
pub(in crate::python) fn pgn_variant(value: &str) -> Option<bool> {
    match Variant::from_tag(value) {
        Variant::Standard => Some(false),
        Variant::Chess960 => Some(true),
        Variant::Unsupported => None,
    }
}

/// Whether a tag may have this name.
#[pyfunction]
pub(in crate::python) fn is_pgn_tag_name(name: &str) -> bool {
    is_tag_name(name)
}

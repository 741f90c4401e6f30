//! JSON, PGN tags and pickling of `PlayedGame`.

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyType};

use super::{Core, PlayedGame};
use crate::python::hints::Tags;

#[pymethods(crate = "crate::python::named_arguments")]
impl PlayedGame {
    /// Returns the whole state of the game as JSON text, for `from_json`.
    ///
    /// It holds moves, rules, events, clock, draw offer, touched pieces and sealed move.
    ///
    /// Raises:
    ///     ClockError: a `ValueError`: the clock runs.
    fn to_json(&self) -> PyResult<String> {
        Ok(self.lock().game.to_json()?)
    }

    /// Restores a game from the text of `to_json`.
    ///
    /// Args:
    ///     text: the JSON text.
    ///     chess960: whether the game is Chess960; `None` uses the value in the text.
    ///
    /// Raises:
    ///     FileFormatError: a `ValueError` that names the invalid part of the text.
    #[classmethod]
    #[pyo3(signature = (text, *, chess960 = None))]
    fn from_json(
        _cls: &Bound<'_, PyType>,
        text: &str,
        chess960: Option<bool>,
    ) -> PyResult<PlayedGame> {
        let game = Core::from_json(text)?;
        let chess960 = chess960.unwrap_or(game.is_chess960());
        Ok(PlayedGame::from_core(game.with_chess960(chess960)))
    }

    /// Returns PGN tags for the game, as a `dict`.
    ///
    /// They are `Result`, `Termination`, `TimeControl`, `FEN` and `SetUp` for a start position
    /// other than the standard one, and the data of the envelope for an adjourned game.
    fn pgn_tags<'py>(&self, py: Python<'py>) -> PyResult<Tags<'py>> {
        let tags = self.lock().game.pgn_tags();
        tags.into_py_dict(py).map(Tags)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let make = py.get_type::<PlayedGame>().getattr("from_json")?;
        Ok((make, (self.to_json()?,)))
    }
}

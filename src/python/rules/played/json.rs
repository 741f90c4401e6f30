//! A played game as text.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use super::{Core, PlayedGame};
use crate::python::hints::Tags;

#[pymethods]
impl PlayedGame {
    /// The game as JSON, with all that is needed to go on exactly: moves, rules, events, clock, draw
    /// offer, touched pieces, sealed move. The clock has to stand still.
    fn to_json(&self) -> PyResult<String> {
        Ok(self.lock().game.to_json()?)
    }

    /// The game that `to_json` wrote. `FileFormatError` names the place of what cannot be right.
    /// `chess960` says otherwise than the text whether it is a game of Chess960.
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

    /// PGN tags that say how the game stands: `Result`, `Termination`, `TimeControl`, a start that is not
    /// the usual one, and for an adjourned game what the envelope says.
    fn pgn_tags<'py>(&self, py: Python<'py>) -> PyResult<Tags<'py>> {
        let tags = self.lock().game.pgn_tags();
        let dict = PyDict::new(py);
        for (name, value) in tags {
            dict.set_item(name, value)?;
        }
        Ok(Tags(dict))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let make = py.get_type::<PlayedGame>().getattr("from_json")?;
        Ok((make, (self.to_json()?,)))
    }
}

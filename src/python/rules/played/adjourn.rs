//! Sealed moves of `PlayedGame`; JSON, PGN tags and pickling.

use super::super::time::milliseconds;
use super::super::{descriptive, language, notation};
use super::{Core, PlayedGame};
use crate::notation::style::Notation;
use crate::python::arguments;
use crate::python::board::to_python_move;
use crate::python::moves::Move;
use crate::python::prelude::*;
use crate::rules::{Envelope, OpenedEnvelope};

#[pymethods(crate = "crate::python::named_arguments")]
impl PlayedGame {
    /// Adjourns the game with a sealed move of the player to move (FIDE Guideline I).
    ///
    /// The text is read when the envelope is opened.
    ///
    /// Args:
    ///     text: the move as written.
    ///     style: its notation, `"algebraic"` or `"descriptive"`.
    ///     language: the code of the language of the piece letters; see `notation.LANGUAGES`.
    ///         Descriptive notation is read in `"en"` and `"es"`.
    ///     spent: milliseconds spent on the move, if known.
    ///
    /// Returns:
    ///     An `Envelope`: the data to write on it.
    ///
    /// Raises:
    ///     PlayError: a `ValueError`: the game is over or already adjourned.
    ///     LanguageError: a `ValueError`: the language is unknown, or has no descriptive notation.
    ///     ArgumentError: a `ValueError`: the style is unknown.
    #[pyo3(signature = (text, *, style = "algebraic", language = "en", spent = None))]
    fn seal<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        style: &str,
        language: &str,
        spent: Option<Number>,
    ) -> PyResult<package::Envelope<'py>> {
        let notation = self::notation(style)?;
        if notation == Notation::Descriptive {
            descriptive(language)?;
        }
        let language = self::language(language)?;
        let spent = spent.map(milliseconds).transpose()?;
        let envelope = self.change(|game| game.seal_in(notation, text, language, spent))?;
        envelope_object(py, envelope)
    }

    /// The data on the envelope while the game is adjourned, else `None`.
    #[getter]
    fn envelope<'py>(&self, py: Python<'py>) -> PyResult<Option<package::Envelope<'py>>> {
        let envelope = self.lock().game.envelope();
        envelope.map(|envelope| envelope_object(py, envelope)).transpose()
    }

    /// Opens the envelope and plays the sealed move (FIDE Guideline I.5).
    ///
    /// The move loses the game if it is ambiguous, illegal, unreadable (I.9), or excluded by a
    /// touched piece or an announced move. A draw offer in the text, as in `Nf3 (=)`, is made after
    /// the move.
    ///
    /// Returns: An `OpenedEnvelope`: the move, or the reason for which it lost.
    ///
    /// Raises:
    ///     PlayError: a `ValueError`: the game is not adjourned.
    fn open_sealed<'py>(&self, py: Python<'py>) -> PyResult<package::OpenedEnvelope<'py>> {
        let (position, dialect) = self.position_and_dialect();
        let opened = self.search(py, |game, effort| game.open_sealed(effort))?;
        let outcome = self.outcome(py)?;
        match opened {
            OpenedEnvelope::Played(m, _) => {
                let m = Move::object(py, to_python_move(&position, m, dialect))?;
                package::OpenedEnvelope::new(py, (m, py.None(), py.None(), outcome))
            }
            OpenedEnvelope::Lost(error, _) => {
                let kind = format!("{:?}", error.kind).to_lowercase();
                package::OpenedEnvelope::new(py, (py.None(), kind, error.to_string(), outcome))
            }
        }
    }

    /// Whether the game is adjourned with a sealed move.
    #[getter]
    fn is_adjourned(&self) -> bool {
        self.lock().game.sealed().is_some()
    }
}

fn envelope_object(py: Python<'_>, envelope: Envelope) -> PyResult<package::Envelope<'_>> {
    let used = envelope.used.map(|[white, black]| (white, black));
    let by = arguments::color(envelope.sealed_by);
    let offer = envelope.draw_offer.map(arguments::color);
    let data = (envelope.fen, used, by, envelope.move_number, offer);
    package::Envelope::new(py, data)
}

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

//! Adjournment.

use pyo3::prelude::*;

use super::super::language;
use super::super::time::milliseconds;
use super::PlayedGame;
use crate::python::arguments::{self, Number};
use crate::python::board::shown;
use crate::python::hints::{EnvelopeObject, OpenedObject};
use crate::python::moves::Move;
use crate::rules::{Envelope, Opened};

#[pymethods]
impl PlayedGame {
    /// The player to move seals a move, and the game is adjourned (FIDE Guideline I). What is written is
    /// looked at when the envelope is opened. `spent` is the time for the move in milliseconds, if it is
    /// known. Gives what must be on the envelope.
    #[pyo3(signature = (text, *, language = "en", spent = None))]
    fn seal<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        language: &str,
        spent: Option<Number>,
    ) -> PyResult<EnvelopeObject<'py>> {
        let language = self::language(language)?;
        let spent = spent.map(milliseconds).transpose()?;
        let envelope = self.change(|game| game.seal(text, language, spent))?;
        envelope_object(py, envelope)
    }

    /// What must be on the envelope, while the game is adjourned; else `None`.
    #[getter]
    fn envelope<'py>(&self, py: Python<'py>) -> PyResult<Option<EnvelopeObject<'py>>> {
        let envelope = self.lock().game.envelope();
        envelope.map(|envelope| envelope_object(py, envelope)).transpose()
    }

    /// Opens the envelope and plays the sealed move (FIDE Guideline I.5). A move that is ambiguous,
    /// illegal, or of which nobody can say what it means, loses the game (I.9); so does one that touched
    /// pieces or a move announced with a claim exclude. A draw offered with it, `Nf3 (=)`, is offered then.
    fn open_sealed<'py>(&self, py: Python<'py>) -> PyResult<OpenedObject<'py>> {
        let (position, dialect) = self.position_and_dialect();
        let opened = self.search(py, |game, effort| game.open_sealed(effort))?;
        let class = py.import("enroque.rules")?.getattr("Opened")?;
        let outcome = self.outcome(py)?.map(|outcome| outcome.0);
        let object = match opened {
            Opened::Played(m, _) => {
                let m = Move::object(py, shown(&position, m, dialect))?;
                class.call1((m, py.None(), py.None(), outcome))?
            }
            Opened::Lost(error, _) => {
                let fault = format!("{:?}", error.kind).to_lowercase();
                class.call1((py.None(), fault, error.to_string(), outcome))?
            }
        };
        Ok(OpenedObject(object))
    }

    /// Whether the game is adjourned with a sealed move.
    #[getter]
    fn is_adjourned(&self) -> bool {
        self.lock().game.sealed().is_some()
    }
}

fn envelope_object(py: Python<'_>, envelope: Envelope) -> PyResult<EnvelopeObject<'_>> {
    let class = py.import("enroque.rules")?.getattr("Envelope")?;
    let used = envelope.used.map(|[white, black]| (white, black));
    let by = arguments::color(envelope.sealed_by);
    let offer = envelope.draw_offer.map(arguments::color);
    Ok(EnvelopeObject(class.call1((envelope.fen, used, by, envelope.move_number, offer))?))
}

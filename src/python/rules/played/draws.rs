//! Draws that players offer and claim.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::super::answers::outcome_object;
use super::PlayedGame;
use crate::python::arguments::ColorArgument;
use crate::python::board::{find, shown};
use crate::python::hints::{ClaimObject, OutcomeObject};
use crate::python::moves::{Move, MoveArgument};
use crate::rules::{Claim, ClaimResult};

#[pymethods]
impl PlayedGame {
    /// Offers a draw (FIDE 9.1.2). It stands until the opponent accepts it, declines it, touches a piece or
    /// moves, and cannot be withdrawn.
    fn offer_draw(&self, color: ColorArgument) -> PyResult<()> {
        self.change(|game| game.offer_draw(color.0))
    }

    /// Accepts the opponent's offer: the game is drawn (FIDE 5.2.3).
    fn accept_draw<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
    ) -> PyResult<OutcomeObject<'py>> {
        let outcome = self.change(|game| game.accept_draw(color.0))?;
        outcome_object(py, outcome)
    }

    /// Declines the opponent's offer in words.
    fn decline_draw(&self, color: ColorArgument) -> PyResult<()> {
        self.change(|game| game.decline_draw(color.0))
    }

    /// Claims a draw by threefold repetition, as the position stands or with a move that is written down
    /// and not played (FIDE 9.2). A claim that is not due is answered with its reason; it costs time and
    /// stays as a draw offer (FIDE 9.5.3, 9.1.2.3).
    #[pyo3(signature = (color, r#move = None))]
    fn claim_threefold_repetition<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
        r#move: Option<MoveArgument>,
    ) -> PyResult<ClaimObject<'py>> {
        self.claim(py, color, Claim::Repetition, r#move)
    }

    /// Claims a draw by the fifty-move rule, as the position stands or with a move that is written down
    /// and not played (FIDE 9.3). A claim that is not due is answered as in
    /// `claim_threefold_repetition`.
    #[pyo3(signature = (color, r#move = None))]
    fn claim_fifty_moves<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
        r#move: Option<MoveArgument>,
    ) -> PyResult<ClaimObject<'py>> {
        self.claim(py, color, Claim::FiftyMoves, r#move)
    }
}

impl PlayedGame {
    fn claim<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
        claim: Claim,
        intended: Option<MoveArgument>,
    ) -> PyResult<ClaimObject<'py>> {
        let (position, dialect) = self.position_and_dialect();
        let intended = match intended {
            None => None,
            // a move that is not legal is an answer, too
            Some(MoveArgument(m)) => match find(&position, m).or_else(|| m.to_core()) {
                Some(m) => Some(m),
                None => return Err(PyValueError::new_err("the null move is no intended move")),
            },
        };
        let result = self.change(|game| game.claim_draw(color.0, claim, intended))?;
        let class = py.import("enroque.rules")?.getattr("ClaimResult")?;
        let object = match result {
            ClaimResult::Drawn(outcome) => class.call1((outcome_object(py, outcome)?.0,))?,
            ClaimResult::Rejected { reason, penalty, must_play } => {
                let m = must_play.map(|m| Move::object(py, shown(&position, m, dialect)));
                class.call1((py.None(), reason.to_string(), penalty, m.transpose()?))?
            }
        };
        Ok(ClaimObject(object))
    }
}

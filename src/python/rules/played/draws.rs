//! Draw offers and claims of `PlayedGame`.

use super::super::dataclasses::outcome_object;
use super::PlayedGame;
use crate::python::board::{find, to_python_move};
use crate::python::moves::{Move, MoveArgument};
use crate::python::prelude::*;
use crate::rules::{Claim, ClaimResult};

#[pymethods(crate = "crate::python::named_arguments")]
impl PlayedGame {
    /// Offers a draw (FIDE 9.1.2).
    ///
    /// The offer cannot be withdrawn. It is open until the opponent accepts it, declines it,
    /// touches a piece or moves.
    ///
    /// Args:
    ///     color: the player who offers.
    ///
    /// Raises:
    ///     PlayError: a `ValueError`: the game is over or adjourned, or an offer is already open.
    fn offer_draw(&self, color: ColorArgument) -> PyResult<()> {
        self.change(|game| game.offer_draw(color.0))
    }

    /// Accepts the opponent's draw offer; the game is drawn (FIDE 5.2.3).
    ///
    /// Args:
    ///     color: the player who accepts.
    ///
    /// Returns:
    ///     The `Outcome`.
    ///
    /// Raises:
    ///     PlayError: a `ValueError`: the opponent has not offered a draw, or the rules require
    ///         more moves first.
    fn accept_draw<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
    ) -> PyResult<package::Outcome<'py>> {
        let outcome = self.change(|game| game.accept_draw(color.0))?;
        outcome_object(py, outcome)
    }

    /// Declines the opponent's draw offer.
    ///
    /// Args:
    ///     color: the player who declines.
    ///
    /// Raises:
    ///     PlayError: a `ValueError`: the opponent has not offered a draw.
    fn decline_draw(&self, color: ColorArgument) -> PyResult<()> {
        self.change(|game| game.decline_draw(color.0))
    }

    /// Claims a draw by threefold repetition (FIDE 9.2).
    ///
    /// An invalid claim costs time and counts as a draw offer (FIDE 9.5.3, 9.1.2.3).
    ///
    /// Args:
    ///     color: the player who claims.
    ///     move: the move that the player intends and announces without playing it; `None` claims
    ///         for the position on the board.
    ///
    /// Returns:
    ///     A `ClaimResult`, true if the game is drawn.
    ///
    /// Raises:
    ///     PlayError: a `ValueError`: the game is over or adjourned.
    #[pyo3(signature = (color, r#move = None))]
    fn claim_threefold_repetition<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
        r#move: Option<MoveArgument>,
    ) -> PyResult<package::ClaimResult<'py>> {
        self.claim(py, color, Claim::Repetition, r#move)
    }

    /// Claims a draw by the fifty-move rule (FIDE 9.3).
    ///
    /// An invalid claim costs time and counts as a draw offer (FIDE 9.5.3, 9.1.2.3).
    ///
    /// Args:
    ///     color: the player who claims.
    ///     move: the move that the player intends and announces without playing it; `None` claims
    ///         for the position on the board.
    ///
    /// Returns:
    ///     A `ClaimResult`, true if the game is drawn.
    ///
    /// Raises:
    ///     PlayError: a `ValueError`: the game is over or adjourned.
    #[pyo3(signature = (color, r#move = None))]
    fn claim_fifty_moves<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
        r#move: Option<MoveArgument>,
    ) -> PyResult<package::ClaimResult<'py>> {
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
    ) -> PyResult<package::ClaimResult<'py>> {
        let (position, dialect) = self.position_and_dialect();
        let intended = match intended {
            None => None,
            // an illegal intended move makes the claim invalid, but is not an error
            Some(MoveArgument(m)) => match find(&position, m).or_else(|| m.to_core()) {
                Some(m) => Some(m),
                None => return Err(ArgumentError::new_err("move must not be the null move")),
            },
        };
        let result = self.change(|game| game.claim_draw(color.0, claim, intended))?;
        match result {
            ClaimResult::Drawn(outcome) => {
                package::ClaimResult::new(py, (outcome_object(py, outcome)?,))
            }
            ClaimResult::Rejected { reason, penalty, must_play } => {
                let m = must_play.map(|m| Move::object(py, to_python_move(&position, m, dialect)));
                let rejected = (py.None(), reason.to_string(), penalty, m.transpose()?);
                package::ClaimResult::new(py, rejected)
            }
        }
    }
}

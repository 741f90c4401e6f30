//! What loses a game, and decisions from outside.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::super::answers::{adjudication, outcome_object};
use super::PlayedGame;
use crate::python::arguments::{ColorArgument, Number};
use crate::python::board::find;
use crate::python::errors::{PlayError as RefusedError, shortened};
use crate::python::hints::{AdjudicationObject, OutcomeObject, RulingObject, TerminationArgument};
use crate::python::moves::MoveArgument;
use crate::rules::{Irregularity, Score, Termination};

#[pymethods]
impl PlayedGame {
    /// A player resigns: the opponent wins, or by the Laws of 2023 it is a draw if the opponent cannot
    /// win (FIDE 5.1.2).
    fn resign<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
    ) -> PyResult<AdjudicationObject<'py>> {
        self.decide(py, |game, effort| game.resign(color.0, effort))
    }

    /// A player's flag has fallen: the opponent wins unless the opponent cannot win (FIDE 6.9).
    fn flag_fell<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
    ) -> PyResult<AdjudicationObject<'py>> {
        self.decide(py, |game, effort| game.flag_fell(color.0, effort))
    }

    /// Records an illegal move of the player who was to move after `ply` plies (now, if it is left out),
    /// or what counts like one: the game is set back to there, with its clock's move counter and not its
    /// times, for which there is `set_left` (FIDE 7.5, 6.10.2). `kind` is `illegal_move` (with the move
    /// as `move`, if it is known: what it touched binds the next one), `unpromoted_pawn` (with the promotion to
    /// a queen as `move`, which is played; by the Laws of 2009 any promotion may follow), `no_move` or
    /// `two_hands` (both count since 2017). It costs time, and loses the game when it is one too many by the
    /// rules.
    #[pyo3(signature = (color, kind = "illegal_move", *, ply = None, r#move = None))]
    fn irregularity<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
        kind: &str,
        ply: Option<Number>,
        r#move: Option<MoveArgument>,
    ) -> PyResult<RulingObject<'py>> {
        let ply = match ply {
            None => None,
            Some(Number(ply)) => Some(
                usize::try_from(ply)
                    .map_err(|_| RefusedError::new_err(format!("a game has no ply {ply}")))?,
            ),
        };
        let what = match (kind, r#move) {
            ("illegal_move", None) => Irregularity::IllegalMove(None),
            ("illegal_move", Some(MoveArgument(m))) => {
                let position = {
                    let state = self.lock();
                    let game = state.game.game();
                    ply.map_or(Some(game.position()), |ply| game.position_at(ply)).copied()
                };
                // castling is the king's move to the rook inside, if it is legal
                let castling = position.and_then(|position| find(&position, m));
                Irregularity::IllegalMove(castling.or_else(|| m.to_core()))
            }
            ("no_move", None) => Irregularity::NoMove,
            ("two_hands", None) => Irregularity::TwoHands,
            ("unpromoted_pawn", Some(MoveArgument(m))) => match m.to_core() {
                Some(m) => Irregularity::UnpromotedPawn(m),
                None => {
                    return Err(RefusedError::new_err("move is the pawn's promotion to a queen"));
                }
            },
            ("unpromoted_pawn", None) => {
                return Err(RefusedError::new_err("unpromoted_pawn needs the move of the pawn"));
            }
            ("no_move" | "two_hands", Some(_)) => {
                return Err(RefusedError::new_err(
                    "only illegal_move and unpromoted_pawn have a move",
                ));
            }
            _ => {
                return Err(RefusedError::new_err(format!(
                    "kind is illegal_move, unpromoted_pawn, no_move or two_hands, not {:?}",
                    shortened(kind)
                )));
            }
        };
        let (ruling, position) = self.search(py, |game, effort| {
            let ply = ply.unwrap_or(game.game().len());
            let ruling = game.irregularity(color.0, ply, what, effort)?;
            Ok((ruling, *game.position()))
        })?;
        let (_, dialect) = self.position_and_dialect();
        let decided = ruling.adjudication.as_ref();
        let decided =
            decided.map(|decided| adjudication(py, &position, decided, dialect)).transpose()?;
        let class = py.import("enroque.rules")?.getattr("Ruling")?;
        let decided = decided.map(|decided| decided.0);
        Ok(RulingObject(class.call1((ruling.number, ruling.penalty, decided))?))
    }

    /// Ends the game by a decision from outside: a forfeit, an adjudication, both players losing.
    /// `score` is White's and Black's half-points, no more than 2 together: `(0, 0)` for two losses.
    /// `PlayError` for what contradicts itself or the board: no draw is 1-0, and no stalemate is where
    /// there are moves.
    fn end<'py>(
        &self,
        py: Python<'py>,
        score: (Number, Number),
        termination: TerminationArgument<'py>,
    ) -> PyResult<OutcomeObject<'py>> {
        let (Number(white), Number(black)) = score;
        let halves = u8::try_from(white).ok().zip(u8::try_from(black).ok());
        let Some(score) = halves.and_then(|(white, black)| Score::new(white, black)) else {
            return Err(RefusedError::new_err(format!(
                "half-points are 0, 1 or 2 and no more than 2 together, not {white} and {black}"
            )));
        };
        let class = py.import("enroque._outcome")?.getattr("Termination")?;
        if !termination.0.is_instance(&class)? {
            let kind = termination.0.get_type().qualname()?;
            return Err(PyTypeError::new_err(format!(
                "a termination is a Termination, not {kind}"
            )));
        }
        let name = termination.0.getattr("name")?;
        let name = name.cast::<PyString>()?.to_cow()?;
        let Some(termination) = Termination::from_name(&name) else {
            return Err(RefusedError::new_err(format!("no game ends by {name}")));
        };
        let outcome = self.change(|game| game.end(score, termination))?;
        outcome_object(py, outcome)
    }
}

//! Resignation, flags, irregularities and arbiters' decisions of `PlayedGame`.

use super::super::dataclasses::{adjudication, outcome_object};
use super::PlayedGame;
use crate::python::board::find;
use crate::python::errors::PlayError as PythonPlayError;
use crate::python::moves::MoveArgument;
use crate::python::prelude::*;
use crate::rules::{Irregularity, Score, Termination};

#[pymethods(crate = "crate::python::named_arguments")]
impl PlayedGame {
    /// Resigns for a player; the opponent wins, or it is a draw if the opponent cannot win.
    ///
    /// The draw is in the Laws since 2023 (FIDE 5.1.2).
    ///
    /// Args:
    ///     color: the player who resigns.
    ///
    /// Returns:
    ///     An `Adjudication`: the outcome, and whether the opponent could win.
    ///
    /// Raises:
    ///     PlayError: a `ValueError`: the game is over.
    fn resign<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
    ) -> PyResult<package::Adjudication<'py>> {
        self.decide(py, |game, effort| game.resign(color.0, effort))
    }

    /// Ends the game by a fallen flag; a draw if the opponent cannot win (FIDE 6.9).
    ///
    /// Args:
    ///     color: the player whose flag fell.
    ///
    /// Returns:
    ///     An `Adjudication`: the outcome, and whether the opponent could win.
    ///
    /// Raises:
    ///     PlayError: a `ValueError`: the game is over.
    fn flag_fell<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
    ) -> PyResult<package::Adjudication<'py>> {
        self.decide(py, |game, effort| game.flag_fell(color.0, effort))
    }

    /// Records an illegal move or another irregularity and its penalty (FIDE 7.5).
    ///
    /// The game goes back to the position before the irregularity, with the clock's move count; its
    /// times stay (set them with `set_left`). The penalty is added to the opponent's clock. The
    /// game is lost at the number of illegal moves that the rules set.
    ///
    /// Args:
    ///     color: the player who caused it, who must be to move after `ply` plies.
    ///     kind: `"illegal_move"`, `"unpromoted_pawn"`, `"no_move"` or `"two_hands"` (the last two
    ///         count since 2017).
    ///     ply: number of plies played before the irregularity; `None` for all.
    ///     move: for `"illegal_move"`, the move if known: the pieces it touched bind the next move.
    ///         For `"unpromoted_pawn"`, the promotion to a queen, which is played (by the Laws of
    ///         2009 any promotion may follow). Not used otherwise.
    ///
    /// Returns:
    ///     A `Ruling`: the number of irregularities, the penalty, the result if the game is over.
    ///
    /// Raises:
    ///     PlayError: a `ValueError`: the game is over, or the arguments do not fit together.
    #[pyo3(signature = (color, kind = "illegal_move", *, ply = None, r#move = None))]
    fn irregularity<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
        kind: &str,
        ply: Option<Number>,
        r#move: Option<MoveArgument>,
    ) -> PyResult<package::Ruling<'py>> {
        let no_ply = |ply| PythonPlayError::new_err(format!("the game has no ply {ply}"));
        let ply = ply.map(|Number(ply)| usize::try_from(ply).map_err(|_| no_ply(ply)));
        let ply = ply.transpose()?;
        let wrong = |message: &'static str| Err(PythonPlayError::new_err(message));
        let irregularity = match (kind, r#move) {
            ("illegal_move", None) => Irregularity::IllegalMove(None),
            ("illegal_move", Some(MoveArgument(m))) => {
                let position = {
                    let state = self.lock();
                    let game = state.game.game();
                    ply.map_or(Some(game.position()), |ply| game.position_at(ply)).copied()
                };
                // legal castling is converted to king-takes-rook
                let castling = position.and_then(|position| find(&position, m));
                Irregularity::IllegalMove(castling.or_else(|| m.to_core()))
            }
            ("no_move", None) => Irregularity::NoMove,
            ("two_hands", None) => Irregularity::TwoHands,
            ("unpromoted_pawn", Some(MoveArgument(m))) => match m.to_core() {
                Some(m) => Irregularity::UnpromotedPawn(m),
                None => {
                    return wrong(
                        "unpromoted_pawn requires the promotion as move, not a null move",
                    );
                }
            },
            ("unpromoted_pawn", None) => {
                return wrong("unpromoted_pawn requires the promotion as move");
            }
            ("no_move" | "two_hands", Some(_)) => {
                return wrong("move is for illegal_move and unpromoted_pawn only");
            }
            _ => {
                return Err(PythonPlayError::new_err(format!(
                    "kind must be illegal_move, unpromoted_pawn, no_move or two_hands, not {:?}",
                    shortened(kind)
                )));
            }
        };
        let (ruling, position) = self.search(py, |game, effort| {
            let ply = ply.unwrap_or(game.game().len());
            let ruling = game.irregularity(color.0, ply, irregularity, effort)?;
            Ok((ruling, *game.position()))
        })?;
        let (_, dialect) = self.position_and_dialect();
        let decided = ruling.adjudication.as_ref();
        let decided =
            decided.map(|decided| adjudication(py, &position, decided, dialect)).transpose()?;
        package::Ruling::new(py, (ruling.number, ruling.penalty, decided))
    }

    /// Ends the game by a decision, such as a forfeit, an adjudication, or a loss of both players.
    ///
    /// Args:
    ///     score: half-points of White and Black, at most 2 together; `(0, 0)` if both lose.
    ///     termination: the reason.
    ///
    /// Returns:
    ///     The `Outcome`.
    ///
    /// Raises:
    ///     PlayError: a `ValueError`: score, termination and position contradict each other, such
    ///         as a stalemate with legal moves.
    fn end<'py>(
        &self,
        py: Python<'py>,
        score: (Number, Number),
        termination: TerminationArgument<'py>,
    ) -> PyResult<package::Outcome<'py>> {
        let (Number(white), Number(black)) = score;
        let halves = u8::try_from(white).ok().zip(u8::try_from(black).ok());
        let Some(score) = halves.and_then(|(white, black)| Score::new(white, black)) else {
            return Err(PythonPlayError::new_err(format!(
                "score must be half-points 0, 1 or 2, at most 2 together, not {white} and {black}"
            )));
        };
        if !termination.0.is_instance(package::Termination::class(py)?)? {
            return Err(wrong_type("termination must be a Termination", &termination.0));
        }
        let name = termination.0.getattr("name")?;
        let name = name.cast::<PyString>()?.to_cow()?;
        let Some(termination) = Termination::from_name(&name) else {
            return Err(PythonPlayError::new_err(format!(
                "{name} is a termination of other variants"
            )));
        };
        let outcome = self.change(|game| game.end(score, termination))?;
        outcome_object(py, outcome)
    }
}

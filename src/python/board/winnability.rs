//! Rules beyond the single move: who can still win, flag fall, touch-move.

use super::{Board, BoardState, to_python_move};
use crate::python::arguments::SquaresArgument;
use crate::python::moves::Move;
use crate::python::prelude::*;
use crate::python::rules::{self, RulesArgument};
use crate::rules::{Termination, adjudicate, touch_obligation};
use crate::unwinnable::{Budget, can_win_until, is_dead_position_until};

/// The budget of the arguments `nodes` and `quick`.
fn budget(nodes: Number, quick: bool) -> PyResult<Budget> {
    let nodes = nodes.within("nodes", 0..=u32::MAX.into())?;
    Ok(if quick { Budget::Quick } else { Budget::Full { nodes } })
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Board {
    /// Returns whether a player can still checkmate by any series of legal moves (FIDE 5.2.2, 6.9).
    ///
    /// Both players cooperate; repetitions, the fifty-move rule and clocks are ignored. The GIL is
    /// released and Ctrl-C interrupts.
    ///
    /// Args:
    ///     color: the player.
    ///     nodes: the largest number of positions to search.
    ///     quick: skip the search: takes microseconds, proves nearly every `NO` that occurs in
    ///         games, and returns `UNKNOWN` for most positions that can be won.
    ///
    /// Returns:
    ///     A `rules.Winnability`: its `verdict` is `YES` with a mating `line`, `NO` with a
    ///     `reason`, which is a proof, or `UNKNOWN` if the search ended without an answer.
    #[pyo3(signature = (color, *, nodes = 2000000, quick = false))]
    fn can_win<'py>(
        slf: &Bound<'py, Board>,
        color: ColorArgument,
        nodes: Number,
        quick: bool,
    ) -> PyResult<package::Winnability<'py>> {
        let py = slf.py();
        let budget = budget(nodes, quick)?;
        let (position, dialect) = slf.position_and_dialect()?;
        let answer =
            interruptible(py, None, |run| can_win_until(&position, color.0, budget, run.stop))?;
        rules::winnability(py, &position, &answer, dialect)
    }

    /// Returns whether neither player can checkmate by any series of legal moves (FIDE 5.2.2).
    ///
    /// `outcome()` and `is_game_over()` detect the dead positions that need no search.
    ///
    /// Args:
    ///     nodes: the largest number of positions to search for each player.
    ///     quick: skip the search, as in `can_win`.
    ///
    /// Returns:
    ///     `True` or `False`, or `None` if the search ended without an answer. A checkmate is not a
    ///     dead position, a stalemate is.
    #[pyo3(signature = (*, nodes = 2000000, quick = false))]
    fn is_dead_position(
        slf: &Bound<'_, Board>,
        nodes: Number,
        quick: bool,
    ) -> PyResult<Option<bool>> {
        let budget = budget(nodes, quick)?;
        let position = slf.position()?;
        interruptible(slf.py(), None, |run| is_dead_position_until(&position, budget, run.stop))
    }

    /// Returns the first end of the game by the rules, even if more moves were played.
    ///
    /// `outcome()` detects only evidently dead positions; this method searches each position.
    ///
    /// Args:
    ///     rules: the name of a rule set or a `rules.RuleSet`.
    ///     nodes: the largest number of positions to search for each position of the game.
    ///
    /// Returns:
    ///     The number of moves after which the game was over and its outcome, or `None`.
    #[pyo3(signature = (*, rules = "fide2023", nodes = 2000000))]
    fn first_termination<'py>(
        slf: &Bound<'py, Board>,
        rules: RulesArgument,
        nodes: Number,
    ) -> PyResult<Option<(usize, package::Outcome<'py>)>> {
        let py = slf.py();
        let budget = budget(nodes, false)?;
        let game = slf.lock().game()?.clone();
        let end =
            interruptible(py, None, |run| game.first_termination(&rules.0, budget, run.stop))?;
        end.map(|(ply, outcome)| Ok((ply, rules::outcome_object(py, outcome)?))).transpose()
    }

    /// Returns the result of a flag fall (FIDE 6.9).
    ///
    /// The opponent wins, or the game is drawn if the opponent cannot checkmate by any series of
    /// legal moves. A checkmate, stalemate or dead position on the board has ended the game before.
    ///
    /// Args:
    ///     color: the player whose flag fell.
    ///     rules: `"fide2009"`, `"fide2014"`, `"fide2018"`, `"fide2023"`, `"lichess"`,
    ///         `"chesscom"`, `"engine"`, `"lc0"`, `"alphazero"`,
    ///         `"pettingzoo"`, or a `rules.RuleSet`.
    ///     nodes: the largest number of positions to search.
    ///     quick: skip the search, as in `can_win`.
    ///
    /// Returns:
    ///     A `rules.Adjudication`: the `outcome`, and whether the opponent could win as `answer`.
    ///     If that is unknown, the player whose flag fell loses.
    #[pyo3(signature = (color, *, rules = "fide2023", nodes = 2000000, quick = false))]
    fn flag_fall<'py>(
        slf: &Bound<'py, Board>,
        color: ColorArgument,
        rules: RulesArgument,
        nodes: Number,
        quick: bool,
    ) -> PyResult<package::Adjudication<'py>> {
        let py = slf.py();
        let budget = budget(nodes, quick)?;
        let rule_set = rules.0;
        let (position, dialect) = slf.position_and_dialect()?;
        let flag = Termination::TimeForfeit;
        let mut decided = interruptible(py, None, |run| {
            adjudicate(&position, color.0, flag, &rule_set, budget, run.stop)
        })?;
        if let Some(outcome) = slf.lock().game()?.outcome_by(&rule_set) {
            decided.outcome = outcome;
        }
        rules::adjudication(py, &position, &decided, dialect)
    }

    /// Returns the legal moves after the player touched pieces (FIDE 4.3 to 4.5).
    ///
    /// Args:
    ///     squares: the squares of the touched pieces, in order of touching.
    ///
    /// Returns:
    ///     The moves that the rule allows; all legal moves if no touched piece can move or be
    ///     captured.
    ///
    /// Raises:
    ///     ArgumentError: a square has no piece.
    fn touch_obligation<'py>(
        slf: &Bound<'py, Board>,
        squares: SquaresArgument,
    ) -> PyResult<MoveList<'py>> {
        let py = slf.py();
        let (position, dialect) = slf.position_and_dialect()?;
        let moves = touch_obligation(&position, &squares.0)
            .map_err(|error| ArgumentError::new_err(error.to_string()))?;
        let list = PyList::empty(py);
        for m in moves {
            list.append(Move::object(py, to_python_move(&position, m, dialect))?)?;
        }
        Ok(MoveList(list))
    }
}

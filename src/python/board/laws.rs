//! What the Laws ask beyond the single move: who can still win, and what a fallen flag means.

use pyo3::prelude::*;
use pyo3::types::PyList;

use super::{Board, BoardState, shown};
use crate::python::arguments::{ColorArgument, Number, SquaresArgument};
use crate::python::calls::interruptible;
use crate::python::errors::ArgumentError;
use crate::python::hints::{AdjudicationObject, AnswerObject, MoveList, OutcomeObject};
use crate::python::moves::Move;
use crate::python::rules::{self, RulesArgument};
use crate::rules::{RuleSet, Termination, adjudicate_until, touch_obligation};
use crate::unwinnable::{Budget, can_win_until, is_dead_position_until};

/// The default of `nodes`.
const NODES: i64 = 2_000_000;

/// The budget of a call's two arguments.
fn budget(nodes: Number, quick: bool) -> PyResult<Budget> {
    match u32::try_from(nodes.0) {
        Ok(_) if quick => Ok(Budget::Quick),
        Ok(nodes) => Ok(Budget::Full { nodes }),
        Err(_) => Err(ArgumentError::new_err(format!(
            "nodes is a number of positions, 0 to {}, not {}",
            u32::MAX,
            nodes.0
        ))),
    }
}

#[pymethods]
impl Board {
    /// Whether a player can still win: by any series of legal moves, both players helping
    /// (FIDE 5.2.2, 6.9). Repetitions, the fifty-move rule and clocks do not count.
    ///
    /// The answer's `verdict` is `Verdict.YES` with the moves of such a mate in `line`, `Verdict.NO`
    /// with a `reason`, or `Verdict.UNKNOWN` if `nodes` positions, two million unless you
    /// say otherwise, were not enough. `NO` is a proof. The answer is false only then: the Laws let a
    /// player win as long as nobody has shown that he cannot. `quick=True` takes microseconds,
    /// proves nearly every `NO` that arises in games, and leaves `YES` unknown as a rule.
    ///
    /// The GIL is released, and Ctrl-C is heard.
    #[pyo3(signature = (color, *, nodes = Number(NODES), quick = false))]
    fn can_win<'py>(
        slf: &Bound<'py, Board>,
        color: ColorArgument,
        nodes: Number,
        quick: bool,
    ) -> PyResult<AnswerObject<'py>> {
        let py = slf.py();
        let budget = budget(nodes, quick)?;
        let (position, dialect) = slf.position_and_dialect()?;
        let answer =
            interruptible(py, None, |run| can_win_until(&position, color.0, budget, run.stop))?;
        rules::answer(py, &position, &answer, dialect)
    }

    /// Whether the position is dead: neither player can mate by any series of legal moves
    /// (FIDE 5.2.2). `None` if `nodes` positions for each player were not enough to tell. Mate is not
    /// dead, stalemate is.
    ///
    /// `outcome()` and `is_game_over()` see the dead positions that take no search.
    #[pyo3(signature = (*, nodes = Number(NODES), quick = false))]
    fn is_dead_position(
        slf: &Bound<'_, Board>,
        nodes: Number,
        quick: bool,
    ) -> PyResult<Option<bool>> {
        let py = slf.py();
        let budget = budget(nodes, quick)?;
        let position = slf.position()?;
        interruptible(py, None, |run| is_dead_position_until(&position, budget, run.stop))
    }

    /// When and how the game was over by itself, though it was played on: the number of moves after which it
    /// was for the first time, and its outcome then; `None` if it is not over. Where `outcome()`, asked after
    /// every move, looks for dead positions a moment only, this looks with `nodes` positions if need be.
    #[pyo3(signature = (*, rules = RulesArgument(RuleSet::FIDE2023), nodes = Number(NODES)))]
    fn first_termination<'py>(
        slf: &Bound<'py, Board>,
        rules: RulesArgument,
        nodes: Number,
    ) -> PyResult<Option<(usize, OutcomeObject<'py>)>> {
        let py = slf.py();
        let budget = budget(nodes, false)?;
        let game = slf.lock().game()?.clone();
        let end = interruptible(py, None, |run| game.first_end_until(&rules.0, budget, run.stop))?;
        end.map(|(ply, outcome)| Ok((ply, rules::outcome_object(py, outcome)?))).transpose()
    }

    /// What happens when this player's flag falls: the opponent wins, unless the opponent cannot
    /// mate by any series of legal moves; then it is a draw (FIDE 6.9).
    ///
    /// The result's `outcome` is a `TIME_FORFEIT`, its `answer` says whether the opponent could win;
    /// where that is unknown, the flag loses. A position that is mate or stalemate has ended the
    /// game before the flag fell, and so has a dead one: `outcome` is that end then. `rules` is one
    /// of `fide2009`, `fide2014`, `fide2018`, `fide2023`, `lichess`, `chesscom`, or a `RuleSet`.
    #[pyo3(signature = (color, *, rules = RulesArgument(RuleSet::FIDE2023), nodes = Number(NODES), quick = false))]
    fn flag_fall<'py>(
        slf: &Bound<'py, Board>,
        color: ColorArgument,
        rules: RulesArgument,
        nodes: Number,
        quick: bool,
    ) -> PyResult<AdjudicationObject<'py>> {
        let py = slf.py();
        let budget = budget(nodes, quick)?;
        let rule_set = rules.0;
        let (position, dialect) = slf.position_and_dialect()?;
        let flag = Termination::TimeForfeit;
        let mut decided = interruptible(py, None, |run| {
            adjudicate_until(&position, color.0, flag, &rule_set, budget, run.stop)
        })?;
        if let Some(outcome) = slf.lock().game()?.outcome_by(&rule_set) {
            decided.outcome = outcome;
        }
        rules::adjudication(py, &position, &decided, dialect)
    }

    /// The moves that the player to move may make after touching pieces on these squares, in this order,
    /// with the intention of moving or capturing them (FIDE 4.3 to 4.5): all legal moves if nothing
    /// that was touched can be moved or captured. `ValueError` for a square without a piece.
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
            list.append(Move::object(py, shown(&position, m, dialect))?)?;
        }
        Ok(MoveList(list))
    }
}

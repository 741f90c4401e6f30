//! Steps, sampling and playouts of an arena.

use super::scores::ScoreArguments;
use super::{ActionKind, Arena, limit};
use crate::arena::{Actions, OnIllegal, Playouts, StepRow};
use crate::error::CallError;
use crate::python::array_arguments::integers_of;
use crate::python::prelude::*;
use crate::python::rules::{RulesArgument, termination_value};

/// Rows as an `enroque._model.arena.Step`.
pub(super) fn step_object<'py>(py: Python<'py>, rows: &[StepRow]) -> PyResult<package::Step<'py>> {
    fn column<'py, T: numpy::Element>(
        py: Python<'py>,
        rows: &[StepRow],
        value: impl Fn(&StepRow) -> T,
    ) -> PyResult<Bound<'py, PyAny>> {
        Ok(numpy_api::from_iter(py, rows.iter().map(value))?.into_any())
    }
    let columns = [
        column(py, rows, |row| row.reward)?,
        column(py, rows, |row| row.terminated)?,
        column(py, rows, |row| row.truncated)?,
        column(py, rows, |row| row.termination.map_or(0, termination_value))?,
        column(py, rows, |row| row.white_result)?,
    ];
    package::Step::new(py, PyTuple::new(py, columns)?)
}

/// The actions of a call.
pub(super) fn actions<'a>(kind: &'a ActionKind, list: &'a [i64]) -> Actions<'a> {
    match kind {
        ActionKind::Policy(policy) => Actions::Policy(policy, list),
        ActionKind::Moves => Actions::Moves(list),
        ActionKind::Legal => Actions::Indices(list),
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Arena {
    /// Plays one move in each game.
    ///
    /// An error leaves all games unchanged.
    ///
    /// | autoreset | a step of a game that is over |
    /// |---|---|
    /// | `"next_step"` | ignores the action and starts the next game; the row is 0 |
    /// | `"same_step"` | does not occur: the step that ended the game has started the next |
    /// | `"disabled"` | raises, unless the action is -1 |
    ///
    /// Args:
    ///     actions: one action for each game, integers; -1 for a game that does not move.
    ///     policy: the encoding of the actions: a policy, `"moves"` or `"legal"`; `None` for that
    ///         of the arena.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     on_illegal: `"raise"`, or `"lose"`: the player loses by `Termination.ILLEGAL_MOVE`.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     A `Step` of arrays: `rewards`, `terminated`, `truncated`, `termination`,
    ///     `white_result`.
    ///
    /// Raises:
    ///     IllegalMoveError: an action is not a legal move of its game.
    ///     ArgumentError: a game is over, with `autoreset="disabled"`.
    ///     ArrayError: there is not one action for each game.
    ///     OutOfRangeError: an index does not exist.
    ///
    /// Example:
    ///     >>> arena = enroque.Arena(2, seed=1)
    ///     >>> step = arena.step([322, 322])  # e2e4 in lc0's policy
    ///     >>> arena.board(0).san(arena.board(0).parse_san("e5")), step.terminated.tolist()
    ///     ('e5', [False, False])
    #[pyo3(signature = (
        actions, *, policy = None, games = None, on_illegal = "raise", threads = None
    ))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: ArrayLike<'py>,
        policy: Option<ActionPolicyArgument<'py>>,
        games: Option<ArrayLike<'py>>,
        on_illegal: &str,
        threads: Option<Threads>,
    ) -> PyResult<package::Step<'py>> {
        let on_illegal = named("on_illegal", on_illegal, &OnIllegal::NAMES)?;
        let kind = self.kind(policy.as_ref())?;
        let chosen = self.chosen(py, games.as_ref())?;
        let list = integers_of(&actions.0, "actions", chosen.len())?;
        let rows = interruptible(py, threads, |run| {
            self.lock().step_with(&chosen, self::actions(&kind, &list), on_illegal, run)
        })?;
        step_object(py, &rows)
    }

    /// Chooses a legal action for each game at random.
    ///
    /// The random numbers depend on the seed, the number of the game and its ply: the same call
    /// gives the same actions, on any number of threads and every platform.
    ///
    /// Args:
    ///     logits: logarithms of weights: `(games, policy.size)` float32, or `(values, offsets)`
    ///         with a value for each legal move, in the order of `legal_indices`; illegal moves are
    ///         never chosen. `None` for equal weights.
    ///     weights: weights instead of logits, such as probabilities or visit counts, 0 or more.
    ///     temperature: weights are raised to the power of its reciprocal; 0 for the greatest.
    ///     policy: the encoding of the actions: a policy, or `"legal"`; `None` for that of the
    ///         arena.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(games,)` int64 for `step`; -1 for games that are over.
    ///
    /// Raises:
    ///     ArrayError: the scores do not fit, are NaN or infinite, or no legal move has a weight.
    ///     ArgumentError: the temperature is out of range.
    ///     EncodingError: the policy has no index for a move.
    #[pyo3(signature = (
        logits = None, *, weights = None, temperature = 1.0, policy = None, games = None,
        threads = None
    ))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        logits: Option<ArrayLike<'py>>,
        weights: Option<ArrayLike<'py>>,
        temperature: f64,
        policy: Option<ActionPolicyArgument<'py>>,
        games: Option<ArrayLike<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, i64>> {
        let kind = self.kind(policy.as_ref())?;
        let chosen = self.chosen(py, games.as_ref())?;
        let scores =
            ScoreArguments::new(logits.as_ref(), weights.as_ref(), chosen.len(), kind.policy())?;
        let sampling = scores.sampling(temperature)?;
        let returns_moves = matches!(kind, ActionKind::Moves);
        let actions = interruptible(py, threads, |run| {
            let core = self.lock();
            let mut actions = core.sample(&chosen, sampling, run)?;
            if returns_moves {
                for (&slot, action) in chosen.iter().zip(&mut actions) {
                    if let Some(m) = core.legal_moves(slot).get(*action as usize) {
                        *action = m.bits().into();
                    }
                }
            }
            Ok::<_, CallError>(actions)
        })?;
        Ok(Array(numpy_api::from_vec(py, actions)))
    }

    /// Returns the probabilities of the legal moves: the softmax of the logits over them alone.
    ///
    /// Args:
    ///     logits: `(games, policy.size)` float32, or `(values, offsets)`, as in `sample`.
    ///     weights: weights instead of logits.
    ///     temperature: as in `sample`.
    ///     policy: the policy of the logits; `None` for that of the arena.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     float32, a value for each legal move of all games, in the order of `legal_indices`, with
    ///     the same offsets.
    ///
    /// Raises:
    ///     ArrayError: the logits do not fit, are NaN or infinite, or no legal move has a weight.
    #[pyo3(signature = (
        logits = None, *, weights = None, temperature = 1.0, policy = None, games = None,
        threads = None
    ))]
    fn priors<'py>(
        &self,
        py: Python<'py>,
        logits: Option<ArrayLike<'py>>,
        weights: Option<ArrayLike<'py>>,
        temperature: f64,
        policy: Option<ActionPolicyArgument<'py>>,
        games: Option<ArrayLike<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, f32>> {
        let kind = self.kind(policy.as_ref())?;
        let chosen = self.chosen(py, games.as_ref())?;
        let scores =
            ScoreArguments::new(logits.as_ref(), weights.as_ref(), chosen.len(), kind.policy())?;
        let sampling = scores.sampling(temperature)?;
        let priors = interruptible(py, threads, |run| self.lock().priors(&chosen, sampling, run))?;
        Ok(Array(numpy_api::from_vec(py, priors)))
    }

    /// Plays random games from the current positions to their end; the games do not change.
    ///
    /// Args:
    ///     count: the number of playouts from each position.
    ///     max_plies: the largest number of plies of a playout, which is then drawn; at most 16,384,
    ///         also with `None`.
    ///     rules: the rules by which playouts end, as in `Arena`.
    ///     seed: the seed of the random numbers; `None` for a random one.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     threads: the number of threads; `None` for all cores.
    ///     progress: `True` for a progress bar (tqdm), or a function that is called with the number
    ///         of completed playouts and the total.
    ///
    /// Returns:
    ///     `PlayoutResults` of arrays: `value`, `wdl`, `plies`.
    ///
    /// Example:
    ///     >>> arena = enroque.Arena(1, start="6k1/5ppp/8/8/8/8/8/RR2K3 w - - 0 1")
    ///     >>> bool(arena.playouts(1000, seed=1).value[0] > 0)
    ///     True
    #[pyo3(signature = (
        count = 1, *, max_plies = None, rules = "engine", seed = None, games = None, threads = None,
        progress = false
    ))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        count: Number,
        max_plies: Option<Number>,
        rules: RulesArgument,
        seed: Option<SeedArgument<'py>>,
        games: Option<ArrayLike<'py>>,
        threads: Option<Threads>,
        progress: ProgressArgument,
    ) -> PyResult<package::PlayoutResults<'py>> {
        let none = py.None().into_bound(py);
        let seed = seed_number(&seed.map_or(none, |seed| seed.0))?;
        let chosen = self.chosen(py, games.as_ref())?;
        let count: u32 = count.at_least("count", 1)?;
        let playouts = Playouts { count, rules: rules.0, max_plies: limit(max_plies)?, seed };
        let sums = with_progress(py, threads, (&progress, "playing", "playouts"), |run| {
            // a function that gets the progress may call the arena, so it must not stay locked
            let starts = self.lock().playout_starts(&chosen)?;
            playouts.play(&starts, run)
        })?;
        let share = |number: u32| number as f32 / count as f32;
        let value = sums.iter().map(|sum| share(sum.wins) - share(sum.losses));
        let wdl = sums.iter().flat_map(|sum| [sum.wins, sum.draws, sum.losses].map(share));
        let wdl = numpy_api::from_iter(py, wdl)?.into_any().call_method1("reshape", ((-1, 3),))?;
        let plies = numpy_api::from_iter(py, sums.iter().map(|sum| sum.plies as i64))?;
        package::PlayoutResults::new(py, (numpy_api::from_iter(py, value)?, wdl, plies))
    }
}

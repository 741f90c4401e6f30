//! `Arena`: many games in progress at once.

mod arrays;
mod record;
mod rows;
mod scores;
mod set;
mod start;
mod state;
mod step;

use std::sync::Mutex;

use super::arguments::Defaulted;
use super::array_arguments::mask_or_indices;
use super::board::Board;
use super::calls::{Locked, locked_without_gil};
use super::dataclass::{Dataclass, Field, dataclass};
use super::encodings::PolicyArgument;
use super::rules::RulesArgument;
use super::tablebase::tables_of;
use crate::arena::{
    AdjudicationRules, Arena as Core, ArenaOptions, AtLimit, Autoreset, StartOrder,
    adjudication_options,
};
use crate::error::CallError;
use crate::position::Position;
use crate::python::prelude::*;
use crate::rules::{EditableGame, Game};
use crate::tensor;
use crate::types::Move;
pub(super) use rows::step_rows;
pub(super) use scores::ScoreArguments;
use start::Start;

/// The encoding of actions.
#[derive(Clone, Copy)]
pub(in crate::python) enum ActionKind {
    Policy(tensor::PolicyEncoding),
    Moves,
    Legal,
}

impl ActionKind {
    fn of(argument: &Bound<'_, PyAny>) -> PyResult<ActionKind> {
        match argument.extract::<&str>() {
            Ok("moves") => Ok(ActionKind::Moves),
            Ok("legal") => Ok(ActionKind::Legal),
            _ => Ok(ActionKind::Policy(argument.extract::<PolicyArgument<'_>>()?.get()?)),
        }
    }

    /// The kind of actions given by an argument; by default, indices of lc0's policy.
    /// The policy of the actions, if they are of one.
    pub(in crate::python) fn policy(self) -> Option<tensor::PolicyEncoding> {
        match self {
            ActionKind::Policy(policy) => Some(policy),
            ActionKind::Moves | ActionKind::Legal => None,
        }
    }

    fn or_lc0(argument: Defaulted<ActionPolicyArgument<'_>>) -> PyResult<ActionKind> {
        match argument.0 {
            Some(policy) => ActionKind::of(&policy.0),
            None => Ok(ActionKind::Policy(tensor::PolicyEncoding::named("lc0", &[])?)),
        }
    }
}

/// Many games in progress at once: for self-play, search and reinforcement learning.
///
/// Calls handle all games, or those selected by `games=` (indices or a mask), on all cores, without
/// the GIL. Results are the same for any number of `threads`. Arrays have one row for each game of
/// the call.
///
/// Game `n` of slot `s` has the number `s + n * num_games`. Its start position and its random
/// numbers depend on the seed and this number alone.
///
/// Args:
///     num_games: the number of games in progress.
///     start: `"standard"`, `"chess960"` or `"double_chess960"` (random start positions), a FEN or
///         `Board`, a list of these, `Games` (their start positions), `(games, game, ply)`
///         (positions of games, such as an opening book), `(book, plies)` (moves of a Polyglot book
///         of `polyglot.open_reader` or of an explorer, chosen by weight), or a list of `(weight,
///         source)` with any of these. If all are of Chess960 (its start positions, boards with
///         `chess960=True`), so are all games, also from start position 518.
///     start_order: `"random"`, or `"in_turn"`: game number n begins from position n of a list.
///     pairs: give games 2n and 2n + 1 the same start position, so that players can exchange
///         colors.
///     random_plies: the number of random legal moves before a game begins: an int, or a pair of
///         limits such as `(0, 8)`, of which both can occur; at most 1,000.
///     rules: the rules by which games end on the board, as a name or `rules.RuleSet`; `"engine"`
///         is the Laws with threefold repetition and fifty moves without a claim.
///     max_plies: the largest number of plies of a game; `None` for no limit.
///     at_limit: the effect of `max_plies`: `"truncate"`, or `"draw"` by adjudication.
///     adjudication: the conditions for resignations and adjudicated draws by the values of `note`;
///         `None` for never.
///     tablebase: an `enroque.tablebase.Tablebase`, which ends a game by adjudication as soon as it
///         states the result by the 50-move rule: wins and losses just after a capture or pawn move,
///         draws always. `None` for none.
///     autoreset: the restart after the end of a game, as in Gymnasium: `"next_step"` (the next
///         step ignores the action and starts the next game), `"same_step"` (the step that ends a
///         game starts the next one) or `"disabled"` (until `reset`).
///     policy: the default encoding of actions: a policy, `"moves"` (16 bits, as in `Games.moves`)
///         or `"legal"` (indices of the legal moves).
///     record: keep finished games for `pop_games`.
///     seed: the seed of start positions and random numbers; `None` for a random one.
///
/// Raises:
///     ArgumentError: an argument is out of range, or the policy is unknown (a `ValueError`).
///     FenError: a start position is not a FEN.
///
/// Example:
///     >>> arena = enroque.Arena(4, start="chess960", seed=1)
///     >>> for _ in range(100):
///     ...     step = arena.step(arena.sample())
///     >>> arena.ply.tolist()
///     [100, 100, 100, 100]
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct Arena {
    core: Mutex<Core>,
    policy: ActionKind,
    /// The start positions as passed from Python, for pickling.
    start: Mutex<Option<Start>>,
}

impl Arena {
    fn of_core(core: Core, policy: ActionKind, start: Option<Start>) -> Arena {
        Arena { core: Mutex::new(core), policy, start: Mutex::new(start) }
    }

    /// The order of start positions, whether they come in pairs, and the random plies.
    fn start_options(&self) -> (StartOrder, bool, (u32, u32)) {
        let start = locked(&self.start);
        let options = |start: &Start| (start.order, start.pairs, start.random_plies);
        start.as_ref().map_or_else(Default::default, options)
    }

    /// The games, locked. Call it without the GIL if another thread may be in a long call.
    pub(in crate::python) fn lock(&self) -> Locked<'_, Core> {
        // a panic inside a call cannot leave a state that is not memory-safe
        locked_without_gil(&self.core)
    }

    /// Calls a function with the games, without the GIL.
    fn with<R: Send>(&self, py: Python<'_>, function: impl FnOnce(&mut Core) -> R + Send) -> R {
        detach(py, || function(&mut self.lock()))
    }

    /// The kind of the actions of a call.
    fn kind(&self, policy: Option<&ActionPolicyArgument<'_>>) -> PyResult<ActionKind> {
        policy.map_or(Ok(self.policy), |policy| ActionKind::of(&policy.0))
    }

    /// The default kind of actions.
    pub(in crate::python) fn action_kind(&self) -> ActionKind {
        self.policy
    }

    /// The indices of the games selected by an argument.
    pub(in crate::python) fn chosen(
        &self,
        py: Python<'_>,
        games: Option<&ArrayLike<'_>>,
    ) -> PyResult<Vec<usize>> {
        let count = self.with(py, |core| core.len());
        let Some(games) = games else { return Ok((0..count).collect()) };
        mask_or_indices(&games.0, "games", count, |index, count| {
            let slot = usize::try_from(index).ok().filter(|&slot| slot < count);
            slot.ok_or_else(|| no_game(index, count))
        })
    }
}

/// A limit of plies.
fn limit(plies: Option<Number>) -> PyResult<Option<u32>> {
    plies.map(|plies| plies.at_least("max_plies", 1)).transpose()
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Arena {
    #[new]
    #[pyo3(signature = (
        num_games, *, start = "standard", start_order = "random", pairs = false, random_plies = 0,
        rules = "engine", max_plies = None, at_limit = "truncate", adjudication = None,
        tablebase = None, autoreset = "next_step", policy = "lc0", record = true, seed = None
    ))]
    fn new(
        py: Python<'_>,
        num_games: Number,
        start: Defaulted<StartArgument<'_>>,
        start_order: &str,
        pairs: bool,
        random_plies: Defaulted<PlyRangeArgument<'_>>,
        rules: RulesArgument,
        max_plies: Option<Number>,
        at_limit: &str,
        adjudication: Option<AdjudicationArgument<'_>>,
        tablebase: Option<TablebaseArgument<'_>>,
        autoreset: &str,
        policy: Defaulted<ActionPolicyArgument<'_>>,
        record: bool,
        seed: Option<SeedArgument<'_>>,
    ) -> PyResult<Arena> {
        let none = py.None().into_bound(py);
        let seed = seed.map_or(none, |seed| seed.0);
        let order = named("start_order", start_order, &StartOrder::NAMES)?;
        let random_plies = match random_plies.0 {
            Some(plies) => start::random_plies(&plies.0)?,
            None => (0, 0),
        };
        let (starts, start) = start::starts(py, start.0, order, pairs, random_plies)?;
        let options = ArenaOptions {
            starts,
            rules: rules.0,
            max_plies: limit(max_plies)?,
            at_limit: named("at_limit", at_limit, &AtLimit::NAMES)?,
            adjudication: adjudication.map(|rules| AdjudicationRules::of(&rules.0)).transpose()?,
            tablebase: tablebase.map(|tables| tables_of(&tables.0)).transpose()?,
            autoreset: named("autoreset", autoreset, &Autoreset::NAMES)?,
            record,
            seed: seed_number(&seed)?,
        };
        let policy = ActionKind::or_lc0(policy)?;
        let count = num_games.within("num_games", 1..=MAX_SLOTS)?;
        let core = detach(py, || Core::new(count, options))?;
        Ok(Arena::of_core(core, policy, start))
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.with(py, |core| core.len())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (games, over) = self.with(py, |core| {
            let over = (0..core.len()).filter(|&slot| core.end(slot).is_some()).count();
            (core.len(), over)
        });
        format!("<Arena: {games} games, {over} over>")
    }

    /// The number of games in progress.
    #[getter]
    fn num_games(&self, py: Python<'_>) -> usize {
        self.with(py, |core| core.len())
    }

    /// Starts the next games of some slots; their games in progress are dropped.
    ///
    /// Args:
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     start: other start positions, as in `Arena`, for these and all later games; `None` to
    ///         keep those of the arena. `start_order`, `pairs` and `random_plies` stay.
    ///     seed: a seed with which all games start again from their first numbers; `None` to
    ///         continue the numbers.
    ///
    /// Raises:
    ///     OutOfRangeError: an index does not exist.
    ///     ArgumentError: both `games` and `seed` are given, or `start` cannot be used.
    ///     FenError: a start position is not a FEN.
    #[pyo3(signature = (games = None, *, start = None, seed = None))]
    fn reset(
        &self,
        py: Python<'_>,
        games: Option<ArrayLike<'_>>,
        start: Option<StartArgument<'_>>,
        seed: Option<SeedArgument<'_>>,
    ) -> PyResult<()> {
        if seed.is_some() && games.is_some() {
            return Err(ArgumentError::new_err("a seed restarts all games: omit games"));
        }
        let seed = seed.map(|seed| seed_number(&seed.0)).transpose()?;
        let slots = self.chosen(py, games.as_ref())?;
        let starts = match start {
            Some(start) => {
                let (order, pairs, random_plies) = self.start_options();
                Some(start::starts(py, Some(start), order, pairs, random_plies)?)
            }
            None => None,
        };
        let (starts, stated) = starts.unzip();
        self.with(py, |core| {
            core.check_slots(&slots)?;
            if let Some(starts) = starts {
                core.set_starts(starts);
            }
            match seed {
                Some(seed) => core.restart(seed),
                None => core.reset(&slots)?,
            }
            Ok::<_, CallError>(())
        })?;
        if let Some(stated) = stated {
            *locked(&self.start) = stated;
        }
        Ok(())
    }

    /// Returns one game as a `Board` with its moves.
    ///
    /// Args:
    ///     index: the index of the game.
    ///
    /// Raises:
    ///     OutOfRangeError: there is no such game.
    fn board<'py>(&self, py: Python<'py>, index: Number) -> PyResult<Bound<'py, Board>> {
        let played = self.with(py, |core| {
            let slot = usize::try_from(index.0).ok().filter(|&slot| slot < core.len());
            let slot = slot.ok_or(core.len())?;
            Ok((*core.start(slot), core.moves(slot).to_vec(), core.is_chess960()))
        });
        let (start, moves, is_chess960) = played.map_err(|count| no_game(index.0, count))?;
        board_of(py, &start, &moves, is_chess960)
    }
}

/// The error of an index out of range.
fn no_game(index: i64, games: usize) -> PyErr {
    let message = format!("game {index} is out of range for an arena of {games} games");
    OutOfRangeError::new_err(message)
}

/// A `Board` of a start position and legal moves, in the dialect of the start position unless all are
/// of Chess960.
pub(super) fn board_of<'py>(
    py: Python<'py>,
    start: &Position,
    moves: &[Move],
    is_chess960: bool,
) -> PyResult<Bound<'py, Board>> {
    let mut game = Game::new(*start);
    for &m in moves {
        game.push_unchecked(m);
    }
    let is_standard = start.has_standard_castling()
        && crate::chess960::position_numbers(start).is_none_or(|numbers| {
            numbers == (crate::chess960::STANDARD, crate::chess960::STANDARD)
        });
    Board::object(py, EditableGame::new(game, is_chess960 || !is_standard))
}

/// The largest number of slots, which take about 5 GB.
const MAX_SLOTS: i64 = 1 << 21;

adjudication_options!(
    dataclass!,
    AdjudicationRules,
    "adjudication must be AdjudicationRules or None",
    ArgumentError
);

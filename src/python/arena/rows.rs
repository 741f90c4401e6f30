//! Games as rows of bytes, and steps of rows.

use numpy::{IxDyn, PyArray2, PyArrayDescrMethods, PyReadonlyArray2, PyUntypedArrayMethods};

use super::step::{actions, step_object};
use super::{ActionKind, Arena, limit};
use crate::arena::{self, Arena as Core, ArenaOptions, AtLimit, Autoreset, OnIllegal, ROW_BYTES};
use crate::python::arguments::Defaulted;
use crate::python::array_arguments::integers_of;
use crate::python::arrays::{self, as_array, readable};
use crate::python::calls::fill;
use crate::python::prelude::*;
use crate::python::rules::RulesArgument;

/// An argument of rows.
pub(super) fn rows<'py>(object: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray2<'py, u8>> {
    let py = object.py();
    let untyped = as_array(object, "rows")?;
    let (dtype, shape) = (untyped.dtype(), untyped.shape());
    if !numpy_api::dtype::<u8>(py)?.is_equiv_to(&dtype) || shape.len() != 2 || shape[1] != ROW_BYTES
    {
        return Err(ArrayError::new_err(format!(
            "rows must have shape (games, {ROW_BYTES}) and dtype uint8, not {shape:?} and {dtype}"
        )));
    }
    let array = numpy_api::module(py)?.call_method1("ascontiguousarray", (&untyped,))?;
    readable(array.cast::<PyArray2<u8>>()?)
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Arena {
    /// Returns the games as rows of bytes.
    ///
    /// A row has all the data that the rest of its game depends on: an earlier position and the
    /// moves since then, as many as repetitions and history need. `step_rows` plays a move in each
    /// row without an arena, and `Arena.from_rows` and `set` take rows. Equal rows have equal
    /// positions and history. A row has 384 bytes, whatever the length of the game: 64 for the
    /// position, and 160 moves of 2 bytes, since the 75-move rule leaves at most 150 plies before
    /// the oldest of the last 9 positions. Under rules without such a limit, older occurrences are
    /// not counted. The format belongs to a version of enroque; `state_dict` is for files.
    ///
    /// Args:
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(games, 384)` uint8; `out` if given.
    ///
    /// Raises:
    ///     ArrayError: `out` does not fit.
    ///     OutOfRangeError: an index does not exist.
    ///
    /// Example:
    ///     >>> arena = enroque.Arena(3, seed=1)
    ///     >>> rows = arena.rows()
    ///     >>> rows, step = enroque.step_rows(rows, [322, 322, 322])  # e2e4 in lc0's policy
    ///     >>> enroque.Arena.from_rows(rows).board(0).fen()
    ///     'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    #[pyo3(signature = (*, games = None, out = None, threads = None))]
    fn rows<'py>(
        slf: &Bound<'py, Arena>,
        games: Option<ArrayLike<'py>>,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, u8, IxDyn>> {
        let (py, arena) = (slf.py(), slf.get());
        let chosen = arena.chosen(py, games.as_ref())?;
        let shape = [chosen.len(), ROW_BYTES];
        let array = arrays::output::<u8>(py, out.map(|out| out.0).as_ref(), &shape)?;
        fill(&array, threads, |bytes, run| arena.lock().write_game_rows(&chosen, bytes, run))?;
        Ok(Array(Ok(array)))
    }

    /// Returns an arena of games in progress from rows.
    ///
    /// It has no autoreset and records no games, and is meant for observations and searches.
    ///
    /// Args:
    ///     rows: `(games, 384)` uint8 of `rows` or `step_rows`.
    ///     rules: the rules by which games end on the board, as in `Arena`.
    ///     max_plies: the largest number of plies of a game; `None` for no limit.
    ///     at_limit: the effect of `max_plies`: `"truncate"` or `"draw"`.
    ///     policy: the encoding of actions, as in `Arena`.
    ///     seed: the seed of random numbers; `None` for a random one.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     An `Arena`.
    ///
    /// Raises:
    ///     ArrayError: the array does not have the shape and dtype of rows.
    ///     ArgumentError: a row is invalid, which the message names.
    ///
    /// Example:
    ///     >>> rows = enroque.Arena(2, start="chess960", seed=1).rows()
    ///     >>> arena = enroque.Arena.from_rows(rows)
    ///     >>> arena.planes("lc0").shape, arena.legal_mask().shape
    ///     ((2, 112, 8, 8), (2, 1858))
    #[staticmethod]
    #[pyo3(signature = (
        rows, *, rules = "engine", max_plies = None, at_limit = "truncate", policy = "lc0",
        seed = None, threads = None
    ))]
    fn from_rows(
        py: Python<'_>,
        rows: ArrayLike<'_>,
        rules: RulesArgument,
        max_plies: Option<Number>,
        at_limit: &str,
        policy: Defaulted<ActionPolicyArgument<'_>>,
        seed: Option<SeedArgument<'_>>,
        threads: Option<Threads>,
    ) -> PyResult<Arena> {
        let none = py.None().into_bound(py);
        let options = ArenaOptions {
            rules: rules.0,
            max_plies: limit(max_plies)?,
            at_limit: named("at_limit", at_limit, &AtLimit::NAMES)?,
            autoreset: Autoreset::Disabled,
            record: false,
            seed: seed_number(&seed.map_or(none, |seed| seed.0))?,
            ..ArenaOptions::default()
        };
        let policy = ActionKind::or_lc0(policy)?;
        let rows = self::rows(&rows.0)?;
        let bytes = rows.as_slice()?;
        let core = interruptible(py, threads, |run| Core::from_rows(bytes, options, run))?;
        Ok(Arena::of_core(core, policy, None))
    }
}

/// Plays one move in the game of each row of bytes.
///
/// The result depends on the arguments alone, which do not change, so it can be called in
/// `jax.pure_callback`, in a Ray task, or on shared memory. A game that is over does not change,
/// and its action is ignored: its reward is 0, and `terminated` or `truncated` is set again.
///
/// Args:
///     rows: `(games, 384)` uint8 of `Arena.rows` or of an earlier call.
///     actions: `(games,)` integers, one action for each row; -1 for a game that does not move.
///     policy: the encoding of actions: a policy, `"moves"` or `"legal"`, as in `Arena`.
///     rules: the rules by which games end on the board, as in `Arena`.
///     max_plies: the largest number of plies of a game; `None` for no limit.
///     at_limit: the effect of `max_plies`: `"truncate"` or `"draw"`.
///     on_illegal: `"raise"`, or `"lose"`: the player loses by `Termination.ILLEGAL_MOVE`.
///     out: a C-contiguous, writeable array of the new rows' shape and dtype to write to; it must
///         not be `rows`, and its contents are undefined after an error.
///     threads: the number of threads; `None` for all cores.
///
/// Returns:
///     `(rows, step)`: the new rows, `(games, 384)` uint8, and a `Step`, as `Arena.step` returns.
///
/// Raises:
///     IllegalMoveError: an action is not a legal move of its game.
///     ArrayError: the arrays do not fit.
///     ArgumentError: a row is invalid, which the message names.
///
/// Example:
///     >>> rows = enroque.Arena(1, start="6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").rows()
///     >>> mate = enroque.Move.from_uci("a1a8")
///     >>> index = enroque.Arena.from_rows(rows).board(0).policy_index("lc0", mate)
///     >>> rows, step = enroque.step_rows(rows, [index])
///     >>> step.rewards.tolist(), step.terminated.tolist()
///     ([1.0], [True])
#[pyfunction(crate = "crate::python::named_arguments")]
#[pyo3(signature = (
    rows, actions, *, policy = "lc0", rules = "engine", max_plies = None, at_limit = "truncate",
    on_illegal = "raise", out = None, threads = None
))]
pub(in crate::python) fn step_rows<'py>(
    py: Python<'py>,
    rows: ArrayLike<'py>,
    actions: ArrayLike<'py>,
    policy: Defaulted<ActionPolicyArgument<'py>>,
    rules: RulesArgument,
    max_plies: Option<Number>,
    at_limit: &str,
    on_illegal: &str,
    out: Option<AnyArrayArgument<'py>>,
    threads: Option<Threads>,
) -> PyResult<(Array<'py, u8, IxDyn>, package::Step<'py>)> {
    let options = ArenaOptions {
        rules: rules.0,
        max_plies: limit(max_plies)?,
        at_limit: named("at_limit", at_limit, &AtLimit::NAMES)?,
        ..ArenaOptions::default()
    };
    let on_illegal = named("on_illegal", on_illegal, &OnIllegal::NAMES)?;
    let kind = ActionKind::or_lc0(policy)?;
    let rows = self::rows(&rows.0)?;
    let (bytes, count) = (rows.as_slice()?, rows.shape()[0]);
    let list = integers_of(&actions.0, "actions", count)?;
    let out = out.map(|out| out.0);
    let array = arrays::output::<u8>(py, out.as_ref(), &[count, ROW_BYTES])?;
    let mut guard = arrays::borrowed(&array)?;
    let written = guard.as_slice_mut()?;
    let steps = interruptible(py, threads, |run| {
        let actions = self::actions(&kind, &list);
        arena::step_rows(bytes, actions, &options, on_illegal, written, run)
    })?;
    drop(guard);
    Ok((Array(Ok(array)), step_object(py, &steps)?))
}

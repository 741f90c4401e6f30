//! `TreeSearch`: search trees over the games of an arena.

mod leaves;
mod options;
mod results;
mod state;

use std::sync::Mutex;

use numpy::{PyReadonlyArray1, PyReadonlyArrayDyn};

use super::arena::{Arena, ScoreArguments};
use super::arguments::Defaulted;
use super::array_arguments::{Axis, bool_or_each, floats, integer_or_each};
use super::arrays::owned;
use super::calls::{Locked, locked_without_gil};
use super::encodings::PolicyArgument;
use super::tablebase::{tablebase_object, tables_of};
use crate::arena::Arena as ArenaCore;
use crate::error::CallError;
use crate::python::prelude::*;
use crate::trees::{LeafEvaluations, TreeOptions, TreeSearch as Core};
pub(super) use leaves::Leaves;
pub(super) use options::named_puct;

/// Search trees over the games of an `Arena`: thousands at once, for any network.
///
/// `begin` takes the current positions as roots. `select` returns the positions that need an
/// evaluation, of all games at once, and `backup` adds the evaluations to the trees; `run` repeats
/// both. Then `actions` chooses the moves, `note` records the results, and `Arena.step` plays.
///
/// A leaf continues the arena's game, with the history, repetitions, rules and limits of the game
/// and the path. Games that end inside a tree never reach the network. The network's values are
/// from the view of the side to move, -1 to 1; a game that ends at `max_plies` without a result
/// counts as 0.
///
/// The results depend only on the evaluations, the seed, and the numbers and plies of the games:
/// they are the same for any number of threads, and if the games are searched in groups.
///
/// Args:
///     arena: the games.
///     algorithm: a `Puct` or a `Gumbel`; `None` for `Puct()`, AlphaZero's.
///     simulations: the number of simulations of a search, after the evaluation of its root.
///     max_nodes: the largest number of nodes of a tree, whose search then ends early; `None` for as
///         many as the simulations need.
///     cache: the number of the last evaluations to keep, 0 for none. A position with the same
///         history, clocks and number of plies is then evaluated only once; most of these are from
///         the search before the last move. Call `clear` when the network changes. Values given as
///         `final=` are cached too. Results do not change, except with several leaves of a game in
///         a call, since cached evaluations are used at once.
///     reuse: start a search with the subtree of the last one below the moves played since.
///         `simulations` counts new ones, `max_nodes` all nodes, and the root gets new noise. Not
///         with `Gumbel` or `two_fold`.
///     final: an `enroque.tablebase.Tablebase`: a leaf whose result it states by the 50-move rule has
///         this value in place of the network's, and nothing below it is searched. Wins and losses are
///         stated just after captures and pawn moves, draws always. `None` for none.
///     seed: the seed of noise, Gumbel numbers and actions; `None` for a random one.
///
/// Raises:
///     ArgumentError: an argument is out of range (a `ValueError`).
///
/// Example:
///     >>> import numpy as np
///     >>> arena = enroque.Arena(16, start="chess960", seed=1)
///     >>> search = enroque.TreeSearch(arena, enroque.Gumbel(), simulations=32, seed=1)
///     >>> def network(leaves):  # a network would read leaves.planes("lc0")
///     ...     return np.zeros((len(leaves), 1858), np.float32), np.zeros(len(leaves), np.float32)
///     >>> search.begin()
///     >>> search.run(network)
///     >>> search.note()
///     >>> step = arena.step(search.actions())
///     >>> search.nodes[:4].tolist()
///     [33, 33, 33, 33]
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct TreeSearch {
    core: Mutex<Core>,
    /// The games.
    #[pyo3(get)]
    arena: Py<Arena>,
}

impl TreeSearch {
    fn lock(&self) -> Locked<'_, Core> {
        locked_without_gil(&self.core)
    }

    /// Calls a function with the search, without the GIL.
    fn with<R: Send>(&self, py: Python<'_>, function: impl FnOnce(&mut Core) -> R + Send) -> R {
        detach(py, || function(&mut self.lock()))
    }

    /// The indices of the games selected by an argument.
    fn chosen(&self, py: Python<'_>, games: Option<&ArrayLike<'_>>) -> PyResult<Vec<usize>> {
        self.arena.get().chosen(py, games)
    }

    /// Calls a function with the games and the search, without the GIL; Ctrl-C stops it.
    fn call<R: Send>(
        &self,
        py: Python<'_>,
        threads: Option<Threads>,
        work: impl FnOnce(&mut ArenaCore, &mut Core, crate::pool::Run<'_>) -> Result<R, CallError>
        + Send,
    ) -> PyResult<R> {
        let arena = self.arena.get();
        interruptible(py, threads, |run| {
            // always in this order
            let mut arena = arena.lock();
            work(&mut arena, &mut self.lock(), run)
        })
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl TreeSearch {
    #[new]
    #[pyo3(signature = (
        arena, algorithm = None, *, simulations = 800, max_nodes = None, cache = 0, reuse = false,
        r#final = None, seed = None
    ))]
    fn new(
        py: Python<'_>,
        arena: Bound<'_, Arena>,
        algorithm: Option<AlgorithmArgument<'_>>,
        simulations: Number,
        max_nodes: Option<Number>,
        cache: Number,
        reuse: bool,
        r#final: Option<TablebaseArgument<'_>>,
        seed: Option<SeedArgument<'_>>,
    ) -> PyResult<TreeSearch> {
        let none = py.None().into_bound(py);
        let algorithm = algorithm.map(|algorithm| options::algorithm(&algorithm.0)).transpose()?;
        let options = TreeOptions {
            algorithm: algorithm.unwrap_or_default(),
            simulations: simulations.at_least("simulations", 1)?,
            max_nodes: max_nodes.map(|nodes| nodes.at_least("max_nodes", 2)).transpose()?,
            reuse,
            cache: cache.at_least("cache", 0)?,
            seed: seed_number(&seed.map_or(none, |seed| seed.0))?,
        };
        let games = arena.get();
        let tables = r#final.map(|tables| tables_of(&tables.0)).transpose()?;
        let mut core = detach(py, || Core::new(&games.lock(), options))?;
        if let Some(tables) = tables {
            core = core.with_tables(tables);
        }
        Ok(TreeSearch { core: Mutex::new(core), arena: arena.unbind() })
    }

    /// The number of games.
    fn __len__(&self, py: Python<'_>) -> usize {
        self.with(py, |core| core.len())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (games, options) = self.with(py, |core| (core.len(), *core.options()));
        let name = match options.algorithm {
            crate::trees::Algorithm::Puct(_) => "Puct",
            crate::trees::Algorithm::Gumbel(_) => "Gumbel",
        };
        format!("<TreeSearch: {games} games, {name}, {} simulations>", options.simulations)
    }

    /// Begins searches from the current positions; games that are over are not searched.
    ///
    /// Args:
    ///     games: the indices of the games, or a mask; `None` for all. The trees of others stay.
    ///     simulations: the number of simulations, or one for each game (playout caps); `None` for
    ///         that of the search.
    ///     noise: whether the roots get noise, or a bool for each game. Without noise, Gumbel
    ///         numbers are 0 and no visits are forced.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Raises:
    ///     OutOfRangeError: an index does not exist.
    ///     ArgumentError: a number of simulations is out of range.
    ///     ArrayError: there is not one number for each game.
    ///     MemoryError: there is not enough memory.
    #[pyo3(signature = (games = None, *, simulations = None, noise = true, threads = None))]
    fn begin(
        &self,
        py: Python<'_>,
        games: Option<ArrayLike<'_>>,
        simulations: Option<ArrayLike<'_>>,
        noise: Defaulted<ArrayLike<'_>>,
        threads: Option<Threads>,
    ) -> PyResult<()> {
        let chosen = self.chosen(py, games.as_ref())?;
        let count = chosen.len();
        let simulations =
            simulations.map(|counts| integer_or_each(&counts, "simulations", count)).transpose()?;
        let noise = noise.0.map(|noise| bool_or_each(&noise, "noise", count)).transpose()?;
        self.call(py, threads, |arena, core, run| {
            let default = i64::from(core.options().simulations);
            let simulations = simulations.unwrap_or_else(|| vec![default]);
            core.begin(arena, &chosen, &simulations, &noise.unwrap_or_else(|| vec![true]), run)
        })
    }

    /// Selects the next positions to evaluate; none, if all trees are done.
    ///
    /// Args:
    ///     leaves: the largest number of leaves of a game, at most 256. More than 1 needs fewer
    ///         calls for the same simulations, but weakens the search, since moves are selected
    ///         before the values of others are known. `Gumbel` selects the simulations of its
    ///         `wave`.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `Leaves`, ordered by game: first the roots.
    ///
    /// Raises:
    ///     ArgumentError: `begin` was not called, a game has moved on since, or `leaves` is out of
    ///         range.
    ///     OutOfRangeError: an index does not exist.
    #[pyo3(signature = (leaves = 1, *, games = None, threads = None))]
    fn select(
        &self,
        py: Python<'_>,
        leaves: Number,
        games: Option<ArrayLike<'_>>,
        threads: Option<Threads>,
    ) -> PyResult<Leaves> {
        let chosen = self.chosen(py, games.as_ref())?;
        let count: u32 = leaves.at_least("leaves", 1)?;
        let core = self.call(py, threads, |arena, core, run| {
            core.select(arena, &chosen, count as usize, run)
        })?;
        Ok(Leaves { core, policy: self.arena.get().action_kind().policy() })
    }

    /// Adds evaluations to the trees. An error leaves them unchanged.
    ///
    /// Args:
    ///     leaves: the leaves returned by `select`.
    ///     value: the values for the side to move, `(leaves,)`, -1 to 1; `None` for that of `wdl`.
    ///     wdl: the probabilities of win, draw and loss for the side to move, `(leaves, 3)`.
    ///     logits: `(leaves, policy.size)`, or `(values, offsets)` with a number for each legal move
    ///         in the order of `leaves.legal_indices()`; illegal moves are ignored. `None` for equal
    ///         priors.
    ///     weights: probabilities or other weights instead of logits, 0 or more.
    ///     policy: the policy of the logits; `None` for that of the arena.
    ///     final: a bool for each leaf, whether its value is proven, as by a tablebase: nothing below
    ///         it is searched. Roots are searched nevertheless.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Raises:
    ///     ArgumentError: leaves were evaluated before, are of another search, or of a game that has
    ///         moved on.
    ///     ArrayError: an array does not fit, or a number is NaN or out of range; the message names
    ///         the leaf, its game and the path to it.
    #[pyo3(signature = (
        leaves, value = None, *, wdl = None, logits = None, weights = None, policy = None,
        r#final = None, threads = None
    ))]
    fn backup(
        &self,
        py: Python<'_>,
        leaves: &Bound<'_, Leaves>,
        value: Option<ArrayLike<'_>>,
        wdl: Option<ArrayLike<'_>>,
        logits: Option<ArrayLike<'_>>,
        weights: Option<ArrayLike<'_>>,
        policy: Option<PolicyArgument<'_>>,
        r#final: Option<ArrayLike<'_>>,
        threads: Option<Threads>,
    ) -> PyResult<()> {
        let leaves = leaves.get();
        let count = leaves.core.len();
        let value = value.map(|value| floats(&value.0, "value", &[Axis::Of(count)])).transpose()?;
        let wdl =
            wdl.map(|wdl| floats(&wdl.0, "wdl", &[Axis::Of(count), Axis::Of(3)])).transpose()?;
        let policy = policy.map(|policy| policy.get()).transpose()?.or(leaves.policy);
        let scores = ScoreArguments::new(logits.as_ref(), weights.as_ref(), count, policy)?;
        let sampling = scores.sampling(1.0)?;
        let is_final = r#final.map(|object| bool_or_each(&object, "final", count)).transpose()?;
        let evaluation = LeafEvaluations {
            values: value.as_ref().map(PyReadonlyArrayDyn::as_slice).transpose()?,
            wdl: wdl.as_ref().map(PyReadonlyArrayDyn::as_slice).transpose()?,
            scores: sampling.scores,
            kind: sampling.kind,
            policy: sampling.policy,
            is_final: is_final.as_deref(),
        };
        self.call(py, threads, |arena, core, run| core.backup(arena, &leaves.core, evaluation, run))
    }

    /// Makes leaves that were selected and not evaluated new again; returns the indices of the games.
    fn _recall(&self, py: Python<'_>, games: Option<ArrayLike<'_>>) -> PyResult<Vec<usize>> {
        let chosen = self.chosen(py, games.as_ref())?;
        self.call(py, None, |arena, core, _| {
            arena.check_slots(&chosen)?;
            core.recall(&chosen)
        })?;
        Ok(chosen)
    }

    /// Removes the trees, whose memory is freed, and all evaluations of the cache.
    ///
    /// Args:
    ///     games: the indices of the games, or a mask; `None` for all.
    #[pyo3(signature = (games = None))]
    fn clear(&self, py: Python<'_>, games: Option<ArrayLike<'_>>) -> PyResult<()> {
        let chosen = self.chosen(py, games.as_ref())?;
        Ok(self.with(py, |core| core.clear(&chosen))?)
    }

    /// Replaces the Gumbel numbers of all roots after their evaluation, in the order of `visits`: to
    /// compare searches with those of another program.
    fn _set_gumbel(&self, py: Python<'_>, numbers: ArrayLike<'_>) -> PyResult<()> {
        numpy_api::load(py)?;
        let numbers = owned(&numbers.0.extract::<PyReadonlyArray1<'_, f64>>()?)?;
        Ok(self.with(py, |core| core.set_gumbel(&numbers))?)
    }

    /// The memory of the trees in bytes.
    #[getter]
    fn nbytes(&self, py: Python<'_>) -> usize {
        self.with(py, |core| core.heap_bytes())
    }

    /// The arguments of the search, for pickles and copies, which have no trees.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((Py<Arena>, AnyObject<'py>), Attributes<'py>)> {
        let (options, tables) = self.with(py, |core| (*core.options(), core.tables().cloned()));
        let algorithm = options::algorithm_object(py, &options.algorithm)?;
        let arguments = (self.arena.clone_ref(py), AnyObject(algorithm));
        let keywords = pyo3::types::PyDict::new(py);
        keywords.set_item("simulations", options.simulations)?;
        keywords.set_item("max_nodes", options.max_nodes)?;
        keywords.set_item("cache", options.cache)?;
        keywords.set_item("reuse", options.reuse)?;
        if let Some(tables) = tables {
            keywords.set_item("final", tablebase_object(py, &tables)?)?;
        }
        keywords.set_item("seed", options.seed)?;
        Ok((arguments, Attributes(keywords)))
    }
}

//! Recording: notes of searches, and taking the games.

use numpy::PyReadonlyArrayDyn;

use super::Arena;
use super::scores::RowScores;
use crate::arena::{Arena as Core, Note};
use crate::python::array_arguments::{Axis, floats, integers_of};
use crate::python::encodings::PolicyArgument;
use crate::python::games::Games;
use crate::python::prelude::*;

#[pymethods(crate = "crate::python::named_arguments")]
impl Arena {
    /// Records the results of a search in the current positions, before `step` plays the moves.
    ///
    /// `pop_games` returns the notes as columns of the games: `Games.search_values`, `search_wdl`,
    /// `network_values`, `search_nodes`, `search_weights` and `visit_moves`. Positions without a
    /// note have unknown values; a second note of the same position replaces the first. Games that
    /// are over are skipped. With `record=False` only the values that `adjudication` needs are
    /// kept.
    ///
    /// An error leaves the arena unchanged.
    ///
    /// Args:
    ///     value: the values for the player to move, -1 to 1, `(games,)` numbers; `None` if unknown.
    ///     wdl: the probabilities of win, draw and loss for the player to move, `(games, 3)`
    ///         numbers; `None` if unknown.
    ///     network_value: the network's values before the search, as `value`, NaN or `None` if unknown.
    ///     nodes: the numbers of nodes of the searches, `(games,)` integers; `None` if unknown.
    ///     weight: the training weights of the positions, 0 or more, `(games,)` numbers; NaN or
    ///         `None` if unknown.
    ///     policy: the visit counts of the moves, or other weights of which only the ratios matter:
    ///         `(games, policy.size)` numbers, or `(values, offsets)` with a number for each legal
    ///         move, in the order of `legal_indices`. A row of zeros is unknown. Whole numbers up
    ///         to 65,535 are stored exactly, others are scaled to this maximum. `None` if unknown.
    ///     policy_encoding: the policy of `(games, policy.size)` weights; `None` for that of the
    ///         arena.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Raises:
    ///     ArrayError: an array does not fit, a number is NaN or out of range, or an illegal move
    ///         has a weight.
    ///     OutOfRangeError: an index does not exist.
    ///     ArgumentError: weights need a policy.
    ///     EncodingError: the policy has no index for a legal move.
    ///
    /// Example:
    ///     >>> arena = enroque.Arena(2, seed=1)
    ///     >>> moves, offsets = arena.legal_moves()
    ///     >>> arena.note([0.1, -0.2], policy=(range(40), offsets))
    ///     >>> _ = arena.step(arena.sample())
    ///     >>> arena.pop_games(unfinished=True).search_values.tolist()
    ///     [0.10000000149011612, -0.20000000298023224]
    #[pyo3(signature = (
        value = None, *, wdl = None, network_value = None, nodes = None, weight = None,
        policy = None, policy_encoding = None, games = None, threads = None
    ))]
    fn note<'py>(
        &self,
        py: Python<'py>,
        value: Option<ArrayLike<'py>>,
        wdl: Option<ArrayLike<'py>>,
        network_value: Option<ArrayLike<'py>>,
        nodes: Option<ArrayLike<'py>>,
        weight: Option<ArrayLike<'py>>,
        policy: Option<ArrayLike<'py>>,
        policy_encoding: Option<PolicyArgument<'py>>,
        games: Option<ArrayLike<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<()> {
        let chosen = self.chosen(py, games.as_ref())?;
        let encoding = match policy_encoding {
            Some(encoding) => Some(encoding.get()?),
            None => self.policy.policy(),
        };
        let count = chosen.len();
        let read = |column: Option<ArrayLike<'py>>, name, shape: &[Axis]| {
            column.map(|column| floats(&column.0, name, shape)).transpose()
        };
        let values = read(value, "value", &[Axis::Of(count)])?;
        let network_values = read(network_value, "network_value", &[Axis::Of(count)])?;
        let weights = read(weight, "weight", &[Axis::Of(count)])?;
        let wdl = read(wdl, "wdl", &[Axis::Of(count), Axis::Of(3)])?;
        let nodes = nodes.map(|nodes| integers_of(&nodes.0, "nodes", count)).transpose()?;
        let policy = policy.map(|policy| {
            RowScores::new(&policy, "policy", count, encoding.as_ref(), "policy_encoding")
        });
        let policy = policy.transpose()?;
        fn slice<'a>(
            array: &'a Option<PyReadonlyArrayDyn<'_, f32>>,
        ) -> PyResult<Option<&'a [f32]>> {
            Ok(array.as_ref().map(PyReadonlyArrayDyn::as_slice).transpose()?)
        }
        let note = Note {
            values: slice(&values)?,
            wdl: slice(&wdl)?,
            network_values: slice(&network_values)?,
            nodes: nodes.as_deref(),
            weights: slice(&weights)?,
            policy: policy.as_ref().map(RowScores::scores).transpose()?,
            encoding: encoding.as_ref(),
        };
        interruptible(py, threads, |run| self.lock().note(&chosen, note, run))
    }

    /// Returns the games that ended since the last call.
    ///
    /// They are ordered by the step that ended them, then by slot. The tag `Round` is the game's
    /// number plus 1, `Termination` the reason in PGN's terms, `unterminated` for truncated games.
    /// The records of `note` are in the columns of searches. Empty with `record=False`.
    ///
    /// Args:
    ///     unfinished: whether to append copies of the games in progress that have moves, in the
    ///         order of their slots, without result. They continue.
    ///
    /// Returns:
    ///     `Games`.
    #[pyo3(signature = (*, unfinished = false))]
    fn pop_games(&self, py: Python<'_>, unfinished: bool) -> Games {
        let pop = if unfinished { Core::pop_games_with_unfinished } else { Core::pop_games };
        Games::new(self.with(py, pop))
    }
}

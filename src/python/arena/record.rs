//! Recording: notes of searches, and taking the games.

use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::step::float_array;
use super::{ActionKind, Arena};
use crate::arena::{Arena as Core, Note, Scores};
use crate::python::arrays::integers;
use crate::python::calls::{Threads, interruptible};
use crate::python::encodings::PolicyArgument;
use crate::python::errors::{ArgumentError, ArrayError};
use crate::python::games::Games;
use crate::python::hints::ArrayLike;
use crate::tensor::{Policy, PolicyEncoding};

/// An array of float32 of this shape.
fn shaped<'py>(
    object: &ArrayLike<'py>,
    name: &str,
    shape: &[usize],
) -> PyResult<PyReadonlyArrayDyn<'py, f32>> {
    let array = float_array(&object.0, name)?;
    if array.shape() != shape {
        return Err(ArrayError::new_err(format!(
            "{name} must have shape {shape:?}, not {:?}",
            array.shape()
        )));
    }
    Ok(array)
}

/// The argument `policy` of a note.
struct Weights<'py> {
    values: PyReadonlyArrayDyn<'py, f32>,
    /// `None` if the array has a column for each index of the policy.
    offsets: Option<Vec<i64>>,
}

impl<'py> Weights<'py> {
    fn new(
        object: &ArrayLike<'py>,
        games: usize,
        encoding: Option<&PolicyEncoding>,
    ) -> PyResult<Weights<'py>> {
        if let Ok(pair) = object.0.cast::<PyTuple>()
            && pair.len() == 2
        {
            let values = float_array(&pair.get_item(0)?, "policy")?;
            if values.ndim() != 1 {
                return Err(ArrayError::new_err("the values of policy must have one dimension"));
            }
            let offsets = Some(integers(&pair.get_item(1)?, "the offsets of policy")?);
            return Ok(Weights { values, offsets });
        }
        let Some(encoding) = encoding else {
            return Err(ArgumentError::new_err(
                "weights of all actions need a policy: pass policy_encoding=, or give (values, \
                 offsets) in the order of legal_indices",
            ));
        };
        let values = shaped(object, "policy", &[games, encoding.size()])?;
        Ok(Weights { values, offsets: None })
    }

    fn scores(&self) -> PyResult<Scores<'_>> {
        let values = self.values.as_slice()?;
        Ok(match &self.offsets {
            Some(offsets) => Scores::Ragged { values, offsets },
            None => Scores::Dense(values),
        })
    }
}

#[pymethods]
#[pyo3(crate = "crate::python::named_arguments")]
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
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
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
        let encoding = match (policy_encoding, self.policy) {
            (Some(encoding), _) => Some(encoding.get()?),
            (None, ActionKind::Policy(encoding)) => Some(encoding),
            (None, ActionKind::Moves | ActionKind::Legal) => None,
        };
        let count = chosen.len();
        let column = |column: Option<ArrayLike<'py>>, name| {
            column.map(|column| shaped(&column, name, &[count])).transpose()
        };
        let values = column(value, "value")?;
        let network_values = column(network_value, "network_value")?;
        let weights = column(weight, "weight")?;
        let wdl = wdl.map(|wdl| shaped(&wdl, "wdl", &[count, 3])).transpose()?;
        let nodes = nodes.map(|nodes| integers(&nodes.0, "nodes")).transpose()?;
        let policy = policy.map(|policy| Weights::new(&policy, count, encoding.as_ref()));
        let policy = policy.transpose()?;
        let note = Note {
            values: values.as_ref().map(PyReadonlyArrayDyn::as_slice).transpose()?,
            wdl: wdl.as_ref().map(PyReadonlyArrayDyn::as_slice).transpose()?,
            network_values: network_values
                .as_ref()
                .map(PyReadonlyArrayDyn::as_slice)
                .transpose()?,
            nodes: nodes.as_deref(),
            weights: weights.as_ref().map(PyReadonlyArrayDyn::as_slice).transpose()?,
            policy: policy.as_ref().map(Weights::scores).transpose()?,
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

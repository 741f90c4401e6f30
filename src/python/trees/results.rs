//! The results of searches as arrays.

use super::TreeSearch;
use crate::python::arena::ActionKind;
use crate::python::arguments::Defaulted;
use crate::python::array_arguments::float_or_each;
use crate::python::prelude::*;
use crate::trees::{GameColumn, MoveColumn};

impl TreeSearch {
    fn values(
        &self,
        py: Python<'_>,
        games: Option<&ArrayLike<'_>>,
        column: MoveColumn,
        threads: Option<Threads>,
    ) -> PyResult<(Vec<f32>, Vec<i64>)> {
        let chosen = self.chosen(py, games)?;
        self.call(py, threads, |_, core, run| core.moves(&chosen, column, run))
    }

    /// The index of a game.
    fn slot(&self, py: Python<'_>, game: Number) -> PyResult<usize> {
        let games = self.with(py, |core| core.len());
        let slot = usize::try_from(game.0).ok().filter(|&slot| slot < games);
        slot.ok_or_else(|| {
            let message = format!("game {game} is out of range for a search of {games} games");
            OutOfRangeError::new_err(message)
        })
    }

    fn of_games<'py>(&self, py: Python<'py>, column: GameColumn) -> Array<'py, f32> {
        Array(numpy_api::from_vec(py, self.with(py, |core| core.games(column))))
    }
}

/// Defines methods that return a column of the moves of the roots: name, column of the core.
macro_rules! move_columns {
    ($($(#[$doc:meta])* $name:ident = $column:ident;)*) => {
        #[pymethods(crate = "crate::python::named_arguments")]
        impl TreeSearch {$(
            $(#[$doc])*
            #[pyo3(signature = (*, games = None, threads = None))]
            fn $name<'py>(
                &self,
                py: Python<'py>,
                games: Option<ArrayLike<'py>>,
                threads: Option<Threads>,
            ) -> PyResult<RowArrays<'py, f32>> {
                let column = MoveColumn::$column;
                let (values, offsets) = self.values(py, games.as_ref(), column, threads)?;
                Ok(row_arrays(py, values, offsets))
            }
        )*}
    };
}

move_columns! {
    /// Returns the targets of a policy.
    ///
    /// They are the fractions of the visits, without forced visits for `Puct(forced_visits=...)`,
    /// or Gumbel's improved policy. With `Puct(solve=True)` moves that proofs exclude have none: if the
    /// root is proven, all but the best, else those that lose. If each move that was tried loses, the
    /// others have their priors.
    ///
    /// Args:
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(values, offsets)`, float32 and int64, as of `visits`; the values of a game sum to 1, or are 0
    ///     before its first simulation.
    ///
    /// Raises:
    ///     ArgumentError: a root is not evaluated.
    ///     OutOfRangeError: an index does not exist.
    policy = Policy;
    /// Returns the mean values of the legal moves of the roots for the side to move, -1 to 1.
    ///
    /// Args:
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(values, offsets)`, float32 and int64, as of `visits`; the value proven, if there is one, and
    ///     NaN for moves without visits.
    ///
    /// Raises:
    ///     ArgumentError: a root is not evaluated.
    ///     OutOfRangeError: an index does not exist.
    qvalues = Values;
    /// Returns the network's probabilities of the legal moves of the roots, without noise.
    ///
    /// Args:
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(values, offsets)`, float32 and int64, as of `visits`.
    ///
    /// Raises:
    ///     ArgumentError: a root is not evaluated.
    ///     OutOfRangeError: an index does not exist.
    priors = Priors;
}

#[pymethods(crate = "crate::python::named_arguments")]
impl TreeSearch {
    /// Returns the visits of the legal moves of the roots.
    ///
    /// Args:
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(values, offsets)`, int32 and int64, in the order of `Arena.legal_indices` when the search
    ///     began; no values of games that were over.
    ///
    /// Raises:
    ///     ArgumentError: a root is not evaluated.
    ///     OutOfRangeError: an index does not exist.
    #[pyo3(signature = (*, games = None, threads = None))]
    fn visits<'py>(
        &self,
        py: Python<'py>,
        games: Option<ArrayLike<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<RowArrays<'py, i32>> {
        let (values, offsets) = self.values(py, games.as_ref(), MoveColumn::Visits, threads)?;
        let counts = values.into_iter().map(|count| count as i32).collect();
        Ok(row_arrays(py, counts, offsets))
    }

    /// The mean value of each game's search for the side to move, float32.
    ///
    /// With `Puct(solve=True)` that of a proven root is 1, 0 or -1. NaN if it was not searched.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> Array<'py, f32> {
        self.of_games(py, GameColumn::Value)
    }

    /// The network's value of each root for the side to move, float32; NaN if it was not searched.
    #[getter]
    fn network_value<'py>(&self, py: Python<'py>) -> Array<'py, f32> {
        self.of_games(py, GameColumn::NetworkValue)
    }

    /// The mean probabilities of win, draw and loss for the side to move, `(games, 3)` float32.
    ///
    /// NaN if `backup` got no `wdl` and the result is not proven.
    #[getter]
    fn wdl<'py>(&self, py: Python<'py>) -> PyResult<AnyArray<'py>> {
        let rows = self.with(py, |core| core.wdl());
        numpy_api::from_vec(py, rows)?.into_any().call_method1("reshape", ((-1, 3),)).map(AnyArray)
    }

    /// The divergence of each search's policy from the network's priors, float32, in nats.
    ///
    /// It is the Kullback-Leibler divergence, by which KataGo weighs positions.
    #[getter]
    fn surprise<'py>(&self, py: Python<'py>) -> Array<'py, f32> {
        self.of_games(py, GameColumn::Surprise)
    }

    /// The number of nodes of each game's tree, int64.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> Array<'py, i64> {
        Array(numpy_api::from_vec(py, self.with(py, |core| core.node_counts())))
    }

    /// The number of simulations of each game that are over, int64.
    #[getter]
    fn simulations<'py>(&self, py: Python<'py>) -> Array<'py, i64> {
        Array(numpy_api::from_vec(py, self.with(py, |core| core.simulations_done())))
    }

    /// Chooses the moves, for `Arena.step`.
    ///
    /// The random numbers depend on the seed, the number of the game and its ply: the same call
    /// gives the same actions.
    ///
    /// Args:
    ///     temperature: moves are chosen by visits to the power of its reciprocal: a number, or one
    ///         for each game. With 0 the move with the most visits, or Gumbel's choice. With
    ///         `Puct(solve=True)` moves that proofs exclude are not chosen; see `policy`.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///
    /// Returns:
    ///     `(games,)` int64, of the arena's policy; -1 for games that were over when the search began.
    ///
    /// Raises:
    ///     ArgumentError: a game has moved on since `begin`, has no simulations, or has leaves that
    ///         wait for their evaluation; the temperature is out of range.
    ///     ArrayError: there is not one temperature for each game.
    ///     EncodingError: the policy has no index for a move.
    #[pyo3(signature = (temperature = 0, *, games = None))]
    fn actions<'py>(
        &self,
        py: Python<'py>,
        temperature: Defaulted<ArrayLike<'py>>,
        games: Option<ArrayLike<'py>>,
    ) -> PyResult<Array<'py, i64>> {
        let chosen = self.chosen(py, games.as_ref())?;
        let temperatures = match temperature.0 {
            None => vec![0.0],
            Some(object) => float_or_each(&object, "temperature", chosen.len())?,
        };
        let kind = self.arena.get().action_kind();
        let actions = self.call(py, None, |arena, core, _| match kind {
            ActionKind::Policy(policy) => {
                core.policy_actions(arena, &chosen, &temperatures, &policy)
            }
            ActionKind::Moves | ActionKind::Legal => {
                let moves = core.actions(arena, &chosen, &temperatures)?;
                let action = |(m, &slot): (Option<crate::types::Move>, &usize)| {
                    let Some(m) = m else { return crate::arena::NO_ACTION };
                    let legal = arena.legal_moves(slot);
                    let index = legal.iter().position(|&other| other == m);
                    match kind {
                        ActionKind::Moves => m.bits().into(),
                        _ => index.map_or(crate::arena::NO_ACTION, |index| index as i64),
                    }
                };
                Ok(moves.into_iter().zip(&chosen).map(action).collect())
            }
        })?;
        Ok(Array(numpy_api::from_vec(py, actions)))
    }

    /// Records the results of the searches in the arena, as `Arena.note` does.
    ///
    /// They are the value, the probabilities of results if known, the network's value, the number
    /// of visits of the root as the number of nodes (as in lc0), and the visits of the moves:
    /// those of which `policy` has the fractions, or Gumbel's improved policy.
    ///
    /// Args:
    ///     games: the indices of the games, or a mask; `None` for all. Games that were over when the
    ///         search began are skipped.
    ///     weight: the training weights of the positions, 0 or more, a number or one for each of
    ///         `games`; NaN or `None` if unknown.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Raises:
    ///     ArgumentError: a game has moved on since `begin`, has no simulations, or has leaves that
    ///         wait for their evaluation.
    ///     ArrayError: there is not one weight for each game, or a weight is impossible.
    ///     OutOfRangeError: an index does not exist.
    #[pyo3(signature = (games = None, *, weight = None, threads = None))]
    fn note(
        &self,
        py: Python<'_>,
        games: Option<ArrayLike<'_>>,
        weight: Option<ArrayLike<'_>>,
        threads: Option<Threads>,
    ) -> PyResult<()> {
        let chosen = self.chosen(py, games.as_ref())?;
        let weight = weight.map(|weight| float_or_each(&weight, "weight", chosen.len()));
        let mut weights: Vec<f32> =
            weight.transpose()?.into_iter().flatten().map(|weight| weight as f32).collect();
        if let [weight] = weights[..] {
            weights.resize(chosen.len(), weight);
        }
        self.call(py, threads, |arena, core, run| core.note(arena, &chosen, &weights, run))
    }

    /// Returns the nodes of one game's tree, for tests and drawings.
    ///
    /// Args:
    ///     game: the index of the game.
    ///
    /// Returns:
    ///     A `Tree` of arrays: `parent`, `move`, `visits`, `value`, `prior`, `end`.
    ///
    /// Raises:
    ///     ArgumentError: the game was not searched.
    ///     OutOfRangeError: there is no such game.
    fn tree<'py>(&self, py: Python<'py>, game: Number) -> PyResult<package::Tree<'py>> {
        let slot = self.slot(py, game)?;
        let nodes = self.with(py, |core| core.tree(slot))?;
        let columns = [
            numpy_api::from_iter(py, nodes.iter().map(|node| node.parent))?.into_any(),
            numpy_api::from_iter(py, nodes.iter().map(|node| node.m.map_or(0, |m| m.bits())))?
                .into_any(),
            numpy_api::from_iter(py, nodes.iter().map(|node| node.visits as i32))?.into_any(),
            numpy_api::from_iter(py, nodes.iter().map(|node| node.value))?.into_any(),
            numpy_api::from_iter(py, nodes.iter().map(|node| node.prior))?.into_any(),
            numpy_api::from_iter(py, nodes.iter().map(|node| node.is_end))?.into_any(),
        ];
        package::Tree::new(py, PyTuple::new(py, columns)?)
    }

    /// Returns the moves with the most visits from the root of one game's tree.
    ///
    /// Args:
    ///     game: the index of the game.
    ///
    /// Returns:
    ///     Their SAN, as of `Arena.board(game)`.
    ///
    /// Raises:
    ///     ArgumentError: the game was not searched.
    ///     OutOfRangeError: there is no such game.
    fn line(&self, py: Python<'_>, game: Number) -> PyResult<Vec<String>> {
        let slot = self.slot(py, game)?;
        Ok(self.with(py, |core| core.line(slot))?)
    }
}

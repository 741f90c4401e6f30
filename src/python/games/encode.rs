//! Arrays of positions of games.

use std::num::NonZeroUsize;

use numpy::{IxDyn, PyArray1, PyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Games;
use crate::columns::{
    self as core, EncodeError, GameSamples, Output, Ragged, RaggedColumn, Unsupported,
};
use crate::memory;
use crate::pool::Run;
use crate::python::arguments::Number;
use crate::python::arrays::{Rows, integers};
use crate::python::calls::{Threads, interruptible};
use crate::python::columns::{
    Call, Source, SparseMatrix, check_not_skipped, columns_of_arenas, columns_of_boards,
    columns_of_games, columns_of_moves, mask_column, methods, named_columns, no_visits,
    planes_column, target_column,
};
use crate::python::encodings::{
    self, EncodingArgument, FeaturesArgument, PolicyArgument, RecordsArgument, TokensArgument,
};
use crate::python::errors::ArrayError;
use crate::python::exit::detach;
use crate::python::hints::{
    AnyArray, AnyArrayArgument, Array, ArrayLike, Attributes, BatchDict, ColumnsArgument,
    DtypeArgument, MasksAndValues, OutputsArgument,
};

/// The game and the ply of each position.
type PositionArrays<'py> = (Array<'py, PyArray1<i64>>, Array<'py, PyArray1<i32>>);

/// Positions of games.
struct Positions<'a> {
    games: &'a Games,
    game: Vec<i64>,
    ply: Vec<i32>,
}

impl<'a> Positions<'a> {
    fn new(
        games: &'a Bound<'_, Games>,
        game: &ArrayLike<'_>,
        ply: &ArrayLike<'_>,
    ) -> PyResult<Positions<'a>> {
        let game = integers(&game.0, "game")?;
        // no game has a ply beyond 32 bits, so it remains out of range
        let narrow =
            |ply: i64| i32::try_from(ply).unwrap_or(if ply < 0 { i32::MIN } else { i32::MAX });
        let ply = integers(&ply.0, "ply")?.into_iter().map(narrow).collect();
        Ok(Positions { games: games.get(), game, ply })
    }

    /// Calls a function with the samples, without the GIL.
    fn with_samples<R: Send>(
        &self,
        py: Python<'_>,
        threads: Option<NonZeroUsize>,
        work: impl FnOnce(&GameSamples<'_>, Run<'_>) -> Result<R, EncodeError> + Send,
    ) -> PyResult<R> {
        let (games, game, ply) = (&*self.games.games, &self.game, &self.ply);
        interruptible(py, threads, |run| work(&GameSamples::new(games, game, ply)?, run))
    }
}

impl Source for Positions<'_> {
    fn rows(&self) -> Option<usize> {
        Some(self.game.len())
    }

    fn encode(
        &self,
        py: Python<'_>,
        columns: &[core::Column],
        out: Vec<Output<'_>>,
        unsupported: Unsupported,
        threads: Option<NonZeroUsize>,
    ) -> PyResult<()> {
        self.with_samples(py, threads, |samples, run| {
            core::encode(samples, columns, out, unsupported, run)
        })
    }

    fn ragged(
        &self,
        py: Python<'_>,
        column: RaggedColumn,
        unsupported: Unsupported,
        threads: Option<NonZeroUsize>,
    ) -> PyResult<Ragged> {
        self.with_samples(py, threads, |samples, run| {
            core::encode_ragged(samples, column, unsupported, run)
        })
    }
}

/// Makes the methods of some columns.
macro_rules! of_games {
    ($($columns:tt)*) => {
        methods! {
            {
                Games(slf):
                [
                    "     game: the games' indices, `(positions,)` integers."
                    game: {ArrayLike<'py>},
                    "     ply: the plies, `(positions,)` integers."
                    ply: {ArrayLike<'py>},
                ]
                []
                [
                    "     threads: the number of threads; `None` for all cores."
                    threads: {Option<Threads>},
                ]
                { Call::new(threads) } on { Positions::new(slf, &game, &ply)? }
            }
            $($columns)*
        }
    };
}

columns_of_boards!(of_games);
columns_of_arenas!(of_games);
columns_of_moves!(of_games);
columns_of_games!(of_games);

#[pymethods]
impl Games {
    /// Returns all positions in which a move was played, as arguments of the other methods.
    ///
    /// Args:
    ///     min_ply: the first ply of each game; 0 is the start position.
    ///     max_ply: the last ply of each game; `None` for the last in which a move was played.
    ///
    /// Returns:
    ///     `(game, ply)`: `(positions,)` int64 and `(positions,)` int32.
    ///
    /// Raises:
    ///     ArgumentError: a ply is negative.
    ///
    /// Example:
    ///     >>> from enroque.data import example_games
    ///     >>> game, ply = example_games().positions(min_ply=10, max_ply=11)
    ///     >>> game[:4].tolist(), ply[:4].tolist()
    ///     ([0, 0, 1, 1], [10, 11, 10, 11])
    #[pyo3(
        signature = (*, min_ply = Number(0), max_ply = None),
        text_signature = "($self, *, min_ply=0, max_ply=None)"
    )]
    fn positions<'py>(
        &self,
        py: Python<'py>,
        min_ply: Number,
        max_ply: Option<Number>,
    ) -> PyResult<PositionArrays<'py>> {
        let min_ply: usize = min_ply.count("min_ply")?;
        let end = max_ply.map_or(Ok(usize::MAX), |ply| ply.count("max_ply"))?.saturating_add(1);
        let (mut games, mut plies) = (Vec::new(), Vec::new());
        memory::check(self.games.moves().len() * (size_of::<i64>() + size_of::<i32>()))?;
        detach(py, || {
            for game in self.games.iter() {
                for ply in min_ply..game.moves().len().min(end) {
                    games.push(game.index() as i64);
                    plies.push(ply as i32);
                }
            }
        });
        Ok((Array(PyArray1::from_vec(py, games)), Array(PyArray1::from_vec(py, plies))))
    }

    /// Returns the arrays of several columns, replaying each game once.
    ///
    /// Args:
    ///     columns: a `Column`, a list of them, or a dict of them by name. In a list, the name of a
    ///         column is its kind.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     on_unsupported: `"raise"`, or `"mask"` to write markers for positions that a column cannot
    ///         express, as the methods of the columns state.
    ///     out: a dict of arrays to write to, by name; columns without an array get a new one.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     A dict of arrays by name, with a row for each position.
    ///
    /// Raises:
    ///     EncodingError: a column cannot express a position.
    ///     ArgumentError: two columns have the same name, or a position lacks what a column needs.
    ///     ArrayError: an array does not fit.
    ///     OutOfRangeError: a game or ply does not exist, or no move was played there.
    ///
    /// Example:
    ///     >>> from enroque import Column
    ///     >>> from enroque.data import example_games
    ///     >>> columns = [Column.planes("lc0", dtype="uint8"), Column.policy("lc0"), Column.value()]
    ///     >>> batch = example_games().encode(columns, [0, 0, 7], [0, 1, 30])
    ///     >>> {name: array.shape for name, array in batch.items()}
    ///     {'planes': (3, 112, 8, 8), 'policy': (3,), 'value': (3,)}
    #[pyo3(signature = (columns, game, ply, *, on_unsupported = "raise", out = None, threads = None))]
    fn encode<'py>(
        slf: &Bound<'py, Games>,
        columns: ColumnsArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        on_unsupported: &str,
        out: Option<OutputsArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<BatchDict<'py>> {
        let call = Call::new(threads).on_unsupported(on_unsupported)?;
        let positions = Positions::new(slf, &game, &ply)?;
        call.all(slf.py(), &positions, &columns.0, out).map(BatchDict)
    }

    /// Returns planes as bits.
    ///
    /// Args:
    ///     encoding: a name or an `Encoding` of planes.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     out: an array for the masks to write to.
    ///     values_out: an array for the values to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(masks, values)`: `(positions, channels)` uint64, bit n for row n // 8 and column n % 8,
    ///     and `(positions, len(scaled_channels))` float32.
    ///
    /// Raises:
    ///     EncodingError: the encoding is unknown or has no bit form.
    #[pyo3(signature = (
        encoding, game, ply, *, out = None, values_out = None, threads = None
    ))]
    fn planes_bits<'py>(
        slf: &Bound<'py, Games>,
        encoding: EncodingArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        out: Option<AnyArrayArgument<'py>>,
        values_out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<MasksAndValues<'py, IxDyn>> {
        let positions = Positions::new(slf, &game, &ply)?;
        Call::new(threads).bits(slf.py(), &positions, &encoding, (out, values_out))
    }

    /// Returns the active features of positions without padding.
    ///
    /// Args:
    ///     encoding: a name or an `Encoding` of features.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     on_unsupported: `"raise"`, or `"mask"` to write no features for positions with too many
    ///         pieces.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(values, offsets)`, int32 and int64: row n is `values[offsets[n]:offsets[n + 1]]`, where
    ///     position n has the rows 2 * n (side to move) and 2 * n + 1 (opponent).
    ///
    /// Raises:
    ///     EncodingError: the set is unknown or cannot express a position.
    #[pyo3(signature = (encoding, game, ply, *, on_unsupported = "raise", threads = None))]
    fn features_csr<'py>(
        slf: &Bound<'py, Games>,
        encoding: FeaturesArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        on_unsupported: &str,
        threads: Option<Threads>,
    ) -> PyResult<Rows<'py>> {
        let call = Call::new(threads).on_unsupported(on_unsupported)?;
        let column = RaggedColumn::Features(encoding.get()?);
        call.ragged(slf.py(), &Positions::new(slf, &game, &ply)?, column)
    }

    /// Returns how features change along whole games, for incremental accumulators.
    ///
    /// Each game has a row for each position and perspective: White's row, then Black's, from the
    /// start to the last position.
    ///
    /// Args:
    ///     encoding: a name or an `Encoding` of features.
    ///     game: the games' indices, `(games,)` integers.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     A dict of arrays: row n removes `removed[removed_offsets[n]:removed_offsets[n + 1]]` from the
    ///     previous row of its perspective and adds `added[added_offsets[n]:added_offsets[n + 1]]`
    ///     (int32; offsets are int64). Where `refresh[n]` is true, the row begins empty. The rows of
    ///     game n are `offsets[n]` to `offsets[n + 1]`.
    ///
    /// Raises:
    ///     EncodingError: the set is unknown or cannot express a position.
    #[pyo3(signature = (encoding, game, *, threads = None))]
    fn feature_changes<'py>(
        slf: &Bound<'py, Games>,
        encoding: FeaturesArgument<'py>,
        game: ArrayLike<'py>,
        threads: Option<Threads>,
    ) -> PyResult<Attributes<'py>> {
        let (py, set) = (slf.py(), encoding.get()?);
        let game = integers(&game.0, "game")?;
        let games = &*slf.get().games;
        let changes = interruptible(py, threads.map(|threads| threads.0), |run| {
            core::feature_changes(games, &game, set, run)
        })?;
        let dict = PyDict::new(py);
        for (name, ragged) in [("removed", changes.removed), ("added", changes.added)] {
            dict.set_item(name, PyArray1::from_vec(py, ragged.values))?;
            let offsets = PyArray1::from_vec(py, ragged.offsets);
            dict.set_item(format!("{name}_offsets"), offsets)?;
        }
        dict.set_item("refresh", PyArray1::from_vec(py, changes.refresh))?;
        dict.set_item("offsets", PyArray1::from_vec(py, changes.offsets))?;
        Ok(Attributes(dict))
    }

    /// Returns which positions all of some columns can express.
    ///
    /// Args:
    ///     columns: a `Column`, a list of them, or a dict of them by name.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(positions,)` bool.
    ///
    /// Example:
    ///     >>> from enroque.data import example_games
    ///     >>> games = example_games()
    ///     >>> game, ply = games.positions()
    ///     >>> good = games.supported(enroque.Column.policy("uci"), game, ply)
    ///     >>> indices = games.policy("uci", game[good], ply[good])
    #[pyo3(signature = (columns, game, ply, *, out = None, threads = None))]
    fn supported<'py>(
        slf: &Bound<'py, Games>,
        columns: ColumnsArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, PyArrayDyn<bool>>> {
        let columns = named_columns(&columns.0)?;
        let columns = columns.into_iter().map(|(_, given)| given.column).collect();
        let column = core::Column::Supported(columns).into();
        Call::new(threads).one(slf.py(), &Positions::new(slf, &game, &ply)?, column, out)
    }

    /// Returns the legal move with a policy index in each position.
    ///
    /// Args:
    ///     policy: a name or a `Policy`.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     indices: the policy indices, `(positions,)` integers.
    ///     on_unsupported: `"raise"`, or `"mask"` to write 0 for indices of no legal move.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(positions,)` uint16, moves as in `Games.moves`.
    ///
    /// Raises:
    ///     EncodingError: the policy is unknown, or no legal move has the index.
    ///
    /// Example:
    ///     >>> from enroque.data import example_games
    ///     >>> games = example_games()
    ///     >>> games.policy_moves("lc0", [0], [0], [322]) == games.moves[0]
    ///     array([ True])
    #[pyo3(signature = (
        policy, game, ply, indices, *, on_unsupported = "raise", out = None, threads = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn policy_moves<'py>(
        slf: &Bound<'py, Games>,
        policy: PolicyArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        indices: ArrayLike<'py>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, PyArrayDyn<u16>>> {
        let call = Call::new(threads).on_unsupported(on_unsupported)?;
        let positions = Positions::new(slf, &game, &ply)?;
        let indices = integers(&indices.0, "indices")?;
        if indices.len() != positions.game.len() {
            return Err(ArrayError::new_err(format!(
                "game has {} entries, indices has {}: they must have the same length",
                positions.game.len(),
                indices.len()
            )));
        }
        let column = core::Column::PolicyMove(policy.get()?, indices).into();
        call.one(slf.py(), &positions, column, out)
    }

    /// Returns the policy indices of the legal moves of each position.
    ///
    /// Args:
    ///     policy: a name or a `Policy`.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     on_unsupported: `"raise"`, or `"mask"` to skip moves that have no index.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(values, offsets)`, int32 and int64: the indices of position n are
    ///     `values[offsets[n]:offsets[n + 1]]`, in the order of `Board.legal_moves`.
    ///
    /// Raises:
    ///     EncodingError: the policy is unknown, or a legal move has no index.
    #[pyo3(signature = (policy, game, ply, *, on_unsupported = "raise", threads = None))]
    fn legal_indices<'py>(
        slf: &Bound<'py, Games>,
        policy: PolicyArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        on_unsupported: &str,
        threads: Option<Threads>,
    ) -> PyResult<Rows<'py>> {
        let call = Call::new(threads).on_unsupported(on_unsupported)?;
        let column = RaggedColumn::LegalIndices(policy.get()?);
        call.ragged(slf.py(), &Positions::new(slf, &game, &ply)?, column)
    }

    /// Returns the visits of the search in each position as sparse rows with the sum 1.
    ///
    /// Args:
    ///     policy: a name or a `Policy`.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers; the last position of a game has no search.
    ///     on_missing: what positions without visits get: `"raise"`, `"zeros"` for an empty row, or
    ///         `"played"` for 1 at the index of the move played.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(indices, values, offsets)` of a matrix in the CSR format, int32, float32 and int64: row
    ///     n has `values[offsets[n]:offsets[n + 1]]` at the policy indices
    ///     `indices[offsets[n]:offsets[n + 1]]`, in the order of `visit_moves`.
    ///
    /// Raises:
    ///     ArgumentError: a position has no visits.
    ///     EncodingError: the policy is unknown, or a move has no index.
    ///     OutOfRangeError: a game or ply does not exist.
    #[pyo3(signature = (policy, game, ply, *, on_missing = "raise", threads = None))]
    fn policy_target_csr<'py>(
        slf: &Bound<'py, Games>,
        policy: PolicyArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        on_missing: &str,
        threads: Option<Threads>,
    ) -> PyResult<SparseMatrix<'py>> {
        let no_visits = no_visits(on_missing)?;
        check_not_skipped(no_visits)?;
        let column = RaggedColumn::PolicyTarget(policy.get()?, no_visits);
        Call::new(threads).sparse(slf.py(), &Positions::new(slf, &game, &ply)?, column)
    }
}

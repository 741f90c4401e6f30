//! Encodings of many positions: planes, tokens, features, records.

use numpy::{IxDyn, PyArray1, PyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Games;
use super::batch_call::BatchCall;
use crate::batch;
use crate::memory;
use crate::python::arrays::{self, Dtype, integers, with_dtype};
use crate::python::calls::{Threads, interruptible};
use crate::python::encodings::{
    EncodingArgument, FeaturesArgument, PolicyArgument, RecordsArgument, TokensArgument,
};
use crate::python::errors::EncodingError;
use crate::python::exit::detach;
use crate::python::hints::{
    AnyArray, AnyArrayArgument, Array, ArrayLike, Attributes, DtypeArgument, MasksAndValues,
};
use crate::tensor::PlaneEncoding;
use crate::tensor::nnue::MAX_ACTIVE;
use crate::tensor::records::BYTES;
use crate::tensor::rows::{Bits, Bucket, Dense, Features, Supported, Tokens, WriteRow};

/// The game and the ply of each position.
type PositionArrays<'py> = (Array<'py, PyArray1<i64>>, Array<'py, PyArray1<i32>>);

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
    /// Example:
    ///     >>> from enroque.data import example_games
    ///     >>> game, ply = example_games().positions(min_ply=10, max_ply=11)
    ///     >>> game[:4].tolist(), ply[:4].tolist()
    ///     ([0, 0, 1, 1], [10, 11, 10, 11])
    #[pyo3(signature = (*, min_ply = 0, max_ply = None))]
    fn positions<'py>(
        &self,
        py: Python<'py>,
        min_ply: usize,
        max_ply: Option<usize>,
    ) -> PyResult<PositionArrays<'py>> {
        let end = max_ply.map_or(usize::MAX, |ply| ply.saturating_add(1));
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

    /// Returns positions and their history as planes.
    ///
    /// Args:
    ///     encoding: a name or an `Encoding`.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     dtype: float32 (default), float16, uint8 or bool, one of the encoding's `dtypes`; counts
    ///         above 255 become 255 in uint8.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(positions, *encoding.shape)`; `out` if given.
    ///
    /// Raises:
    ///     EncodingError: the encoding is unknown or cannot express a position.
    ///     ArrayError: an array does not fit.
    ///     OutOfRangeError: a game or ply does not exist.
    ///
    /// Example:
    ///     >>> from enroque.data import example_games
    ///     >>> example_games().planes("lc0", [0, 0], [0, 1], dtype="uint8").shape
    ///     (2, 112, 8, 8)
    #[pyo3(signature = (
        encoding, game, ply, *, dtype = None, out = None, threads = None
    ))]
    fn planes<'py>(
        slf: &Bound<'py, Games>,
        encoding: EncodingArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        dtype: Option<DtypeArgument<'py>>,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<AnyArray<'py>> {
        let encoding = encoding.get()?;
        let call = BatchCall::new(slf, &game, &ply, out, threads)?;
        let dtype = dtype.map(|dtype| dtype.0);
        let dtype = Dtype::chosen(dtype.as_ref(), call.out.as_ref(), Dtype::Float32)?;
        with_dtype!(dtype, T => {
            let array = call.write::<T, _>(&encoding.shape(), &Dense(&encoding))?;
            Ok(AnyArray(array.0.into_any()))
        })
    }

    /// Returns planes as bits.
    ///
    /// Args:
    ///     encoding: a name or an `Encoding`.
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
        let encoding = encoding.get()?;
        let call = BatchCall::new(slf, &game, &ply, out, threads)?;
        Bits(&encoding).check()?;
        let values_out = values_out.map(|out| out.0);
        let shape = [call.len(), encoding.scaled().len()];
        let values = arrays::output::<f32>(slf.py(), values_out.as_ref(), &shape)?;
        let masks = {
            let mut guard = arrays::borrowed(&values)?;
            let scales = guard.as_slice_mut()?;
            call.fill(&[encoding.channels()], |games, positions, masks, _, run| {
                batch::planes_bits(games, positions, &encoding, masks, scales, run)
            })?
        };
        Ok((masks, Array(values)))
    }

    /// Returns positions as tokens.
    ///
    /// Args:
    ///     encoding: a name or a `TokenEncoding`.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     on_unsupported: `"raise"`, or `"mask"` to write 255s for positions without tokens.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(positions, length)` uint8.
    ///
    /// Raises:
    ///     EncodingError: the encoding is unknown or cannot express a position.
    #[pyo3(signature = (
        encoding, game, ply, *,
        on_unsupported = "raise", out = None, threads = None
    ))]
    fn tokens<'py>(
        slf: &Bound<'py, Games>,
        encoding: TokensArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, PyArrayDyn<u8>>> {
        let encoding = encoding.get()?;
        let call =
            BatchCall::new(slf, &game, &ply, out, threads)?.on_unsupported(on_unsupported)?;
        call.write(&[encoding.count()], &Tokens(encoding))
    }

    /// Returns the active features of positions, padded with -1.
    ///
    /// Args:
    ///     features: a name or a `FeatureEncoding`.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     on_unsupported: `"raise"`, or `"mask"` to write -1s for positions with too many pieces.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(positions, 2, 32)` int32: the perspectives of the side to move and of the opponent.
    ///
    /// Raises:
    ///     EncodingError: the set is unknown or cannot express a position.
    #[pyo3(signature = (
        features, game, ply, *, on_unsupported = "raise", out = None, threads = None
    ))]
    fn features<'py>(
        slf: &Bound<'py, Games>,
        features: FeaturesArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, PyArrayDyn<i32>>> {
        let writer = Features(features.get()?);
        let call =
            BatchCall::new(slf, &game, &ply, out, threads)?.on_unsupported(on_unsupported)?;
        call.write(&[2, MAX_ACTIVE], &writer)
    }

    /// Returns the active features of positions without padding.
    ///
    /// Args:
    ///     features: a name or a `FeatureEncoding`.
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
    #[pyo3(signature = (features, game, ply, *, on_unsupported = "raise", threads = None))]
    fn features_csr<'py>(
        slf: &Bound<'py, Games>,
        features: FeaturesArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        on_unsupported: &str,
        threads: Option<Threads>,
    ) -> PyResult<arrays::Rows<'py>> {
        let set = features.get()?;
        let call =
            BatchCall::new(slf, &game, &ply, None, threads)?.on_unsupported(on_unsupported)?;
        call.ragged(|games, positions, unsupported, run| {
            batch::active_features(games, positions, set, unsupported, run)
        })
    }

    /// Returns how features change along whole games, for incremental accumulators.
    ///
    /// Each game has a row for each position and perspective: White's row, then Black's, from the
    /// start to the last position.
    ///
    /// Args:
    ///     features: a name or a `FeatureEncoding`.
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
    #[pyo3(signature = (features, game, *, threads = None))]
    fn feature_changes<'py>(
        slf: &Bound<'py, Games>,
        features: FeaturesArgument<'py>,
        game: ArrayLike<'py>,
        threads: Option<Threads>,
    ) -> PyResult<Attributes<'py>> {
        let (py, set) = (slf.py(), features.get()?);
        let game = integers(&game.0, "game")?;
        let games = &*slf.get().games;
        let changes = interruptible(py, threads.map(|threads| threads.0), |run| {
            batch::feature_changes(games, &game, set, run)
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

    /// Returns the index of Stockfish's layer stack for each position, by the number of pieces.
    ///
    /// Args:
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(positions,)` int32, 0 to 7.
    #[pyo3(signature = (game, ply, *, out = None, threads = None))]
    fn feature_buckets<'py>(
        slf: &Bound<'py, Games>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, PyArrayDyn<i32>>> {
        let call = BatchCall::new(slf, &game, &ply, out, threads)?;
        call.write(&[], &Bucket)
    }

    /// Returns which positions the given encodings can express.
    ///
    /// Args:
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     policy: a policy that must have an index for the move played.
    ///     legal_mask: a policy that must have an index for each legal move.
    ///     tokens: an encoding of tokens.
    ///     features: a set of sparse features.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(positions,)` bool.
    ///
    /// Example:
    ///     >>> from enroque.data import example_games
    ///     >>> games = example_games()
    ///     >>> game, ply = games.positions()
    ///     >>> good = games.supported(game, ply, policy="uci")
    ///     >>> indices = games.policy("uci", game[good], ply[good])
    #[pyo3(signature = (
        game, ply, *, policy = None, legal_mask = None, tokens = None, features = None, out = None,
        threads = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn supported<'py>(
        slf: &Bound<'py, Games>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        policy: Option<PolicyArgument<'py>>,
        legal_mask: Option<PolicyArgument<'py>>,
        tokens: Option<TokensArgument<'py>>,
        features: Option<FeaturesArgument<'py>>,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, PyArrayDyn<bool>>> {
        let policy_of = |policy: PolicyArgument<'_>| policy.get();
        let policy = policy.map(policy_of).transpose()?;
        let legal_mask = legal_mask.map(policy_of).transpose()?;
        let writer = Supported {
            policy: policy.as_ref(),
            legal_mask: legal_mask.as_ref(),
            tokens: tokens.map(|tokens| tokens.get()).transpose()?,
            features: features.map(|features| features.get()).transpose()?,
        };
        let Supported { tokens, features, .. } = writer;
        if policy.is_none() && legal_mask.is_none() && tokens.is_none() && features.is_none() {
            return Err(EncodingError::new_err(
                "no encoding given: pass policy, legal_mask, tokens or features",
            ));
        }
        let call = BatchCall::new(slf, &game, &ply, out, threads)?;
        call.write(&[], &writer)
    }

    /// Returns positions as binary records with evaluation and result.
    ///
    /// Args:
    ///     kind: `"bullet"` (bulletformat), `"packed"` (viriformat, marlinformat), or a
    ///         `RecordEncoding`.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     on_unsupported: `"raise"`, or `"mask"` to write zeros for positions that do not fit.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(positions, 32)` uint8. A missing evaluation is written as 0, an unknown result as a draw.
    ///
    /// Raises:
    ///     EncodingError: a position does not fit.
    #[pyo3(signature = (
        kind, game, ply, *, on_unsupported = "raise", out = None, threads = None
    ))]
    fn records<'py>(
        slf: &Bound<'py, Games>,
        kind: RecordsArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, PyArrayDyn<u8>>> {
        let kind = kind.get()?;
        let call =
            BatchCall::new(slf, &game, &ply, out, threads)?.on_unsupported(on_unsupported)?;
        call.fill(&[BYTES], |games, positions, out, unsupported, run| {
            batch::records(games, positions, kind, out, unsupported, run)
        })
    }
}

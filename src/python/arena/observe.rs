//! Arrays of an arena's current positions.

use numpy::PyArrayDyn;
use pyo3::prelude::*;

use super::Arena;
use crate::arena::Arena as Core;
use crate::arena::ArenaError;
use crate::pool::Run;
use crate::python::arrays::{self, Dtype, Rows, with_dtype};
use crate::python::calls::{Threads, fill, interruptible};
use crate::python::encodings::{
    self, EncodingArgument, FeaturesArgument, PolicyArgument, RecordsArgument, TokensArgument,
};
use crate::python::hints::{
    AnyArray, AnyArrayArgument, Array, ArrayLike, DtypeArgument, MasksAndValues,
};
use crate::tensor::nnue::MAX_ACTIVE;
use crate::tensor::records::BYTES;
use crate::tensor::rows::{Bits, Dense, Features, Records, Tokens, Unsupported, WriteRow};
use crate::tensor::{PlaneEncoding, Policy};

/// A call that writes a row for each of some games.
struct Observation<'a, 'py> {
    arena: &'a Bound<'py, Arena>,
    chosen: Vec<usize>,
    out: Option<Bound<'py, PyAny>>,
    threads: Option<std::num::NonZeroUsize>,
    unsupported: Unsupported,
}

impl<'a, 'py> Observation<'a, 'py> {
    fn new(
        arena: &'a Bound<'py, Arena>,
        games: Option<&ArrayLike<'_>>,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Observation<'a, 'py>> {
        Ok(Observation {
            arena,
            chosen: arena.get().chosen(arena.py(), games)?,
            out: out.map(|out| out.0),
            threads: threads.map(|threads| threads.0),
            unsupported: Unsupported::Raise,
        })
    }

    fn on_unsupported(mut self, word: &str) -> PyResult<Observation<'a, 'py>> {
        self.unsupported = encodings::unsupported(word)?;
        Ok(self)
    }

    /// An array with a row of shape `tail` for each game, filled by a function.
    fn fill<T: numpy::Element + Send>(
        &self,
        tail: &[usize],
        work: impl FnOnce(&Core, &[usize], &mut [T], Unsupported, Run<'_>) -> Result<(), ArenaError>
        + Send,
    ) -> PyResult<Array<'py, PyArrayDyn<T>>> {
        let shape = [&[self.chosen.len()], tail].concat();
        let array = arrays::output::<T>(self.arena.py(), self.out.as_ref(), &shape)?;
        let (arena, chosen, unsupported) = (self.arena.get(), &self.chosen[..], self.unsupported);
        fill(&array, self.threads, |elements, run| {
            work(&arena.lock(), chosen, elements, unsupported, run)
        })?;
        Ok(Array(array))
    }

    /// An array filled by a writer.
    fn write<T: numpy::Element + Send, W: for<'r> WriteRow<&'r mut [T]>>(
        &self,
        tail: &[usize],
        writer: &W,
    ) -> PyResult<Array<'py, PyArrayDyn<T>>> {
        writer.check()?;
        self.fill(tail, |core, chosen, elements, unsupported, run| {
            core.write(chosen, writer, elements, unsupported, run)
        })
    }
}

#[pymethods]
impl Arena {
    /// Returns the current positions and their history as planes.
    ///
    /// They are those that `Games.planes` returns for the same positions of the finished games. No
    /// game is replayed, except for encodings that look back more than 8 plies.
    ///
    /// Args:
    ///     encoding: a name or an `Encoding`.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     dtype: float32 (default), float16, uint8 or bool, one of the encoding's `dtypes`.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(games, *encoding.shape)`; `out` if given.
    ///
    /// Raises:
    ///     EncodingError: the encoding is unknown.
    ///     ArrayError: an array does not fit.
    ///     OutOfRangeError: an index does not exist.
    ///
    /// Example:
    ///     >>> enroque.Arena(3).planes("lc0", dtype="uint8").shape
    ///     (3, 112, 8, 8)
    #[pyo3(signature = (encoding, *, games = None, dtype = None, out = None, threads = None))]
    fn planes<'py>(
        slf: &Bound<'py, Arena>,
        encoding: EncodingArgument<'py>,
        games: Option<ArrayLike<'py>>,
        dtype: Option<DtypeArgument<'py>>,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<AnyArray<'py>> {
        let encoding = encoding.get()?;
        let call = Observation::new(slf, games.as_ref(), out, threads)?;
        let dtype = dtype.map(|dtype| dtype.0);
        let dtype = Dtype::chosen(dtype.as_ref(), call.out.as_ref(), Dtype::Float32)?;
        with_dtype!(dtype, T => {
            let array = call.write::<T, _>(&encoding.shape(), &Dense(&encoding))?;
            Ok(AnyArray(array.0.into_any()))
        })
    }

    /// Returns the planes as bits.
    ///
    /// Args:
    ///     encoding: a name or an `Encoding`.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     out: an array for the masks to write to.
    ///     values_out: an array for the values to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(masks, values)`: `(games, channels)` uint64, bit n for row n // 8 and column n % 8, and
    ///     `(games, len(scaled_channels))` float32.
    ///
    /// Raises:
    ///     EncodingError: the encoding is unknown or has no bit form.
    #[pyo3(signature = (
        encoding, *, games = None, out = None, values_out = None, threads = None
    ))]
    fn planes_bits<'py>(
        slf: &Bound<'py, Arena>,
        encoding: EncodingArgument<'py>,
        games: Option<ArrayLike<'py>>,
        out: Option<AnyArrayArgument<'py>>,
        values_out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<MasksAndValues<'py, numpy::IxDyn>> {
        let encoding = encoding.get()?;
        let call = Observation::new(slf, games.as_ref(), out, threads)?;
        Bits(&encoding).check()?;
        let shape = [call.chosen.len(), encoding.scaled().len()];
        let values_out = values_out.map(|out| out.0);
        let values = arrays::output::<f32>(slf.py(), values_out.as_ref(), &shape)?;
        let masks = {
            let mut guard = arrays::borrowed(&values)?;
            let values = guard.as_slice_mut()?;
            call.fill::<u64>(&[encoding.channels()], |core, chosen, masks, _, run| {
                core.write_bits(chosen, &encoding, masks, values, run)
            })?
        };
        Ok((masks, Array(values)))
    }

    /// Returns the current positions as tokens.
    ///
    /// Args:
    ///     encoding: a name or a `TokenEncoding`.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     on_unsupported: `"raise"`, or `"mask"` to write 255s for positions without tokens.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(games, length)` uint8.
    ///
    /// Raises:
    ///     EncodingError: the encoding is unknown or cannot express a position.
    #[pyo3(signature = (
        encoding, *, games = None, on_unsupported = "raise", out = None, threads = None
    ))]
    fn tokens<'py>(
        slf: &Bound<'py, Arena>,
        encoding: TokensArgument<'py>,
        games: Option<ArrayLike<'py>>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, PyArrayDyn<u8>>> {
        let encoding = encoding.get()?;
        let call = Observation::new(slf, games.as_ref(), out, threads)?;
        call.on_unsupported(on_unsupported)?.write(&[encoding.count()], &Tokens(encoding))
    }

    /// Returns the active features of the current positions, padded with -1.
    ///
    /// Args:
    ///     features: a name or a `FeatureEncoding`.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     on_unsupported: `"raise"`, or `"mask"` to write -1s for positions with too many pieces.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(games, 2, 32)` int32: the perspectives of the side to move and of the opponent.
    ///
    /// Raises:
    ///     EncodingError: the set is unknown or cannot express a position.
    #[pyo3(signature = (
        features, *, games = None, on_unsupported = "raise", out = None, threads = None
    ))]
    fn features<'py>(
        slf: &Bound<'py, Arena>,
        features: FeaturesArgument<'py>,
        games: Option<ArrayLike<'py>>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, PyArrayDyn<i32>>> {
        let writer = Features(features.get()?);
        let call = Observation::new(slf, games.as_ref(), out, threads)?;
        call.on_unsupported(on_unsupported)?.write(&[2, MAX_ACTIVE], &writer)
    }

    /// Returns the active features of the current positions without padding.
    ///
    /// Args:
    ///     features: a name or a `FeatureEncoding`.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     on_unsupported: `"raise"`, or `"mask"` to write no features for positions with too many
    ///         pieces.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(values, offsets)`, int32 and int64: row n is `values[offsets[n]:offsets[n + 1]]`, where
    ///     game n of the call has the rows 2 * n (side to move) and 2 * n + 1 (opponent).
    ///
    /// Raises:
    ///     EncodingError: the set is unknown or cannot express a position.
    #[pyo3(signature = (features, *, games = None, on_unsupported = "raise", threads = None))]
    fn features_csr<'py>(
        slf: &Bound<'py, Arena>,
        features: FeaturesArgument<'py>,
        games: Option<ArrayLike<'py>>,
        on_unsupported: &str,
        threads: Option<Threads>,
    ) -> PyResult<Rows<'py>> {
        let (py, arena) = (slf.py(), slf.get());
        let set = features.get()?;
        let unsupported = encodings::unsupported(on_unsupported)?;
        let chosen = arena.chosen(py, games.as_ref())?;
        let ragged = interruptible(py, threads.map(|threads| threads.0), |run| {
            arena.lock().active_features(&chosen, set, unsupported, run)
        })?;
        Ok(arrays::rows(py, ragged))
    }

    /// Returns the current positions as binary records, with score 0 and result draw.
    ///
    /// Args:
    ///     kind: `"bullet"` (bulletformat), `"packed"` (viriformat, marlinformat), or a
    ///         `RecordEncoding`.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     on_unsupported: `"raise"`, or `"mask"` to write zeros for positions that do not fit.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(games, 32)` uint8.
    ///
    /// Raises:
    ///     EncodingError: a position does not fit.
    #[pyo3(signature = (
        kind, *, games = None, on_unsupported = "raise", out = None, threads = None
    ))]
    fn records<'py>(
        slf: &Bound<'py, Arena>,
        kind: RecordsArgument<'py>,
        games: Option<ArrayLike<'py>>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, PyArrayDyn<u8>>> {
        let writer = Records(kind.get()?);
        let call = Observation::new(slf, games.as_ref(), out, threads)?;
        call.on_unsupported(on_unsupported)?.write(&[BYTES], &writer)
    }

    /// Returns rows that are 1 at the policy index of each legal move and 0 elsewhere.
    ///
    /// The rows of games that are over are 0.
    ///
    /// Args:
    ///     policy: a name or a `PolicyEncoding`; `None` for that of the arena.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     dtype: bool (default), another dtype, or `"bits"` for eight indices in a byte, lowest bit
    ///         first, as `numpy.unpackbits(..., bitorder="little")` reads them.
    ///     on_unsupported: `"raise"`, or `"mask"` to skip moves that have no index.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(games, size)`; with `dtype="bits"` `(games, ceil(size / 8))` uint8.
    ///
    /// Raises:
    ///     EncodingError: the policy is unknown, or a legal move has no index.
    #[pyo3(signature = (
        policy = None, *, games = None, dtype = None, on_unsupported = "raise", out = None,
        threads = None
    ))]
    fn legal_mask<'py>(
        slf: &Bound<'py, Arena>,
        policy: Option<PolicyArgument<'py>>,
        games: Option<ArrayLike<'py>>,
        dtype: Option<DtypeArgument<'py>>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<AnyArray<'py>> {
        let policy = slf.get().policy_of(policy)?;
        let call = Observation::new(slf, games.as_ref(), out, threads)?;
        let call = call.on_unsupported(on_unsupported)?;
        let dtype = dtype.map(|dtype| dtype.0);
        if dtype.as_ref().is_some_and(|dtype| dtype.eq("bits").unwrap_or(false)) {
            let width = policy.size().div_ceil(8);
            let array = call.fill::<u8>(&[width], |core, chosen, out, unsupported, run| {
                core.legal_bits(chosen, &policy, out, unsupported, run)
            })?;
            return Ok(AnyArray(array.0.into_any()));
        }
        let dtype = Dtype::chosen(dtype.as_ref(), call.out.as_ref(), Dtype::Bool)?;
        with_dtype!(dtype, T => {
            let width = policy.size();
            let array = call.fill::<T>(&[width], |core, chosen, out, unsupported, run| {
                core.legal_mask(chosen, &policy, out, unsupported, run)
            })?;
            Ok(AnyArray(array.0.into_any()))
        })
    }

    /// Returns the policy indices of the legal moves of each game.
    ///
    /// Args:
    ///     policy: a name or a `PolicyEncoding`; `None` for that of the arena.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(values, offsets)`, int32 and int64: the indices of row n are
    ///     `values[offsets[n]:offsets[n + 1]]`, in the order of `Board.legal_moves`; none for games
    ///     that are over.
    ///
    /// Raises:
    ///     EncodingError: the policy is unknown, or a legal move has no index.
    #[pyo3(signature = (policy = None, *, games = None, threads = None))]
    fn legal_indices<'py>(
        slf: &Bound<'py, Arena>,
        policy: Option<PolicyArgument<'py>>,
        games: Option<ArrayLike<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Rows<'py>> {
        let (py, arena) = (slf.py(), slf.get());
        let policy = arena.policy_of(policy)?;
        let chosen = arena.chosen(py, games.as_ref())?;
        let ragged = interruptible(py, threads.map(|threads| threads.0), |run| {
            arena.lock().legal_indices(&chosen, &policy, run)
        })?;
        Ok(arrays::rows(py, ragged))
    }
}

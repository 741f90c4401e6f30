//! Encodings of a [`Board`].

use numpy::{Ix1, PyArray1, PyArrayDyn};
use pyo3::prelude::*;

use super::convert::{find, illegal, shown_object};
use super::{Board, BoardState};
use crate::notation::fen;
use crate::python::arguments::Number;
use crate::python::arrays::{self, Dtype, with_dtype};
use crate::python::encodings::{
    self, EncodingArgument, FeaturesArgument, PolicyArgument, TokensArgument,
};
use crate::python::errors::EncodingError;
use crate::python::hints::{AnyArray, AnyArrayArgument, Array, DtypeArgument, MasksAndValues};
use crate::python::moves::{Move, MoveArgument};
use crate::tensor::nnue::{MAX_ACTIVE, bucket};
use crate::tensor::rows::{
    Bits, Dense, Features, LegalBits, LegalIndices, LegalMask, Ragged, Replay, Tokens, Unsupported,
    WriteRow, write_row,
};
use crate::tensor::{History, PlaneEncoding, Policy};

/// Returns an array of a shape, written by a writer for one position.
fn row<'py, T: numpy::Element, W: for<'a> WriteRow<&'a mut [T], State = S>, S: Replay>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    shape: &[usize],
    unsupported: Unsupported,
    state: &S,
    writer: &W,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    writer.check()?;
    let array = arrays::output::<T>(py, out, shape)?;
    {
        let mut guard = arrays::borrowed(&array)?;
        let mut row = guard.as_slice_mut()?;
        match write_row(writer, state, None, &mut row) {
            Err(error) if unsupported == Unsupported::Raise => return Err(error.into()),
            _ => {}
        }
    }
    Ok(array)
}

impl Board {
    fn history(slf: &Bound<'_, Board>, encoding: &impl PlaneEncoding) -> PyResult<History> {
        let state = slf.lock();
        Ok(History::of_game(state.game()?, encoding.en_passant(), encoding.history_plies()))
    }
}

#[pymethods]
impl Board {
    /// Returns the position and its history as planes.
    ///
    /// Args:
    ///     encoding: a name or an `Encoding`.
    ///     dtype: float32 (default), float16, uint8 or bool, one of the encoding's `dtypes`; counts
    ///         above 255 become 255 in uint8.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///
    /// Returns:
    ///     An array of the encoding's shape, in most encodings `(channels, 8, 8)`; `out` if given.
    ///
    /// Raises:
    ///     EncodingError: the encoding is unknown or cannot express the position.
    ///     ArrayError: `dtype` or `out` does not fit.
    ///
    /// Example:
    ///     >>> enroque.Board().planes("lc0").shape
    ///     (112, 8, 8)
    #[pyo3(signature = (encoding, *, dtype = None, out = None))]
    fn planes<'py>(
        slf: &Bound<'py, Board>,
        encoding: EncodingArgument<'py>,
        dtype: Option<DtypeArgument<'py>>,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<AnyArray<'py>> {
        let py = slf.py();
        let encoding = encoding.get()?;
        let (dtype, out) = (dtype.map(|d| d.0), out.map(|out| out.0));
        let dtype = Dtype::chosen(dtype.as_ref(), out.as_ref(), Dtype::Float32)?;
        let history = Board::history(slf, &encoding)?;
        with_dtype!(dtype, T => {
            let (shape, writer) = (encoding.shape(), Dense(&encoding));
            let array: Bound<'py, PyArrayDyn<T>> =
                row(py, out.as_ref(), &shape, Unsupported::Raise, &history, &writer)?;
            Ok(AnyArray(array.into_any()))
        })
    }

    /// Returns the planes as bits.
    ///
    /// Args:
    ///     encoding: a name or an `Encoding`.
    ///
    /// Returns:
    ///     `(masks, values)`: a uint64 mask for each channel, bit n for row n // 8 and column n % 8,
    ///     and a float32 value for each of the encoding's `scaled_channels`.
    ///
    /// Raises:
    ///     EncodingError: the encoding is unknown or has no bit form.
    #[pyo3(signature = (encoding))]
    fn planes_bits<'py>(
        slf: &Bound<'py, Board>,
        encoding: EncodingArgument<'py>,
    ) -> PyResult<MasksAndValues<'py, Ix1>> {
        let py = slf.py();
        let encoding = encoding.get()?;
        let writer = Bits(&encoding);
        writer.check()?;
        let mut masks = vec![0; encoding.channels()];
        let mut values = vec![0.0; encoding.scaled().len()];
        let history = Board::history(slf, &encoding)?;
        write_row(&writer, &history, None, &mut (&mut masks[..], &mut values[..]))?;
        Ok((Array(PyArray1::from_vec(py, masks)), Array(PyArray1::from_vec(py, values))))
    }

    /// Returns the position as tokens.
    ///
    /// Args:
    ///     encoding: a name or a `TokenEncoding`; `None` for `"chessbench"`.
    ///     on_unsupported: `"raise"`, or `"mask"` to return 255s for a position without tokens.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///
    /// Returns:
    ///     `(length,)` uint8.
    ///
    /// Raises:
    ///     EncodingError: the encoding is unknown or cannot express the position.
    #[pyo3(signature = (
        encoding = None, *, on_unsupported = "raise", out = None
    ))]
    fn tokens<'py>(
        slf: &Bound<'py, Board>,
        encoding: Option<TokensArgument<'py>>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<Array<'py, PyArrayDyn<u8>>> {
        let py = slf.py();
        let name = || TokensArgument::Name("chessbench".to_owned());
        let encoding = encoding.unwrap_or_else(name).get()?;
        let unsupported = encodings::unsupported(on_unsupported)?;
        let (out, writer) = (out.map(|out| out.0), Tokens(encoding));
        let shape = [encoding.count()];
        row(py, out.as_ref(), &shape, unsupported, &slf.position()?, &writer).map(Array)
    }

    /// Returns the active features of the position, padded with -1.
    ///
    /// Args:
    ///     features: a name or a `FeatureEncoding`.
    ///     on_unsupported: `"raise"`, or `"mask"` to return -1s for a position with too many pieces.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///
    /// Returns:
    ///     `(2, 32)` int32: the perspectives of the side to move and of the opponent, ordered by the
    ///     squares of the pieces.
    ///
    /// Raises:
    ///     EncodingError: the set is unknown or cannot express the position.
    #[pyo3(signature = (features, *, on_unsupported = "raise", out = None))]
    fn features<'py>(
        slf: &Bound<'py, Board>,
        features: FeaturesArgument<'py>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<Array<'py, PyArrayDyn<i32>>> {
        let py = slf.py();
        let writer = Features(features.get()?);
        let unsupported = encodings::unsupported(on_unsupported)?;
        let out = out.map(|out| out.0);
        let shape = [2, MAX_ACTIVE];
        row(py, out.as_ref(), &shape, unsupported, &slf.position()?, &writer).map(Array)
    }

    /// Returns the active features of the position without padding.
    ///
    /// Args:
    ///     features: a name or a `FeatureEncoding`.
    ///     on_unsupported: `"raise"`, or `"mask"` to return no features for a position with too many
    ///         pieces.
    ///
    /// Returns:
    ///     `(values, offsets)`, int32 and int64: the features of the side to move are
    ///     `values[offsets[0]:offsets[1]]`, those of the opponent `values[offsets[1]:offsets[2]]`.
    ///
    /// Raises:
    ///     EncodingError: the set is unknown or cannot express the position.
    ///
    /// Example:
    ///     >>> board = enroque.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    ///     >>> values, offsets = board.features_csr("HalfKP")
    ///     >>> values.tolist(), offsets.tolist()
    ///     ([2577, 2039], [0, 1, 2])
    #[pyo3(signature = (features, *, on_unsupported = "raise"))]
    fn features_csr<'py>(
        slf: &Bound<'py, Board>,
        features: FeaturesArgument<'py>,
        on_unsupported: &str,
    ) -> PyResult<arrays::Rows<'py>> {
        let writer = Features(features.get()?);
        let unsupported = encodings::unsupported(on_unsupported)?;
        let mut rows = Ragged::default();
        match write_row(&writer, &slf.position()?, None, &mut rows) {
            Err(error) if unsupported == Unsupported::Raise => Err(error.into()),
            _ => Ok(arrays::rows(slf.py(), rows)),
        }
    }

    /// Returns the bucket of the position in Stockfish's layer stacks, 0 to 7.
    ///
    /// It depends on the number of pieces.
    fn feature_bucket(slf: &Bound<'_, Board>) -> PyResult<u32> {
        Ok(bucket(&slf.position()?))
    }

    /// Returns an array that is 1 at the policy index of each legal move and 0 elsewhere.
    ///
    /// Args:
    ///     policy: a name or a `PolicyEncoding`.
    ///     dtype: bool (default), another dtype, or `"bits"` for eight indices in a byte, lowest bit
    ///         first, as `numpy.unpackbits(..., bitorder="little")` reads them.
    ///     on_unsupported: `"raise"`, or `"mask"` to skip moves that have no index.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///
    /// Returns:
    ///     `(size,)`, for `"lc0"` `(1858,)`; with `dtype="bits"` `(ceil(size / 8),)` uint8.
    ///
    /// Raises:
    ///     EncodingError: the policy is unknown, or a legal move has no index.
    #[pyo3(signature = (
        policy, *, dtype = None, on_unsupported = "raise", out = None
    ))]
    fn legal_mask<'py>(
        slf: &Bound<'py, Board>,
        policy: PolicyArgument<'py>,
        dtype: Option<DtypeArgument<'py>>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<AnyArray<'py>> {
        let py = slf.py();
        let policy = policy.get()?;
        let unsupported = encodings::unsupported(on_unsupported)?;
        let (dtype, out) = (dtype.map(|d| d.0), out.map(|out| out.0));
        let position = slf.position()?;
        if dtype.as_ref().is_some_and(|dtype| dtype.eq("bits").unwrap_or(false)) {
            let (shape, writer) = ([policy.size().div_ceil(8)], LegalBits(&policy));
            let array: Bound<'py, PyArrayDyn<u8>> =
                row(py, out.as_ref(), &shape, unsupported, &position, &writer)?;
            return Ok(AnyArray(array.into_any()));
        }
        let dtype = Dtype::chosen(dtype.as_ref(), out.as_ref(), Dtype::Bool)?;
        with_dtype!(dtype, T => {
            let (shape, writer) = ([policy.size()], LegalMask(&policy));
            let array: Bound<'py, PyArrayDyn<T>> =
                row(py, out.as_ref(), &shape, unsupported, &position, &writer)?;
            Ok(AnyArray(array.into_any()))
        })
    }

    /// Returns the policy indices of the legal moves, in the order of `legal_moves`.
    ///
    /// Args:
    ///     policy: a name or a `PolicyEncoding`.
    ///     on_unsupported: `"raise"`, or `"mask"` to skip moves that have no index.
    ///
    /// Returns:
    ///     `(moves,)` int32.
    ///
    /// Raises:
    ///     EncodingError: the policy is unknown, or a legal move has no index.
    #[pyo3(signature = (policy, *, on_unsupported = "raise"))]
    fn legal_indices<'py>(
        slf: &Bound<'py, Board>,
        policy: PolicyArgument<'py>,
        on_unsupported: &str,
    ) -> PyResult<Array<'py, PyArray1<i32>>> {
        let py = slf.py();
        let policy = policy.get()?;
        let unsupported = encodings::unsupported(on_unsupported)?;
        let mut rows = Ragged::default();
        match write_row(&LegalIndices(&policy), &slf.position()?, None, &mut rows) {
            Err(error) if unsupported == Unsupported::Raise => Err(error.into()),
            _ => Ok(Array(PyArray1::from_vec(py, rows.values))),
        }
    }

    /// Returns the policy index of a legal move: in `"lc0"`, 322 for `e2e4`.
    ///
    /// Args:
    ///     policy: a name or a `PolicyEncoding`.
    ///     move: the legal move.
    ///
    /// Raises:
    ///     IllegalMoveError: the move is not legal.
    ///     EncodingError: the policy is unknown, or the move has no index.
    #[pyo3(signature = (policy, r#move))]
    fn policy_index(
        slf: &Bound<'_, Board>,
        policy: PolicyArgument<'_>,
        r#move: MoveArgument,
    ) -> PyResult<usize> {
        let policy = policy.get()?;
        let position = slf.position()?;
        let m = find(&position, r#move.0).ok_or_else(|| illegal(&position, r#move.0))?;
        let name = policy.name();
        policy.index(&position, m).ok_or_else(|| {
            EncodingError::new_err(format!("{name} has no index for {m} in this position"))
        })
    }

    /// Returns the legal move with a policy index.
    ///
    /// Args:
    ///     policy: a name or a `PolicyEncoding`.
    ///     index: the index.
    ///
    /// Raises:
    ///     EncodingError: the policy is unknown, or no legal move has the index.
    #[pyo3(signature = (policy, index))]
    fn policy_move(
        slf: &Bound<'_, Board>,
        policy: PolicyArgument<'_>,
        index: Number,
    ) -> PyResult<Py<Move>> {
        let py = slf.py();
        let policy = policy.get()?;
        let (position, dialect) = slf.position_and_dialect()?;
        let found = usize::try_from(index.0).ok().and_then(|n| policy.legal_move(&position, n));
        let m = found.ok_or_else(|| {
            let fen = fen::write(&position);
            EncodingError::new_err(format!("no legal move has index {} in {fen}", index.0))
        })?;
        shown_object(py, &position, Some(m), dialect)
    }
}

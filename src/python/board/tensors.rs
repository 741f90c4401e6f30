//! A [`Board`] as arrays.

use numpy::{Ix1, PyArray1, PyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::play::{find, illegal, shown_object};
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
    Bits, Dense, Features, LegalBits, LegalIndices, LegalMask, Ragged, Tokens, Unsupported,
    WriteRow, write_row,
};
use crate::tensor::{History, PlaneEncoding, Policy};

/// The array that a writer fills for one state; `tail` is the shape of a row.
fn row<'py, T: numpy::Element, W: for<'a> WriteRow<&'a mut [T], State = S>, S>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    tail: &[usize],
    unsupported: Unsupported,
    state: &S,
    writer: &W,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    writer.check()?;
    let array = arrays::output::<T>(py, out, tail)?;
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
        let game = slf.lock().game()?.clone();
        Ok(History::of_game(&game, encoding.en_passant()))
    }
}

#[pymethods]
impl Board {
    /// The position and its history as planes, of the encoding's `shape`: mostly `(channels, 8, 8)`.
    ///
    /// `encoding` is a name with options beside it, or an object of `enroque.encoding`, where the
    /// names and options are listed: `board.planes("lc0", format=2)`.
    ///
    /// `dtype` is float32 (unless said), float16, uint8 or bool, of those that can hold what the planes
    /// hold (the encoding's `dtypes`); a count beyond 255 is 255 in uint8. `out` is an array to write into:
    /// it must be of just this shape and dtype, C-contiguous and writeable.
    #[pyo3(signature = (encoding, *, dtype = None, out = None, **options: "str | int | None"))]
    fn planes<'py>(
        slf: &Bound<'py, Board>,
        encoding: EncodingArgument<'py>,
        dtype: Option<DtypeArgument<'py>>,
        out: Option<AnyArrayArgument<'py>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<AnyArray<'py>> {
        let py = slf.py();
        let encoding = encoding.get(options)?;
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

    /// The planes as bits: `(masks, values)`. Bit n of a mask, uint64, stands for row n // 8 and
    /// column n % 8 of a channel; the channels that the encoding lists as `scaled` have a value,
    /// float32, that their ones stand for.
    #[pyo3(signature = (encoding, **options: "str | int | None"))]
    fn planes_bits<'py>(
        slf: &Bound<'py, Board>,
        encoding: EncodingArgument<'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<MasksAndValues<'py, Ix1>> {
        let py = slf.py();
        let encoding = encoding.get(options)?;
        let writer = Bits(&encoding);
        writer.check()?;
        let mut masks = vec![0; encoding.channels()];
        let mut values = vec![0.0; encoding.scaled().len()];
        let history = Board::history(slf, &encoding)?;
        write_row(&writer, &history, None, &mut (&mut masks[..], &mut values[..]))?;
        Ok((Array(PyArray1::from_vec(py, masks)), Array(PyArray1::from_vec(py, values))))
    }

    /// The position as tokens, uint8: `"chessbench"` is 77 letters of a FEN, `"squares"` one token
    /// for each square (0 empty, 1 to 6 the own pieces, 7 to 12 the opponent's; option `view`). An object of
    /// `enroque.encoding` says what each token is; without an encoding it is `"chessbench"`.
    ///
    /// `on_unsupported="mask"` gives 255s for a position that has no tokens, instead of
    /// `EncodingError`.
    #[pyo3(signature = (
        encoding = None, *, on_unsupported = "raise", out = None, **options: "str | int | None"
    ))]
    fn tokens<'py>(
        slf: &Bound<'py, Board>,
        encoding: Option<TokensArgument<'py>>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Array<'py, PyArrayDyn<u8>>> {
        let py = slf.py();
        let name = || TokensArgument::Name("chessbench".to_owned());
        let encoding = encoding.unwrap_or_else(name).get(options)?;
        let unsupported = encodings::unsupported(on_unsupported)?;
        let (out, writer) = (out.map(|out| out.0), Tokens(encoding));
        let shape = [encoding.count()];
        row(py, out.as_ref(), &shape, unsupported, &slf.position()?, &writer).map(Array)
    }

    /// The active features of a sparse set, `(2, 32)` int32: the side to move's perspective and the
    /// opponent's, each by the pieces's squares, -1 after them. Sets are `"HalfKP"`, `"HalfKA"`,
    /// `"HalfKAv2"`, `"HalfKAv2_hm"` and `"HalfKAv2_hm12"`, or an object of `enroque.encoding`.
    #[pyo3(signature = (features, *, on_unsupported = "raise", out = None))]
    fn features<'py>(
        slf: &Bound<'py, Board>,
        features: FeaturesArgument<'py>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<Array<'py, PyArrayDyn<i32>>> {
        let py = slf.py();
        let writer = Features(features.get(None)?);
        let unsupported = encodings::unsupported(on_unsupported)?;
        let out = out.map(|out| out.0);
        let shape = [2, MAX_ACTIVE];
        row(py, out.as_ref(), &shape, unsupported, &slf.position()?, &writer).map(Array)
    }

    /// Active features without padding, `(values, offsets)`, int32 and int64: the side to move's are
    /// `values[offsets[0]:offsets[1]]`, the opponent's `values[offsets[1]:offsets[2]]`, as in
    /// `Games.features_csr`; two empty rows with `on_unsupported="mask"` where there are too many pieces.
    ///
    /// >>> import enroque
    /// >>> values, offsets = enroque.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").features_csr("HalfKP")
    /// >>> values.tolist(), offsets.tolist()
    /// ([2577, 2039], [0, 1, 2])
    #[pyo3(signature = (features, *, on_unsupported = "raise"))]
    fn features_csr<'py>(
        slf: &Bound<'py, Board>,
        features: FeaturesArgument<'py>,
        on_unsupported: &str,
    ) -> PyResult<arrays::Rows<'py>> {
        let writer = Features(features.get(None)?);
        let unsupported = encodings::unsupported(on_unsupported)?;
        let mut rows = Ragged::default();
        match write_row(&writer, &slf.position()?, None, &mut rows) {
            Err(error) if unsupported == Unsupported::Raise => Err(error.into()),
            _ => Ok(arrays::rows(slf.py(), rows)),
        }
    }

    /// Which of Stockfish's eight layer stacks the position belongs to, by the number of its pieces.
    fn feature_bucket(slf: &Bound<'_, Board>) -> PyResult<u32> {
        Ok(bucket(&slf.position()?))
    }

    /// 1 at the index of each legal move in a policy, 0 elsewhere: `(size,)`, 1858 for `"lc0"`.
    ///
    /// `policy` is a name with options beside it, or an object of `enroque.policy_encoding`, where the
    /// names and options are listed. `dtype` is bool unless said; `out` as in `planes`. `dtype="bits"` packs
    /// eight indices in a byte, as in `Games.legal_mask`. A legal move without an index is
    /// `EncodingError`, or left out with `on_unsupported="mask"`.
    #[pyo3(signature = (
        policy, *, dtype = None, on_unsupported = "raise", out = None, **options: "str | int | None"
    ))]
    fn legal_mask<'py>(
        slf: &Bound<'py, Board>,
        policy: PolicyArgument<'py>,
        dtype: Option<DtypeArgument<'py>>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<AnyArray<'py>> {
        let py = slf.py();
        let policy = policy.get(options)?;
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

    /// The indices of the legal moves in a policy, int32, in the order of `legal_moves`; policies and
    /// `on_unsupported` as in `legal_mask`.
    #[pyo3(signature = (policy, *, on_unsupported = "raise", **options: "str | int | None"))]
    fn legal_indices<'py>(
        slf: &Bound<'py, Board>,
        policy: PolicyArgument<'py>,
        on_unsupported: &str,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Array<'py, PyArray1<i32>>> {
        let py = slf.py();
        let policy = policy.get(options)?;
        let unsupported = encodings::unsupported(on_unsupported)?;
        let mut rows = Ragged::default();
        match write_row(&LegalIndices(&policy), &slf.position()?, None, &mut rows) {
            Err(error) if unsupported == Unsupported::Raise => Err(error.into()),
            _ => Ok(Array(PyArray1::from_vec(py, rows.values))),
        }
    }

    /// The index of a legal move in a policy: in `"lc0"`, 322 for `e2e4`. Policies as in
    /// `legal_mask`.
    #[pyo3(signature = (policy, r#move, **options: "str | int | None"))]
    fn policy_index(
        slf: &Bound<'_, Board>,
        policy: PolicyArgument<'_>,
        r#move: MoveArgument,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<usize> {
        let policy = policy.get(options)?;
        let position = slf.position()?;
        let m = find(&position, r#move.0).ok_or_else(|| illegal(&position, r#move.0))?;
        let name = policy.name();
        policy
            .index(&position, m)
            .ok_or_else(|| EncodingError::new_err(format!("{name} has no index for {m} here")))
    }

    /// The legal move with an index in a policy; `EncodingError` if there is none. Policies as in
    /// `legal_mask`.
    #[pyo3(signature = (policy, index, **options: "str | int | None"))]
    fn policy_move(
        slf: &Bound<'_, Board>,
        policy: PolicyArgument<'_>,
        index: Number,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<Move>> {
        let py = slf.py();
        let policy = policy.get(options)?;
        let (position, dialect) = slf.position_and_dialect()?;
        let found = usize::try_from(index.0).ok().and_then(|n| policy.legal_move(&position, n));
        let m = found.ok_or_else(|| {
            let fen = fen::write(&position);
            EncodingError::new_err(format!("no legal move has index {} in {fen}", index.0))
        })?;
        shown_object(py, &position, Some(m), dialect)
    }
}

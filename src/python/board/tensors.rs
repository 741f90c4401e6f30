//! Arrays of a [`Board`].

use std::num::NonZeroUsize;

use numpy::{IxDyn, PyArray1, PyArrayDyn};
use pyo3::prelude::*;

use super::convert::{find, illegal, shown_object};
use super::{Board, BoardState};
use crate::columns::{self as core, EncodeError, Histories, Needs, RaggedColumn};
use crate::notation::fen;
use crate::pool::Run;
use crate::python::arguments::Number;
use crate::python::arrays::Rows;
use crate::python::columns::{
    Call, Source, columns_of_boards, columns_of_moves, mask_column, methods, planes_column,
};
use crate::python::encodings::{
    EncodingArgument, FeaturesArgument, PolicyArgument, TokensArgument,
};
use crate::python::errors::EncodingError;
use crate::python::hints::{
    AnyArray, AnyArrayArgument, Array, BatchDict, ColumnsArgument, DtypeArgument, MasksAndValues,
    OutputsArgument,
};
use crate::python::moves::{Move, MoveArgument};
use crate::tensor::Policy;
use crate::tensor::nnue::bucket;

/// The position of a board with its history.
struct BoardPosition<'a, 'py>(&'a Bound<'py, Board>);

/// One thread.
const ONE: Run<'static> = Run { threads: Some(NonZeroUsize::MIN), stop: &|| false, progress: None };

/// It takes so little time that the GIL is kept.
impl Source for BoardPosition<'_, '_> {
    type Samples<'s> = Histories;

    fn rows(&self) -> Option<usize> {
        None
    }

    fn with_samples<R: Send>(
        &self,
        _: Python<'_>,
        needs: &Needs,
        _: Option<NonZeroUsize>,
        work: impl FnOnce(&Histories, Run<'_>) -> Result<R, EncodeError> + Send,
    ) -> PyResult<R> {
        let histories = Histories::of_game(self.0.lock().game()?, needs);
        Ok(work(&histories, ONE)?)
    }
}

/// Makes the methods of some columns.
macro_rules! of_boards {
    ($($columns:tt)*) => {
        methods! {
            { Board(slf): [] [] [] { Call::new(None) } on { BoardPosition(slf) } }
            $($columns)*
        }
    };
}

columns_of_boards!(of_boards);
columns_of_moves!(of_boards);

#[pymethods]
impl Board {
    /// Returns the arrays of several columns of the position.
    ///
    /// Args:
    ///     columns: a `Column`, a list of them, or a dict of them by name. In a list, the name of a
    ///         column is its kind.
    ///     on_unsupported: `"raise"`, or `"mask"` to write markers where a column cannot express the
    ///         position, as the methods of the columns state.
    ///     out: a dict of arrays to write to, by name; columns without an array get a new one.
    ///
    /// Returns:
    ///     A dict of arrays by name.
    ///
    /// Raises:
    ///     EncodingError: a column cannot express the position.
    ///     ArgumentError: two columns have the same name, or a column needs what only games have.
    ///     ArrayError: an array does not fit.
    ///
    /// Example:
    ///     >>> from enroque import Column
    ///     >>> arrays = enroque.Board().encode([Column.planes("lc0"), Column.legal_mask("lc0")])
    ///     >>> arrays["planes"].shape, int(arrays["legal_mask"].sum())
    ///     ((112, 8, 8), 20)
    #[pyo3(signature = (columns, *, on_unsupported = "raise", out = None))]
    fn encode<'py>(
        slf: &Bound<'py, Board>,
        columns: ColumnsArgument<'py>,
        on_unsupported: &str,
        out: Option<OutputsArgument<'py>>,
    ) -> PyResult<BatchDict<'py>> {
        let call = Call::new(None).on_unsupported(on_unsupported)?;
        call.all(slf.py(), &BoardPosition(slf), &columns.0, out).map(BatchDict)
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
    ) -> PyResult<MasksAndValues<'py, IxDyn>> {
        Call::new(None).bits(slf.py(), &BoardPosition(slf), &encoding, (None, None))
    }

    /// Returns the active features of the position without padding.
    ///
    /// Args:
    ///     encoding: a name or an `Encoding` of features.
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
    #[pyo3(signature = (encoding, *, on_unsupported = "raise"))]
    fn features_csr<'py>(
        slf: &Bound<'py, Board>,
        encoding: FeaturesArgument<'py>,
        on_unsupported: &str,
    ) -> PyResult<Rows<'py>> {
        let call = Call::new(None).on_unsupported(on_unsupported)?;
        call.ragged(slf.py(), &BoardPosition(slf), RaggedColumn::Features(encoding.get()?))
    }

    /// Returns the bucket of the position in Stockfish's layer stacks, 0 to 7.
    ///
    /// It depends on the number of pieces.
    fn feature_bucket(slf: &Bound<'_, Board>) -> PyResult<u32> {
        Ok(bucket(&slf.position()?))
    }

    /// Returns the policy indices of the legal moves, in the order of `legal_moves`.
    ///
    /// Args:
    ///     policy: a name or a `Policy`.
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
        let call = Call::new(None).on_unsupported(on_unsupported)?;
        let column = RaggedColumn::LegalIndices(policy.get()?);
        Ok(call.ragged(slf.py(), &BoardPosition(slf), column)?.0)
    }

    /// Returns the policy index of a legal move: in `"lc0"`, 322 for `e2e4`.
    ///
    /// Args:
    ///     policy: a name or a `Policy`.
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
    ///     policy: a name or a `Policy`.
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

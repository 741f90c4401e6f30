//! Arrays of a [`Board`].

use std::num::NonZeroUsize;

use super::current::{find, illegal, shown_object};
use super::{Board, BoardState};
use crate::columns::{self as core, Histories, Needs, RaggedColumn, columns};
use crate::error::CallError;
use crate::notation::fen;
use crate::pool::Run;
use crate::python::columns::parameters::*;
use crate::python::columns::{Call, Column, SampleSource};
use crate::python::encodings::{EncodingArgument, FeaturesArgument, PolicyArgument};
use crate::python::errors::EncodingError;
use crate::python::moves::{Move, MoveArgument};
use crate::python::prelude::*;
use crate::tensor::Policy;
use crate::tensor::nnue::bucket;

/// The position of a board with its history.
struct BoardPosition<'a, 'py>(&'a Bound<'py, Board>);

/// One thread.
const ONE: Run<'static> = Run { threads: Some(NonZeroUsize::MIN), stop: &|| false, progress: None };

/// It takes so little time that the GIL is kept.
impl SampleSource for BoardPosition<'_, '_> {
    type Samples<'s> = Histories;

    fn rows(&self) -> Option<usize> {
        None
    }

    fn with_samples<R: Send>(
        &self,
        _: Python<'_>,
        needs: &Needs,
        _: Option<Threads>,
        work: impl FnOnce(&Histories, Run<'_>) -> Result<R, CallError> + Send,
    ) -> PyResult<R> {
        let histories = Histories::of_game(self.0.lock().game()?, needs);
        Ok(work(&histories, ONE)?)
    }
}

/// Makes the methods of the columns of boards.
macro_rules! of_boards {
    (
        boards {$($boards:tt)*} arenas $arenas:tt moves {$($moves:tt)*} $($others:tt)*
    ) => {
        of_boards! { $($boards)* $($moves)* }
    };
    ($({
        $(#[doc = $doc:tt])*
        $variant:ident = $name:ident (
            $(#[doc = $argument_doc:tt])* $argument:ident: $argument_type:ident ;
            $($(#[doc = $option_doc:tt])* $option:ident: $option_type:ident = $default:tt,)*
        )
        $($on_unsupported:ident($(#[doc = $mask:tt])*))?
        $(#[doc = $returns:tt])*
        -> $element:ident $($writing:tt)*
    })*) => {
        #[pymethods(crate = "crate::python::named_arguments")]
        impl Board {$(
            $(#[doc = $doc])*
            ///
            /// Args:
            $(#[doc = $argument_doc])*
            $($(#[doc = $option_doc])*)*
            $($(#[doc = $mask])*)?
            ///     out: a C-contiguous, writeable array of the result's shape and dtype.
            ///
            /// Returns:
            $(#[doc = $returns])*
            ///
            /// Raises:
            ///     EncodingError: the encoding cannot express the position.
            ///     ArgumentError: an encoding or option is unknown.
            ///     ArrayError: an array does not fit.
            #[pyo3(signature = (
                $argument, *, $($option = $default,)* $($on_unsupported = "raise",)? out = None
            ))]
            fn $name<'py>(
                slf: &Bound<'py, Board>,
                $argument: <$argument_type as Parameter>::Argument<'_>,
                $($option: <$option_type as Parameter>::Argument<'_>,)*
                $($on_unsupported: &str,)?
                out: Option<AnyArrayArgument<'py>>,
            ) -> PyResult<ArrayOf<'py, $element>> {
                let column = Column::$name(slf.py(), $argument, $($option)*)?;
                let on_unsupported = [$($on_unsupported,)? "raise"][0];
                let call = Call::new(on_unsupported, None)?;
                call.one(slf.py(), &BoardPosition(slf), column.argument(), out).map(ArrayOf::new)
            }
        )*}
    };
}

columns!(of_boards);

#[pymethods(crate = "crate::python::named_arguments")]
impl Board {
    /// Returns the arrays of several columns by name, computing once what they share.
    ///
    /// Args:
    ///     columns: a `Column`, a list of them, or a dict of them by name. In a list, the name of
    ///         a column is its kind.
    ///     on_unsupported: `"raise"`, or `"mask"` to write markers for positions that a column
    ///         cannot express, as the methods of the columns state.
    ///     out: a dict of arrays to write to, by name; columns without an array get a new one.
    ///
    /// Returns:
    ///     A dict of arrays by name.
    ///
    /// Raises:
    ///     EncodingError: a column cannot express the position.
    ///     ArgumentError: two columns have the same name, or the position lacks what a column needs.
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
        let call = Call::new(on_unsupported, None)?;
        call.all(slf.py(), &BoardPosition(slf), &columns.0, out).map(BatchDict)
    }

    /// Returns planes as bits.
    ///
    /// Args:
    ///     encoding: a name or an `Encoding` of planes.
    ///     out: an array for the masks to write to.
    ///     values_out: an array for the values to write to.
    ///
    /// Returns:
    ///     `(masks, values)`: `(channels,)` uint64, bit n for row n // 8 and column n % 8, and
    ///     `(len(scaled_channels),)` float32.
    ///
    /// Raises:
    ///     ArgumentError: the encoding is unknown.
    ///     EncodingError: it has no bit form.
    ///     ArrayError: an array does not fit.
    #[pyo3(signature = (encoding, *, out = None, values_out = None))]
    fn planes_bits<'py>(
        slf: &Bound<'py, Board>,
        encoding: EncodingArgument<'py>,
        out: Option<AnyArrayArgument<'py>>,
        values_out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<MasksAndValues<'py>> {
        let column = core::Column::PlanesBits(encoding.get()?);
        let requested = (column, out.map(|out| out.0), values_out.map(|out| out.0));
        let call = Call::new("raise", None)?;
        match call.arrays(slf.py(), &BoardPosition(slf), vec![requested])?.pop() {
            Some((masks, Some(values))) => Ok((ArrayOf::new(masks), ArrayOf::new(values))),
            _ => Err(ArrayError::new_err("no array")),
        }
    }

    /// Returns the active features of the position without padding.
    ///
    /// Args:
    ///     encoding: a name or an `Encoding` of features.
    ///     on_unsupported: `"raise"`, or `"mask"` to write no features for positions with too many
    ///         pieces.
    ///
    /// Returns:
    ///     `(values, offsets)`, int32 and int64: row n is `values[offsets[n]:offsets[n + 1]]`, 0 for
    ///     the side to move and 1 for the opponent.
    ///
    /// Raises:
    ///     ArgumentError: the set is unknown.
    ///     EncodingError: there are too many pieces.
    #[pyo3(signature = (encoding, *, on_unsupported = "raise"))]
    fn features_csr<'py>(
        slf: &Bound<'py, Board>,
        encoding: FeaturesArgument<'py>,
        on_unsupported: &str,
    ) -> PyResult<RowArrays<'py, i32>> {
        let (py, column) = (slf.py(), RaggedColumn::Features(encoding.get()?));
        let rows = Call::new(on_unsupported, None)?.ragged(py, &BoardPosition(slf), column)?;
        Ok(row_arrays(py, rows.values, rows.offsets))
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
    ///     ArgumentError: the policy is unknown.
    ///     EncodingError: a legal move has no index.
    #[pyo3(signature = (policy, *, on_unsupported = "raise"))]
    fn legal_indices<'py>(
        slf: &Bound<'py, Board>,
        policy: PolicyArgument<'py>,
        on_unsupported: &str,
    ) -> PyResult<Array<'py, i32>> {
        let (py, column) = (slf.py(), RaggedColumn::LegalIndices(policy.get()?));
        let rows = Call::new(on_unsupported, None)?.ragged(py, &BoardPosition(slf), column)?;
        Ok(Array(numpy_api::from_vec(py, rows.values)))
    }

    /// Returns the policy index of a legal move: in `"lc0"`, 322 for `e2e4`.
    ///
    /// Args:
    ///     policy: a name or a `Policy`.
    ///     move: the legal move.
    ///
    /// Raises:
    ///     IllegalMoveError: the move is not legal.
    ///     ArgumentError: the policy is unknown.
    ///     EncodingError: the move has no index.
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
    ///     ArgumentError: the policy is unknown.
    ///     EncodingError: no legal move has the index.
    #[pyo3(signature = (policy, index))]
    fn policy_move(
        slf: &Bound<'_, Board>,
        policy: PolicyArgument<'_>,
        index: Number,
    ) -> PyResult<Py<Move>> {
        let policy = policy.get()?;
        let (position, dialect) = slf.position_and_dialect()?;
        let found = usize::try_from(index.0).ok().and_then(|n| policy.legal_move(&position, n));
        let m = found.ok_or_else(|| {
            let fen = fen::write(&position);
            EncodingError::new_err(format!("no legal move has index {} in {fen}", index.0))
        })?;
        shown_object(slf.py(), &position, Some(m), dialect)
    }
}

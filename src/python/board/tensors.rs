//! Arrays of a [`Board`].

use std::num::NonZeroUsize;

use numpy::PyArray1;
use pyo3::prelude::*;

use super::convert::{find, illegal, shown_object};
use super::{Board, BoardState};
use crate::columns::{Histories, Needs, RaggedColumn, columns};
use crate::error::CallError;
use crate::notation::fen;
use crate::pool::Run;
use crate::python::arguments::Number;
use crate::python::calls::Threads;
use crate::python::columns::{Call, Rows, SampleSource, methods};
use crate::python::encodings::PolicyArgument;
use crate::python::errors::EncodingError;
use crate::python::hints::Array;
use crate::python::moves::{Move, MoveArgument};
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
        boards {$($boards:tt)*} arenas $arenas:tt moves {$($moves:tt)*}
        labels $labels:tt games $games:tt others $others:tt without_function $without_function:tt
        ragged_boards {$($of_boards:tt)*} $($others_of_rows:tt)*
    ) => {
        methods! {
            { Board(slf): [] [] [] { Call::new(None) } on { BoardPosition(slf) } }
            $($boards)* $($moves)* $($of_boards)*
            {
                encode
                ///     >>> from enroque import Column
                ///     >>> arrays = enroque.Board().encode([Column.planes("lc0"), Column.legal_mask("lc0")])
                ///     >>> arrays["planes"].shape, int(arrays["legal_mask"].sum())
                ///     ((112, 8, 8), 20)
            }
            { planes_bits }
        }
    };
}

columns!(of_boards);

#[pymethods]
impl Board {
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
    ) -> PyResult<Array<'py, PyArray1<i32>>> {
        let mut call = Call::new(None);
        call.on_unsupported(on_unsupported)?;
        let column = RaggedColumn::LegalIndices(policy.get()?);
        let rows: Rows<'py> = call.ragged(slf.py(), &BoardPosition(slf), column)?;
        Ok(rows.0)
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

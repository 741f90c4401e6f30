//! Policy targets of many positions: the visits of searches.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::Games;
use super::batch_call::BatchCall;
use crate::batch;
use crate::python::arrays::{Dtype, named};
use crate::python::calls::Threads;
use crate::python::encodings::PolicyArgument;
use crate::python::errors::{ArgumentError, ArrayError};
use crate::python::hints::{AnyArray, AnyArrayArgument, Array, ArrayLike, DtypeArgument};
use crate::tensor::rows::NoVisits;
use crate::tensor::{Policy, f16};

/// A sparse matrix: indices, values, offsets.
type SparseMatrix<'py> =
    (Array<'py, PyArray1<i32>>, Array<'py, PyArray1<f32>>, Array<'py, PyArray1<i64>>);

/// The target of positions without visits; `None` raises.
fn on_missing(name: &str) -> PyResult<Option<NoVisits>> {
    let choices =
        [("raise", None), ("zeros", Some(NoVisits::Zeros)), ("played", Some(NoVisits::Played))];
    named("on_missing", name, &choices, ArgumentError::new_err)
}

#[pymethods]
impl Games {
    /// Returns the visits of the search in each position as a distribution with the sum 1.
    ///
    /// Args:
    ///     policy: a name or a `PolicyEncoding`.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers; the last position of a game has no search.
    ///     dtype: float32 (default) or float16.
    ///     on_missing: what positions without visits get: `"raise"`, `"zeros"` for a row of zeros,
    ///         which adds nothing to a cross-entropy, or `"played"` for 1 at the index of the move
    ///         played.
    ///     on_unsupported: `"raise"`, or `"mask"` to leave out moves that have no index.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(positions, policy.size)`.
    ///
    /// Raises:
    ///     ArgumentError: a position has no visits.
    ///     EncodingError: the policy is unknown, or a move has no index.
    ///     ArrayError: an array does not fit, or the dtype has no fractions.
    ///     OutOfRangeError: a game or ply does not exist.
    ///
    /// Example:
    ///     >>> arena = enroque.Arena(1)
    ///     >>> arena.note(policy=([3] + 18 * [0] + [1], [0, 20]))
    ///     >>> step = arena.step([0], policy="legal")
    ///     >>> target = arena.take(unfinished=True).policy_target("lc0", [0], [0])
    ///     >>> target.shape, sorted(target[target > 0].tolist())
    ///     ((1, 1858), [0.25, 0.75])
    #[pyo3(signature = (
        policy, game, ply, *, dtype = None, on_missing = "raise", on_unsupported = "raise",
        out = None, threads = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn policy_target<'py>(
        slf: &Bound<'py, Games>,
        policy: PolicyArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        dtype: Option<DtypeArgument<'py>>,
        on_missing: &str,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<AnyArray<'py>> {
        let policy = policy.get()?;
        let no_visits = self::on_missing(on_missing)?;
        let call =
            BatchCall::new(slf, &game, &ply, out, threads)?.on_unsupported(on_unsupported)?;
        let dtype = dtype.map(|dtype| dtype.0);
        let width = policy.size();
        macro_rules! filled {
            ($element:ty) => {
                call.fill::<$element>(&[width], |games, positions, out, unsupported, run| {
                    batch::policy_target(
                        games,
                        positions,
                        &policy,
                        no_visits,
                        out,
                        unsupported,
                        run,
                    )
                })?
                .0
                .into_any()
            };
        }
        Ok(AnyArray(match Dtype::chosen(dtype.as_ref(), call.out.as_ref(), Dtype::Float32)? {
            Dtype::Float32 => filled!(f32),
            Dtype::Float16 => filled!(f16),
            Dtype::Uint8 | Dtype::Bool => {
                return Err(ArrayError::new_err(
                    "the dtype of a target must be float32 or float16",
                ));
            }
        }))
    }

    /// Returns the visits of the search in each position as sparse rows with the sum 1.
    ///
    /// Args:
    ///     policy: a name or a `PolicyEncoding`.
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
        let policy = policy.get()?;
        let no_visits = self::on_missing(on_missing)?;
        let call = BatchCall::new(slf, &game, &ply, None, threads)?;
        let sparse = call.result(|games, positions, run| {
            batch::policy_target_csr(games, positions, &policy, no_visits, run)
        })?;
        let py = slf.py();
        Ok((
            Array(PyArray1::from_vec(py, sparse.indices)),
            Array(PyArray1::from_vec(py, sparse.values)),
            Array(PyArray1::from_vec(py, sparse.offsets)),
        ))
    }
}

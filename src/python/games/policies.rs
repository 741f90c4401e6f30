//! Policies of many positions: indices, moves, legal masks.

use numpy::PyArrayDyn;
use pyo3::prelude::*;

use super::Games;
use super::batch_call::BatchCall;
use crate::batch;
use crate::python::arrays::{self, Dtype, integers, with_dtype};
use crate::python::calls::Threads;
use crate::python::encodings::PolicyArgument;
use crate::python::errors::ArrayError;
use crate::python::hints::{AnyArray, AnyArrayArgument, Array, ArrayLike, DtypeArgument};
use crate::tensor::Policy;
use crate::tensor::rows::{LegalBits, LegalMask, Played};

#[pymethods]
impl Games {
    /// Returns the policy index of the move played in each position.
    ///
    /// Args:
    ///     policy: a name or a `PolicyEncoding`.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers; the last position of a game has no move.
    ///     on_unsupported: `"raise"`, or `"mask"` to write -1 for moves that have no index.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(positions,)` int64.
    ///
    /// Raises:
    ///     EncodingError: the policy is unknown, or a move has no index.
    ///     ArrayError: an array does not fit.
    ///     OutOfRangeError: a game or ply does not exist.
    #[pyo3(signature = (
        policy, game, ply, *,
        on_unsupported = "raise", out = None, threads = None
    ))]
    fn policy<'py>(
        slf: &Bound<'py, Games>,
        policy: PolicyArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, PyArrayDyn<i64>>> {
        let policy = policy.get()?;
        let call =
            BatchCall::new(slf, &game, &ply, out, threads)?.on_unsupported(on_unsupported)?;
        call.write(&[], &Played(&policy))
    }

    /// Returns the legal move with a policy index in each position.
    ///
    /// Args:
    ///     policy: a name or a `PolicyEncoding`.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     indices: the policy indices, `(positions,)` integers.
    ///     on_unsupported: `"raise"`, or `"mask"` to write 0 for indices of no legal move.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
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
        policy, game, ply, indices, *,
        on_unsupported = "raise", out = None, threads = None
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
        let policy = policy.get()?;
        let call =
            BatchCall::new(slf, &game, &ply, out, threads)?.on_unsupported(on_unsupported)?;
        let indices = integers(&indices.0, "indices")?;
        if indices.len() != call.len() {
            return Err(ArrayError::new_err(format!(
                "game has {} entries, indices has {}: they must have the same length",
                call.len(),
                indices.len()
            )));
        }
        call.fill(&[], |games, positions, out, unsupported, run| {
            batch::policy_moves(games, positions, &policy, &indices, out, unsupported, run)
        })
    }

    /// Returns rows that are 1 at the policy index of each legal move and 0 elsewhere.
    ///
    /// Args:
    ///     policy: a name or a `PolicyEncoding`.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     dtype: bool (default), another dtype, or `"bits"` for eight indices in a byte, lowest
    ///         bit first, as `numpy.unpackbits(..., bitorder="little")` reads them.
    ///     on_unsupported: `"raise"`, or `"mask"` to skip moves that have no index.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(positions, size)`; with `dtype="bits"` `(positions, ceil(size / 8))` uint8.
    ///
    /// Raises:
    ///     EncodingError: the policy is unknown, or a legal move has no index.
    #[pyo3(signature = (
        policy, game, ply, *,
        dtype = None, on_unsupported = "raise", out = None, threads = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn legal_mask<'py>(
        slf: &Bound<'py, Games>,
        policy: PolicyArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        dtype: Option<DtypeArgument<'py>>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<AnyArray<'py>> {
        let policy = policy.get()?;
        let call =
            BatchCall::new(slf, &game, &ply, out, threads)?.on_unsupported(on_unsupported)?;
        let dtype = dtype.map(|dtype| dtype.0);
        if dtype.as_ref().is_some_and(|dtype| dtype.eq("bits").unwrap_or(false)) {
            let width = policy.size().div_ceil(8);
            let array = call.write::<u8, _>(&[width], &LegalBits(&policy))?;
            return Ok(AnyArray(array.0.into_any()));
        }
        let dtype = Dtype::chosen(dtype.as_ref(), call.out.as_ref(), Dtype::Bool)?;
        with_dtype!(dtype, T => {
            let array = call.write::<T, _>(&[policy.size()], &LegalMask(&policy))?;
            Ok(AnyArray(array.0.into_any()))
        })
    }

    /// Returns the policy indices of the legal moves of each position.
    ///
    /// Args:
    ///     policy: a name or a `PolicyEncoding`.
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
    #[pyo3(signature = (
        policy, game, ply, *, on_unsupported = "raise", threads = None
    ))]
    fn legal_indices<'py>(
        slf: &Bound<'py, Games>,
        policy: PolicyArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        on_unsupported: &str,
        threads: Option<Threads>,
    ) -> PyResult<arrays::Rows<'py>> {
        let policy = policy.get()?;
        let call =
            BatchCall::new(slf, &game, &ply, None, threads)?.on_unsupported(on_unsupported)?;
        call.ragged(|games, positions, unsupported, run| {
            batch::legal_indices(games, positions, &policy, unsupported, run)
        })
    }
}

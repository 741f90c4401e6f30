//! Moves of many positions by a policy: indices, moves, masks.

use numpy::PyArrayDyn;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Games;
use super::request::Request;
use crate::batch::{self, Pairs};
use crate::games::Games as CoreGames;
use crate::pool::Run;
use crate::python::arrays::{self, Dtype, integers, with_dtype};
use crate::python::calls::{Threads, interruptible};
use crate::python::encodings::PolicyArgument;
use crate::python::errors::ArrayError;
use crate::python::hints::{AnyArray, AnyArrayArgument, Array, ArrayLike, DtypeArgument};
use crate::tensor::Policy;
use crate::tensor::rows::{LegalBits, LegalMask, Played};

#[pymethods]
impl Games {
    /// The policy index of the move that was played in each position, `(pairs,)` int64. The last
    /// position of a game has none. Policies as in `Board.legal_mask`; a move without an index is
    /// `EncodingError`, or -1 with `on_unsupported="mask"`.
    #[pyo3(signature = (
        policy, game, ply, *,
        on_unsupported = "raise", out = None, threads = Threads(None), **options: "str | int | None"
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn policy<'py>(
        slf: &Bound<'py, Games>,
        policy: PolicyArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Threads,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Array<'py, PyArrayDyn<i64>>> {
        let policy = policy.get(options)?;
        let request = Request::new(&game, &ply, out)?.threads(threads);
        let request = request.on_unsupported(on_unsupported)?;
        request.write(slf, &[], &Played(&policy)).map(Array)
    }

    /// The legal move with an index in each position, `(pairs,)` uint16 as in `Games.moves`: what a network
    /// chose. Policies as in `Board.legal_mask`; an index that no legal move has is `EncodingError`, or 0
    /// with `on_unsupported="mask"`. `Board.policy_move` is the same of one position.
    ///
    /// >>> from enroque.data import example_games
    /// >>> games = example_games()
    /// >>> games.policy_moves("lc0", [0], [0], [322]) == games.moves[0]
    /// array([ True])
    #[pyo3(signature = (
        policy, game, ply, indices, *,
        on_unsupported = "raise", out = None, threads = Threads(None), **options: "str | int | None"
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
        threads: Threads,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Array<'py, PyArrayDyn<u16>>> {
        let policy = policy.get(options)?;
        let request = Request::new(&game, &ply, out)?.threads(threads);
        let request = request.on_unsupported(on_unsupported)?;
        let indices = integers(&indices.0, "indices")?;
        if indices.len() != request.game.len() {
            return Err(ArrayError::new_err(format!(
                "game has {} entries, indices has {}",
                request.game.len(),
                indices.len()
            )));
        }
        let unsupported = request.unsupported;
        let work = |games: &CoreGames, pairs: Pairs<'_>, out: &mut [u16], run: Run<'_>| {
            batch::policy_moves(games, pairs, &policy, &indices, out, unsupported, run)
        };
        request.fill(slf, &[], work).map(Array)
    }

    /// 1 at the policy index of each legal move of each position, 0 elsewhere: `(pairs, size)`.
    /// Policies and `on_unsupported` as in `Board.legal_mask`.
    ///
    /// `dtype` is bool unless said. `dtype="bits"` packs eight indices in a byte, `(pairs,
    /// ceil(size / 8))` uint8, as `numpy.unpackbits(..., bitorder="little")` reads them.
    #[pyo3(signature = (
        policy, game, ply, *,
        dtype = None, on_unsupported = "raise", out = None, threads = Threads(None), **options: "str | int | None"
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
        threads: Threads,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<AnyArray<'py>> {
        let policy = policy.get(options)?;
        let request = Request::new(&game, &ply, out)?.threads(threads);
        let request = request.on_unsupported(on_unsupported)?;
        let dtype = dtype.map(|dtype| dtype.0);
        if dtype.as_ref().is_some_and(|dtype| dtype.eq("bits").unwrap_or(false)) {
            let width = policy.size().div_ceil(8);
            let array = request.write::<u8, _>(slf, &[width], &LegalBits(&policy))?;
            return Ok(AnyArray(array.into_any()));
        }
        let dtype = Dtype::chosen(dtype.as_ref(), request.out.as_ref(), Dtype::Bool)?;
        with_dtype!(dtype, T => {
            let array = request.write::<T, _>(slf, &[policy.size()], &LegalMask(&policy))?;
            Ok(AnyArray(array.into_any()))
        })
    }

    /// The policy indices of the legal moves of each position, `(values, offsets)`, int32 and int64:
    /// those of pair n are `values[offsets[n]:offsets[n + 1]]`, in the order of `Board.legal_moves`.
    /// Policies and `on_unsupported` as in `Board.legal_mask`.
    #[pyo3(signature = (
        policy, game, ply, *, on_unsupported = "raise", threads = Threads(None), **options: "str | int | None"
    ))]
    fn legal_indices<'py>(
        slf: &Bound<'py, Games>,
        policy: PolicyArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        on_unsupported: &str,
        threads: Threads,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<arrays::Rows<'py>> {
        let (py, policy) = (slf.py(), policy.get(options)?);
        let request = Request::new(&game, &ply, None)?.threads(threads);
        let request = request.on_unsupported(on_unsupported)?;
        let (games, pairs, unsupported) = (&*slf.get().games, request.pairs(), request.unsupported);
        let ragged = interruptible(py, request.threads, |run| {
            batch::legal_indices(games, pairs, &policy, unsupported, run)
        })?;
        Ok(arrays::rows(py, ragged))
    }
}

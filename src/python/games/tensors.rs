//! Arrays for training: (game, ply) pairs in, NumPy arrays out.

use numpy::{IxDyn, PyArray1, PyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Games;
use super::request::Request;
use crate::batch::{self, Pairs};
use crate::games::Games as CoreGames;
use crate::pool::Run;
use crate::python::arrays::{self, Dtype, integers, with_dtype};
use crate::python::calls::{Threads, fill, interruptible};
use crate::python::encodings::{
    EncodingArgument, FeaturesArgument, PolicyArgument, RecordsArgument, TokensArgument,
};
use crate::python::errors::EncodingError;
use crate::python::hints::{
    AnyArray, AnyArrayArgument, Array, ArrayLike, Attributes, DtypeArgument, MasksAndValues,
};
use crate::tensor::PlaneEncoding;
use crate::tensor::nnue::MAX_ACTIVE;
use crate::tensor::records::BYTES;
use crate::tensor::rows::{Bits, Bucket, Dense, Features, Supported, Tokens, WriteRow};

#[pymethods]
impl Games {
    /// Every position in which a move was played: `(game, ply)`, as int64 and int32 arrays. Ply 0
    /// is the start. `min_ply` and `max_ply`, both included, leave out openings and endings.
    #[pyo3(signature = (*, min_ply = 0, max_ply = None))]
    fn positions<'py>(
        &self,
        py: Python<'py>,
        min_ply: usize,
        max_ply: Option<usize>,
    ) -> (Array<'py, PyArray1<i64>>, Array<'py, PyArray1<i32>>) {
        let end = max_ply.map_or(usize::MAX, |ply| ply.saturating_add(1));
        let (mut games, mut plies) = (Vec::new(), Vec::new());
        py.detach(|| {
            for game in self.games.iter() {
                for ply in min_ply..game.moves().len().min(end) {
                    games.push(game.index() as i64);
                    plies.push(ply as i32);
                }
            }
        });
        (Array(PyArray1::from_vec(py, games)), Array(PyArray1::from_vec(py, plies)))
    }

    /// Planes of many positions, `(pairs, *shape)`, with the games' history.
    ///
    /// `game` and `ply` say which, in any order; ply n is the position after n moves. Encodings and
    /// options are those of `Board.planes`. `threads` limits the cores used; the result does not
    /// depend on it. Ctrl-C stops the call and leaves `out` half written.
    #[pyo3(signature = (
        encoding, game, ply, *, dtype = None, out = None, threads = Threads(None), **options: "str | int | None"
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn planes<'py>(
        slf: &Bound<'py, Games>,
        encoding: EncodingArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        dtype: Option<DtypeArgument<'py>>,
        out: Option<AnyArrayArgument<'py>>,
        threads: Threads,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<AnyArray<'py>> {
        let encoding = encoding.get(options)?;
        let request = Request::new(&game, &ply, out)?.threads(threads);
        let dtype = dtype.map(|dtype| dtype.0);
        let dtype = Dtype::chosen(dtype.as_ref(), request.out.as_ref(), Dtype::Float32)?;
        with_dtype!(dtype, T => {
            let array = request.write::<T, _>(slf, &encoding.shape(), &Dense(&encoding))?;
            Ok(AnyArray(array.into_any()))
        })
    }

    /// Planes of many positions as bits: `(masks, values)`, `(pairs, channels)` uint64 and
    /// `(pairs, len(scaled))` float32; see `Board.planes_bits`. `out` and `values_out` are arrays to
    /// write into.
    #[pyo3(signature = (
        encoding, game, ply, *, out = None, values_out = None, threads = Threads(None), **options: "str | int | None"
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn planes_bits<'py>(
        slf: &Bound<'py, Games>,
        encoding: EncodingArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        out: Option<AnyArrayArgument<'py>>,
        values_out: Option<AnyArrayArgument<'py>>,
        threads: Threads,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<MasksAndValues<'py, IxDyn>> {
        let (py, encoding) = (slf.py(), encoding.get(options)?);
        let request = Request::new(&game, &ply, out)?.threads(threads);
        Bits(&encoding).check()?;
        let masks = request.array::<u64>(py, &[encoding.channels()])?;
        let values_out = values_out.map(|out| out.0);
        let shape = [request.game.len(), encoding.scaled().len()];
        let values = arrays::output::<f32>(py, values_out.as_ref(), &shape)?;
        {
            let (games, pairs) = (&*slf.get().games, request.pairs());
            let mut guard = arrays::borrowed(&values)?;
            let scales = guard.as_slice_mut()?;
            fill(&masks, request.threads, |masks, run| {
                batch::planes_bits(games, pairs, &encoding, masks, scales, run)
            })?;
        }
        Ok((Array(masks), Array(values)))
    }

    /// Tokens of many positions, `(pairs, count)` uint8; encodings as of `Board.tokens`.
    #[pyo3(signature = (
        encoding, game, ply, *,
        on_unsupported = "raise", out = None, threads = Threads(None), **options: "str | int | None"
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn tokens<'py>(
        slf: &Bound<'py, Games>,
        encoding: TokensArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Threads,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Array<'py, PyArrayDyn<u8>>> {
        let encoding = encoding.get(options)?;
        let request = Request::new(&game, &ply, out)?.threads(threads);
        let request = request.on_unsupported(on_unsupported)?;
        request.write(slf, &[encoding.count()], &Tokens(encoding)).map(Array)
    }

    /// Active features of many positions, `(pairs, 2, 32)` int32; sets and order as of
    /// `Board.features`.
    #[pyo3(signature = (
        features, game, ply, *, on_unsupported = "raise", out = None, threads = Threads(None)
    ))]
    fn features<'py>(
        slf: &Bound<'py, Games>,
        features: FeaturesArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Threads,
    ) -> PyResult<Array<'py, PyArrayDyn<i32>>> {
        let writer = Features(features.get(None)?);
        let request = Request::new(&game, &ply, out)?.threads(threads);
        let request = request.on_unsupported(on_unsupported)?;
        request.write(slf, &[2, MAX_ACTIVE], &writer).map(Array)
    }

    /// Active features of many positions without padding, `(values, offsets)`, int32 and int64: row
    /// n is `values[offsets[n]:offsets[n + 1]]`, and each pair has two, the side to move's perspective and
    /// the opponent's.
    #[pyo3(signature = (features, game, ply, *, on_unsupported = "raise", threads = Threads(None)))]
    fn features_csr<'py>(
        slf: &Bound<'py, Games>,
        features: FeaturesArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        on_unsupported: &str,
        threads: Threads,
    ) -> PyResult<arrays::Rows<'py>> {
        let (py, set) = (slf.py(), features.get(None)?);
        let request = Request::new(&game, &ply, None)?.threads(threads);
        let request = request.on_unsupported(on_unsupported)?;
        let (games, pairs, unsupported) = (&*slf.get().games, request.pairs(), request.unsupported);
        let ragged = interruptible(py, request.threads, |run| {
            batch::active_features(games, pairs, set, unsupported, run)
        })?;
        Ok(arrays::rows(py, ragged))
    }

    /// How features change along whole games, for accumulators that are carried from move to move; a
    /// dict of arrays.
    ///
    /// A row is a position from one perspective: of each game in `game` all positions from the start
    /// to the last, of each White's perspective, then Black's. Row n takes away
    /// `removed[removed_offsets[n]:removed_offsets[n + 1]]` and adds `added[...]` likewise (int32, int64)
    /// to what the same perspective had before; where `refresh[n]` it begins anew and adds all. The rows
    /// of game n are `offsets[n]` to `offsets[n + 1]`.
    #[pyo3(signature = (features, game, *, threads = Threads(None)))]
    fn feature_changes<'py>(
        slf: &Bound<'py, Games>,
        features: FeaturesArgument<'py>,
        game: ArrayLike<'py>,
        threads: Threads,
    ) -> PyResult<Attributes<'py>> {
        let (py, set) = (slf.py(), features.get(None)?);
        let game = integers(&game.0, "game")?;
        let games = &*slf.get().games;
        let changes =
            interruptible(py, threads.0, |run| batch::feature_changes(games, &game, set, run))?;
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

    /// Stockfish's layer stack of each position, `(pairs,)` int32; see `Board.feature_bucket`.
    #[pyo3(signature = (game, ply, *, out = None, threads = Threads(None)))]
    fn feature_buckets<'py>(
        slf: &Bound<'py, Games>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        out: Option<AnyArrayArgument<'py>>,
        threads: Threads,
    ) -> PyResult<Array<'py, PyArrayDyn<i32>>> {
        let request = Request::new(&game, &ply, out)?.threads(threads);
        request.write(slf, &[], &Bucket).map(Array)
    }

    /// Whether each position can be expressed, `(pairs,)` bool: whether `policy` has an index for the
    /// move that was played, `legal_mask` (a policy) one for every legal move, whether the position has
    /// `tokens`, and no more pieces than `features` are for. With it one leaves out what `on_unsupported`
    /// would raise at or mask:
    ///
    /// >>> import enroque
    /// >>> from enroque.data import example_games
    /// >>> games = example_games()
    /// >>> game, ply = games.positions()
    /// >>> good = games.supported(game, ply, policy="uci")
    /// >>> indices = games.policy("uci", game[good], ply[good])
    #[pyo3(signature = (
        game, ply, *, policy = None, legal_mask = None, tokens = None, features = None, out = None,
        threads = Threads(None)
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
        threads: Threads,
    ) -> PyResult<Array<'py, PyArrayDyn<bool>>> {
        let policy_of = |policy: PolicyArgument<'_>| policy.get(None);
        let policy = policy.map(policy_of).transpose()?;
        let legal_mask = legal_mask.map(policy_of).transpose()?;
        let writer = Supported {
            policy: policy.as_ref(),
            legal_mask: legal_mask.as_ref(),
            tokens: tokens.map(|tokens| tokens.get(None)).transpose()?,
            features: features.map(|features| features.get(None)).transpose()?,
        };
        let Supported { tokens, features, .. } = writer;
        if policy.is_none() && legal_mask.is_none() && tokens.is_none() && features.is_none() {
            return Err(EncodingError::new_err(
                "supported by what? Name a policy, legal_mask, tokens or features",
            ));
        }
        let request = Request::new(&game, &ply, out)?.threads(threads);
        request.write(slf, &[], &writer).map(Array)
    }

    /// Records of 32 bytes, `(pairs, 32)` uint8: `"bullet"` (bulletformat's ChessBoard) or `"packed"` (a
    /// board as viriformat and marlinformat pack it), labeled with the games' evaluations (0 where
    /// there is none) and results (an unknown one counts as drawn).
    #[pyo3(signature = (
        kind, game, ply, *, on_unsupported = "raise", out = None, threads = Threads(None)
    ))]
    fn records<'py>(
        slf: &Bound<'py, Games>,
        kind: RecordsArgument<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Threads,
    ) -> PyResult<Array<'py, PyArrayDyn<u8>>> {
        let kind = kind.get(None)?;
        let request = Request::new(&game, &ply, out)?.threads(threads);
        let request = request.on_unsupported(on_unsupported)?;
        let unsupported = request.unsupported;
        let work = |games: &CoreGames, pairs: Pairs<'_>, out: &mut [u8], run: Run<'_>| {
            batch::records(games, pairs, kind, out, unsupported, run)
        };
        request.fill(slf, &[BYTES], work).map(Array)
    }
}

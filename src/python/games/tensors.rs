//! Arrays for training: (game, ply) pairs in, NumPy arrays out.

use numpy::{PyArray1, PyArrayDyn};
use pyo3::prelude::*;

use super::Games;
use crate::games::batch::{self, Pairs};
use crate::python::arguments::Number;
use crate::python::arrays::{self, Dtype, integers, with_dtype};
use crate::python::calls::{Threads, fill};
use crate::python::hints::{AnyArray, AnyArrayArgument, Array, ArrayLike, DtypeArgument};
use crate::python::tensor::{self as choice, PlanesChoice, with_encoding};
use crate::tensor::{PlaneEncoding, Policy};

/// Pairs that Python gave.
struct OwnPairs {
    game: Vec<i64>,
    ply: Vec<i32>,
}

impl OwnPairs {
    fn new(game: &ArrayLike<'_>, ply: &ArrayLike<'_>) -> PyResult<OwnPairs> {
        let game = integers(&game.0, "game")?;
        let ply = integers(&ply.0, "ply")?;
        // a ply beyond 32 bits is beyond every game, and stays so
        let narrow =
            |ply: i64| i32::try_from(ply).unwrap_or(if ply < 0 { i32::MIN } else { i32::MAX });
        Ok(OwnPairs { game, ply: ply.into_iter().map(narrow).collect() })
    }

    fn pairs(&self) -> Pairs<'_> {
        Pairs { game: &self.game, ply: &self.ply }
    }

    fn len(&self) -> usize {
        self.game.len()
    }
}

const fn channels<E: PlaneEncoding>(_: &E) -> usize {
    E::CHANNELS
}

const fn size<P: Policy>(_: &P) -> usize {
    P::SIZE
}

#[pymethods]
impl Games {
    /// Every position in which a move was played: `(game, ply)`, as int64 and int32 arrays. Ply 0
    /// is the start. `min_ply` and `max_ply`, both included, leave out openings and endings.
    #[pyo3(signature = (*, min_ply = 0, max_ply = None))]
    fn pairs<'py>(
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

    /// Planes of many positions, `(pairs, channels, 8, 8)`, with the games' history.
    ///
    /// `game` and `ply` say which, in any order; ply n is the position after n moves. Encodings and
    /// options are those of `Board.planes`. `threads` limits the cores used; the result does not
    /// depend on it. Ctrl-C stops the call and leaves `out` half written.
    #[pyo3(signature = (
        encoding, game, ply, *,
        format = None, fill = None, view = None, dtype = None, out = None, threads = Threads(None)
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        encoding: &str,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        format: Option<Number>,
        fill: Option<&str>,
        view: Option<&str>,
        dtype: Option<DtypeArgument<'py>>,
        out: Option<AnyArrayArgument<'py>>,
        threads: Threads,
    ) -> PyResult<AnyArray<'py>> {
        let encoding = PlanesChoice::new(encoding, format, fill, view)?;
        let pairs = OwnPairs::new(&game, &ply)?;
        let (dtype, out) = (dtype.map(|d| d.0), out.map(|out| out.0));
        let dtype = Dtype::chosen(dtype.as_ref(), out.as_ref(), Dtype::Float32)?;
        let games = &*self.games;
        with_encoding!(encoding, encoding => with_dtype!(dtype, T => {
            let shape = [pairs.len(), channels(&encoding), 8, 8];
            let array = arrays::output::<T>(py, out.as_ref(), &shape)?;
            self::fill(&array, threads.0, |elements, run| {
                batch::planes(games, pairs.pairs(), &encoding, elements, run)
            })?;
            Ok(AnyArray(array.into_any()))
        }))
    }

    /// The policy index of the move that was played in each position, `(pairs,)` int64. The last
    /// position of a game has none. `format` as in `Board.legal_mask`.
    #[pyo3(signature = (policy, game, ply, *, format = None, out = None, threads = Threads(None)))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn policy<'py>(
        &self,
        py: Python<'py>,
        policy: &str,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        format: Option<Number>,
        out: Option<AnyArrayArgument<'py>>,
        threads: Threads,
    ) -> PyResult<Array<'py, PyArrayDyn<i64>>> {
        let policy = choice::policy(policy, format)?;
        let pairs = OwnPairs::new(&game, &ply)?;
        let out = out.map(|out| out.0);
        let array = arrays::output::<i64>(py, out.as_ref(), &[pairs.len()])?;
        let games = &*self.games;
        fill(&array, threads.0, |elements, run| {
            batch::policy(games, pairs.pairs(), &policy, elements, run)
        })?;
        Ok(Array(array))
    }

    /// 1 at the policy index of each legal move of each position, 0 elsewhere: `(pairs, size)`.
    /// `dtype` is bool unless said; `format` as in `Board.legal_mask`.
    #[pyo3(signature = (
        policy, game, ply, *, format = None, dtype = None, out = None, threads = Threads(None)
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        policy: &str,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        format: Option<Number>,
        dtype: Option<DtypeArgument<'py>>,
        out: Option<AnyArrayArgument<'py>>,
        threads: Threads,
    ) -> PyResult<AnyArray<'py>> {
        let policy = choice::policy(policy, format)?;
        let pairs = OwnPairs::new(&game, &ply)?;
        let (dtype, out) = (dtype.map(|d| d.0), out.map(|out| out.0));
        let dtype = Dtype::chosen(dtype.as_ref(), out.as_ref(), Dtype::Bool)?;
        let games = &*self.games;
        with_dtype!(dtype, T => {
            let array = arrays::output::<T>(py, out.as_ref(), &[pairs.len(), size(&policy)])?;
            fill(&array, threads.0, |elements, run| {
                batch::legal_mask(games, pairs.pairs(), &policy, elements, run)
            })?;
            Ok(AnyArray(array.into_any()))
        })
    }

    /// How the game of each position ended, `(pairs,)` float32: 1 won, 0 drawn, -1 lost, NaN
    /// unknown, for the mover or, with `view="white"`, for White.
    #[pyo3(signature = (game, ply, *, view = "mover", out = None))]
    fn value<'py>(
        &self,
        py: Python<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        view: &str,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<Array<'py, PyArrayDyn<f32>>> {
        let view = choice::view(Some(view))?;
        let pairs = OwnPairs::new(&game, &ply)?;
        let out = out.map(|out| out.0);
        let array = arrays::output::<f32>(py, out.as_ref(), &[pairs.len()])?;
        let games = &*self.games;
        fill(&array, None, |elements, _| batch::value(games, pairs.pairs(), view, elements))?;
        Ok(Array(array))
    }

    /// How the game of each position ended as win, draw, loss, `(pairs, 3)` float32: one of them 1,
    /// or all NaN if the result is unknown; views as of `value`.
    #[pyo3(signature = (game, ply, *, view = "mover", out = None))]
    fn wdl<'py>(
        &self,
        py: Python<'py>,
        game: ArrayLike<'py>,
        ply: ArrayLike<'py>,
        view: &str,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<Array<'py, PyArrayDyn<f32>>> {
        let view = choice::view(Some(view))?;
        let pairs = OwnPairs::new(&game, &ply)?;
        let out = out.map(|out| out.0);
        let array = arrays::output::<f32>(py, out.as_ref(), &[pairs.len(), 3])?;
        let games = &*self.games;
        fill(&array, None, |elements, _| {
            batch::win_draw_loss(games, pairs.pairs(), view, elements)
        })?;
        Ok(Array(array))
    }
}

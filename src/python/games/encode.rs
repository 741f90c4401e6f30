//! Arrays of positions of games.

use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::Games;
use crate::columns::{self as core, EncodeError, GameSamples, Needs, columns};
use crate::memory;
use crate::pool::Run;
use crate::python::arguments::Number;
use crate::python::arrays::integers;
use crate::python::calls::{Threads, interruptible};
use crate::python::columns::{Call, SampleSource, methods};
use crate::python::encodings::PolicyArgument;
use crate::python::errors::ArrayError;
use crate::python::exit::detach;
use crate::python::find::QueryArgument;
use crate::python::hints::{AnyArrayArgument, Array, ArrayLike, ArrayOf};

/// The game and the ply of each position.
pub(super) type PositionArrays<'py> = (Array<'py, PyArray1<i64>>, Array<'py, PyArray1<i32>>);

/// Positions of games.
struct Positions<'a> {
    games: &'a Games,
    game: Vec<i64>,
    ply: Vec<i32>,
}

impl<'a> Positions<'a> {
    fn given(
        games: &'a Bound<'_, Games>,
        game: Option<&ArrayLike<'_>>,
        ply: Option<&ArrayLike<'_>>,
    ) -> PyResult<Positions<'a>> {
        match (game, ply) {
            (Some(game), Some(ply)) => Positions::new(games, game, ply),
            // they have a default for the sake of this message
            _ => Err(PyTypeError::new_err(
                "game and ply are missing: game, ply = games.positions() are those of all moves",
            )),
        }
    }

    fn new(
        games: &'a Bound<'_, Games>,
        game: &ArrayLike<'_>,
        ply: &ArrayLike<'_>,
    ) -> PyResult<Positions<'a>> {
        let (game, ply) = positions_of_games(game, ply)?;
        Ok(Positions { games: games.get(), game, ply })
    }
}

/// Converts the arguments `game` and `ply`.
pub(in crate::python) fn positions_of_games(
    game: &ArrayLike<'_>,
    ply: &ArrayLike<'_>,
) -> PyResult<(Vec<i64>, Vec<i32>)> {
    // no game has a ply beyond 32 bits, so it remains out of range
    let narrow = |ply: i64| i32::try_from(ply).unwrap_or(if ply < 0 { i32::MIN } else { i32::MAX });
    let ply = integers(&ply.0, "ply")?.into_iter().map(narrow).collect();
    Ok((integers(&game.0, "game")?, ply))
}

impl SampleSource for Positions<'_> {
    type Samples<'s> = GameSamples<'s>;

    fn rows(&self) -> Option<usize> {
        Some(self.game.len())
    }

    fn with_samples<R: Send>(
        &self,
        py: Python<'_>,
        _: &Needs,
        threads: Option<Threads>,
        work: impl FnOnce(&GameSamples<'_>, Run<'_>) -> Result<R, EncodeError> + Send,
    ) -> PyResult<R> {
        let (games, game, ply) = (&*self.games.games, &self.game, &self.ply);
        interruptible(py, threads, |run| work(&GameSamples::new(games, game, ply)?, run))
    }
}

/// Makes the methods of the columns of games.
macro_rules! of_games {
    (
        boards {$($boards:tt)*} arenas {$($arenas:tt)*} moves {$($moves:tt)*}
        labels {$($labels:tt)*} games {$($games:tt)*} others $others:tt without_function $without_function:tt
        ragged_boards {$($of_boards:tt)*} ragged_moves {$($of_moves:tt)*}
        ragged_games {$($of_games:tt)*}
    ) => {
        methods! {
            {
                Games(slf):
                [
                    ///     game: the games' indices, `(positions,)` integers.
                    game: {Option<ArrayLike<'py>>} = None,
                    ///     ply: the plies, `(positions,)` integers.
                    ply: {Option<ArrayLike<'py>>} = None,
                ]
                []
                [
                    ///     threads: the number of threads; `None` for all cores.
                    threads: {Option<Threads>},
                ]
                { Call::new(threads) } on { Positions::given(slf, game.as_ref(), ply.as_ref())? }
            }
            $($boards)* $($arenas)* $($moves)* $($labels)* $($games)*
            $($of_boards)* $($of_moves)* $($of_games)*
            {
                encode
                ///     >>> from enroque import Column
                ///     >>> from enroque.data import example_games
                ///     >>> columns = [Column.planes("lc0", dtype="uint8"), Column.policy("lc0"), Column.value()]
                ///     >>> batch = example_games().encode(columns, [0, 0, 7], [0, 1, 30])
                ///     >>> {name: array.shape for name, array in batch.items()}
                ///     {'planes': (3, 112, 8, 8), 'policy': (3,), 'value': (3,)}
            }
            { planes_bits }
            { fens }
            {
                supported
                ///     >>> from enroque.data import example_games
                ///     >>> games = example_games()
                ///     >>> game, ply = games.positions()
                ///     >>> good = games.supported(enroque.Column.policy("uci"), game, ply)
                ///     >>> indices = games.policy("uci", game[good], ply[good])
            }
        }
    };
}

columns!(of_games);

#[pymethods]
impl Games {
    /// Returns all positions in which a move was played, as arguments of the other methods.
    ///
    /// Args:
    ///     min_ply: the first ply of each game; 0 is the start position.
    ///     max_ply: the last ply of each game; `None` for the last in which a move was played.
    ///     where: a query of `enroque.find`, or a board or FEN, that the positions match; `None` for all
    ///         positions.
    ///
    /// Returns:
    ///     `(game, ply)`: `(positions,)` int64 and `(positions,)` int32.
    ///
    /// Raises:
    ///     ArgumentError: a ply is negative.
    ///     FenError: the FEN is invalid.
    ///     IllegalPositionError: the board's position is illegal.
    ///     TypeError: `where` is not a query.
    ///
    /// Example:
    ///     >>> from enroque.data import example_games
    ///     >>> game, ply = example_games().positions(min_ply=10, max_ply=11)
    ///     >>> game[:4].tolist(), ply[:4].tolist()
    ///     ([0, 0, 1, 1], [10, 11, 10, 11])
    #[pyo3(
        signature = (*, min_ply = Number(0), max_ply = None, r#where = None),
        text_signature = "($self, *, min_ply=0, max_ply=None, where=None)"
    )]
    fn positions<'py>(
        &self,
        py: Python<'py>,
        min_ply: Number,
        max_ply: Option<Number>,
        r#where: Option<QueryArgument>,
    ) -> PyResult<PositionArrays<'py>> {
        let min_ply: usize = min_ply.count("min_ply")?;
        let end = max_ply.map_or(Ok(usize::MAX), |ply| ply.count("max_ply"))?.saturating_add(1);
        if let Some(query) = r#where {
            return self.positions_where(py, query.0, min_ply..end);
        }
        let (mut games, mut plies) = (Vec::new(), Vec::new());
        memory::check(self.games.moves().len() * (size_of::<i64>() + size_of::<i32>()))?;
        detach(py, || {
            for game in self.games.iter() {
                for ply in min_ply..game.moves().len().min(end) {
                    games.push(game.index() as i64);
                    plies.push(ply as i32);
                }
            }
        });
        Ok((Array(PyArray1::from_vec(py, games)), Array(PyArray1::from_vec(py, plies))))
    }

    /// Returns the legal move with a policy index in each position.
    ///
    /// Args:
    ///     policy: a name or a `Policy`.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///     indices: the policy indices, `(positions,)` integers.
    ///     on_unsupported: `"raise"`, or `"mask"` to write 0 for indices of no legal move.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(positions,)` uint16, moves as in `Games.moves`.
    ///
    /// Raises:
    ///     ArgumentError: the policy is unknown.
    ///     EncodingError: no legal move has the index.
    ///
    /// Example:
    ///     >>> from enroque.data import example_games
    ///     >>> games = example_games()
    ///     >>> games.policy_moves("lc0", [0], [0], [322]) == games.moves[0]
    ///     array([ True])
    #[pyo3(signature = (
        policy, game, ply, indices, *, on_unsupported = "raise", out = None, threads = None
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
    ) -> PyResult<ArrayOf<'py, u16>> {
        let mut call = Call::new(threads);
        call.on_unsupported(on_unsupported)?;
        let positions = Positions::new(slf, &game, &ply)?;
        let indices = integers(&indices.0, "indices")?;
        if indices.len() != positions.game.len() {
            return Err(ArrayError::new_err(format!(
                "game has {} entries, indices has {}: they must have the same length",
                positions.game.len(),
                indices.len()
            )));
        }
        let column = core::Column::PolicyMove(policy.get()?, indices);
        call.one(slf.py(), &positions, column, out)
    }
}

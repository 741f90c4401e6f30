//! Arrays of positions of games.

use super::Games;
use crate::columns::{GameSamples, Needs};
use crate::error::CallError;
use crate::memory;
use crate::pool::Run;
use crate::python::columns::{Call, SampleSource};
use crate::python::find::QueryArgument;
use crate::python::prelude::*;

/// The game and the ply of each position.
pub(super) type PositionArrays<'py> = (Array<'py, i64>, Array<'py, i32>);

/// Positions of games.
struct Positions<'a> {
    games: &'a Games,
    game: Vec<i64>,
    ply: Vec<i32>,
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
        work: impl FnOnce(&GameSamples<'_>, Run<'_>) -> Result<R, CallError> + Send,
    ) -> PyResult<R> {
        let (games, game, ply) = (&*self.games.games, &self.game, &self.ply);
        interruptible(py, threads, |run| work(&GameSamples::new(games, game, ply)?, run))
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// Returns the arrays of columns; see `enroque._model.array_methods`.
    #[pyo3(signature = (columns, game, ply, *, on_unsupported = "raise", out = None, threads = None))]
    fn _encode<'py>(
        slf: &Bound<'py, Games>,
        columns: Bound<'py, PyAny>,
        game: Option<ArrayLike<'py>>,
        ply: Option<ArrayLike<'py>>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<AnyObject<'py>> {
        let (Some(game), Some(ply)) = (game, ply) else {
            // optional only so that we can raise a better message
            return Err(PyTypeError::new_err(
                "game and ply are missing: game, ply = games.positions() are those of all moves",
            ));
        };
        let (game, ply) = positions_of_games(&game, &ply)?;
        let positions = Positions { games: slf.get(), game, ply };
        Call::new(on_unsupported, threads)?.encode(slf.py(), &positions, &columns, out)
    }

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
    #[pyo3(signature = (*, min_ply = 0, max_ply = None, r#where = None))]
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
        Ok((Array(numpy_api::from_vec(py, games)), Array(numpy_api::from_vec(py, plies))))
    }
}

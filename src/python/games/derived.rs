//! Columns and texts of moves that are computed on each access.

use numpy::datetime::{Datetime, units::Days};
use numpy::{Ix2, PyArrayMethods};

use super::Games;
use crate::games::MoveNotation;
use crate::io::Wildcard;
use crate::python::arrays::text_array;
use crate::python::board::dialect;
use crate::python::prelude::*;

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// The number of plies of each game, int64, `(games,)`.
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> Array<'py, i64> {
        let counts = self.games.offsets().windows(2).map(|pair| (pair[1] - pair[0]) as i64);
        Array(numpy_api::from_iter(py, counts))
    }

    /// The date of each game, `datetime64[D]`, `(games,)`.
    ///
    /// From the tag `Date` or, if that is incomplete, `UTCDate`; NaT if both are incomplete.
    /// Computed on each access.
    #[getter]
    fn date<'py>(&self, py: Python<'py>) -> PyResult<DateArray<'py>> {
        let days = detach(py, || self.games.headers().days());
        let days = days.into_iter().map(Datetime::<Days>::from);
        Ok(DateArray(numpy_api::from_iter(py, days)?.into_any()))
    }

    /// The ECO code of each game, such as `"B33"`, `<U3`, `(games,)`.
    ///
    /// From the tag `ECO`; empty if a game has none. Computed on each access.
    #[getter]
    fn eco<'py>(&self, py: Python<'py>) -> PyResult<TextArray<'py>> {
        let codes = detach(py, || self.games.headers().eco());
        // NumPy's text has four bytes per character, padded with zeros
        let characters: Vec<u32> = codes.iter().flatten().map(|&byte| u32::from(byte)).collect();
        let array = numpy_api::from_vec(py, characters)?;
        if codes.is_empty() {
            return array.call_method1("astype", ("U3",)).map(TextArray);
        }
        array.as_untyped().call_method1("view", ("U3",)).map(TextArray)
    }

    /// Returns the time used for each move in milliseconds, int32, `(moves,)`; -1 if unknown.
    ///
    /// It is `move_times` or, where a move has none, the difference of the player's clocks, in which
    /// increments, delays and new periods of `time_control` are accounted for. It is unknown if a
    /// clock or the time control is, if a clock gains more than is possible, if a move took no longer
    /// than its delay, and for a first move after which the clock is unchanged: Lichess's clocks run
    /// from the second move on. A player who went berserk there has half the time and no increment.
    ///
    /// Args:
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Example:
    ///     >>> from io import StringIO
    ///     >>> clocks = "1. e4 {[%clk 0:01:00]} e5 {[%clk 0:00:59]} 2. d4 {[%clk 0:00:58]} *"
    ///     >>> enroque.Games.from_pgn(StringIO(f'[TimeControl "60+2"]\n\n{clocks}')).time_used()
    ///     array([  -1, 3000, 4000], dtype=int32)
    #[pyo3(signature = (*, threads = None))]
    fn time_used<'py>(
        &self,
        py: Python<'py>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, i32>> {
        let times = interruptible(py, threads, |run| self.games.time_used(run))?;
        Ok(Array(numpy_api::from_vec(py, times)))
    }

    /// Returns the win percentage that each move lost its player, float32, `(moves,)`: 0 to 100.
    ///
    /// By Lichess's formula (lichess.org/page/accuracy), from the evaluations before and after a move
    /// (`evals`), which are limited to 1,000 centipawns; the start position has 15, unless it was set
    /// up. NaN where an evaluation is missing, as in Lichess's files after a checkmate.
    ///
    /// Args:
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Example:
    ///     >>> games = enroque.Games.from_pgn(b"1. f3 {[%eval -0.85]} e5 {[%eval -0.85]} 2. g4 *")
    ///     >>> games.win_percent_lost().round(1)
    ///     array([9.1, 0. , nan], dtype=float32)
    #[pyo3(signature = (*, threads = None))]
    fn win_percent_lost<'py>(
        &self,
        py: Python<'py>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, f32>> {
        let lost = interruptible(py, threads, |run| self.games.win_percent_lost(run))?;
        Ok(Array(numpy_api::from_vec(py, lost)))
    }

    /// Returns the accuracy of White and of Black, and their average centipawn loss, `(games, 4)`.
    fn _quality<'py>(
        &self,
        py: Python<'py>,
        threads: Option<Threads>,
    ) -> PyResult<Array<'py, f64, Ix2>> {
        let found = interruptible(py, threads, |run| self.games.quality(run))?;
        Ok(Array(numpy_api::from_vec(py, found.concat())?.reshape([found.len(), 4])))
    }

    /// Returns whether each move is one of a player, bool, `(moves,)`.
    ///
    /// Args:
    ///     player: a pattern for the name, as for `Filter`: `*` matches any text, `?` any character.
    ///
    /// Example:
    ///     >>> games = enroque.Games.from_pgn(b'[Black "Me"] 1. e4 e5 2. Nf3 *')
    ///     >>> games.played_by("me")
    ///     array([False,  True, False])
    fn played_by<'py>(&self, py: Python<'py>, player: &str) -> Array<'py, bool> {
        let (games, pattern) = (self.core(), Wildcard::new(player));
        let mut is_own = Vec::new();
        detach(py, || {
            for game in games.iter() {
                let is_one = |tag| pattern.matches(game.header(tag).unwrap_or_default().as_bytes());
                let players = [is_one("White"), is_one("Black")];
                let first = game.first_to_move().index();
                is_own.extend((0..game.moves().len()).map(|ply| players[(first + ply) % 2]));
            }
        });
        Array(numpy_api::from_vec(py, is_own))
    }

    /// The tag `Termination` of each game, `str` (dtype object), `(games,)`.
    ///
    /// Empty if a game has none. Computed on each access.
    #[getter]
    fn termination<'py>(slf: &Bound<'py, Games>) -> PyResult<TextArray<'py>> {
        texts(slf, "Termination")
    }

    /// The tag `TimeControl` of each game, such as `"180+2"`, `str` (dtype object), `(games,)`.
    ///
    /// Empty if a game has none. Computed on each access.
    #[getter]
    fn time_control<'py>(slf: &Bound<'py, Games>) -> PyResult<TextArray<'py>> {
        texts(slf, "TimeControl")
    }
}

/// Returns the values of a tag as an array.
fn texts<'py>(games: &Bound<'py, Games>, tag: &str) -> PyResult<TextArray<'py>> {
    games.py().import("enroque._model.games")?.call_method1("texts", (games, tag)).map(TextArray)
}

impl Games {
    fn move_texts<'py>(
        &self,
        py: Python<'py>,
        notation: MoveNotation,
        threads: Option<Threads>,
    ) -> PyResult<TextArray<'py>> {
        text_array(py, interruptible(py, threads, |run| self.games.move_texts(notation, run))?)
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// Returns the moves of each game in SAN, separated by spaces.
    ///
    /// Args:
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(games,)` `str` (dtype object).
    ///
    /// Example:
    ///     >>> enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 * 1. d4 *").san().tolist()
    ///     ['e4 e5 Nf3', 'd4']
    #[pyo3(signature = (*, threads = None))]
    fn san<'py>(&self, py: Python<'py>, threads: Option<Threads>) -> PyResult<TextArray<'py>> {
        self.move_texts(py, MoveNotation::San, threads)
    }

    /// Returns the moves of each game in UCI, separated by spaces.
    ///
    /// Args:
    ///     chess960: whether castling is written as king takes rook; `None` for that of each game's
    ///         variant.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(games,)` `str` (dtype object).
    ///
    /// Example:
    ///     >>> enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 * 1. d4 *").uci().tolist()
    ///     ['e2e4 e7e5 g1f3', 'd2d4']
    #[pyo3(signature = (*, chess960 = None, threads = None))]
    fn uci<'py>(
        &self,
        py: Python<'py>,
        chess960: Option<bool>,
        threads: Option<Threads>,
    ) -> PyResult<TextArray<'py>> {
        self.move_texts(py, MoveNotation::Uci(chess960.map(dialect)), threads)
    }

    /// Raises `TypeError`: games are many arrays.
    #[pyo3(signature = (*arguments: "object", **options: "object"))]
    fn __array__(
        &self,
        arguments: &Bound<'_, PyTuple>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let _ = (arguments, options);
        Err(PyTypeError::new_err(
            "Games are not one array: a table for pandas is games.to_pandas(), the moves as texts are \
             games.san() and games.uci(), positions are games.fens(game, ply); columns are attributes, \
             such as games.result",
        ))
    }
}

//! Finding positions in games.

use std::sync::Mutex;

use super::encode::PositionArrays;
use super::{GameView, Games};
use crate::chess960;
use crate::error::CallError;
use crate::find::{
    self, Explorer, Hits, Occurrences, Program, Query, StartResults, Tally, book, openings,
};
use crate::position::Position;
use crate::python::board::{BoardArgument, BoardState};
use crate::python::calls::locked_without_gil;
use crate::python::find::QueryArgument;
use crate::python::prelude::*;
use crate::types::Move;

impl Games {
    /// Returns all positions in which a move was played and that match a query.
    pub(super) fn positions_where<'py>(
        &self,
        py: Python<'py>,
        query: Query,
        plies: std::ops::Range<usize>,
    ) -> PyResult<PositionArrays<'py>> {
        let narrow = |ply: usize| i64::try_from(ply).unwrap_or(i64::MAX);
        let plies = narrow(plies.start)..=narrow(plies.end) - 1;
        let plies = Query::Number(find::Number::Ply, plies);
        let program = Program::new(&Query::All(vec![plies, query]));
        let games = &*self.games;
        let hits = interruptible(py, None, |run| {
            let Hits { game, ply } = program.search(games, Occurrences::All, run)?;
            let has_move = |&(game, ply): &(i64, i32)| {
                games.game(game as usize).is_some_and(|game| (ply as usize) < game.moves().len())
            };
            let (game, ply) = game.into_iter().zip(ply).filter(has_move).unzip();
            Ok::<_, CallError>(Hits { game, ply })
        })?;
        Ok(arrays(py, hits))
    }
}

/// A row of an explorer: the bits of the move (0 for the total), code and name of the opening after it,
/// the number of games and of results, points, mean rating and performance, first and last year, and mean evaluation.
type ExplorerRow = (
    u16,
    (Option<&'static str>, Option<&'static str>),
    u64,
    [u64; 3],
    [Option<f64>; 3],
    (Option<i32>, Option<i32>),
    Option<f64>,
);

/// Returns the positions for whose boards a function returns a true value, or the first of each game.
fn accepted(
    games: &Bound<'_, Games>,
    hits: Hits,
    first: bool,
    accept: &Bound<'_, PyAny>,
) -> PyResult<Hits> {
    let mut kept = Hits::default();
    for (game, ply) in hits.game.into_iter().zip(hits.ply) {
        if first && kept.game.last() == Some(&game) {
            continue;
        }
        let view = GameView::new(games.clone().unbind(), game as usize);
        let board = Bound::new(games.py(), view)?.call_method1("board", (ply,))?;
        if accept.call1((board,))?.is_truthy()? {
            kept.game.push(game);
            kept.ply.push(ply);
        }
    }
    Ok(kept)
}

fn arrays(py: Python<'_>, hits: Hits) -> PositionArrays<'_> {
    (Array(numpy_api::from_vec(py, hits.game)), Array(numpy_api::from_vec(py, hits.ply)))
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// Returns the positions that match a query.
    ///
    /// All positions of a game are searched, the last one included, and those of a broken game before
    /// its error. Games without a valid start have none.
    ///
    /// Args:
    ///     query: a query of `enroque.find`, or a board or FEN for its position.
    ///     first: whether only the first such position of each game is returned.
    ///     accept: a function that is called with the board, and its move stack, of each position
    ///         that matches, and returns whether it is searched for; `None` for all.
    ///     threads: the number of threads; `None` for all cores.
    ///     progress: `True` for a progress bar (tqdm), or a function that is called with the number of
    ///         games searched and their total.
    ///
    /// Returns:
    ///     `(game, ply)`: `(positions,)` int64 and `(positions,)` int32, in the order of the games.
    ///
    /// Raises:
    ///     FenError: the FEN is invalid.
    ///     IllegalPositionError: the board's position is illegal.
    ///     TypeError: `query` is not a query.
    ///     ArgumentError: a condition is one of tables.
    ///
    /// Example:
    ///     >>> from enroque.data import example_games
    ///     >>> from enroque.find import Material
    ///     >>> game, ply = example_games().search(Material("KRPkr", either_color=True))
    ///     >>> game.tolist(), ply.tolist()
    ///     ([], [])
    #[pyo3(signature = (query, *, first = true, accept = None, threads = None, progress = false))]
    fn search<'py>(
        slf: &Bound<'py, Games>,
        query: QueryArgument,
        first: bool,
        accept: Option<BoardTest<'py>>,
        threads: Option<Threads>,
        progress: ProgressArgument,
    ) -> PyResult<PositionArrays<'py>> {
        let (py, games) = (slf.py(), &slf.get().games);
        let program = Program::new(&query.0);
        let is_first = first && accept.is_none();
        let occurrences = if is_first { Occurrences::First } else { Occurrences::All };
        let hits = with_progress(py, threads, (&progress, "searching", "games"), |run| {
            program.search(games, occurrences, run)
        })?;
        let hits = match accept {
            Some(accept) => accepted(slf, hits, first, &accept.0)?,
            None => hits,
        };
        Ok(arrays(py, hits))
    }

    /// Returns a Polyglot book of the moves after a position.
    ///
    /// Args:
    ///     board: a board or FEN.
    ///     plies: the number of plies.
    ///     min_games: the least number of games of a move.
    ///     threads: the number of threads; `None` for all cores.
    fn _explorer_book<'py>(
        &self,
        py: Python<'py>,
        board: BoardArgument<'_>,
        plies: Number,
        min_games: u64,
        threads: Option<Threads>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let plies: usize = plies.count("plies")?;
        let position = board.0.position()?;
        let bytes =
            interruptible(py, threads, |run| book(&self.games, &position, plies, min_games, run))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Returns the rows of an explorer, and the total.
    ///
    /// Args:
    ///     board: a board.
    ///     min_games: the least number of games of a move.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     The values of each `ExplorerRow`. The last one is the total, with 0 for the bits of the move.
    fn _explorer(
        &self,
        py: Python<'_>,
        board: BoardArgument<'_>,
        min_games: u64,
        threads: Option<Threads>,
    ) -> PyResult<Vec<ExplorerRow>> {
        let position = board.0.position()?;
        let explorer =
            interruptible(py, threads, |run| Explorer::new(&self.games, &position, run))?;
        Ok(explorer_rows(&explorer, position, min_games))
    }
}

fn explorer_rows(explorer: &Explorer, position: Position, min_games: u64) -> Vec<ExplorerRow> {
    let row = |bits: u16, tally: &Tally| {
        let after = Move::from_bits(bits).map_or(position, |m| position.after(m));
        let opening = openings::index_of(&after).map(|index| &openings::openings()[index]);
        (
            bits,
            opening.map(|opening| (opening.eco, opening.name)).unzip(),
            tally.games,
            tally.results,
            [tally.score(position.turn()), tally.average_elo(), tally.performance()],
            tally.years.unzip(),
            tally.average_eval(),
        )
    };
    let moves = explorer.moves.iter().filter(|(_, tally)| tally.games >= min_games);
    let moves = moves.map(|(m, tally)| row(m.bits(), tally));
    moves.chain([row(0, &explorer.total)]).collect()
}

/// The rows of the explorer of a start position, and 15 sums over its games.
type StartRow = (Vec<ExplorerRow>, [f64; 15]);

/// Results of games by start position; see `enroque.chess960.by_start`.
#[pyclass(frozen, module = "enroque._core")]
#[derive(Default)]
pub(in crate::python) struct StartTallies(Mutex<StartResults>);

#[pymethods(crate = "crate::python::named_arguments")]
impl StartTallies {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Adds games.
    ///
    /// Args:
    ///     games: the games.
    ///     standard: whether games of standard chess are counted.
    fn add(&self, py: Python<'_>, games: &Games, standard: bool) -> PyResult<()> {
        interruptible(py, None, |run| locked_without_gil(&self.0).add(&games.games, standard, run))
    }

    /// Returns the results.
    ///
    /// Returns:
    ///     The numbers of games that are not counted: with another start position, and of standard
    ///     chess. For each start position of Chess960 the rows of its explorer, and 15 sums over
    ///     its games.
    fn results(&self) -> ([u64; 2], Vec<StartRow>) {
        let results = locked(&self.0);
        let rows = (0..).zip(results.rows()).map(|(number, (explorer, sums))| {
            let position = chess960::position(number).unwrap_or_default();
            (explorer_rows(&explorer, position, 1), sums)
        });
        (results.skipped, rows.collect())
    }
}

//! `GameView`: one game of a [`Games`], in place.

use std::sync::atomic::{AtomicUsize, Ordering};

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice};

use super::{Games, column};
use crate::games::{GameRef, NO_OFFSET};
use crate::notation::uci::CastlingDialect;
use crate::notation::{san, uci};
use crate::position::Position;
use crate::python::arguments::Number;
use crate::python::arrows::arrow_list;
use crate::python::board::{Board, shown};
use crate::python::errors::OutOfRangeError;
use crate::python::hints::{Array, ArrowList, MoveList, Tags};
use crate::python::moves::Move;
use crate::rules::{EditableGame, Game};
use crate::types::Move as CoreMove;

/// How many half-moves a user means, who may count from the end: -1 is all of them.
fn place(plies: usize, Number(ply): Number, what: &str) -> PyResult<usize> {
    let from_the_end = if ply < 0 { plies as i64 + 1 } else { 0 };
    let place = usize::try_from(ply.saturating_add(from_the_end)).ok();
    place.filter(|&place| place <= plies).ok_or_else(|| {
        OutOfRangeError::new_err(format!("the game has {plies} plies: no {what} after {ply}"))
    })
}

/// What makes a view again.
type GameViewParts<'py> = (Bound<'py, PyAny>, (Bound<'py, PyAny>, usize));

/// One game of a `Games`. `len(game)` is its number of half-moves.
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct GameView {
    games: Py<Games>,
    index: usize,
}

impl GameView {
    pub(super) fn new(games: Py<Games>, index: usize) -> GameView {
        GameView { games, index }
    }

    fn game(&self) -> PyResult<GameRef<'_>> {
        let game = self.games.get().games.game(self.index);
        game.ok_or_else(|| OutOfRangeError::new_err(format!("there is no game {}", self.index)))
    }

    /// The moves, each with the position in which it was played, as `write` puts them.
    fn written<T>(
        &self,
        write: impl Fn(&Position, CoreMove, CastlingDialect) -> T,
    ) -> PyResult<Vec<T>> {
        let game = self.game()?;
        let mut position = game.start();
        let dialect = dialect(&game);
        let each = |&m: &CoreMove| {
            let written = write(&position, m, dialect);
            position.play_unchecked(m);
            written
        };
        Ok(game.moves().iter().map(each).collect())
    }

    /// This game's part of a column of all games.
    fn part<'py>(
        &self,
        py: Python<'py>,
        values: Option<&[i32]>,
    ) -> PyResult<Option<Array<'py, PyArray1<i32>>>> {
        values.map(|values| column(self.games.bind(py), values)).transpose()
    }
}

fn dialect(game: &GameRef<'_>) -> CastlingDialect {
    if game.is_chess960() { CastlingDialect::Chess960 } else { CastlingDialect::Standard }
}

#[pymethods]
impl GameView {
    fn __len__(&self) -> PyResult<usize> {
        Ok(self.game()?.moves().len())
    }

    fn __repr__(&self) -> PyResult<String> {
        let game = self.game()?;
        let tag = |name| game.header(name).unwrap_or("?");
        Ok(format!(
            "<GameView {}: {} - {}, {}, {} plies>",
            self.index,
            tag("White"),
            tag("Black"),
            game.result(),
            game.moves().len()
        ))
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// Equal are games with equal moves, starts, results, annotations and tags, in whatever `Games`
    /// they are.
    fn __eq__(&self, other: &GameView) -> PyResult<bool> {
        Ok(self.game()? == other.game()?)
    }

    fn __hash__(&self) -> PyResult<u64> {
        Ok(self.game()?.fingerprint())
    }

    fn __copy__(slf: Py<GameView>) -> Py<GameView> {
        slf
    }

    fn __deepcopy__(slf: Py<GameView>, _memo: &Bound<'_, PyAny>) -> Py<GameView> {
        slf
    }

    /// As the only one of its `Games`, so that the others do not come along.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<GameViewParts<'py>> {
        let (first, end) = (self.index as isize, self.index as isize + 1);
        let alone = self.games.bind(py).get_item(PySlice::new(py, first, end, 1))?;
        Ok((py.import("operator")?.getattr("getitem")?, (alone, 0)))
    }

    /// Its place among the games, from 0.
    #[getter]
    fn index(&self) -> usize {
        self.index
    }

    /// The board after so many half-moves, with the moves that led there; after all of them unless
    /// said. A negative number counts from the end: -1 is the board after the last move.
    #[pyo3(signature = (ply = None))]
    fn board<'py>(&self, py: Python<'py>, ply: Option<Number>) -> PyResult<Bound<'py, Board>> {
        let game = self.game()?;
        let plies = game.moves().len();
        let after = ply.map_or(Ok(plies), |ply| place(plies, ply, "board"))?;
        let moves = &game.moves()[..after];
        let mut played = Game::new(game.start());
        for &m in moves {
            played.push_unchecked(m);
        }
        Board::object(py, EditableGame::new(played, game.is_chess960()))
    }

    /// The moves of the main line.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<MoveList<'py>> {
        let moves = self.written(shown)?;
        let objects = moves.into_iter().map(|m| Move::object(py, m));
        Ok(MoveList(PyList::new(py, objects.collect::<PyResult<Vec<_>>>()?)?))
    }

    /// The moves in UCI, castling as the game's variant writes it.
    fn uci(&self) -> PyResult<Vec<String>> {
        self.written(|position, m, dialect| uci::write(position, m, dialect).to_string())
    }

    /// The moves in SAN.
    fn san(&self) -> PyResult<Vec<String>> {
        self.written(|position, m, _| san::write(position, m).to_string())
    }

    /// The PGN tags in their order; of a tag that is there twice, the last value.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Tags<'py>> {
        let tags = PyDict::new(py);
        for (name, value) in self.game()?.headers() {
            tags.set_item(name, value)?;
        }
        Ok(Tags(tags))
    }

    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, or `*` if it is not known.
    #[getter]
    fn result(&self) -> PyResult<String> {
        Ok(self.game()?.result().to_string())
    }

    /// Whether this is a game of Chess960.
    #[getter]
    fn chess960(&self) -> PyResult<bool> {
        Ok(self.game()?.is_chess960())
    }

    /// Whether the game ended early because something in its text was wrong.
    #[getter]
    fn broken(&self) -> PyResult<bool> {
        Ok(self.game()?.is_broken())
    }

    /// The evaluation after each move, as in `Games.evals`; `None` if no game of the list has any.
    #[getter]
    fn evals<'py>(&self, py: Python<'py>) -> PyResult<Option<Array<'py, PyArray1<i32>>>> {
        self.part(py, self.game()?.evals())
    }

    /// the side to move's clock after each move, as in `Games.clocks`; `None` if no game of the list has
    /// any.
    #[getter]
    fn clocks<'py>(&self, py: Python<'py>) -> PyResult<Option<Array<'py, PyArray1<i32>>>> {
        self.part(py, self.game()?.clocks())
    }

    /// How long the side to move thought about each move, as in `Games.move_times`; `None` if no game of the list
    /// has any.
    #[getter]
    fn move_times<'py>(&self, py: Python<'py>) -> PyResult<Option<Array<'py, PyArray1<i32>>>> {
        self.part(py, self.game()?.move_times())
    }

    /// The arrows and colored squares after so many moves, from 1 (negative numbers count from the
    /// end, as in `board`), as `enroque.svg.Arrow`.
    fn arrows<'py>(&self, py: Python<'py>, ply: Number) -> PyResult<ArrowList<'py>> {
        let game = self.game()?;
        let last = place(game.moves().len(), ply, "arrows")?.checked_sub(1);
        arrow_list(py, last.into_iter().flat_map(|ply| game.arrows(ply)))
    }

    /// Where the game was read, as in `Games.source`.
    #[getter]
    fn source(&self) -> PyResult<String> {
        Ok(self.game()?.source().to_owned())
    }

    /// Its number in its source, as in `Games.source_game`.
    #[getter]
    fn source_game(&self) -> i64 {
        self.games.get().games.source_games().get(self.index).copied().unwrap_or_default()
    }

    /// Where in its source it begins, as in `Games.source_offset`.
    #[getter]
    fn source_offset(&self) -> i64 {
        self.games.get().games.source_offsets().get(self.index).copied().unwrap_or(NO_OFFSET)
    }
}

/// The games of a `Games`, one after the other.
#[pyclass(frozen, module = "enroque._core")]
pub(in crate::python) struct GameIterator {
    games: Py<Games>,
    /// The number of the next one. Threads that share the iterator each get others.
    next: AtomicUsize,
}

impl GameIterator {
    pub(super) fn new(games: Py<Games>) -> GameIterator {
        GameIterator { games, next: AtomicUsize::new(0) }
    }
}

#[pymethods]
impl GameIterator {
    fn __iter__(slf: Py<GameIterator>) -> Py<GameIterator> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Option<GameView> {
        let count = self.games.get().games.len();
        let after = |index| (index < count).then_some(index + 1);
        let index = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, after).ok()?;
        Some(GameView::new(self.games.clone_ref(py), index))
    }
}

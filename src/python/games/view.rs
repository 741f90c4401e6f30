//! `GameView`: a view of one game of a [`Games`].

use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::types::PySlice;

use super::Games;
use crate::games::{GameRef, INVALID_START, NO_OFFSET};
use crate::notation::san;
use crate::notation::uci::CastlingDialect;
use crate::position::Position;
use crate::python::arguments::index_of;
use crate::python::board::{Board, dialect, to_python_move};
use crate::python::moves::Move;
use crate::python::package::arrow_list;
use crate::python::prelude::*;
use crate::rules::{EditableGame, Game};
use crate::types::Move as CoreMove;

/// Resolves a number of plies, which counts from the end if it is negative: -1 means all plies.
fn ply_count(plies: usize, Number(ply): Number) -> PyResult<usize> {
    index_of(ply, plies + 1).ok_or_else(|| {
        OutOfRangeError::new_err(format!("ply {ply} is out of range for a game of {plies} plies"))
    })
}

/// The result of `__reduce__`: `operator.getitem` and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyAny>, usize));

/// A view of one game of a `Games`. `len(game)` is the number of plies.
///
/// Example:
///     >>> game = enroque.Games.from_pgn(b'[White "A"] 1. e4 e5 2. Nf3 1-0')[0]
///     >>> game
///     <GameView 0: A - ?, 1-0, 3 plies>
///     >>> game.san(), game.headers
///     (['e4', 'e5', 'Nf3'], {'White': 'A'})
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct GameView {
    pub(super) games: Py<Games>,
    /// The index of the game in its `Games`, from 0.
    #[pyo3(get)]
    index: usize,
}

impl GameView {
    pub(super) fn new(games: Py<Games>, index: usize) -> GameView {
        GameView { games, index }
    }

    pub(super) fn game(&self) -> PyResult<GameRef<'_>> {
        let game = self.games.get().games.game(self.index);
        game.ok_or_else(|| {
            OutOfRangeError::new_err(format!("game index {} is out of range", self.index))
        })
    }

    /// Returns the result of `write` for each move and the position before it.
    fn write_moves<T>(
        &self,
        write: impl Fn(&Position, CoreMove, CastlingDialect) -> T,
    ) -> PyResult<Vec<T>> {
        let game = self.game()?;
        let mut position = game.start();
        let dialect = dialect(game.is_chess960());
        let each = |&m: &CoreMove| {
            let result = write(&position, m, dialect);
            position.play_unchecked(m);
            result
        };
        Ok(game.moves().iter().map(each).collect())
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
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

    /// Whether moves, start positions, results, annotations and tags are equal.
    fn __eq__(&self, other: &GameView) -> PyResult<bool> {
        Ok(self.game()? == other.game()?)
    }

    fn __hash__(&self) -> PyResult<u64> {
        Ok(self.game()?.fingerprint())
    }

    /// Pickles the game without the other games of its `Games`.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let (first, end) = (self.index as isize, self.index as isize + 1);
        let single = self.games.bind(py).get_item(PySlice::new(py, first, end, 1))?;
        Ok((py.import("operator")?.getattr("getitem")?, (single, 0)))
    }

    /// Returns the board after a number of plies, with its move stack.
    ///
    /// Args:
    ///     ply: the number of plies; `None` for all. Negative numbers count from the end: -1 is the
    ///         board after the last move, -2 the board before it.
    ///
    /// Raises:
    ///     OutOfRangeError: the game has fewer plies.
    ///
    /// Example:
    ///     >>> game = enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 1-0")[0]
    ///     >>> game.board(1).fen()
    ///     'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    #[pyo3(signature = (ply = None))]
    fn board<'py>(&self, py: Python<'py>, ply: Option<Number>) -> PyResult<Bound<'py, Board>> {
        let game = self.game()?;
        let plies = game.moves().len();
        let after = ply.map_or(Ok(plies), |ply| ply_count(plies, ply))?;
        if !game.has_start() {
            let message = format!("game {} has no positions: {INVALID_START}", self.index);
            return Err(OutOfRangeError::new_err(message));
        }
        let moves = &game.moves()[..after];
        let mut played = Game::new(game.start());
        for &m in moves {
            played.push_unchecked(m);
        }
        Board::object(py, EditableGame::new(played, game.is_chess960()))
    }

    /// Returns the FEN after a number of plies.
    ///
    /// Args:
    ///     ply: the number of plies, as in `board`; `None` for all.
    ///
    /// Raises:
    ///     OutOfRangeError: the game has fewer plies.
    ///
    /// Example:
    ///     >>> enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 1-0")[0].fen(1)
    ///     'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    #[pyo3(signature = (ply = None))]
    fn fen<'py>(&self, py: Python<'py>, ply: Option<Number>) -> PyResult<Text<'py>> {
        self.board(py, ply)?.call_method0("fen").map(Text)
    }

    /// Returns the name of the opening, as `Games.openings`; `None` for none.
    ///
    /// Example:
    ///     >>> enroque.Games.from_pgn(b"1. e4 c5 2. Nf3 a5 1-0")[0].opening()
    ///     Opening(eco='B27', name='Sicilian Defense', ply=3)
    fn opening<'py>(&self, py: Python<'py>) -> PyResult<Option<package::Opening<'py>>> {
        Board::opening(&self.board(py, None)?)
    }

    /// The moves of the main line, as a list of `Move`.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<MoveList<'py>> {
        let moves = self.write_moves(to_python_move)?;
        let objects = moves.into_iter().map(|m| Move::object(py, m));
        Ok(MoveList(PyList::new(py, objects.collect::<PyResult<Vec<_>>>()?)?))
    }

    /// Returns the moves in UCI, with castling in the notation of the game's variant.
    fn uci<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        self.write_moves(|position, m, dialect| {
            Move::uci_of(py, to_python_move(position, m, dialect))
        })
    }

    /// Returns the moves in SAN.
    fn san<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        self.write_moves(|position, m, _| PyString::new(py, &san::write(position, m)))
    }

    /// The PGN tags, in order; the last value of a repeated tag.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Tags<'py>> {
        self.game()?;
        self.games.get().tags(py, self.index).map(Tags)
    }

    /// The name of White, the tag `White`; `?` without it.
    #[getter]
    fn white(&self) -> PyResult<&str> {
        Ok(self.game()?.header("White").unwrap_or("?"))
    }

    /// The name of Black, the tag `Black`; `?` without it.
    #[getter]
    fn black(&self) -> PyResult<&str> {
        Ok(self.game()?.header("Black").unwrap_or("?"))
    }

    /// The result in PGN: `1-0`, `0-1`, `1/2-1/2`, or `*` if unknown.
    #[getter]
    fn result(&self) -> PyResult<String> {
        Ok(self.game()?.result().to_string())
    }

    /// Whether this is a Chess960 game.
    #[getter]
    fn chess960(&self) -> PyResult<bool> {
        Ok(self.game()?.is_chess960())
    }

    /// Whether the game was cut off at an error in its text.
    #[getter]
    fn broken(&self) -> PyResult<bool> {
        Ok(self.game()?.is_broken())
    }

    /// Returns the moves that the search in a position visited, with their counts.
    ///
    /// Args:
    ///     ply: the number of plies before the position. Negative numbers count from the end, as in
    ///         `board`.
    ///
    /// Returns:
    ///     A dict of counts by `Move`; empty if the position has no visits.
    ///
    /// Raises:
    ///     OutOfRangeError: the game has fewer plies.
    fn visits<'py>(&self, py: Python<'py>, ply: Number) -> PyResult<MoveCounts<'py>> {
        let game = self.game()?;
        let ply = ply_count(game.moves().len(), ply)?;
        let position = game.position_at(ply).unwrap_or_default();
        let dialect = dialect(game.is_chess960());
        let dict = PyDict::new(py);
        for &[bits, count] in game.visits(ply) {
            if let Some(m) = CoreMove::from_bits(bits) {
                dict.set_item(Move::object(py, to_python_move(&position, m, dialect))?, count)?;
            }
        }
        Ok(MoveCounts(dict))
    }

    /// Returns the arrows and colored squares of the comment after a move.
    ///
    /// Args:
    ///     ply: the number of plies up to the move, from 1. Negative numbers count from the end, as
    ///         in `board`.
    ///
    /// Returns:
    ///     A list of `enroque.svg.Arrow`.
    ///
    /// Raises:
    ///     OutOfRangeError: the game has fewer plies.
    fn arrows<'py>(&self, py: Python<'py>, ply: Number) -> PyResult<Vec<package::Arrow<'py>>> {
        let game = self.game()?;
        let last = ply_count(game.moves().len(), ply)?.checked_sub(1);
        arrow_list(py, last.into_iter().flat_map(|ply| game.arrows(ply)))
    }

    /// The source of the game, as in `Games.source`; empty if unknown.
    #[getter]
    fn source(&self) -> PyResult<String> {
        Ok(self.game()?.source().to_owned())
    }

    /// The number of the game in its source, from 1, as in `Games.source_game`; 0 if unknown.
    #[getter]
    fn source_game(&self) -> i64 {
        self.games.get().games.source_games().get(self.index).copied().unwrap_or_default()
    }

    /// The byte offset of the game in its source, as in `Games.source_offset`; -1 if unknown.
    #[getter]
    fn source_offset(&self) -> i64 {
        self.games.get().games.source_offsets().get(self.index).copied().unwrap_or(NO_OFFSET)
    }
}

/// An iterator over the games of a `Games`.
#[pyclass(frozen, module = "enroque._core")]
pub(in crate::python) struct GameIterator {
    games: Py<Games>,
    /// The index of the next game. Threads that share the iterator get different games.
    next: AtomicUsize,
}

impl GameIterator {
    pub(super) fn new(games: Py<Games>) -> GameIterator {
        GameIterator { games, next: AtomicUsize::new(0) }
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
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

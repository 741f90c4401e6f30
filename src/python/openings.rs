//! Names of openings, of boards and of games; Polyglot opening books.

use std::borrow::Cow;

use super::board::{Board, BoardArgument, BoardState};
use super::games::Games;
use crate::find::openings;
use crate::notation::{fen, san};
use crate::position::Position;
use crate::python::prelude::*;

#[pymethods(crate = "crate::python::named_arguments")]
impl Board {
    /// Returns the name of the opening: that of the last position of the board's history with a name.
    ///
    /// A name is that of a position, whatever moves led to it: the pieces, the side to move, castling
    /// rights, and a legal en passant. So a board that was set up has the name of its position, and
    /// moves after the last named position do not change the name. The positions of Chess960 games
    /// practically never have one. See `enroque.openings`.
    ///
    /// Returns:
    ///     An `openings.Opening` with `eco`, `name`, and `ply`, the number of moves of the history
    ///     before the named position; `None` if no position has a name.
    ///
    /// Example:
    ///     >>> board = enroque.Board()
    ///     >>> for move in ["e4", "e5", "Nf3", "Nc6", "Bb5", "Rb8", "h4"]:
    ///     ...     _ = board.push_san(move)
    ///     >>> board.opening()
    ///     Opening(eco='C60', name='Ruy Lopez', ply=5)
    ///     >>> enroque.Board("8/8/8/8/8/8/8/K6k w - - 0 1").opening() is None
    ///     True
    pub(super) fn opening<'py>(slf: &Bound<'py, Board>) -> PyResult<Option<package::Opening<'py>>> {
        let found = openings::of_history(&slf.lock());
        let named = found.and_then(|found| {
            openings::openings().get(usize::from(found.opening)).map(|opening| (opening, found.ply))
        });
        named
            .map(|(opening, ply)| package::Opening::new(slf.py(), (opening.eco, opening.name, ply)))
            .transpose()
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// Returns the name of each game's opening: that of its last position with a name.
    ///
    /// As `Board.opening`, for all positions of each game. The tags `ECO` and `Opening` are not read:
    /// they are often missing, and names have changed since.
    ///
    /// Args:
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     An `openings.GameOpenings` with the arrays `eco`, `name`, `family` and `ply`.
    ///
    /// Example:
    ///     >>> games = enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 * 1. a3 *")
    ///     >>> openings = games.openings()
    ///     >>> openings.name.tolist(), openings.eco.tolist(), openings.ply.tolist()
    ///     (['Ruy Lopez', "Anderssen's Opening"], ['C60', 'A00'], [5, 1])
    #[pyo3(signature = (*, threads = None))]
    fn openings<'py>(
        &self,
        py: Python<'py>,
        threads: Option<Threads>,
    ) -> PyResult<package::GameOpenings<'py>> {
        let games = self.core();
        let found = interruptible(py, threads, |run| openings::of_games(&games, run))?;
        let column = |value: fn(openings::NamedPly) -> i64| {
            numpy_api::from_iter(py, found.iter().map(|found| found.map_or(-1, value)))
        };
        let index = column(|found| found.opening.into())?;
        package::GameOpenings::new(py, (index, column(|found| found.ply.into())?))
    }
}

/// Returns code, name, moves in SAN and EPD of all named positions.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn named_positions() -> Vec<(&'static str, &'static str, String, String)> {
    let row = |opening: &'static openings::Opening| {
        let mut position = Position::standard();
        let moves: Vec<String> = opening
            .moves
            .iter()
            .map(|&m| {
                let text = san::write(&position, m).as_str().to_owned();
                position.play_unchecked(m);
                text
            })
            .collect();
        let fen = fen::write(&position);
        let fields: Vec<&str> = fen.as_str().split(' ').take(4).collect();
        (opening.eco, opening.name, moves.join(" "), fields.join(" "))
    };
    openings::openings().iter().map(row).collect()
}

/// Returns the source of the names, with its commit and date.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn openings_version() -> &'static str {
    openings::version()
}

/// Returns the key of a position in Polyglot opening books.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn polyglot_key(board: BoardArgument<'_>) -> PyResult<u64> {
    Ok(board.0.position()?.polyglot_key())
}

/// Returns the number of sorted entries of 16 bytes that are before a key, and the entries with it.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn entries_with(entries: &[u8], key: u64) -> (usize, Cow<'_, [u8]>) {
    let (chunks, key) = (entries.as_chunks::<16>().0, key.to_be_bytes());
    let before = chunks.partition_point(|entry| entry[..8] < key[..]);
    let end = chunks.partition_point(|entry| entry[..8] <= key[..]);
    (before, Cow::Borrowed(chunks[before..end].as_flattened()))
}

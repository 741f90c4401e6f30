//! `Games`: many games as columns.
//!
//! Indexing, lists and origins are in this file. Columns are in `stored.rs` and `derived.rs`, tags in
//! `tags.rs`, sorting and filtering in `select.rs`, writing PGN in `write.rs`, other methods of files in
//! `files.rs`, and arrays of positions in `encode.rs`.

mod columns;
mod derived;
mod encode;
mod files;
mod filter;
mod find;
mod hints;
mod select;
mod stored;
mod tags;
mod view;
mod write;

use std::sync::{Arc, OnceLock};

use pyo3::sync::PyOnceLock;

use super::arrays::{Immutable, column, index_column, optional_column, text_array};
use super::rows::Table;
use crate::games::{GameError, Games as CoreGames};
use crate::python::prelude::*;

pub(super) use columns::{games_from_columns, games_from_rows, games_from_table, required};
pub(super) use encode::positions_of_games;
pub(super) use filter::{
    annotations, check_filter, comments, filter_argument, filter_criteria, letters,
};
pub(super) use find::StartTallies;
pub(super) use hints::LoadedGames;
pub(super) use stored::{
    StoredValue, item, ply_columns, ply_dict, read_column, read_lists, stored_columns,
};
pub(super) use view::{GameIterator, GameView};

/// Many games as columns: about two bytes per move, and the tags. Immutable.
///
/// `Games.from_pgn` reads PGN, `Games.read` and `Games.stream` read files of games.
/// `games[i]` is one game, a `GameView`; `games[a:b]`, `games[mask]` and `games[indices]` are
/// `Games` of the selected games. The columns (`start`, `moves`, `offsets`, `result`, ...) are
/// read-only NumPy arrays, which share their memory with the games.
///
/// Example:
///     >>> games = enroque.Games.from_pgn(b'[White "A"] 1. e4 e5 1-0 [White "B"] 1. d4 *')
///     >>> games
///     <Games: 2 games, 3 plies, 0 broken>
///     >>> games[1]
///     <GameView 1: B - ?, *, 1 plies>
///     >>> games[games.result == 1].plies
///     array([2])
#[pyclass(frozen, module = "enroque")]
pub(super) struct Games {
    games: Arc<CoreGames>,
    /// The tag names as objects by their numbers, each made at its first use.
    name_objects: OnceLock<Box<[PyOnceLock<Py<PyString>>]>>,
}

impl Games {
    pub(in crate::python) fn new(games: CoreGames) -> Games {
        Games::of_core(Arc::new(games))
    }

    /// Returns a shared reference to the games.
    pub(super) fn core(&self) -> Arc<CoreGames> {
        self.games.clone()
    }
}

impl Table for Games {
    type Core = CoreGames;
    const NAMES: (&'static str, &'static str) = ("game index", "games");

    fn of_core(core: Arc<CoreGames>) -> Games {
        Games { games: core, name_objects: OnceLock::new() }
    }

    fn core(&self) -> Arc<CoreGames> {
        self.games.clone()
    }

    fn row<'py>(slf: &Bound<'py, Games>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        Ok(Bound::new(slf.py(), GameView::new(slf.clone().unbind(), index))?.into_any())
    }
}

// SAFETY: games are never changed, so their memory neither moves nor changes while the object is
// alive.
unsafe impl Immutable for Games {}

/// Defines properties that are columns of the core: name, element type, method of the core.
macro_rules! core_columns {
    ($($(#[$doc:meta])* $name:ident: $element:ty = $column:ident;)*) => {
        #[pymethods(crate = "crate::python::named_arguments")]
        impl Games {$(
            $(#[$doc])*
            #[getter]
            fn $name<'py>(slf: &Bound<'py, Games>) -> PyResult<Array<'py, $element>> {
                column(slf, slf.get().games.$column())
            }
        )*}
    };
}
core_columns! {
    /// The code of each game's start position, uint32, `(games,)`.
    ///
    /// Up to 959 it is the Chess960 number (518 is standard chess), then `960 + 960 * white +
    /// black` for double Chess960; from 922,560 on it is a position of `other_starts`. 922,559 is an
    /// invalid `FEN` tag or an unsupported variant: such a game has no positions.
    start: u32 = start_codes;
    /// The moves of all games, uint16, concatenated; `offsets` separates the games.
    ///
    /// Bits 0 to 5 are the from square, bits 6 to 11 the to square (when castling, the rook's
    /// square), and bits 12 to 15 the promotion: 0 none, 1 knight, 2 bishop, 3 rook, 4 queen.
    moves: u16 = move_bits;
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// The start of each game's moves in `moves`, int64, `(games + 1,)`.
    ///
    /// The last entry is the end of the last game's moves.
    #[getter]
    fn offsets<'py>(slf: &Bound<'py, Games>) -> PyResult<Array<'py, i64>> {
        index_column(slf, slf.get().games.offsets())
    }

    fn __repr__(&self) -> String {
        let broken = self.games.broken().iter().filter(|&&broken| broken).count();
        let (games, plies) = (self.games.len(), self.games.moves().len());
        let sources = self.games.errors().iter().filter(|error| error.is_of_source()).count();
        let unread = match sources {
            0 => String::new(),
            1 => ", 1 source not read to its end".to_owned(),
            _ => format!(", {sources} sources not read to their end"),
        };
        format!("<Games: {games} games, {plies} plies, {broken} broken{unread}>")
    }

    fn __iter__(slf: Py<Games>) -> GameIterator {
        GameIterator::new(slf)
    }

    /// The errors that cut off games (the first 10,000) or sources (all).
    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> PyResult<Vec<package::GameError<'py>>> {
        report_list(py, self.games.errors())
    }

    /// The number of errors, also of those that `errors` does not list.
    #[getter]
    fn error_count(&self) -> u64 {
        self.games.error_count()
    }

    /// The warnings: tolerated errors, the first 10,000.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Vec<package::GameError<'py>>> {
        report_list(py, self.games.warnings())
    }

    /// The number of warnings, also of those that `warnings` does not list.
    #[getter]
    fn warning_count(&self) -> u64 {
        self.games.warning_count()
    }

    /// The FENs of the start positions with codes from 922,560 on, in the order of their codes.
    ///
    /// All start positions other than those of Chess960 and double Chess960.
    #[getter]
    fn other_starts(&self) -> Vec<String> {
        self.games.other_starts().iter().map(crate::games::start_fen).collect()
    }
}

/// Returns errors or warnings as a list of `enroque.GameError`.
fn report_list<'py>(
    py: Python<'py>,
    reports: &[GameError],
) -> PyResult<Vec<package::GameError<'py>>> {
    let errors = reports.iter().map(|report| {
        let fields = (
            &*report.source,
            report.game,
            report.index,
            report.kind.name(),
            report.ply,
            report.line,
            report.column,
            &*report.token,
            &*report.reason,
            report.to_string(),
        );
        package::GameError::new(py, fields)
    });
    errors.collect()
}

impl Games {
    /// Returns the moves of all visits (0) or their counts (1).
    fn visits<'py>(slf: &Bound<'py, Games>, part: usize) -> PyResult<Option<Array<'py, u16>>> {
        let Some(visits) = slf.get().games.visits() else { return Ok(None) };
        let visits = <[u16; 2]>::array(slf, visits.items())?.0?;
        let parts = visits.call_method0("transpose")?.get_item(part)?;
        Ok(Some(Array(Ok(parts.cast_into()?))))
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// The arrows (`%cal`) and colored squares (`%csl`) after each move, uint16, concatenated.
    ///
    /// `arrow_offsets` separates the moves.
    ///
    /// Bits 0 to 5 are the from square, bits 6 to 11 the to square (the same for a colored square),
    /// and bits 12 and 13 the color: 0 green, 1 red, 2 yellow, 3 blue. `None` if no game has any,
    /// or they were not read: `Games.from_pgn(source, annotations="arrows")`.
    #[getter]
    fn arrows<'py>(slf: &Bound<'py, Games>) -> PyResult<Option<Array<'py, u16>>> {
        optional_column(slf, slf.get().games.arrows().map(|arrows| &arrows.items()[..]))
    }

    /// The moves that the searches visited, uint16, as in `moves`, concatenated.
    ///
    /// `visit_offsets` separates the positions before each move, in which they are legal. Legal
    /// moves without visits may be absent. `None` if no game has any.
    #[getter]
    fn visit_moves<'py>(slf: &Bound<'py, Games>) -> PyResult<Option<Array<'py, u16>>> {
        Games::visits(slf, 0)
    }

    /// The visit count of each of `visit_moves`, uint16.
    ///
    /// Only the ratios of the counts of a position are meaningful: counts that were fractions or
    /// above 65,535 are scaled.
    #[getter]
    fn visit_counts<'py>(slf: &Bound<'py, Games>) -> PyResult<Option<Array<'py, u16>>> {
        Games::visits(slf, 1)
    }

    /// The source of each game, `str` (dtype object), `(games,)`.
    ///
    /// The path of a file as given, `archive.zip/name` for a file in an archive, the name of a
    /// stream, or `path@start` for a `Split` that does not start at 0; empty if unknown, as for
    /// training formats. `==` does not compare it.
    #[getter]
    fn source<'py>(slf: &Bound<'py, Games>) -> PyResult<TextArray<'py>> {
        let (names, numbers) = Games::_sources(slf)?;
        text_array(slf.py(), names)?.0.call_method1("take", (numbers,)).map(TextArray)
    }

    /// Returns the distinct names of sources, and the index of each game's source among them.
    fn _sources<'py>(slf: &Bound<'py, Games>) -> PyResult<(Vec<String>, Array<'py, u32>)> {
        let games = &slf.get().games;
        let names = games.source_names().iter().map(|name| name.to_string()).collect();
        Ok((names, column(slf, games.sources())?))
    }
}

core_columns! {
    /// The number of each game in its `source`, from 1, int64, `(games,)`; 0 if unknown.
    ///
    /// Games that a filter rejected count, so it is the `game` of `GameError`. In a Parquet file
    /// with a column `movetext` it is the row, from 1.
    source_game: i64 = source_games;
    /// The byte offset of each game's first tag in its `source`, int64, `(games,)`; -1 if unknown.
    ///
    /// It counts decompressed text. For a `Split` it counts from the start of the file if that is
    /// uncompressed, else from the start of the split.
    ///
    /// Example:
    ///     >>> text = b'[White "A"] 1. e4 * [White "B"] 1. d4 *'
    ///     >>> games = enroque.Games.from_pgn(text)
    ///     >>> text[games.source_offset[1]:]
    ///     b'[White "B"] 1. d4 *'
    source_offset: i64 = source_offsets;
}

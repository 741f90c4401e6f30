//! `Games`: many games as columns.
//!
//! Columns, indexing and reading tags are here, columns made from tags in `derived.rs`, those of where
//! games come from in `origin.rs`, of other comments in `annotations.rs`, order and choice in `choose.rs`, reading PGN in `read.rs` (from `sources.rs`) and writing it in `write.rs`, arrays for training
//! in `tensors.rs`, moves by policies in `policies.rs`, labels in `labels.rs`, and what these share in
//! `request.rs`, files in `columns.rs`.

mod annotations;
mod batch_call;
mod choose;
mod columns;
mod derived;
mod filter;
mod formats;
mod hints;
mod labels;
mod origin;
mod policies;
mod read;
mod sources;
mod table;
mod tensors;
mod view;
mod write;

use std::sync::Arc;

use numpy::ndarray::ArrayView1;
use numpy::{PyArray1, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice};

use super::arrays::{integers, readable};
use super::errors::{ArrayError, OutOfRangeError};
use super::hints::{Array, FaultList, GameOrGames};
use crate::games::{GameError, Games as CoreGames};

pub(super) use columns::games_from_columns;
pub(super) use filter::check_filter;
pub(super) use formats::{
    ChessBenchFileReader, ChessBenchFileWriter, GameFileReader, GameFileWriter, RecordFileReader,
    RecordFileWriter, lc0_planes, record_fens,
};
pub(super) use read::GameStream;
pub(super) use sources::plan_splits;
pub(super) use table::games_from_table;
pub(super) use view::{GameIterator, GameView};

/// Many games as columns: about two bytes for each move, and the tags.
///
/// `Games.from_pgn(...)` reads PGN, `Games.load(path)` a file of `save`. `games[i]` is one game, a
/// `GameView`; `games[a:b]`, `games[mask]` and `games[indices]` are Games of the chosen ones. The
/// columns (`start`, `moves`, `offsets`, `result`, ...) are read-only NumPy arrays without a copy.
/// Games never change.
#[pyclass(frozen, module = "enroque")]
pub(super) struct Games {
    games: Arc<CoreGames>,
}

impl Games {
    pub(super) fn new(games: CoreGames) -> Games {
        Games { games: Arc::new(games) }
    }

    /// Games that others may share.
    pub(super) fn of_core(games: Arc<CoreGames>) -> Games {
        Games { games }
    }

    /// The games themselves, shared.
    pub(super) fn core(&self) -> Arc<CoreGames> {
        self.games.clone()
    }
}

/// A column as a read-only array that keeps the games alive.
fn column<'py, T: numpy::Element>(
    owner: &Bound<'py, Games>,
    values: &[T],
) -> PyResult<Array<'py, PyArray1<T>>> {
    let view = ArrayView1::from(values);
    // SAFETY: `values` is memory of the `CoreGames` that `owner` holds. Games are frozen and hand
    // out nothing mutable, so that memory neither moves nor changes while the array keeps `owner`
    // alive. Without this each look at a column would copy it: 150 MB for a million games.
    let array = unsafe { PyArray1::borrow_from_array(&view, owner.clone().into_any()) };
    // not `readwrite`, which fails while another thread does the same, or reads such an array
    array.call_method1("setflags", (false,))?;
    Ok(Array(array))
}

#[pymethods]
impl Games {
    fn __len__(&self) -> usize {
        self.games.len()
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

    fn __getitem__<'py>(
        slf: &Bound<'py, Games>,
        index: GamesIndex<'py>,
    ) -> PyResult<GameOrGames<'py>> {
        let py = slf.py();
        let games = &slf.get().games;
        let indices: Vec<usize> = match index {
            GamesIndex::Number(number) => {
                let index = checked_index(number, games.len())?;
                let game = GameView::new(slf.clone().unbind(), index);
                return Ok(GameOrGames(Bound::new(py, game)?.into_any()));
            }
            GamesIndex::Slice(slice) => {
                let range = slice.indices(games.len() as isize)?;
                let places = (0..range.slicelength).map(|n| range.start + n as isize * range.step);
                places.map(|place| place as usize).collect()
            }
            GamesIndex::Many(many) => chosen(&many, games.len())?,
        };
        let selected = py.detach(|| games.select(indices))?;
        Ok(GameOrGames(Bound::new(py, Games::new(selected))?.into_any()))
    }

    fn __iter__(slf: Py<Games>) -> GameIterator {
        GameIterator::new(slf)
    }

    /// The code of each game's start: up to 959 the Chess960 number (518 is standard chess), then
    /// `960 + 960 * white + black` of double Chess960, and from 922,560 on other positions.
    #[getter]
    fn start<'py>(slf: &Bound<'py, Games>) -> PyResult<Array<'py, PyArray1<u32>>> {
        column(slf, slf.get().games.start_codes())
    }

    /// Whether each game is one of Chess960.
    #[getter]
    fn chess960<'py>(slf: &Bound<'py, Games>) -> PyResult<Array<'py, PyArray1<bool>>> {
        column(slf, slf.get().games.chess960())
    }

    /// The moves of all games, one after the other, 16 bits each: the origin in the low 6, the
    /// target (of castling, the rook's square) in the next 6, then the promotion (0 none, 1 knight,
    /// 2 bishop, 3 rook, 4 queen).
    #[getter]
    fn moves<'py>(slf: &Bound<'py, Games>) -> PyResult<Array<'py, PyArray1<u16>>> {
        column(slf, slf.get().games.move_bits())
    }

    /// Where each game's moves begin, and where the last one's end: one more than there are games.
    #[getter]
    fn offsets<'py>(slf: &Bound<'py, Games>) -> PyResult<Array<'py, PyArray1<u64>>> {
        column(slf, slf.get().games.offsets())
    }

    /// How each game ended: 1 White won, 0 draw, -1 Black won, -128 unknown.
    #[getter]
    fn result<'py>(slf: &Bound<'py, Games>) -> PyResult<Array<'py, PyArray1<i8>>> {
        column(slf, slf.get().games.results())
    }

    /// White's rating in each game; 0 unknown.
    #[getter]
    fn white_elo<'py>(slf: &Bound<'py, Games>) -> PyResult<Array<'py, PyArray1<i16>>> {
        column(slf, slf.get().games.white_elo())
    }

    /// Black's rating in each game; 0 unknown.
    #[getter]
    fn black_elo<'py>(slf: &Bound<'py, Games>) -> PyResult<Array<'py, PyArray1<i16>>> {
        column(slf, slf.get().games.black_elo())
    }

    /// The evaluation after each move, aligned with `moves`: centipawns from White's view, mate in
    /// n as 1,000,000 - n or its negative, -2**31 where there is none. `None` if no game has any.
    #[getter]
    fn evals<'py>(slf: &Bound<'py, Games>) -> PyResult<Option<Array<'py, PyArray1<i32>>>> {
        slf.get().games.evals().map(|values| column(slf, values)).transpose()
    }

    /// What the side to move's clock showed after each move, in milliseconds, aligned with `moves`; -1
    /// where it is not known. `None` if no game has any.
    #[getter]
    fn clocks<'py>(slf: &Bound<'py, Games>) -> PyResult<Option<Array<'py, PyArray1<i32>>>> {
        slf.get().games.clocks().map(|values| column(slf, values)).transpose()
    }

    /// Which games ended early because something in their text was wrong.
    #[getter]
    fn broken<'py>(slf: &Bound<'py, Games>) -> PyResult<Array<'py, PyArray1<bool>>> {
        column(slf, slf.get().games.broken())
    }

    /// What was wrong: all that was with files, and the first 10,000 faults of games.
    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> PyResult<FaultList<'py>> {
        faults(py, self.games.errors())
    }

    /// How much was wrong.
    #[getter]
    fn error_count(&self) -> u64 {
        self.games.error_count()
    }

    /// What was forgiven, the first 10,000 of it.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<FaultList<'py>> {
        faults(py, self.games.warnings())
    }

    /// How much was forgiven.
    #[getter]
    fn warning_count(&self) -> u64 {
        self.games.warning_count()
    }

    /// The values of one PGN tag, a text for each game, `default` where a game has no such tag.
    #[pyo3(signature = (name, *, default = None))]
    fn column(&self, name: &str, default: Option<&str>) -> Vec<Option<String>> {
        let values = self.games.headers().column(name);
        values.map(|value| value.or(default).map(str::to_owned)).collect()
    }

    /// The names of all PGN tags that some game has.
    #[getter]
    fn tags(&self) -> Vec<String> {
        let headers = self.games.headers();
        let used = |name: &&str| headers.column(name).any(|value| value.is_some());
        headers.names().filter(used).map(str::to_owned).collect()
    }

    /// The FENs of the start positions that are no array of Chess960, by their codes: the first is
    /// that of code 922,560.
    #[getter]
    fn other_starts(&self) -> Vec<String> {
        self.games.other_starts().iter().map(crate::games::start_fen).collect()
    }
}

/// What stands between the brackets of `games[...]`.
#[derive(FromPyObject)]
pub(super) enum GamesIndex<'py> {
    Number(isize),
    Slice(Bound<'py, PySlice>),
    Many(Bound<'py, PyAny>),
}

/// An index from the start, of one that may count from the end.
fn checked_index(number: isize, count: usize) -> PyResult<usize> {
    let from_start = if number < 0 { number.saturating_add(count as isize) } else { number };
    usize::try_from(from_start).ok().filter(|&index| index < count).ok_or_else(|| {
        OutOfRangeError::new_err(format!("there are {count} games: no number {number}"))
    })
}

/// The indices of a mask or an array of numbers.
fn chosen(many: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<usize>> {
    let py = many.py();
    if many.is_none()
        || many.is_instance_of::<pyo3::types::PyString>()
        || many.is_instance_of::<pyo3::types::PyFloat>()
        || many.is_instance_of::<pyo3::types::PyEllipsis>()
    {
        return Err(PyTypeError::new_err(
            "games are indexed by number, slice, mask or numbers; columns are attributes \
             (games.white_elo), and tags games.column(\"White\")",
        ));
    }
    let array = py.import("numpy")?.call_method1("asarray", (many,))?;
    let untyped = array.cast::<PyUntypedArray>()?;
    if untyped.dtype().is_equiv_to(&numpy::dtype::<bool>(py)) {
        let mask = array.cast::<PyArray1<bool>>().map_err(|_| {
            ArrayError::new_err(format!("a mask has one dimension, not {}", untyped.ndim()))
        })?;
        let mask = readable(mask)?;
        if mask.len() != count {
            return Err(ArrayError::new_err(format!(
                "the mask has {} entries, there are {count} games",
                mask.len()
            )));
        }
        let flags = mask.as_array();
        return Ok((0..count).filter(|&index| flags[index]).collect());
    }
    let numbers = integers(&array, "an index")?;
    numbers.into_iter().map(|number| checked_index(number as isize, count)).collect()
}

/// Faults as Python has them.
fn faults<'py>(py: Python<'py>, faults: &[GameError]) -> PyResult<FaultList<'py>> {
    let class = py.import("enroque._games")?.getattr("GameError")?;
    let list = PyList::empty(py);
    for fault in faults {
        list.append(class.call1((
            &*fault.source,
            fault.game,
            fault.index,
            fault.kind.name(),
            fault.ply,
            fault.line,
            fault.column,
            &*fault.token,
            &*fault.reason,
            fault.to_string(),
        ))?)?;
    }
    Ok(FaultList(list))
}

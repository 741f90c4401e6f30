//! Games as the flat arrays of a table, for `enroque.arrow`.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Games;
use super::columns::{owned, source_columns};
use crate::games::{Columns, Games as CoreGames, Headers, NO_START, TagTable, code_starts};
use crate::notation::fen;
use crate::position::Position;
use crate::python::arguments::Items;
use crate::python::calls::interruptible;
use crate::python::errors::FileFormatError;
use crate::python::hints::Attributes;

#[pymethods]
impl Games {
    /// The tags as flat arrays: `names` (the names by number), `game_ends`, `numbers`, `value_ends`,
    /// `values`; see `games_from_table`.
    fn _tag_table<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
        let games = self.core();
        let table = py.detach(|| games.headers().to_table());
        let columns = PyDict::new(py);
        let names: Vec<&str> = games.headers().names().collect();
        columns.set_item("names", names)?;
        columns.set_item("game_ends", PyArray1::from_vec(py, table.game_ends))?;
        columns.set_item("numbers", PyArray1::from_vec(py, table.names))?;
        columns.set_item("value_ends", PyArray1::from_vec(py, table.value_ends))?;
        columns.set_item("values", PyArray1::from_vec(py, table.values))?;
        Ok(Attributes(columns))
    }
}

/// Games from the flat arrays of a table. `start` is -1 where `fens` says it, which has a text for
/// each of these. Each move is checked.
#[pyfunction]
#[pyo3(signature = (
    *, start, fens, chess960, moves, offsets, result, white_elo, black_elo, broken, evals, clocks,
    move_times, arrows, arrow_offsets, names, game_ends, numbers, value_numbers, value_ends, values,
    source_names = None, sources = None, source_games = None, source_offsets = None
))]
#[expect(clippy::too_many_arguments, reason = "they are columns")]
pub(in crate::python) fn games_from_table(
    py: Python<'_>,
    start: PyReadonlyArray1<'_, i64>,
    fens: Items<String>,
    chess960: PyReadonlyArray1<'_, bool>,
    moves: PyReadonlyArray1<'_, u16>,
    offsets: PyReadonlyArray1<'_, u64>,
    result: PyReadonlyArray1<'_, i8>,
    white_elo: PyReadonlyArray1<'_, i16>,
    black_elo: PyReadonlyArray1<'_, i16>,
    broken: PyReadonlyArray1<'_, bool>,
    evals: Option<PyReadonlyArray1<'_, i32>>,
    clocks: Option<PyReadonlyArray1<'_, i32>>,
    move_times: Option<PyReadonlyArray1<'_, i32>>,
    arrows: Option<PyReadonlyArray1<'_, u16>>,
    arrow_offsets: Option<PyReadonlyArray1<'_, u64>>,
    names: Items<String>,
    game_ends: PyReadonlyArray1<'_, u64>,
    numbers: PyReadonlyArray1<'_, u32>,
    value_numbers: Option<PyReadonlyArray1<'_, u32>>,
    value_ends: PyReadonlyArray1<'_, u64>,
    values: PyReadonlyArray1<'_, u8>,
    source_names: Option<Items<String>>,
    sources: Option<PyReadonlyArray1<'_, u32>>,
    source_games: Option<PyReadonlyArray1<'_, i64>>,
    source_offsets: Option<PyReadonlyArray1<'_, i64>>,
) -> PyResult<Games> {
    let names: Vec<&str> = names.0.iter().map(String::as_str).collect();
    let table = TagTable {
        game_ends: owned(&game_ends),
        names: owned(&numbers),
        value_numbers: value_numbers.as_ref().map(owned),
        value_ends: owned(&value_ends),
        values: owned(&values),
    };
    let start = owned(&start);
    let positions = fens.0.iter().map(|fen| fen::read(fen)).collect::<Result<Vec<Position>, _>>();
    let positions = positions.map_err(|error| {
        FileFormatError::new_err(format!("a start position cannot be read: {error}"))
    })?;
    let codes = start.iter().map(|&code| match code {
        -1 => Ok(NO_START),
        _ => u32::try_from(code).map_err(|_| {
            FileFormatError::new_err(format!("{code} is no number of a start position"))
        }),
    });
    let mut columns = Columns {
        start: codes.collect::<PyResult<_>>()?,
        other_starts: Vec::new(),
        chess960: owned(&chess960),
        moves: owned(&moves),
        offsets: owned(&offsets),
        results: owned(&result),
        white_elo: owned(&white_elo),
        black_elo: owned(&black_elo),
        evals: evals.as_ref().map(owned),
        clocks: clocks.as_ref().map(owned),
        move_times: move_times.as_ref().map(owned),
        arrows: arrows.as_ref().map(owned).zip(arrow_offsets.as_ref().map(owned)),
        broken: owned(&broken),
        headers: Headers::new(),
        sources: source_columns(source_names, sources, source_games, source_offsets),
    };
    code_starts(&mut columns, &positions).map_err(FileFormatError::new_err)?;
    let headers = py.detach(|| Headers::from_table(&names, &table));
    columns.headers = headers
        .map_err(|reason| FileFormatError::new_err(format!("the tags are damaged: {reason}")))?;
    interruptible(py, None, |run| CoreGames::from_columns(columns, run)).map(Games::new)
}

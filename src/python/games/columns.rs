//! All columns out and in: for files and for pickling.

use numpy::{Element, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{Games, column};
use crate::games::{Columns, Games as CoreGames, Headers};
use crate::notation::fen::{self, CastlingStyle, EnPassantStyle};
use crate::position::Position;
use crate::python::calls::interruptible;
use crate::python::errors::FileFormatError;
use crate::python::hints::{Attributes, FilePath, LoadedGames};

/// The FEN from which just this start position is read again.
pub(super) fn start_fen(position: &Position) -> String {
    fen::write_as(position, CastlingStyle::XFen, EnPassantStyle::Always)
}

#[pymethods]
impl Games {
    /// Everything but errors and warnings, by name; `games_from_columns` takes it.
    fn _columns<'py>(slf: &Bound<'py, Games>) -> PyResult<Attributes<'py>> {
        let (py, games) = (slf.py(), &slf.get().games);
        let columns = PyDict::new(py);
        columns.set_item("start", column(slf, games.start_codes()))?;
        columns.set_item("other_starts", slf.get().other_starts())?;
        columns.set_item("chess960", column(slf, games.chess960()))?;
        columns.set_item("moves", column(slf, games.move_bits()))?;
        columns.set_item("offsets", column(slf, games.offsets()))?;
        columns.set_item("result", column(slf, games.results()))?;
        columns.set_item("white_elo", column(slf, games.white_elo()))?;
        columns.set_item("black_elo", column(slf, games.black_elo()))?;
        columns.set_item("broken", column(slf, games.broken()))?;
        columns.set_item("evals", games.evals().map(|values| column(slf, values)))?;
        columns.set_item("clocks", games.clocks().map(|values| column(slf, values)))?;
        let names: Vec<&str> = games.headers().names().collect();
        let (bytes, offsets) = games.headers().raw();
        columns.set_item("tag_names", names)?;
        columns.set_item("tags", column(slf, bytes))?;
        columns.set_item("tag_offsets", column(slf, offsets))?;
        Ok(Attributes(columns))
    }

    /// Writes the games to a file (`.npz`, by NumPy), which `Games.load` reads. What was wrong with
    /// their text (`errors`, `warnings`) is not in it, which games broke is. A file that was there
    /// is replaced when the new one is whole.
    fn save<'py>(slf: &Bound<'py, Games>, path: FilePath<'py>) -> PyResult<()> {
        slf.py().import("enroque.npz")?.call_method1("save", (slf, path.0)).map(drop)
    }

    /// Reads a file of `save`. Every move is played: `FileFormatError` if one is not legal, or if
    /// the file is damaged or of another kind.
    #[staticmethod]
    fn load<'py>(py: Python<'py>, path: FilePath<'py>) -> PyResult<LoadedGames<'py>> {
        py.import("enroque.npz")?.call_method1("load", (path.0,)).map(LoadedGames)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Games>,
    ) -> PyResult<(Bound<'py, PyAny>, (Attributes<'py>,))> {
        let make = slf.py().import("enroque.npz")?.getattr("from_columns")?;
        Ok((make, (Games::_columns(slf)?,)))
    }
}

fn owned<T: Element + Copy>(array: &PyReadonlyArray1<'_, T>) -> Vec<T> {
    array.as_array().to_vec()
}

/// Games from columns of `_columns`; each move is checked. `FileFormatError` says what is wrong.
#[pyfunction]
#[pyo3(signature = (
    *, start, other_starts, chess960, moves, offsets, result, white_elo, black_elo, broken, evals,
    clocks, tag_names, tags, tag_offsets
))]
#[expect(clippy::too_many_arguments, reason = "they are columns")]
pub(in crate::python) fn games_from_columns(
    py: Python<'_>,
    start: PyReadonlyArray1<'_, u32>,
    other_starts: Vec<String>,
    chess960: PyReadonlyArray1<'_, bool>,
    moves: PyReadonlyArray1<'_, u16>,
    offsets: PyReadonlyArray1<'_, u64>,
    result: PyReadonlyArray1<'_, i8>,
    white_elo: PyReadonlyArray1<'_, i16>,
    black_elo: PyReadonlyArray1<'_, i16>,
    broken: PyReadonlyArray1<'_, bool>,
    evals: Option<PyReadonlyArray1<'_, i32>>,
    clocks: Option<PyReadonlyArray1<'_, i32>>,
    tag_names: Vec<String>,
    tags: PyReadonlyArray1<'_, u8>,
    tag_offsets: PyReadonlyArray1<'_, u64>,
) -> PyResult<Games> {
    let tag_names: Vec<&str> = tag_names.iter().map(String::as_str).collect();
    let headers = Headers::from_raw(&tag_names, owned(&tags), owned(&tag_offsets))
        .map_err(|reason| FileFormatError::new_err(format!("the headers are damaged: {reason}")))?;
    let other_starts = other_starts.iter().enumerate().map(|(index, fen)| {
        fen::read(fen).map_err(|error| {
            FileFormatError::new_err(format!("start position {index} is none: {error}"))
        })
    });
    let columns = Columns {
        start: owned(&start),
        other_starts: other_starts.collect::<PyResult<Vec<Position>>>()?,
        chess960: owned(&chess960),
        moves: owned(&moves),
        offsets: owned(&offsets),
        results: owned(&result),
        white_elo: owned(&white_elo),
        black_elo: owned(&black_elo),
        evals: evals.as_ref().map(owned),
        clocks: clocks.as_ref().map(owned),
        broken: owned(&broken),
        headers,
    };
    interruptible(py, None, |run| CoreGames::from_columns(columns, run)).map(Games::new)
}

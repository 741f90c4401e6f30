//! All columns out and in: for files and for pickling.

use std::sync::Arc;

use numpy::{Element, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::hints::LoadedGames;
use super::{Games, column};
use crate::games::{Columns, GameError, GameErrorKind, Games as CoreGames, Headers, SourceColumns};
use crate::notation::fen;
use crate::position::Position;
use crate::python::arguments::Items;
use crate::python::calls::interruptible;
use crate::python::errors::{FileFormatError, shortened};
use crate::python::hints::{AnyArguments, AnyObject, Attributes, FilePath, FilePaths};

#[pymethods]
impl Games {
    /// Everything by name; `games_from_columns` takes it.
    fn _columns<'py>(slf: &Bound<'py, Games>) -> PyResult<Attributes<'py>> {
        let (py, games) = (slf.py(), &slf.get().games);
        let columns = PyDict::new(py);
        columns.set_item("start", column(slf, games.start_codes())?)?;
        columns.set_item("other_starts", slf.get().other_starts())?;
        columns.set_item("chess960", column(slf, games.chess960())?)?;
        columns.set_item("moves", column(slf, games.move_bits())?)?;
        columns.set_item("offsets", column(slf, games.offsets())?)?;
        columns.set_item("result", column(slf, games.results())?)?;
        columns.set_item("white_elo", column(slf, games.white_elo())?)?;
        columns.set_item("black_elo", column(slf, games.black_elo())?)?;
        columns.set_item("broken", column(slf, games.broken())?)?;
        columns.set_item("evals", games.evals().map(|values| column(slf, values)).transpose()?)?;
        columns
            .set_item("clocks", games.clocks().map(|values| column(slf, values)).transpose()?)?;
        columns.set_item(
            "move_times",
            games.move_times().map(|values| column(slf, values)).transpose()?,
        )?;
        columns.set_item(
            "arrows",
            games.arrow_bits().map(|values| column(slf, values)).transpose()?,
        )?;
        let arrow_offsets = games.arrow_offsets().map(|values| column(slf, values)).transpose()?;
        columns.set_item("arrow_offsets", arrow_offsets)?;
        let sources: Vec<&str> = games.source_names().iter().map(|name| &**name).collect();
        columns.set_item("source_names", sources)?;
        columns.set_item("sources", column(slf, games.sources())?)?;
        columns.set_item("source_games", column(slf, games.source_games())?)?;
        columns.set_item("source_offsets", column(slf, games.source_offsets())?)?;
        let names: Vec<&str> = games.headers().names().collect();
        let (bytes, offsets) = games.headers().raw();
        columns.set_item("tag_names", names)?;
        columns.set_item("tags", column(slf, bytes)?)?;
        columns.set_item("tag_offsets", column(slf, offsets)?)?;
        columns.set_item("errors", fault_rows(py, games.errors(), games.error_count())?)?;
        columns.set_item("warnings", fault_rows(py, games.warnings(), games.warning_count())?)?;
        Ok(Attributes(columns))
    }

    /// Writes the games to a file (`.npz`, by NumPy), which `Games.load` reads, with what was wrong
    /// with their text (`errors`, `warnings`). A file that was there is replaced when the new one is
    /// whole. Its arrays are named in `enroque.npz`, which also writes and reads such files batch by
    /// batch.
    fn save<'py>(slf: &Bound<'py, Games>, path: FilePath<'py>) -> PyResult<()> {
        slf.py().import("enroque.npz")?.call_method1("save", (slf, path.0)).map(drop)
    }

    /// Reads a file of `save`. Every move is played: `FileFormatError` if one is not legal, or if
    /// the file is damaged or of another kind.
    #[staticmethod]
    fn load<'py>(py: Python<'py>, path: FilePath<'py>) -> PyResult<LoadedGames<'py>> {
        py.import("enroque.npz")?.call_method1("load", (path.0,)).map(LoadedGames)
    }

    /// Writes the games to a Parquet file, one row a game, compressed with zstd; the columns are those
    /// of `enroque.arrow`, so DuckDB, Polars and others read it. A file that was there is replaced when
    /// the new one is whole. For games that come in batches see `enroque.parquet`. `ImportError`
    /// without pyarrow, the extra `parquet`.
    fn to_parquet<'py>(slf: &Bound<'py, Games>, path: FilePath<'py>) -> PyResult<()> {
        slf.py().import("enroque.parquet")?.call_method1("write", (slf, path.0)).map(drop)
    }

    /// Reads a Parquet file, or a list of them: of `to_parquet`, or with a column `movetext` as Lichess
    /// publishes its games on Hugging Face. Every move is played: `FileFormatError` if one is not
    /// legal, or if the file is damaged or holds no games.
    #[staticmethod]
    fn from_parquet<'py>(py: Python<'py>, path: FilePaths<'py>) -> PyResult<LoadedGames<'py>> {
        py.import("enroque.parquet")?.call_method1("load", (path.0,)).map(LoadedGames)
    }

    /// The games as a stream of Arrow data, for Polars, DuckDB, pandas and whoever else reads that:
    /// `polars.DataFrame(games)`. One row a game; the columns are those of `enroque.arrow`. Needs
    /// pyarrow, the extra `parquet`.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        slf: &Bound<'py, Games>,
        requested_schema: Option<AnyArguments<'py>>,
    ) -> PyResult<AnyObject<'py>> {
        let reader = slf.py().import("enroque.arrow")?.call_method1("reader", (slf,))?;
        let schema = requested_schema.map(|schema| schema.0);
        reader.call_method1("__arrow_c_stream__", (schema,)).map(AnyObject)
    }

    /// Games from an Arrow table or stream, of pyarrow or of any package that gives one
    /// (`__arrow_c_stream__`): with the columns of `enroque.arrow`, or with a column `movetext`.
    #[staticmethod]
    fn from_arrow<'py>(py: Python<'py>, table: AnyArguments<'py>) -> PyResult<LoadedGames<'py>> {
        py.import("enroque.arrow")?.call_method1("from_arrow", (table.0,)).map(LoadedGames)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Games>,
    ) -> PyResult<(Bound<'py, PyAny>, (Attributes<'py>,))> {
        let make = slf.py().import("enroque.npz")?.getattr("from_columns")?;
        Ok((make, (Games::_columns(slf)?,)))
    }
}

/// A fault as files have it: source, game, index, kind, ply, line, column, token, reason.
type FaultRow = (String, u64, Option<usize>, String, usize, u64, u64, String, String);

/// How many faults there were, and the first of them.
type FaultRows = (u64, Items<FaultRow>);

fn fault_rows<'py>(
    py: Python<'py>,
    faults: &[GameError],
    count: u64,
) -> PyResult<Bound<'py, PyTuple>> {
    let row = |fault: &GameError| {
        (
            &*fault.source,
            fault.game,
            fault.index,
            fault.kind.name(),
            fault.ply,
            fault.line,
            fault.column,
            &*fault.token,
            &*fault.reason,
        )
            .into_pyobject(py)
    };
    let rows = faults.iter().map(row).collect::<PyResult<Vec<_>>>()?;
    (count, rows).into_pyobject(py)
}

fn faults_of(rows: Option<FaultRows>, column: &str) -> PyResult<(Vec<GameError>, u64)> {
    let (count, Items(rows)) = rows.unwrap_or((0, Items(Vec::new())));
    let mut source = Arc::<str>::from("");
    let fault = |(name, game, index, kind, ply, line, at, token, reason): FaultRow| {
        let kind = GameErrorKind::from_name(&kind).ok_or_else(|| {
            FileFormatError::new_err(format!(
                "{column}: {:?} is no kind of fault",
                shortened(&kind)
            ))
        })?;
        if *source != *name {
            source = name.into();
        }
        let (token, reason) = (token.into(), reason.into());
        let source = source.clone();
        Ok(GameError { source, game, index, kind, ply, line, column: at, token, reason })
    };
    Ok((rows.into_iter().map(fault).collect::<PyResult<_>>()?, count))
}

pub(super) fn owned<T: Element + Copy>(array: &PyReadonlyArray1<'_, T>) -> Vec<T> {
    array.as_array().to_vec()
}

/// Where games come from, if all of it is there.
pub(super) fn source_columns(
    names: Option<Items<String>>,
    sources: Option<PyReadonlyArray1<'_, u32>>,
    games: Option<PyReadonlyArray1<'_, i64>>,
    offsets: Option<PyReadonlyArray1<'_, i64>>,
) -> Option<SourceColumns> {
    Some(SourceColumns {
        names: names?.0.into_iter().map(Arc::from).collect(),
        sources: owned(&sources?),
        games: owned(&games?),
        offsets: owned(&offsets?),
    })
}

/// Games from columns of `_columns`; each move is checked. `FileFormatError` says what is wrong.
#[pyfunction]
#[pyo3(signature = (
    *, start, other_starts, chess960, moves, offsets, result, white_elo, black_elo, broken, evals,
    clocks, tag_names, tags, tag_offsets, errors = None, warnings = None, move_times = None, arrows = None,
    arrow_offsets = None, source_names = None, sources = None, source_games = None,
    source_offsets = None
))]
#[expect(clippy::too_many_arguments, reason = "they are columns")]
pub(in crate::python) fn games_from_columns(
    py: Python<'_>,
    start: PyReadonlyArray1<'_, u32>,
    other_starts: Items<String>,
    chess960: PyReadonlyArray1<'_, bool>,
    moves: PyReadonlyArray1<'_, u16>,
    offsets: PyReadonlyArray1<'_, u64>,
    result: PyReadonlyArray1<'_, i8>,
    white_elo: PyReadonlyArray1<'_, i16>,
    black_elo: PyReadonlyArray1<'_, i16>,
    broken: PyReadonlyArray1<'_, bool>,
    evals: Option<PyReadonlyArray1<'_, i32>>,
    clocks: Option<PyReadonlyArray1<'_, i32>>,
    tag_names: Items<String>,
    tags: PyReadonlyArray1<'_, u8>,
    tag_offsets: PyReadonlyArray1<'_, u64>,
    errors: Option<FaultRows>,
    warnings: Option<FaultRows>,
    move_times: Option<PyReadonlyArray1<'_, i32>>,
    arrows: Option<PyReadonlyArray1<'_, u16>>,
    arrow_offsets: Option<PyReadonlyArray1<'_, u64>>,
    source_names: Option<Items<String>>,
    sources: Option<PyReadonlyArray1<'_, u32>>,
    source_games: Option<PyReadonlyArray1<'_, i64>>,
    source_offsets: Option<PyReadonlyArray1<'_, i64>>,
) -> PyResult<Games> {
    let errors = faults_of(errors, "errors")?;
    let warnings = faults_of(warnings, "warnings")?;
    let tag_names: Vec<&str> = tag_names.0.iter().map(String::as_str).collect();
    let headers = Headers::from_raw(&tag_names, owned(&tags), owned(&tag_offsets))
        .map_err(|reason| FileFormatError::new_err(format!("the headers are damaged: {reason}")))?;
    let other_starts = other_starts.0.iter().enumerate().map(|(index, fen)| {
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
        move_times: move_times.as_ref().map(owned),
        arrows: arrows.as_ref().map(owned).zip(arrow_offsets.as_ref().map(owned)),
        broken: owned(&broken),
        headers,
        sources: source_columns(source_names, sources, source_games, source_offsets),
    };
    let read = |run: crate::pool::Run<'_>| {
        CoreGames::from_columns(columns, run)?.with_faults(errors, warnings)
    };
    interruptible(py, None, read).map(Games::new)
}

//! Reading tables: files in batches or whole, and lists of FENs.

use pyo3::pybacked::{PyBackedBytes, PyBackedStr};

use super::Positions;
use super::hints::PositionBatches;
use super::parts::{Parts, on_row_error};
use crate::columns::GameSamples;
use crate::error::CallError;
use crate::formats::Format;
use crate::io::{
    C9, Convention, Evaluation, POSITION_SUFFIXES, Perspective, PositionFormat, PositionOptions,
    PositionReadError, Role, Unit,
};
use crate::memory::OutOfMemory;
use crate::positions::{OnRowError, Positions as CorePositions, RowError, RowReadError};
use crate::python::arguments::type_name;
use crate::python::errors::{BrokenRowError, advised};
use crate::python::files::FileReader;
use crate::python::games::{Games, positions_of_games};
use crate::python::prelude::*;

fn broken_row(error: &RowError) -> PyErr {
    BrokenRowError::new_err((
        error.to_string(),
        error.source.to_string(),
        error.row,
        error.problem.kind.name(),
        error.problem.column.to_string(),
        error.problem.text.to_string(),
    ))
}

impl From<RowReadError> for PyErr {
    fn from(error: RowReadError) -> PyErr {
        match error {
            RowReadError::Row(error) => broken_row(&error),
            RowReadError::Interrupted => crate::pool::Interrupted.into(),
        }
    }
}

impl From<PositionReadError> for PyErr {
    fn from(error: PositionReadError) -> PyErr {
        match error {
            PositionReadError::Open(error) => error.into(),
            PositionReadError::Format(ref source, ref problem) => {
                let entry: Option<u64> = None;
                let arguments = (error.to_string(), entry, entry, source.clone());
                advised(FileFormatError::new_err(arguments), &problem.hint(), &problem.options)
            }
            PositionReadError::Row(error) => broken_row(&error),
            PositionReadError::Interrupted(error) => error.into(),
        }
    }
}

/// A FEN of Python, which it keeps alive.
enum Fen {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
    /// A text with lone surrogates, which is no UTF-8.
    Other(String),
    /// `None`, NaN or another marker of a missing value.
    Missing,
}

impl AsRef<[u8]> for Fen {
    fn as_ref(&self) -> &[u8] {
        match self {
            Fen::Text(text) => text.as_bytes(),
            Fen::Bytes(bytes) => bytes,
            Fen::Other(text) => text.as_bytes(),
            Fen::Missing => b"",
        }
    }
}

fn fen((row, object): (usize, Bound<'_, PyAny>)) -> PyResult<Fen> {
    let object = match object.cast_into::<PyString>() {
        Ok(text) => match PyBackedStr::try_from(text.clone()) {
            Ok(text) => return Ok(Fen::Text(text)),
            Err(_) => return Ok(Fen::Other(text.to_string_lossy().into_owned())),
        },
        Err(error) => error.into_inner(),
    };
    let object = match object.cast_into::<PyBytes>() {
        Ok(bytes) => return Ok(Fen::Bytes(bytes.into())),
        Err(error) => error.into_inner(),
    };
    // NaN is a number of Python or NumPy, `pandas.NA` and `pandas.NaT` are objects of these types
    let is_nan = object.extract::<f64>().is_ok_and(f64::is_nan);
    if object.is_none() || is_nan || ["NAType", "NaTType"].contains(&&*type_name(&object)) {
        return Ok(Fen::Missing);
    }
    let rule = match object.hasattr("fen")? {
        true => "a FEN must be a str (board.fen())",
        false => "a FEN must be a str or bytes",
    };
    Err(wrong_type(&format!("row {}: {rule}", row + 1), &object))
}

/// Returns the texts of a list, an array, a column of a table, or any iterable.
fn fens(object: &Bound<'_, PyAny>) -> PyResult<Vec<Fen>> {
    if object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>() {
        return Err(ArgumentError::new_err(
            "fens must be a list of FENs, not one: write [fen]; Positions.read reads files",
        ));
    }
    if object.is_instance_of::<Positions>() {
        return Err(ArgumentError::new_err(
            "fens must be a list of FENs, not Positions, which are a table already",
        ));
    }
    if object.hasattr("collect")? && object.hasattr("collect_schema")? {
        return Err(wrong_type("fens must be one column, such as df.collect()[\"FEN\"]", object));
    }
    if object.hasattr("columns")? && object.hasattr("shape")? {
        return Err(wrong_type("fens must be one column, such as df[\"FEN\"]", object));
    }
    for method in ["to_pylist", "to_list", "tolist"] {
        if let Some(method) = object.getattr_opt(method)? {
            return fens(&method.call0()?);
        }
    }
    if let Ok(list) = object.cast::<PyList>() {
        return list.iter().enumerate().map(fen).collect();
    }
    let rule = match object.hasattr("fen")? {
        true => "fens must be a list of FENs ([board.fen()])",
        false => "fens must be a list of FENs",
    };
    let objects = object.try_iter().map_err(|_| wrong_type(rule, object))?;
    let mut texts = Vec::new();
    for (row, element) in objects.enumerate() {
        if row % 4096 == 0 {
            object.py().check_signals()?;
            texts.try_reserve(4096).map_err(OutOfMemory::from)?;
        }
        if row == MAX_FENS {
            let message = format!("an iterable must have at most {MAX_FENS} FENs");
            return Err(ArgumentError::new_err(message));
        }
        texts.push(fen((row, element?))?);
    }
    Ok(texts)
}

/// The largest number of FENs of an iterable, which may have no end.
const MAX_FENS: usize = 1 << 27;

/// The arguments that `read` and `stream` share.
fn options(
    format: Option<&str>,
    columns: Option<TableColumns<'_>>,
    perspective: Option<&str>,
    unit: Option<&str>,
    evaluation: &str,
    lines: bool,
    c9: &str,
    on_error: OnRowError,
) -> PyResult<PositionOptions> {
    let mut roles = Vec::new();
    if let Some(columns) = columns {
        let columns = columns.0.cast::<PyDict>().map_err(|_| {
            ArgumentError::new_err("columns must be a dict such as {\"fen\": \"FEN\"}")
        })?;
        for (role, name) in columns {
            let role: String = role.extract()?;
            let role = named("key of columns", &role, &Role::NAMES)?;
            roles.push((role, name.extract()?));
        }
    }
    let text = PositionFormat::ALL.map(|format| (format.name(), Some(format)));
    let records = Format::NAMES.into_iter().filter(|(_, format)| format.has_records());
    // the files of records are opened by their format in Python
    let known: Vec<_> = text.into_iter().chain(records.map(|(name, _)| (name, None))).collect();
    let format = format.map(|name| named("format", name, &known));
    let perspective = perspective.map(|name| named("perspective", name, &Perspective::NAMES));
    let unit = unit.map(|name| named("unit", name, &Unit::NAMES));
    Ok(PositionOptions {
        format: format.transpose()?.flatten(),
        columns: roles,
        convention: Convention { perspective: perspective.transpose()?, unit: unit.transpose()? },
        evaluation: named("evaluation", evaluation, &Evaluation::NAMES)?,
        lines,
        c9: named("c9", c9, &C9::NAMES)?,
        on_error,
    })
}

/// Returns the suffixes of files of positions as text, before those of compression.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn position_suffixes(py: Python<'_>) -> PyResult<TextList<'_>> {
    PyList::new(py, POSITION_SUFFIXES).map(TextList)
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Positions {
    /// Reads FENs, one a row.
    ///
    /// Each FEN is validated: four to six fields, castling rights in either dialect of Chess960,
    /// surrounding whitespace. Impossible castling rights and en-passant squares are dropped with a
    /// warning.
    ///
    /// Args:
    ///     fens: a list of `str` or `bytes`, a NumPy array, a Series of pandas or Polars, an Arrow
    ///         array, or another iterable.
    ///     strict: whether the first error or warning is raised.
    ///     on_error: what rows that cannot be read become: `"skip"` leaves them out, `"mask"` keeps
    ///         them without a position. Either way, `errors` names them.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     A table with a row for each FEN that could be read.
    ///
    /// Raises:
    ///     BrokenRowError: there is an error or a warning, and `strict` is set.
    ///
    /// Example:
    ///     >>> positions = enroque.Positions.from_fens(["4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8 w - -"])
    ///     >>> len(positions)
    ///     1
    ///     >>> print(positions.errors[0])
    ///     a list: row 2, fen: "4k3/8 w - -": a FEN must have 8 ranks, not 2 (index 0)
    #[staticmethod]
    #[pyo3(signature = (fens, *, strict = false, on_error = "skip", threads = None))]
    fn from_fens(
        py: Python<'_>,
        fens: TextsArgument<'_>,
        strict: bool,
        on_error: &str,
        threads: Option<Threads>,
    ) -> PyResult<Positions> {
        let on_error = on_row_error(strict, on_error)?;
        let texts = self::fens(&fens.0)?;
        let source = "a list".into();
        interruptible(py, threads, |run| CorePositions::from_fens(&source, &texts, on_error, run))
            .map(Positions::new)
    }

    /// Takes positions of games, with the results, the evaluations and the moves played.
    ///
    /// Args:
    ///     games: the games.
    ///     game: the games' indices, `(positions,)` integers.
    ///     ply: the plies, `(positions,)` integers.
    ///
    /// Raises:
    ///     OutOfRangeError: a game or ply does not exist.
    ///
    /// Example:
    ///     >>> from enroque.data import example_games
    ///     >>> games = example_games()
    ///     >>> enroque.Positions.from_games(games, *games.positions())
    ///     <Positions: 8682 rows, result, moves>
    #[staticmethod]
    fn from_games(
        py: Python<'_>,
        games: &Games,
        game: ArrayLike<'_>,
        ply: ArrayLike<'_>,
    ) -> PyResult<Positions> {
        let (game, ply) = positions_of_games(&game, &ply)?;
        let games = games.core();
        let positions = detach(py, || {
            Ok::<_, CallError>(GameSamples::new(&games, &game, &ply)?.to_positions())
        });
        Ok(Positions::new(positions?))
    }

    /// Reads all positions of files: FENs, CSV, JSON lines, EPD, or text of other programs.
    ///
    /// Evaluations and results become White's. Files are read in parallel, compressed or not
    /// (zstd, gzip, bzip2), also those in zip archives.
    ///
    /// Args:
    ///     source: a path, a folder (with all files of positions below it, such as the shards of
    ///         `enroque convert --to positions`), a pattern such as `"evals-*.csv.zst"`, a URL, as
    ///         in `Games.read`, `"-"` for the standard input, a binary or text file, `bytes`, a table
    ///         of pandas, Polars, DuckDB or Hugging Face (anything with `__arrow_c_stream__`), or an
    ///         iterable of these. Files whose names end in `.npz` or `.parquet` are read as such,
    ///         others by what they contain.
    ///     format: `"fens"` one FEN a line; `"csv"` a table with a header: Kaggle's evaluations
    ///         (`FEN,Evaluation`), Lichess's puzzles and evaluations, or one with `columns`;
    ///         `"jsonl"` Lichess's evaluations; `"epd"`; `"bullet"` `FEN | score | result`;
    ///         `"ethereal"` `FEN [result] score`; `"plain"` Stockfish's text; `"bulletformat"`,
    ///         `"lc0"` and ChessBench's records, of files, as in `enroque.formats.FORMATS`. `None` to
    ///         recognize it: text by its first line, records by the name of the file.
    ///     columns: the names of a table's columns by role, such as
    ///         `{"fen": "FEN", "eval": "Score"}`; `None` for tables that are recognized.
    ///     perspective: the view of a table's evaluations and results: `"white"` or
    ///         `"side_to_move"`. Required with `columns`; a format that fixes it cannot be read
    ///         otherwise.
    ///     unit: the unit of `"eval"`: `"cp"`, `"pawns"` or `"probability"`. Required with
    ///         `columns`, and for `"plain"`, whose scores are often internal units.
    ///     evaluation: the choice of several evaluations: `"deepest"`, `"most_nodes"`, or `"all"`
    ///         as separate rows.
    ///     lines: whether whole lines are kept, not only their first moves.
    ///     c9: the meaning of the opcode `c9` of EPD: `"ignore"` or `"result"`.
    ///     strict: whether the first error or warning is raised.
    ///     on_error: what rows that cannot be read become: `"skip"` or `"mask"`, as in `from_fens`.
    ///     threads: the number of threads; `None` for all cores.
    ///     progress: `True` for a progress bar (tqdm), or a function that is called now and then with
    ///         the bytes read and the total bytes (`None` if not all sources are files of text).
    ///
    /// Raises:
    ///     FileNotFoundError: a file does not exist.
    ///     ArgumentError: text is passed in place of a path, or a folder has no positions.
    ///     FileFormatError: a format is not recognized, or an option is required.
    ///     BrokenRowError: there is an error or a warning, and `strict` is set.
    ///
    /// Example:
    ///     >>> table = b"FEN,Evaluation\n4k3/8/8/8/8/8/8/4K2R w K - 0 1,#+9\n"
    ///     >>> enroque.Positions.read(table).evals
    ///     array([999991], dtype=int32)
    #[staticmethod]
    #[pyo3(signature = (
        source, *, format = None, columns = None, perspective = None, unit = None,
        evaluation = "deepest", lines = false, c9 = "ignore", strict = false, on_error = "skip",
        threads = None, progress = false
    ))]
    fn read(
        py: Python<'_>,
        source: PositionSource<'_>,
        format: Option<&str>,
        columns: Option<TableColumns<'_>>,
        perspective: Option<&str>,
        unit: Option<&str>,
        evaluation: &str,
        lines: bool,
        c9: &str,
        strict: bool,
        on_error: &str,
        threads: Option<Threads>,
        progress: ProgressArgument,
    ) -> PyResult<Py<Positions>> {
        let on_error = on_row_error(strict, on_error)?;
        let options = options(format, columns, perspective, unit, evaluation, lines, c9, on_error)?;
        let parts = Parts::new(&source.0, format, &options)?;
        match FileReader::of_parts(py, parts, threads, &progress)?.read(py, None)? {
            Some(positions) => Ok(positions.cast_into::<Positions>()?.unbind()),
            None => Py::new(py, Positions::new(CorePositions::new())),
        }
    }

    /// Reads files as `read` does, as an iterator over tables of bounded size.
    ///
    /// Args:
    ///     source: as in `read`.
    ///     rows_per_batch: the least number of rows of a batch but the last; a batch has at most some
    ///         ten thousand more.
    ///     format: as in `read`.
    ///     columns: as in `read`.
    ///     perspective: as in `read`.
    ///     unit: as in `read`.
    ///     evaluation: as in `read`.
    ///     lines: as in `read`.
    ///     c9: as in `read`.
    ///     strict: as in `read`.
    ///     on_error: as in `read`.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Raises:
    ///     FileNotFoundError: a file does not exist.
    #[staticmethod]
    #[pyo3(signature = (
        source, *, rows_per_batch = 100_000, format = None, columns = None, perspective = None,
        unit = None, evaluation = "deepest", lines = false, c9 = "ignore", strict = false,
        on_error = "skip", threads = None
    ))]
    fn stream<'py>(
        py: Python<'py>,
        source: PositionSource<'_>,
        rows_per_batch: Number,
        format: Option<&str>,
        columns: Option<TableColumns<'_>>,
        perspective: Option<&str>,
        unit: Option<&str>,
        evaluation: &str,
        lines: bool,
        c9: &str,
        strict: bool,
        on_error: &str,
        threads: Option<Threads>,
    ) -> PyResult<PositionBatches<'py>> {
        let rows_per_batch: usize = rows_per_batch.at_least("rows_per_batch", 1)?;
        let on_error = on_row_error(strict, on_error)?;
        let options = options(format, columns, perspective, unit, evaluation, lines, c9, on_error)?;
        let parts = Parts::new(&source.0, format, &options)?;
        let reader = FileReader::of_parts(py, parts, threads, &ProgressArgument::Off)?;
        let stream = py.import("enroque._files.stream")?.getattr("stream_of")?;
        stream.call1((reader, rows_per_batch)).map(PositionBatches)
    }
}

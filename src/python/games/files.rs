//! Reading and writing files of any format, and Arrow.

#[cfg(not(feature = "stubs"))]
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;

use super::Games;
use super::hints::LoadedGames;
use crate::python::hints::{ArrowData, FilePath, FilterArgument, PgnSource};
use crate::python::progress::ProgressArgument;

#[pymethods]
impl Games {
    /// Reads all games of files, in the formats of their suffixes.
    ///
    /// The suffixes are those of PGN (`.pgn`, also with `.zst`, `.gz` or `.bz2`, and `.zip`), `.npz`,
    /// `.parquet`, and those of the training formats of `enroque.formats`. `Games.from_pgn` has further options for PGN, and reads files of PGN with other names;
    /// `Games.stream` reads in batches.
    ///
    /// Args:
    ///     source: a path, a folder (with all files of games below it, such as the shards of
    ///         `enroque.convert`), a pattern such as `"2024-*.parquet"`, several of these in a list,
    ///         or PGN as in `Games.from_pgn`. All files must have one format.
    ///     filter: criteria that games must meet; `None` for all games. `filtered_out` counts the
    ///         rejected games.
    ///     progress: `True` for a progress bar (tqdm), or a function that is called now and then with
    ///         the bytes read and the total bytes (`None` if a source is a stream).
    ///
    /// Raises:
    ///     ArgumentError: a suffix is unknown, or the files are of several formats.
    ///     FileFormatError: a file is damaged or of another format, or a move in it is illegal. In
    ///         PGN, errors are reported in `errors` instead.
    ///     ImportError: pyarrow, the extra `parquet`, is not installed, and a file is Parquet.
    ///     OSError: a file cannot be read.
    ///
    /// Example:
    ///     >>> import tempfile
    ///     >>> from enroque.data import example_games
    ///     >>> with tempfile.TemporaryDirectory() as folder:
    ///     ...     example_games().write(f"{folder}/games.npz")
    ///     ...     enroque.Games.read(f"{folder}/games.npz") == example_games()
    ///     True
    #[staticmethod]
    #[pyo3(
        signature = (source, *, filter = None, progress = ProgressArgument::Off),
        text_signature = "(source, *, filter=None, progress=False)"
    )]
    fn read<'py>(
        py: Python<'py>,
        source: PgnSource<'py>,
        filter: Option<FilterArgument<'py>>,
        progress: ProgressArgument,
    ) -> PyResult<LoadedGames<'py>> {
        let filter = filter.map(|filter| filter.0);
        let read = py.import("enroque._files.games")?.getattr("read")?;
        read.call1((source.0, filter, progress.object(py))).map(LoadedGames)
    }

    /// Writes the games to a file, in the format of its suffix, as in `Games.read`.
    ///
    /// The file appears under its name only when it is complete. `to_pgn`, `formats.write` and the
    /// `Writer`s of `enroque.npz`, `enroque.parquet` and `enroque.formats` have further options.
    ///
    /// Args:
    ///     path: the file; an existing one is replaced.
    ///     progress: `True` for a progress bar (tqdm), or a function that is called with the number of
    ///         games written and their total.
    ///
    /// Raises:
    ///     ArgumentError: the suffix is unknown, or PGN cannot express the name of a tag.
    ///     EncodingError: the format cannot store a game.
    ///     ImportError: pyarrow, the extra `parquet`, is not installed, and the file is Parquet.
    ///     OSError: the file cannot be written.
    #[pyo3(
        signature = (path, *, progress = ProgressArgument::Off),
        text_signature = "($self, path, *, progress=False)"
    )]
    fn write<'py>(
        slf: &Bound<'py, Games>,
        path: FilePath<'py>,
        progress: ProgressArgument,
    ) -> PyResult<()> {
        let py = slf.py();
        let write = py.import("enroque._files.games")?.getattr("write")?;
        write.call1((slf, path.0, progress.object(py))).map(drop)
    }

    /// Returns the games as a stream of Arrow data, one row per game, so that Polars, DuckDB,
    /// pandas and others can read them: `polars.DataFrame(games)`. `enroque.arrow` documents the
    /// columns.
    ///
    /// Args:
    ///     requested_schema: the schema requested by the consumer, as a PyCapsule.
    ///
    /// Raises:
    ///     ImportError: pyarrow, the extra `parquet`, is not installed.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        slf: &Bound<'py, Games>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let reader = slf.py().import("enroque.arrow")?.call_method1("reader", (slf,))?;
        reader.call_method1("__arrow_c_stream__", (requested_schema,))
    }

    /// Reads games from Arrow data and validates every move.
    ///
    /// The data has the columns of `enroque.arrow`, or a column `movetext`.
    ///
    /// Args:
    ///     table: a table or stream of pyarrow, Polars or any package with `__arrow_c_stream__`.
    ///
    /// Raises:
    ///     FileFormatError: the table contains no games, or a move is illegal.
    ///     TypeError: `table` is not Arrow data.
    ///     ImportError: pyarrow, the extra `parquet`, is not installed.
    #[staticmethod]
    fn from_arrow<'py>(py: Python<'py>, table: ArrowData<'py>) -> PyResult<LoadedGames<'py>> {
        py.import("enroque.arrow")?.call_method1("from_arrow", (table.0,)).map(LoadedGames)
    }
}

// not in the stub: type checkers would accept every attribute
#[cfg(not(feature = "stubs"))]
#[pymethods]
impl Games {
    fn __getattr__<'py>(slf: &Bound<'py, Games>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let mut hint = String::new();
        if !name.starts_with('_') {
            let module = slf.py().import("enroque._display.missing_names")?;
            hint = module.call_method1("hint_of_games", (name, slf.dir()?))?.extract()?;
        }
        Err(PyAttributeError::new_err(format!("Games has no attribute {name:?}{hint}")))
    }
}

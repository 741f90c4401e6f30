//! Saving and loading `.npz`, Parquet and Arrow.

use pyo3::prelude::*;

use super::Games;
use super::hints::LoadedGames;
use crate::python::hints::{FilePath, FilePaths};

#[pymethods]
impl Games {
    /// Writes the games to an `.npz` file, with their errors and warnings.
    ///
    /// The file appears under its name only when it is complete. `enroque.npz` documents its
    /// arrays, and writes and reads such files in batches.
    ///
    /// Args:
    ///     path: the file; an existing one is replaced.
    ///
    /// Raises:
    ///     OSError: the file cannot be written.
    ///
    /// Example:
    ///     >>> import tempfile
    ///     >>> from enroque.data import example_games
    ///     >>> with tempfile.TemporaryDirectory() as folder:
    ///     ...     example_games().save(f"{folder}/games.npz")
    ///     ...     enroque.Games.load(f"{folder}/games.npz") == example_games()
    ///     True
    fn save<'py>(slf: &Bound<'py, Games>, path: FilePath<'py>) -> PyResult<()> {
        slf.py().import("enroque.npz")?.call_method1("save", (slf, path.0)).map(drop)
    }

    /// Reads an `.npz` file that `save` wrote. Every move is validated.
    ///
    /// Args:
    ///     path: the file.
    ///
    /// Raises:
    ///     FileFormatError: the file is damaged or of another format, or a move is illegal.
    ///     OSError: the file cannot be read.
    #[staticmethod]
    fn load<'py>(py: Python<'py>, path: FilePath<'py>) -> PyResult<LoadedGames<'py>> {
        py.import("enroque.npz")?.call_method1("load", (path.0,)).map(LoadedGames)
    }

    /// Writes the games to a Parquet file, one row per game, compressed with zstd.
    ///
    /// DuckDB, Polars, pandas and others can read it; `enroque.arrow` documents the columns. The
    /// file appears under its name only when it is complete. `enroque.parquet` writes files in
    /// batches.
    ///
    /// Args:
    ///     path: the file; an existing one is replaced.
    ///
    /// Raises:
    ///     ImportError: pyarrow, the extra `parquet`, is not installed.
    ///     OSError: the file cannot be written.
    fn to_parquet<'py>(slf: &Bound<'py, Games>, path: FilePath<'py>) -> PyResult<()> {
        slf.py().import("enroque.parquet")?.call_method1("write", (slf, path.0)).map(drop)
    }

    /// Reads games from Parquet files and validates every move.
    ///
    /// The files have the columns of `enroque.arrow`, or a column `movetext`, as Lichess publishes
    /// its games on Hugging Face.
    ///
    /// Args:
    ///     path: a file or a list of files.
    ///
    /// Raises:
    ///     FileFormatError: a file is damaged or contains no games, or a move is illegal.
    ///     ImportError: pyarrow, the extra `parquet`, is not installed.
    ///     OSError: a file cannot be read.
    #[staticmethod]
    fn from_parquet<'py>(py: Python<'py>, path: FilePaths<'py>) -> PyResult<LoadedGames<'py>> {
        py.import("enroque.parquet")?.call_method1("load", (path.0,)).map(LoadedGames)
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
    fn from_arrow<'py>(py: Python<'py>, table: &Bound<'py, PyAny>) -> PyResult<LoadedGames<'py>> {
        py.import("enroque.arrow")?.call_method1("from_arrow", (table,)).map(LoadedGames)
    }
}

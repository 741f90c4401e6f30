//! Where games come from, for Python.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{Games, column};
use crate::python::hints::{Array, TextArray};

#[pymethods]
impl Games {
    /// Where each game was read, as an array of `str` (dtype object): a file's path as it was given,
    /// `archive.zip/name` of a file in an archive, a stream's name, `path@start` of a `Split` that
    /// does not begin at 0; empty where it is not known, as of trainers' files. `==` does not compare it.
    #[getter]
    fn source<'py>(slf: &Bound<'py, Games>) -> PyResult<TextArray<'py>> {
        let (names, numbers) = Games::_sources(slf)?;
        let options = PyDict::new(slf.py());
        options.set_item("dtype", "object")?;
        let names = slf.py().import("numpy")?.call_method("array", (names,), Some(&options))?;
        names.call_method1("take", (numbers,)).map(TextArray)
    }

    /// The same games as rows of a table, after so many other rows: of a file, or of one whose name is
    /// not known.
    fn _of_rows(&self, py: Python<'_>, file: Option<&str>, rows_before: u64) -> Games {
        let games = self.core();
        Games::new(py.detach(|| (*games).clone().of_rows(file, rows_before)))
    }

    /// The names of all sources, and which of them is each game's.
    fn _sources<'py>(
        slf: &Bound<'py, Games>,
    ) -> PyResult<(Vec<String>, Array<'py, PyArray1<u32>>)> {
        let games = &slf.get().games;
        let names = games.source_names().iter().map(|name| name.to_string()).collect();
        Ok((names, column(slf, games.sources())?))
    }

    /// Each game's number in its `source`, from 1, int64: games that a filter refused count, so it
    /// is the `game` of `GameError`. Of a Parquet file with a column `movetext`, its row. 0 where it is
    /// not known.
    #[getter]
    fn source_game<'py>(slf: &Bound<'py, Games>) -> PyResult<Array<'py, PyArray1<i64>>> {
        column(slf, slf.get().games.source_games())
    }

    /// The byte of its `source` at which each game begins, int64: at its first tag, in the decompressed
    /// text. Of a `Split`, in the whole file if that is not compressed, else in the text from its start
    /// on. -1 where it is not known.
    ///
    /// ```python
    /// with open(games.source[i], "rb") as file:  # of a file that is not compressed
    ///     file.seek(games.source_offset[i])
    ///     game = enroque.pgn.read_game(io.TextIOWrapper(file))
    /// ```
    #[getter]
    fn source_offset<'py>(slf: &Bound<'py, Games>) -> PyResult<Array<'py, PyArray1<i64>>> {
        column(slf, slf.get().games.source_offsets())
    }
}

//! Columns with the origins of games.

use pyo3::prelude::*;

use super::{Games, core_columns};
use crate::python::arrays::{column, text_array};
use crate::python::hints::{Array, TextArray};

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
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

//! Columns of annotations in comments, apart from evaluations and clocks.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::{Games, index_column, optional_column, optional_columns};
use crate::python::hints::Array;

optional_columns! {
    /// The time used for each move (`%emt`) in milliseconds, int32, `(moves,)`; -1 if unknown.
    ///
    /// `None` if no game has any, or they were not read: `Games.from_pgn(source,
    /// annotations="move_times")`.
    move_times: i32 = move_times;
    /// The arrows (`%cal`) and colored squares (`%csl`) after each move, uint16, concatenated.
    ///
    /// `arrow_offsets` separates the moves.
    ///
    /// Bits 0 to 5 are the from square, bits 6 to 11 the to square (the same for a colored square),
    /// and bits 12 and 13 the color: 0 green, 1 red, 2 yellow, 3 blue. `None` if no game has any,
    /// or they were not read: `Games.from_pgn(source, annotations="arrows")`.
    arrows: u16 = arrow_bits;
}

#[pymethods]
impl Games {
    /// The start of each move's arrows in `arrows`, int64, `(moves + 1,)`.
    ///
    /// The last entry is the end of the last move's arrows. `None` if `arrows` is `None`.
    #[getter]
    pub(super) fn arrow_offsets<'py>(
        slf: &Bound<'py, Games>,
    ) -> PyResult<Option<Array<'py, PyArray1<i64>>>> {
        let offsets = slf.get().games.arrow_offsets();
        offsets.map(|offsets| index_column(slf, offsets)).transpose()
    }
}

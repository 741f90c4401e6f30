//! Columns of annotations in comments, apart from evaluations and clocks.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::{Games, optional_column};
use crate::python::hints::Array;

#[pymethods]
impl Games {
    /// The time used for each move (`%emt`) in milliseconds, int32, `(moves,)`; -1 if unknown.
    ///
    /// `None` if no game has any, or they were not read: `Games.from_pgn(source,
    /// annotations="move_times")`.
    #[getter]
    fn move_times<'py>(slf: &Bound<'py, Games>) -> PyResult<Option<Array<'py, PyArray1<i32>>>> {
        optional_column(slf, slf.get().games.move_times())
    }

    /// The arrows (`%cal`) and colored squares (`%csl`) after each move, uint16, concatenated.
    ///
    /// `arrow_offsets` separates the moves.
    ///
    /// Bits 0 to 5 are the from square, bits 6 to 11 the to square (the same for a colored square),
    /// and bits 12 and 13 the color: 0 green, 1 red, 2 yellow, 3 blue. `None` if no game has any,
    /// or they were not read: `Games.from_pgn(source, annotations="arrows")`.
    #[getter]
    fn arrows<'py>(slf: &Bound<'py, Games>) -> PyResult<Option<Array<'py, PyArray1<u16>>>> {
        optional_column(slf, slf.get().games.arrow_bits())
    }

    /// The start of each move's arrows in `arrows`, uint64, `(moves + 1,)`.
    ///
    /// The last entry is the end of the last move's arrows. `None` if `arrows` is `None`.
    #[getter]
    fn arrow_offsets<'py>(slf: &Bound<'py, Games>) -> PyResult<Option<Array<'py, PyArray1<u64>>>> {
        optional_column(slf, slf.get().games.arrow_offsets())
    }
}

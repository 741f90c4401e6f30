//! What comments say of moves beside evaluations and clocks, for Python.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::{Games, column};
use crate::python::hints::Array;

#[pymethods]
impl Games {
    /// How long the side to move thought about each move (`%emt`), in milliseconds, aligned with `moves`; -1
    /// where it is not known. `None` if no game has any, or they were not read:
    /// `Games.from_pgn(..., annotations="move_times")`.
    #[getter]
    fn move_times<'py>(slf: &Bound<'py, Games>) -> PyResult<Option<Array<'py, PyArray1<i32>>>> {
        slf.get().games.move_times().map(|values| column(slf, values)).transpose()
    }

    /// The arrows (`%cal`) and colored squares (`%csl`) after all moves, 16 bits each: the tail in
    /// the low 6, the head in the next 6 (the same square for a colored one), then the color (0
    /// green, 1 red, 2 yellow, 3 blue). `arrow_offsets` parts them. `None` if no game has any, or
    /// they were not read: `Games.from_pgn(..., annotations="arrows")`.
    #[getter]
    fn arrows<'py>(slf: &Bound<'py, Games>) -> PyResult<Option<Array<'py, PyArray1<u16>>>> {
        slf.get().games.arrow_bits().map(|values| column(slf, values)).transpose()
    }

    /// Where the arrows of each move of `moves` begin in `arrows`, and where the last one's end: one
    /// more than there are moves. `None` if there are no `arrows`.
    #[getter]
    fn arrow_offsets<'py>(slf: &Bound<'py, Games>) -> PyResult<Option<Array<'py, PyArray1<u64>>>> {
        slf.get().games.arrow_offsets().map(|values| column(slf, values)).transpose()
    }
}

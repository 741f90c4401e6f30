//! The items of the columns of lists: arrows and visits.

use pyo3::prelude::*;

use super::stored::StoredValue;
use super::{Games, optional_column};
use crate::python::hints::Array;

impl Games {
    /// Returns the moves of all visits (0) or their counts (1).
    fn visits<'py>(slf: &Bound<'py, Games>, part: usize) -> PyResult<Option<Array<'py, u16>>> {
        let Some(visits) = slf.get().games.visits() else { return Ok(None) };
        let visits = <[u16; 2]>::array(slf, visits.items())?.0?;
        let parts = visits.call_method0("transpose")?.get_item(part)?;
        Ok(Some(Array(Ok(parts.cast_into()?))))
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// The arrows (`%cal`) and colored squares (`%csl`) after each move, uint16, concatenated.
    ///
    /// `arrow_offsets` separates the moves.
    ///
    /// Bits 0 to 5 are the from square, bits 6 to 11 the to square (the same for a colored square),
    /// and bits 12 and 13 the color: 0 green, 1 red, 2 yellow, 3 blue. `None` if no game has any,
    /// or they were not read: `Games.from_pgn(source, annotations="arrows")`.
    #[getter]
    fn arrows<'py>(slf: &Bound<'py, Games>) -> PyResult<Option<Array<'py, u16>>> {
        optional_column(slf, slf.get().games.arrows().map(|arrows| &arrows.items()[..]))
    }

    /// The moves that the searches visited, uint16, as in `moves`, concatenated.
    ///
    /// `visit_offsets` separates the positions before each move, in which they are legal. Legal
    /// moves without visits may be absent. `None` if no game has any.
    #[getter]
    fn visit_moves<'py>(slf: &Bound<'py, Games>) -> PyResult<Option<Array<'py, u16>>> {
        Games::visits(slf, 0)
    }

    /// The visit count of each of `visit_moves`, uint16.
    ///
    /// Only the ratios of the counts of a position are meaningful: counts that were fractions or
    /// above 65,535 are scaled.
    #[getter]
    fn visit_counts<'py>(slf: &Bound<'py, Games>) -> PyResult<Option<Array<'py, u16>>> {
        Games::visits(slf, 1)
    }
}

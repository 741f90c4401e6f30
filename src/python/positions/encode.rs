//! Arrays of rows of a table.

use pyo3::prelude::*;

use super::{Positions, checked_index};
use crate::columns::{Needs, PositionSamples, columns};
use crate::error::CallError;
use crate::pool::Run;
use crate::python::calls::{Threads, interruptible};
use crate::python::columns::{Call, SampleSource, methods};
use crate::python::games::{RowsIndex, selected_rows};
use crate::python::hints::ArrayLike;

/// Some rows, or all.
struct Rows<'a> {
    positions: &'a Positions,
    rows: Option<Vec<usize>>,
}

impl<'a> Rows<'a> {
    fn new(positions: &'a Bound<'_, Positions>, rows: Option<ArrayLike<'_>>) -> PyResult<Rows<'a>> {
        let positions = positions.get();
        let selected = |rows: ArrayLike<'_>| {
            selected_rows(RowsIndex::Array(rows.0), positions.positions.len(), checked_index)
        };
        Ok(Rows { positions, rows: rows.map(selected).transpose()? })
    }
}

impl SampleSource for Rows<'_> {
    type Samples<'s> = PositionSamples<'s>;

    fn rows(&self) -> Option<usize> {
        Some(self.rows.as_ref().map_or(self.positions.positions.len(), Vec::len))
    }

    fn with_samples<R: Send>(
        &self,
        py: Python<'_>,
        _: &Needs,
        threads: Option<Threads>,
        work: impl FnOnce(&PositionSamples<'_>, Run<'_>) -> Result<R, CallError> + Send,
    ) -> PyResult<R> {
        let positions = &*self.positions.positions;
        interruptible(py, threads, |run| match &self.rows {
            Some(rows) => work(&PositionSamples::new(positions, rows)?, run),
            None => work(&PositionSamples::all(positions), run),
        })
    }
}

/// Makes the methods of the columns of a table.
macro_rules! of_positions {
    (
        boards {$($boards:tt)*} arenas {$($arenas:tt)*} moves {$($moves:tt)*}
        labels {$($labels:tt)*} games $games:tt others $others:tt
        without_function $without_function:tt
        ragged_boards {$($of_boards:tt)*} ragged_moves {$($of_moves:tt)*} $($of_games:tt)*
    ) => {
        methods! {
            {
                Positions(slf):
                []
                [
                    ///     rows: the indices of the rows, or a mask; `None` for all.
                    rows: {Option<ArrayLike<'py>>},
                ]
                [
                    ///     threads: the number of threads; `None` for all cores.
                    threads: {Option<Threads>},
                ]
                { Call::new(threads) } on { Rows::new(slf, rows)? }
            }
            $($boards)* $($arenas)* $($moves)* $($labels)* $($of_boards)* $($of_moves)*
            {
                encode
                ///     >>> from enroque import Column, Positions
                ///     >>> positions = Positions.from_fens(["4k3/8/8/8/8/8/8/4K2R w K -"] * 3)
                ///     >>> arrays = positions.encode([Column.planes("lc0"), Column.legal_mask("lc0")])
                ///     >>> arrays["planes"].shape, arrays["legal_mask"].shape
                ///     ((3, 112, 8, 8), (3, 1858))
            }
            { planes_bits }
            {
                supported
                ///     >>> positions = enroque.Positions.from_fens(["4k3/8/8/8/8/8/8/4K2R w K -"])
                ///     >>> positions.supported(enroque.Column.legal_mask("lc0"))
                ///     array([ True])
            }
        }
    };
}

columns!(of_positions);

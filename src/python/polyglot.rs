//! Keys of Polyglot opening books.

use pyo3::prelude::*;

use super::board::{BoardArgument, BoardState};

/// Returns the key of a position in Polyglot opening books.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn polyglot_key(board: BoardArgument<'_>) -> PyResult<u64> {
    Ok(board.0.position()?.polyglot_key())
}

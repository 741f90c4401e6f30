//! Keys of Polyglot opening books.

use pyo3::prelude::*;

use super::board::{Board, BoardState};

/// Returns the key of a position in Polyglot opening books.
#[pyfunction]
pub(super) fn polyglot_key(board: &Bound<'_, Board>) -> PyResult<u64> {
    Ok(board.position()?.polyglot_key())
}

//! Keys of Polyglot opening books.

use pyo3::prelude::*;

use super::board::{Board, BoardState};

/// The key of a board's position in a Polyglot opening book.
#[pyfunction]
pub(super) fn polyglot_key(board: &Bound<'_, Board>) -> PyResult<u64> {
    Ok(board.position()?.polyglot_key())
}

//! `perft`: one call, for any depth, that Ctrl-C ends.

use pyo3::prelude::*;

use super::board::Board;
use crate::movegen;
use crate::position::Position;

/// A tree of this depth is walked without looking up: a few milliseconds, in the worst position
/// some tenths of a second.
const UNINTERRUPTED: u8 = 4;

/// The number of sequences of `depth` legal moves from the position of a board.
///
/// The standard check of a move generator, and a measure of its speed. Depth is 0 to 255; the GIL
/// is released, and Ctrl-C is heard.
#[pyfunction]
pub(super) fn perft(py: Python<'_>, board: &Bound<'_, Board>, depth: u8) -> PyResult<u64> {
    walk(py, &board.get().position(), depth)
}

fn walk(py: Python<'_>, position: &Position, depth: u8) -> PyResult<u64> {
    py.check_signals()?;
    if depth <= UNINTERRUPTED {
        return Ok(py.detach(|| movegen::perft(position, depth.into())));
    }
    let mut nodes = 0;
    for m in movegen::legal_moves(position) {
        nodes += walk(py, &position.after(m), depth - 1)?;
    }
    Ok(nodes)
}

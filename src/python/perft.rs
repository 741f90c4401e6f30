//! `perft`: parallel and interruptible.

use pyo3::exceptions::PyMemoryError;

use super::board::{BoardArgument, BoardState};
use crate::movegen::{PerftTable, perft_parallel};
use crate::python::prelude::*;

/// The largest table, in megabytes.
const LARGEST_TABLE: i64 = 1 << 20;

/// Returns the number of sequences of legal moves of a given length.
///
/// The GIL is released and Ctrl-C interrupts.
///
/// Args:
///     board: the position to start from.
///     depth: the number of plies, 0 to 255.
///     threads: the number of threads; `None` for all cores.
///     hash_mb: the size in megabytes of a table in which subtrees reached in several ways are
///         counted once; `None` for no table.
///     progress: `True` for a progress bar (tqdm), or a function that is called with the number of
///         subtrees two or three plies below the position that are counted, and their total.
///
/// Raises:
///     IllegalPositionError: the position is illegal.
///     ArgumentError: an argument is out of range.
///
/// Example:
///     >>> enroque.perft(enroque.Board(), 5)
///     4865609
///     >>> enroque.perft(enroque.Board(), 5, threads=2, hash_mb=16)
///     4865609
#[pyfunction(crate = "crate::python::named_arguments")]
#[pyo3(signature = (board, depth, *, threads = None, hash_mb = None, progress = false))]
pub(super) fn perft(
    py: Python<'_>,
    board: BoardArgument<'_>,
    depth: Number,
    threads: Option<Threads>,
    hash_mb: Option<Number>,
    progress: ProgressArgument,
) -> PyResult<u64> {
    let position = board.0.position()?;
    let depth: u8 = depth.within("depth", 0..=u8::MAX.into())?;
    let table = |megabytes: Number| {
        let table = PerftTable::new(megabytes.within("hash_mb", 1..=LARGEST_TABLE)?);
        table.map_err(|error| PyMemoryError::new_err(error.to_string()))
    };
    let table = hash_mb.map(table).transpose()?;
    with_progress(py, threads, (&progress, "perft", "subtrees"), |run| {
        perft_parallel(&position, depth.into(), run, table.as_ref())
    })
}

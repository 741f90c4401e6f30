//! Polyglot opening books.

use super::board::{BoardArgument, BoardState};
use crate::python::prelude::*;

/// Returns the key of a position in Polyglot opening books.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn polyglot_key(board: BoardArgument<'_>) -> PyResult<u64> {
    Ok(board.0.position()?.polyglot_key())
}

/// Returns the number of sorted entries of 16 bytes that are before a key.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn entries_before(entries: &[u8], key: &[u8]) -> usize {
    entries.as_chunks::<16>().0.partition_point(|entry| entry[..8] < *key)
}

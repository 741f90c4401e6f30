//! What the package does once, when it is imported.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;

use super::board::{BaseBoard, Board};
use super::square_set::SquareSet;
use super::{exit, fork, objects};
use crate::memory;

/// Whether the hooks are registered.
static IS_PREPARED: AtomicBool = AtomicBool::new(false);

/// Maps the reserve of memory, and registers the hooks of forks and of the interpreter's exit.
///
/// The package calls it when it is imported; later calls only return.
///
/// Returns:
///     The features of the build, and whether the interpreter allocates objects as the feature
///     `fast-objects` needs it.
#[pyfunction]
pub(super) fn prepare(py: Python<'_>) -> PyResult<(Vec<&'static str>, bool)> {
    memory::fill();
    if !IS_PREPARED.swap(true, Ordering::SeqCst) {
        exit::register_hook(py)?;
        fork::register_hooks(py)?;
    }
    let features = [
        ("fast-objects", cfg!(feature = "fast-objects")),
        ("large-pages", cfg!(feature = "large-pages")),
    ];
    let features = features.into_iter().filter(|feature| feature.1).map(|feature| feature.0);
    let are_untracked = objects::are_untracked::<BaseBoard>(py)?
        && objects::are_untracked::<Board>(py)?
        && objects::are_untracked::<SquareSet>(py)?;
    Ok((features.collect(), are_untracked))
}

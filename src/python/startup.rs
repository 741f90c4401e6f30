//! What the package does once, when it is imported.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;

use super::{exit, fork};

/// Whether the hooks are registered.
static IS_PREPARED: AtomicBool = AtomicBool::new(false);

/// Registers the hooks of forks and of the interpreter's exit.
///
/// The package calls it when it is imported; later calls only return.
///
/// Returns:
///     The features of the build.
#[pyfunction]
pub(super) fn prepare(py: Python<'_>) -> PyResult<Vec<&'static str>> {
    if !IS_PREPARED.swap(true, Ordering::SeqCst) {
        exit::register_hook(py)?;
        fork::register_hooks(py)?;
    }
    Ok(if cfg!(feature = "large-pages") { vec!["large-pages"] } else { Vec::new() })
}

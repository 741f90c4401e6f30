//! What the package does once, when it is imported.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
#[cfg(feature = "fast-objects")]
use pyo3::sync::PyOnceLock;

use super::board::{BaseBoard, Board};
#[cfg(feature = "fast-objects")]
use super::moves::Uci;
use super::square_set::SquareSet;
use super::{exit, fork, objects};

/// Whether the hooks are registered.
static IS_PREPARED: AtomicBool = AtomicBool::new(false);

/// Registers the hooks of forks and of the interpreter's exit.
///
/// The package calls it when it is imported; later calls only return.
///
/// Returns:
///     The features of the build; and for the feature `fast-objects`, whether the interpreter
///     allocates objects as it needs it, and whether frequent methods are called without PyO3.
#[pyfunction]
pub(super) fn prepare(py: Python<'_>) -> PyResult<(Vec<&'static str>, bool, bool)> {
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
    let are_direct = are_untracked && are_direct(py)?;
    Ok((features.collect(), are_untracked, are_direct))
}

/// Lets the interpreter call frequent methods without PyO3, at the first call, if it has the
/// expected layouts. Returns whether it has.
#[cfg(feature = "fast-objects")]
fn are_direct(py: Python<'_>) -> PyResult<bool> {
    use super::board::{Copy, Fen, Outcome, Pop, Push};
    use super::direct::Replacement;
    use super::{constructor, lists, type_slots, untracked};

    static ARE_DIRECT: PyOnceLock<bool> = PyOnceLock::new();
    let install = || {
        let classes =
            [py.get_type::<BaseBoard>(), py.get_type::<Board>(), py.get_type::<SquareSet>()];
        if !lists::examine(py)? {
            return Ok(false);
        }
        for class in classes {
            if !type_slots::are_known(&class)? {
                return Ok(false);
            }
        }
        let replacements = [
            Replacement::of::<Push>(py)?,
            Replacement::of::<Pop>(py)?,
            Replacement::of::<Copy>(py)?,
            Replacement::of::<Fen>(py)?,
            Replacement::of::<Outcome>(py)?,
            Replacement::of::<Uci>(py)?,
        ];
        let Some(replacements) = replacements.into_iter().collect::<Option<Vec<_>>>() else {
            return Ok(false);
        };
        // SAFETY: slots and definitions are as expected. The package is being imported, so no other
        // thread has the classes.
        unsafe {
            replacements.into_iter().for_each(|replacement| replacement.install());
            untracked::free_directly::<BaseBoard>(py);
            untracked::free_directly::<Board>(py);
            untracked::free_directly::<SquareSet>(py);
            constructor::install::<Board>(py);
        }
        Ok::<_, PyErr>(true)
    };
    ARE_DIRECT.get_or_try_init(py, install).copied()
}

#[cfg(not(feature = "fast-objects"))]
fn are_direct(_: Python<'_>) -> PyResult<bool> {
    Ok(false)
}

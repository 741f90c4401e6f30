//! The threads of a loader.

use super::error::SourceError;

/// Starts a thread.
///
/// # Errors
/// If the system cannot start it.
pub(super) fn start(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), SourceError> {
    let started = std::thread::Builder::new().name(name.to_owned()).spawn(work);
    let failed =
        |error| SourceError::Thread(format!("cannot start a thread of the loader: {error}"));
    started.map(drop).map_err(failed)
}

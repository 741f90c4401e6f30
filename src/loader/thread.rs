//! The threads of a loader.

use super::error::SourceError;
use crate::memory;

/// Starts a thread.
///
/// # Errors
/// If the system cannot start it, or there is not enough memory for it.
pub(super) fn start(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), SourceError> {
    if !memory::has_room_for_thread() {
        return Err(SourceError::Memory(memory::Ended));
    }
    let started = std::thread::Builder::new().name(name.to_owned()).spawn(work);
    let failed =
        |error| SourceError::Thread(format!("cannot start a thread of the loader: {error}"));
    started.map(drop).map_err(failed)
}

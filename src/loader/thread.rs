//! The threads of a loader.

/// Starts a thread; returns whether the system can.
pub(super) fn start(name: &str, work: impl FnOnce() + Send + 'static) -> bool {
    std::thread::Builder::new().name(name.to_owned()).spawn(work).is_ok()
}

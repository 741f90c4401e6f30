//! Calls into Python from the loader's threads, and the shutdown of the interpreter.
//!
//! After its finalization has begun, the interpreter ends every other thread that attaches to it.
//! In the middle of Rust frames that aborts the process. So threads are counted while they run
//! Python, an `atexit` hook waits for them, and no thread attaches after the hook.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// The longest time that the hook waits: a source may be blocked forever, such as by an empty
/// queue.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The interval at which the hook checks the number of threads, and signals.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The number of threads in Python in the lower half, and the process in the upper half: a forked
/// child has none of its parent's threads.
static THREADS_IN_PYTHON: AtomicU64 = AtomicU64::new(0);
static IS_SHUT_DOWN: AtomicBool = AtomicBool::new(false);

/// Changes the number of threads, which is 0 in a new process, and returns the number before.
fn count(change: impl Fn(u64) -> u64) -> u64 {
    let process = u64::from(std::process::id()) << 32;
    let changed = |state: u64| {
        let same_process = state >> 32 == process >> 32;
        let threads = if same_process { state & u64::from(u32::MAX) } else { 0 };
        Some(process | change(threads))
    };
    // sequentially consistent with `IS_SHUT_DOWN`: at least one of the two sides sees the other
    match THREADS_IN_PYTHON.fetch_update(Ordering::SeqCst, Ordering::SeqCst, changed) {
        Ok(before) | Err(before) => changed(before).unwrap_or(0) & u64::from(u32::MAX),
    }
}

/// Counts the current thread until it is dropped.
struct Counted;

impl Counted {
    fn new() -> Option<Counted> {
        count(|threads| threads + 1);
        let counted = Counted;
        (!IS_SHUT_DOWN.load(Ordering::SeqCst)).then_some(counted)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        count(|threads| threads.saturating_sub(1));
    }
}

/// Runs Python code on a thread of the loader; returns `None` without running it if the interpreter
/// is shutting down.
pub(super) fn attached<R>(work: impl for<'py> FnOnce(Python<'py>) -> R) -> Option<R> {
    let _counted = Counted::new()?;
    Python::try_attach(work)
}

/// The `atexit` hook.
#[pyfunction]
fn wait_for_threads(py: Python<'_>) -> PyResult<()> {
    IS_SHUT_DOWN.store(true, Ordering::SeqCst);
    let start = Instant::now();
    while count(|threads| threads) > 0 && start.elapsed() < TIMEOUT {
        py.detach(|| std::thread::sleep(POLL_INTERVAL));
        py.check_signals()?;
    }
    Ok(())
}

/// Registers the `atexit` hook at the first call.
pub(super) fn register_hook(py: Python<'_>) -> PyResult<()> {
    static REGISTERED: PyOnceLock<()> = PyOnceLock::new();
    let register = || {
        let hook = wrap_pyfunction!(wait_for_threads, py)?;
        py.import("atexit")?.call_method1("register", (hook,)).map(drop)
    };
    REGISTERED.get_or_try_init(py, register).map(|_| ())
}

//! Python on the loader's threads, and the end of the interpreter.
//!
//! An interpreter that is going down ends every other thread that asks for its lock, in the middle of Rust
//! frames, and that aborts the process. So a thread says when it is in Python, an `atexit` hook waits for
//! those that are while they can still come out, and nobody goes in after it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// How long the hook waits: a source may be blocked for good, on a queue that nobody fills.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often the hook looks whether all are out, and at signals.
const ASK_EVERY: Duration = Duration::from_millis(2);

/// The process in the upper half and how many of its threads are in Python in the lower one: a forked
/// child has none of its parent's.
static INSIDE: AtomicU64 = AtomicU64::new(0);
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Adds to the number of threads inside, which is 0 in a process that has not been here.
fn count(change: impl Fn(u64) -> u64) -> u64 {
    let own = u64::from(std::process::id()) << 32;
    let changed = |inside: u64| {
        let threads = if inside >> 32 == own >> 32 { inside & u64::from(u32::MAX) } else { 0 };
        Some(own | change(threads))
    };
    // the order with `CLOSED` matters: one of the two sides sees the other
    match INSIDE.fetch_update(Ordering::SeqCst, Ordering::SeqCst, changed) {
        Ok(before) | Err(before) => changed(before).unwrap_or(0) & u64::from(u32::MAX),
    }
}

/// A thread's stay in Python.
struct Stay;

impl Stay {
    fn begin() -> Option<Stay> {
        count(|threads| threads + 1);
        let stay = Stay;
        (!CLOSED.load(Ordering::SeqCst)).then_some(stay)
    }
}

impl Drop for Stay {
    fn drop(&mut self) {
        count(|threads| threads.saturating_sub(1));
    }
}

/// Runs Python on a thread of our own; `None`, and nothing is run, where the interpreter is going down.
pub(super) fn attached<R>(work: impl for<'py> FnOnce(Python<'py>) -> R) -> Option<R> {
    let _stay = Stay::begin()?;
    Python::try_attach(work)
}

/// What the interpreter calls before it goes down.
#[pyfunction]
fn leave_python(py: Python<'_>) -> PyResult<()> {
    CLOSED.store(true, Ordering::SeqCst);
    let start = Instant::now();
    while count(|threads| threads) > 0 && start.elapsed() < PATIENCE {
        py.detach(|| std::thread::sleep(ASK_EVERY));
        py.check_signals()?;
    }
    Ok(())
}

/// Has the interpreter call [`leave_python`] at its end; once is enough.
pub(super) fn leave_at_exit(py: Python<'_>) -> PyResult<()> {
    static REGISTERED: PyOnceLock<()> = PyOnceLock::new();
    let register = || {
        let hook = wrap_pyfunction!(leave_python, py)?;
        py.import("atexit")?.call_method1("register", (hook,)).map(drop)
    };
    REGISTERED.get_or_try_init(py, register).map(|_| ())
}

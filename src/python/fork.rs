//! Forks while other threads use an object.
//!
//! A forked child has only the thread that forked. A lock that another thread holds at that moment
//! would stay locked in the child, and the object would be in the middle of a change. So Python's
//! fork waits until no call holds the lock of an object without the GIL.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::exit::reset_after_fork;

/// The longest time that a fork waits for calls. Then it goes on, and an object whose lock is held
/// must not be used in the child.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The longest time that a call waits for a fork.
const YIELD: Duration = Duration::from_millis(50);
/// The longest time that a call waits for the system to fork, which copies tables of the memory.
const LONGEST_FORK: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_micros(200);

/// The number of calls that hold locks.
static CALLS: AtomicUsize = AtomicUsize::new(0);
/// The number of threads that wait for these calls.
static WAITING: AtomicUsize = AtomicUsize::new(0);
/// The number of threads that check `CALLS` or fork; they have the GIL.
static FORKING: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The number of calls of this thread: a signal handler may fork inside one.
    static OWN_CALLS: Cell<usize> = const { Cell::new(0) };
}

/// A call that holds a lock, until it is dropped.
pub(super) struct Call(());

impl Call {
    pub(super) fn new() -> Call {
        if WAITING.load(Ordering::Relaxed) > 0 && OWN_CALLS.get() == 0 {
            // this thread may have the GIL, which the fork needs
            let begin = Instant::now();
            while WAITING.load(Ordering::Relaxed) > 0 && begin.elapsed() < YIELD {
                std::thread::sleep(INTERVAL);
            }
        }
        // sequentially consistent: either this thread sees the fork, or the fork sees the call
        CALLS.fetch_add(1, Ordering::SeqCst);
        let begin = Instant::now();
        while FORKING.load(Ordering::SeqCst) > 0
            && OWN_CALLS.get() == 0
            && begin.elapsed() < LONGEST_FORK
        {
            CALLS.fetch_sub(1, Ordering::SeqCst);
            std::thread::yield_now();
            CALLS.fetch_add(1, Ordering::SeqCst);
        }
        OWN_CALLS.set(OWN_CALLS.get() + 1);
        Call(())
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        OWN_CALLS.set(OWN_CALLS.get() - 1);
        CALLS.fetch_sub(1, Ordering::SeqCst);
    }
}

#[pyfunction]
fn before(py: Python<'_>) {
    WAITING.fetch_add(1, Ordering::SeqCst);
    let begin = Instant::now();
    loop {
        FORKING.fetch_add(1, Ordering::SeqCst);
        if CALLS.load(Ordering::SeqCst) <= OWN_CALLS.get() || begin.elapsed() > TIMEOUT {
            break;
        }
        FORKING.fetch_sub(1, Ordering::SeqCst);
        py.detach(|| std::thread::sleep(INTERVAL));
    }
    WAITING.fetch_sub(1, Ordering::SeqCst);
}

#[pyfunction]
fn after_in_parent() {
    FORKING.fetch_sub(1, Ordering::SeqCst);
}

#[pyfunction]
fn after_in_child() {
    WAITING.store(0, Ordering::SeqCst);
    FORKING.store(0, Ordering::SeqCst);
    CALLS.store(OWN_CALLS.get(), Ordering::SeqCst);
    reset_after_fork();
}

/// Registers the hooks of `os.fork`.
pub(super) fn register_hooks(py: Python<'_>) -> PyResult<()> {
    let os = py.import("os")?;
    if !os.hasattr("register_at_fork")? {
        return Ok(()); // this system has no fork
    }
    let hooks = PyDict::new(py);
    hooks.set_item("before", wrap_pyfunction!(before, py)?)?;
    hooks.set_item("after_in_parent", wrap_pyfunction!(after_in_parent, py)?)?;
    hooks.set_item("after_in_child", wrap_pyfunction!(after_in_child, py)?)?;
    os.call_method("register_at_fork", (), Some(&hooks)).map(drop)
}

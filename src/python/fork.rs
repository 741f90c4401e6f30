//! Forks while other threads use an object.
//!
//! A forked child has only the thread that forked. A lock that another thread holds at that moment
//! would stay locked in the child, and the object would be in the middle of a change. So Python's
//! fork waits until no other thread is in a call that holds the lock of an object, and such calls
//! wait while a fork waits or is under way.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

use super::exit::{self, POLL_INTERVAL};

/// The longest time that a fork waits: a call may be blocked until this thread goes on. An object
/// that is in such a call must not be used in the child.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The number of calls that hold locks.
static CALLS: AtomicUsize = AtomicUsize::new(0);
/// The number of threads that fork, or wait for these calls to do so.
static FORKS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The number of calls of this thread: a signal handler may fork inside one.
    static OWN_CALLS: Cell<usize> = const { Cell::new(0) };
}

/// A call that holds a lock, until it is dropped.
pub(super) struct Call;

impl Call {
    pub(super) fn new() -> Call {
        // sequentially consistent: either this thread sees the fork, or the fork sees the call
        CALLS.fetch_add(1, Ordering::SeqCst);
        while FORKS.load(Ordering::SeqCst) > 0 && OWN_CALLS.get() == 0 {
            CALLS.fetch_sub(1, Ordering::SeqCst);
            // the fork needs the GIL, which this thread may have
            exit::attach(|py| exit::detach(py, || std::thread::sleep(POLL_INTERVAL)));
            CALLS.fetch_add(1, Ordering::SeqCst);
        }
        OWN_CALLS.set(OWN_CALLS.get() + 1);
        Call
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        OWN_CALLS.set(OWN_CALLS.get() - 1);
        CALLS.fetch_sub(1, Ordering::SeqCst);
    }
}

#[pyfunction(crate = "crate::python::named_arguments")]
fn before(py: Python<'_>) {
    FORKS.fetch_add(1, Ordering::SeqCst);
    let begin = Instant::now();
    while CALLS.load(Ordering::SeqCst) > OWN_CALLS.get() && begin.elapsed() < TIMEOUT {
        py.detach(|| std::thread::sleep(POLL_INTERVAL));
    }
}

#[pyfunction(crate = "crate::python::named_arguments")]
fn after_in_parent() {
    FORKS.fetch_sub(1, Ordering::SeqCst);
}

#[pyfunction(crate = "crate::python::named_arguments")]
fn after_in_child() {
    FORKS.store(0, Ordering::SeqCst);
    CALLS.store(OWN_CALLS.get(), Ordering::SeqCst);
    exit::reset_after_fork();
}

/// Registers the hooks of `os.fork`.
pub(super) fn register_hooks(py: Python<'_>) -> PyResult<()> {
    // absent where the system has no fork
    let Some(register) = py.import("os")?.getattr_opt("register_at_fork")? else { return Ok(()) };
    let hooks = [
        ("before", wrap_pyfunction!(before, py)?),
        ("after_in_parent", wrap_pyfunction!(after_in_parent, py)?),
        ("after_in_child", wrap_pyfunction!(after_in_child, py)?),
    ]
    .into_py_dict(py)?;
    register.call((), Some(&hooks)).map(drop)
}

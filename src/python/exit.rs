//! Threads that call Python; the exit of the interpreter, and forks.
//!
//! After its finalization has begun, the interpreter ends every other thread that attaches to it.
//! In the middle of Rust frames that aborts the process. So a hook of `atexit` waits for the threads
//! that are attaching, and no other thread attaches after it: such a thread sleeps until the process
//! has ended. A thread may also lose the GIL while Rust calls Python, to import a module for example.
//! So the hook gives other threads of Python some time to get to a call without the GIL.
//!
//! A forked child has only the thread that forked. A lock that another thread holds at that moment
//! would stay locked in the child, and the object would be in the middle of a change. So Python's
//! fork waits until no other thread is in a call that holds the lock of an object, and such calls
//! wait while a fork waits or is under way.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

/// The longest time that the exit and a fork wait: a call may be blocked until this thread goes on.
/// An object that is in such a call must not be used in a forked child.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The interval at which a thread checks what it waits for.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// The time for which the hook waits for other threads of Python to sleep. They may never do so, if
/// they do not call this package.
const GRACE: Duration = Duration::from_millis(200);

static IS_EXITING: AtomicBool = AtomicBool::new(false);
/// The number of threads that are attaching, or run a callback.
static ATTACHING: AtomicUsize = AtomicUsize::new(0);
/// The number of threads that sleep until the process has ended.
static SLEEPING: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The number of times that this thread is counted. More than one if it attaches again during
    /// the exit: inside a callback, and in the hook.
    static COUNTED: Cell<usize> = const { Cell::new(0) };
}

/// A thread that is going to attach, until it is dropped.
struct Attaching;

impl Attaching {
    /// Returns `None` if the thread must not attach.
    fn begin() -> Option<Attaching> {
        // sequentially consistent: at least one of this thread and the hook sees the other
        ATTACHING.fetch_add(1, Ordering::SeqCst);
        let counted = COUNTED.replace(COUNTED.get() + 1);
        let attaching = Attaching;
        (!IS_EXITING.load(Ordering::SeqCst) || counted > 0).then_some(attaching)
    }
}

impl Drop for Attaching {
    fn drop(&mut self) {
        COUNTED.set(COUNTED.get() - 1);
        // 0 in a child that a callback has forked
        let less = |count: usize| Some(count.saturating_sub(1));
        let _ = ATTACHING.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less);
    }
}

/// Calls a function without the GIL. If the interpreter exits meanwhile, does not return.
pub(super) fn detach<R: Send>(py: Python<'_>, work: impl FnOnce() -> R + Send) -> R {
    let (result, _attaching) = py.detach(|| {
        let result = work();
        let Some(attaching) = Attaching::begin() else {
            SLEEPING.fetch_add(1, Ordering::SeqCst);
            loop {
                std::thread::park();
            }
        };
        (result, attaching)
    });
    result
}

/// Calls a function with the GIL, on a thread without it. Returns `None` if the interpreter exits.
pub(super) fn attach<R>(work: impl for<'py> FnOnce(Python<'py>) -> R) -> Option<R> {
    let _attaching = Attaching::begin()?;
    Python::try_attach(work)
}

#[pyfunction(crate = "crate::python::named_arguments")]
fn wait_for_threads(py: Python<'_>) -> PyResult<()> {
    COUNTED.set(COUNTED.get() + 1);
    IS_EXITING.store(true, Ordering::SeqCst);
    let begin = Instant::now();
    let threads = py.import("threading")?.getattr("active_count")?;
    loop {
        let others = threads.call0()?.extract::<usize>()?.saturating_sub(1);
        let is_attaching = ATTACHING.load(Ordering::SeqCst) > 0;
        let is_awake = others > SLEEPING.load(Ordering::SeqCst);
        let limit = if is_attaching { TIMEOUT } else { GRACE };
        if !(is_attaching || is_awake) || begin.elapsed() > limit {
            return Ok(());
        }
        py.detach(|| std::thread::sleep(POLL_INTERVAL));
        py.check_signals()?;
    }
}

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
            attach(|py| detach(py, || std::thread::sleep(POLL_INTERVAL)));
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
    ATTACHING.store(0, Ordering::SeqCst);
}

/// Registers the hooks of `atexit` and of `os.fork`.
pub(super) fn register_hooks(py: Python<'_>) -> PyResult<()> {
    let hook = wrap_pyfunction!(wait_for_threads, py)?;
    py.import("atexit")?.call_method1("register", (hook,))?;
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

//! Long calls: they release the GIL, use several threads, and Ctrl-C interrupts them.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::PyArrayDyn;
use pyo3::prelude::*;

use super::arguments::{Number, argument, wrong_type};
use super::arrays::borrowed;
use super::errors::ArgumentError;
use super::exit::{self, Call, detach};
use super::progress::{ProgressArgument, Reporter};
use crate::pool::{self, Interrupted, Run};

/// Returns the number of threads that a parallel call uses by default.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn thread_count() -> usize {
    pool::threads()
}

/// Calls a function that fills an array on several threads, without the GIL; Ctrl-C interrupts it.
pub(super) fn fill<T: numpy::Element, E: Send + Into<PyErr>>(
    array: &Bound<'_, PyArrayDyn<T>>,
    threads: Option<Threads>,
    work: impl FnOnce(&mut [T], Run<'_>) -> Result<(), E> + Send,
) -> PyResult<()> {
    let mut guard = borrowed(array)?;
    let elements = guard.as_slice_mut()?;
    interruptible(array.py(), threads, |run| work(elements, run))
}

/// Calls a function without the GIL. Ctrl-C stops it; the result is then the exception.
pub(super) fn interruptible<R: Send, E: Send + Into<PyErr>>(
    py: Python<'_>,
    threads: Option<Threads>,
    work: impl FnOnce(Run<'_>) -> Result<R, E> + Send,
) -> PyResult<R> {
    attached_periodically(py, threads, None, work)
}

/// [`interruptible`] for a call that reports its progress, and ends it. An exception of the function
/// that gets the reports interrupts the call.
pub(super) fn with_progress<R: Send, E: Send + Into<PyErr>>(
    py: Python<'_>,
    threads: Option<Threads>,
    (progress, activity, unit): (&ProgressArgument, &str, &str),
    work: impl FnOnce(Run<'_>) -> Result<R, E> + Send,
) -> PyResult<R> {
    let reporter = Reporter::new(py, progress, activity, unit)?;
    reporter.end(py, attached_periodically(py, threads, Some(&reporter), work))
}

/// Calls a function without the GIL. Every 20 ms, checks for signals and reports the progress.
fn attached_periodically<R: Send, E: Send + Into<PyErr>>(
    py: Python<'_>,
    threads: Option<Threads>,
    reporter: Option<&Reporter>,
    work: impl FnOnce(Run<'_>) -> Result<R, E> + Send,
) -> PyResult<R> {
    let progress = reporter.and_then(Reporter::counter);
    let (result, signal) = detach(py, || {
        let signal = RefCell::new(None);
        let stop = || match check(reporter) {
            Ok(()) => false,
            Err(error) => {
                *signal.borrow_mut() = Some(error);
                true
            }
        };
        let threads = threads.map(|threads| threads.0);
        let result = work(Run { threads, stop: &stop, progress });
        (result, signal.into_inner())
    });
    match signal {
        Some(error) => Err(error),
        None => result.map_err(Into::into),
    }
}

/// Checks, on a thread without the GIL, that no signal has arrived, and reports the progress.
pub(super) fn check(reporter: Option<&Reporter>) -> PyResult<()> {
    attached(|py| {
        py.check_signals()?;
        reporter.map_or(Ok(()), |reporter| reporter.report(py))
    })
}

/// Calls Python in work without the GIL. After the interpreter has exited, the work is interrupted.
pub(super) fn attached<R>(work: impl for<'py> FnOnce(Python<'py>) -> PyResult<R>) -> PyResult<R> {
    exit::attach(work).unwrap_or_else(|| Err(Interrupted.into()))
}

/// Locks a mutex, also if a thread panicked while it held the lock.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A locked value; forks wait until it is dropped.
pub(super) struct Locked<'a, T> {
    // dropped first
    guard: MutexGuard<'a, T>,
    _call: Call,
}

impl<T> Deref for Locked<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.guard
    }
}

impl<T> DerefMut for Locked<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.guard
    }
}

/// [`locked`] for threads that may be without the GIL, so that another thread may fork meanwhile.
pub(super) fn locked_without_gil<T>(mutex: &Mutex<T>) -> Locked<'_, T> {
    let call = Call::new();
    Locked { guard: locked(mutex), _call: call }
}

/// The number of threads that a call may use.
#[derive(Clone, Copy, IntoPyObject)]
#[pyo3(transparent)]
pub(super) struct Threads(pub(super) NonZeroUsize);

argument!(Threads, i64::INPUT_TYPE, |object| {
    let Ok(count) = object.extract::<Number>() else {
        return Err(wrong_type("threads must be an int, or None for all cores", &object));
    };
    if count.0 < 1 {
        return Err(ArgumentError::new_err(format!(
            "threads must be 1 or more, or None for all cores, not {count}"
        )));
    }
    let threads = NonZeroUsize::new(count.at_least("threads", 1)?);
    Ok(Threads(threads.unwrap_or(NonZeroUsize::MIN)))
});

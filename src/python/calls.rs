//! Long calls: they release the GIL, use several threads, and Ctrl-C interrupts them.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::PyArrayDyn;
use pyo3::prelude::*;

use super::arguments::argument;
use super::arrays::borrowed;
use super::errors::ArgumentError;
use super::progress::Reporter;
use crate::pool::Run;

/// Calls a function that fills an array on several threads, without the GIL; Ctrl-C interrupts it.
pub(super) fn fill<T, E>(
    array: &Bound<'_, PyArrayDyn<T>>,
    threads: Option<NonZeroUsize>,
    work: impl FnOnce(&mut [T], Run<'_>) -> Result<(), E> + Send,
) -> PyResult<()>
where
    T: numpy::Element,
    E: Send,
    PyErr: From<E>,
{
    let mut guard = borrowed(array)?;
    let elements = guard.as_slice_mut()?;
    interruptible(array.py(), threads, |run| work(elements, run))
}

/// Calls a function without the GIL. Ctrl-C interrupts it; the result is then its exception.
pub(super) fn interruptible<R, E>(
    py: Python<'_>,
    threads: Option<NonZeroUsize>,
    work: impl FnOnce(Run<'_>) -> Result<R, E> + Send,
) -> PyResult<R>
where
    R: Send,
    E: Send,
    PyErr: From<E>,
{
    attached_sometimes(py, threads, None, work)
}

/// [`interruptible`] for a call that reports its progress, and ends it. An exception of the function
/// that gets the reports interrupts the call.
pub(super) fn with_progress<R, E>(
    py: Python<'_>,
    threads: Option<NonZeroUsize>,
    reporter: &Reporter,
    work: impl FnOnce(Run<'_>) -> Result<R, E> + Send,
) -> PyResult<R>
where
    R: Send,
    E: Send,
    PyErr: From<E>,
{
    reporter.end(py, attached_sometimes(py, threads, Some(reporter), work))
}

/// Calls a function without the GIL, and now and then checks for signals and reports the progress.
fn attached_sometimes<R, E>(
    py: Python<'_>,
    threads: Option<NonZeroUsize>,
    reporter: Option<&Reporter>,
    work: impl FnOnce(Run<'_>) -> Result<R, E> + Send,
) -> PyResult<R>
where
    R: Send,
    E: Send,
    PyErr: From<E>,
{
    let progress = reporter.and_then(Reporter::counter);
    let check = |py: Python<'_>| {
        py.check_signals()?;
        reporter.map_or(Ok(()), |reporter| reporter.report(py))
    };
    let (result, signal) = py.detach(|| {
        let signal = RefCell::new(None);
        let stop = || match Python::attach(check) {
            Ok(()) => false,
            Err(error) => {
                *signal.borrow_mut() = Some(error);
                true
            }
        };
        let result = work(Run { threads, stop: &stop, progress });
        (result, signal.into_inner())
    });
    match signal {
        Some(error) => Err(error),
        None => result.map_err(PyErr::from),
    }
}

/// Locks a mutex, also if a thread panicked while it held the lock.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of threads that a call may use.
pub(super) struct Threads(pub(super) NonZeroUsize);

argument!(Threads, i64::INPUT_TYPE, |object| {
    let count = object.extract::<i64>()?;
    match usize::try_from(count).ok().and_then(NonZeroUsize::new) {
        Some(count) => Ok(Threads(count)),
        None => Err(ArgumentError::new_err(format!(
            "threads must be 1 or more, or None for all cores, not {count}"
        ))),
    }
});

//! A cell for a value that only threads with the GIL access.
//!
//! Many methods of a Board take few nanoseconds, and a mutex costs six to nine. With a GIL, only
//! one thread is attached at a time, so this is a `RefCell`; without a GIL it is a mutex.

use pyo3::Python;

#[cfg(Py_GIL_DISABLED)]
type Inner<T> = std::sync::Mutex<T>;
#[cfg(not(Py_GIL_DISABLED))]
type Inner<T> = std::cell::RefCell<T>;

/// A guard of the value, to be dropped before the thread detaches.
#[cfg(Py_GIL_DISABLED)]
pub(super) type Guard<'a, T> = std::sync::MutexGuard<'a, T>;
/// A guard of the value, to be dropped before the thread detaches.
#[cfg(not(Py_GIL_DISABLED))]
pub(super) type Guard<'a, T> = std::cell::RefMut<'a, T>;

/// A value for attached threads. Do not call into Python while holding the guard: with a GIL,
/// another thread could then run and panic at the `RefCell`; without a GIL, two threads could
/// deadlock.
#[derive(Default)]
pub(super) struct GilCell<T>(Inner<T>);

// SAFETY: the value is accessed through `lock` only, which requires the token of an attached
// thread. With a GIL one thread is attached at a time (PyO3 does not support interpreters with
// their own GIL), and a `RefMut` is not `Send`, so no closure for `Python::detach` can hold one.
// Values are created and dropped by any attached thread, hence `T: Send`.
#[cfg(not(Py_GIL_DISABLED))]
unsafe impl<T: Send> Sync for GilCell<T> {}

impl<T> GilCell<T> {
    #[inline(always)]
    pub(super) const fn new(value: T) -> GilCell<T> {
        GilCell(Inner::new(value))
    }

    /// Locks the value; hold the guard as briefly as possible.
    #[cfg(not(Py_GIL_DISABLED))]
    #[inline(always)]
    pub(super) fn lock<'a>(&'a self, _: Python<'a>) -> Guard<'a, T> {
        self.0.borrow_mut()
    }

    /// Locks the value, in a method of a Python object that has no token.
    #[inline(always)]
    pub(super) fn lock_attached(&self) -> Guard<'_, T> {
        // SAFETY: only methods of Python objects call this, and not in `detach`, whose closures have
        // no Python objects
        self.lock(unsafe { Python::assume_attached() })
    }

    /// Locks the value in `__traverse__`, which has no token; `None` if it is locked.
    #[inline(always)]
    pub(super) fn try_lock(&self) -> Option<Guard<'_, T>> {
        #[cfg(not(Py_GIL_DISABLED))]
        return self.0.try_borrow_mut().ok();
        #[cfg(Py_GIL_DISABLED)]
        return self.0.try_lock().ok();
    }

    /// Locks the value; hold the guard as briefly as possible. No code panics in the middle of a
    /// change, so a poisoned mutex holds a consistent value.
    #[cfg(Py_GIL_DISABLED)]
    pub(super) fn lock<'a>(&'a self, _: Python<'a>) -> Guard<'a, T> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

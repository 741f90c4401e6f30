//! What only a thread that is attached to the interpreter touches.
//!
//! A Board is asked things that take nanoseconds; a mutex took six to nine of them, and under the GIL nobody
//! else can be there. So with a GIL this is a cell that notes whether it is lent, and without one a mutex.

use pyo3::Python;

#[cfg(Py_GIL_DISABLED)]
type Inner<T> = std::sync::Mutex<T>;
#[cfg(not(Py_GIL_DISABLED))]
type Inner<T> = std::cell::RefCell<T>;

/// The value, lent: by one at a time, who may not keep it when the thread detaches.
#[cfg(Py_GIL_DISABLED)]
pub(super) type Lent<'a, T> = std::sync::MutexGuard<'a, T>;
/// The value, lent: by one at a time, who may not keep it when the thread detaches.
#[cfg(not(Py_GIL_DISABLED))]
pub(super) type Lent<'a, T> = std::cell::RefMut<'a, T>;

/// A value for attached threads. Whoever has it never calls into Python meanwhile: with a GIL that
/// could bring another thread here, which must not find it lent; without one, two could wait for each
/// other.
#[derive(Default)]
pub(super) struct Attached<T>(Inner<T>);

// SAFETY: the value is reached through `lock` alone, which asks for the token of an attached thread. With
// a GIL one thread is attached at a time (PyO3 refuses interpreters with a GIL of their own), and a
// `RefMut` is not `Send`, so that no closure for `Python::detach` can hold one. Values are made and dropped
// by whichever thread is attached, hence `T: Send`.
#[cfg(not(Py_GIL_DISABLED))]
unsafe impl<T: Send> Sync for Attached<T> {}

impl<T> Attached<T> {
    #[inline(always)]
    pub(super) fn new(value: T) -> Attached<T> {
        Attached(Inner::new(value))
    }

    /// The value, for as short as possible.
    #[cfg(not(Py_GIL_DISABLED))]
    #[inline(always)]
    pub(super) fn lock<'a>(&'a self, _: Python<'a>) -> Lent<'a, T> {
        self.0.borrow_mut()
    }

    /// The value, for as short as possible. No code that has it panics halfway through a change, so a
    /// poisoned mutex holds a whole value.
    #[cfg(Py_GIL_DISABLED)]
    pub(super) fn lock<'a>(&'a self, _: Python<'a>) -> Lent<'a, T> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

//! Python objects that are created at first use and then reused.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

/// A cell for such an object. Half the size of a `PyOnceLock`, and reading it is one load: a list
/// of legal moves reads about forty.
pub(super) struct Interned<T> {
    /// Null, or an object of the type that is never freed.
    object: AtomicPtr<ffi::PyObject>,
    of: PhantomData<Py<T>>,
}

impl<T> Interned<T> {
    /// An empty cell.
    pub(super) const fn new() -> Interned<T> {
        Interned { object: AtomicPtr::new(std::ptr::null_mut()), of: PhantomData }
    }

    /// The object, which is created at the first call.
    #[inline(always)]
    pub(super) fn get_or_make<'py>(
        &self,
        py: Python<'py>,
        make: impl FnOnce() -> PyResult<Bound<'py, T>>,
    ) -> PyResult<Bound<'py, T>> {
        match self.get(py) {
            Some(object) => Ok(object),
            None => self.make(py, make),
        }
    }

    #[inline(always)]
    fn get<'py>(&self, py: Python<'py>) -> Option<Bound<'py, T>> {
        let object = self.object.load(Ordering::Acquire);
        if object.is_null() {
            return None;
        }
        // SAFETY: the thread is attached, and a pointer that is not null was stored by `make`: an
        // object of this type whose reference count includes one that is never released.
        unsafe {
            add_reference(object);
            Some(Bound::from_owned_ptr(py, object).cast_into_unchecked())
        }
    }

    /// Creates the object. If two threads create it at once, the first one's is kept.
    #[cold]
    fn make<'py>(
        &self,
        py: Python<'py>,
        make: impl FnOnce() -> PyResult<Bound<'py, T>>,
    ) -> PyResult<Bound<'py, T>> {
        let object = make()?;
        let (null, new) = (std::ptr::null_mut(), object.as_ptr());
        let kept = self.object.compare_exchange(null, new, Ordering::AcqRel, Ordering::Acquire);
        if kept.is_ok() {
            std::mem::forget(object.clone());
        }
        Ok(self.get(py).unwrap_or(object))
    }
}

/// Adds a reference to an object that is not immortal. The stable ABI of Python 3.11 has this
/// addition inline; PyO3 calls the interpreter.
///
/// # Safety
/// The object is alive and the thread attached.
#[inline(always)]
pub(super) unsafe fn add_reference(object: *mut ffi::PyObject) {
    // SAFETY: as required above
    unsafe {
        #[cfg(not(any(Py_GIL_DISABLED, Py_3_12)))]
        {
            (*object).ob_refcnt += 1;
        }
        #[cfg(any(Py_GIL_DISABLED, Py_3_12))]
        ffi::Py_INCREF(object);
    }
}

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
        // SAFETY: the thread is attached, and a pointer that is not null was stored by `make`: an
        // object of this type whose reference count includes one that is never released.
        unsafe { Some(Bound::from_borrowed_ptr_or_opt(py, object)?.cast_into_unchecked()) }
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

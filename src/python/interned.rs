//! Python objects that are made once, when first asked for, and handed out again.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

/// A place for such an object. Half the size of a `PyOnceLock`, and a look at it is one load: a list of
/// legal moves takes some forty.
pub(super) struct Interned<T> {
    /// Null, or an object of the type that is never freed.
    object: AtomicPtr<ffi::PyObject>,
    of: PhantomData<Py<T>>,
}

impl<T> Interned<T> {
    /// A place whose object was not asked for yet.
    pub(super) const fn new() -> Interned<T> {
        Interned { object: AtomicPtr::new(std::ptr::null_mut()), of: PhantomData }
    }

    /// The object, which is made if nobody has asked for it before.
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
        // SAFETY: the thread is attached, and what is not null was put here by `make`: an object of this
        // type, of which a reference is kept for ever.
        unsafe { Some(Bound::from_borrowed_ptr_or_opt(py, object)?.cast_into_unchecked()) }
    }

    /// Makes the object. Of two threads that come at once, the first one's is kept.
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

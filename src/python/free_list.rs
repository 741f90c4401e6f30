//! Memory of freed objects of one class, which the next objects of the class get.
//!
//! Allocating and freeing an object in the interpreter costs as much as copying a board. A list is
//! guarded by the GIL; without a GIL there is none.

use pyo3::ffi;
use pyo3::prelude::*;

#[cfg(not(Py_GIL_DISABLED))]
use std::{cell::UnsafeCell, ptr::NonNull};

#[cfg(not(Py_GIL_DISABLED))]
use arrayvec::ArrayVec;

/// The most objects in a list. Programs that search have a few boards at a time.
#[cfg(not(Py_GIL_DISABLED))]
const MOST: usize = 16;

/// The memory of objects with the header of the garbage collector, which are not tracked.
#[derive(Default)]
pub(super) struct FreeList {
    #[cfg(not(Py_GIL_DISABLED))]
    objects: UnsafeCell<ArrayVec<NonNull<ffi::PyObject>, MOST>>,
}

impl FreeList {
    /// Takes an object out, with one reference. Its class has one reference too few, and its value
    /// is uninitialized.
    #[inline(always)]
    pub(super) fn take(&self, _: Python<'_>) -> Option<*mut ffi::PyObject> {
        #[cfg(Py_GIL_DISABLED)]
        return None;
        #[cfg(not(Py_GIL_DISABLED))]
        {
            // SAFETY: the thread has the GIL, and nothing here calls Python or this list again
            let object = unsafe { &mut *self.objects.get() }.pop()?.as_ptr();
            // SAFETY: the memory of an object that only the list had. The count of references is
            // its first field: all its bits are zero but the lowest, as in every new object.
            unsafe { object.cast::<isize>().write(1) };
            Some(object)
        }
    }

    /// Puts the memory of an object in; returns false if the list is full.
    ///
    /// # Safety
    /// It is an object of the class of this list, which has no references, is not tracked and whose
    /// value was dropped.
    #[inline(always)]
    pub(super) unsafe fn put(&self, _: Python<'_>, object: *mut ffi::PyObject) -> bool {
        #[cfg(Py_GIL_DISABLED)]
        {
            let _ = object;
            false
        }
        #[cfg(not(Py_GIL_DISABLED))]
        {
            // SAFETY: as in `take`
            let objects = unsafe { &mut *self.objects.get() };
            NonNull::new(object).is_some_and(|object| objects.try_push(object).is_ok())
        }
    }
}

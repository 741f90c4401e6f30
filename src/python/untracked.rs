//! Objects that Python's cyclic garbage collector need not look at.

use pyo3::PyClass;
use pyo3::prelude::*;

/// Takes an object off the collector's lists, unless it is of a subclass, which may have attributes.
///
/// PyO3 puts every object there. One that holds no Python object is in no cycle, and who keeps many of
/// them pays for each at every collection: a list of 400,000 boards is made in a quarter of the time
/// without.
#[inline]
pub(super) fn untrack<T: PyClass>(object: &Bound<'_, T>) {
    if object.as_any().is_exact_instance_of::<T>() {
        // SAFETY: the thread is attached, and `object` is alive and of a class of PyO3's, all of which
        // have the collector's header; what has it may be taken off the lists at any time, and again.
        unsafe { pyo3::ffi::PyObject_GC_UnTrack(object.as_ptr().cast()) };
    }
}

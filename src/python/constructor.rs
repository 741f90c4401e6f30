//! Calls of a class without PyO3: `Board()`.
//!
//! The interpreter calls a class by `__new__` and then `__init__`, and makes a tuple and a dict of
//! the arguments for both. The slot `tp_vectorcall` of a class replaces all of that. It is not
//! inherited, so subclasses are called as before.

use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3::{PyClass, ffi};

use super::direct::{Arguments, Reply, reply};
use super::type_slots::Slot;

/// The methods that a constructor replaces.
pub(super) struct Replaced {
    new: AtomicPtr<c_void>,
    init: AtomicPtr<c_void>,
}

impl Replaced {
    pub(super) const fn new() -> Replaced {
        Replaced { new: AtomicPtr::new(null_mut()), init: AtomicPtr::new(null_mut()) }
    }

    /// Whether they are still those of the class: a program may assign others.
    ///
    /// # Safety
    /// The slots of the class are known.
    #[inline(always)]
    unsafe fn are_of(&self, class: *mut ffi::PyTypeObject) -> bool {
        // SAFETY: as required above
        unsafe {
            *Slot::NEW.of(class) == self.new.load(Ordering::Relaxed)
                && *Slot::INIT.of(class) == self.init.load(Ordering::Relaxed)
        }
    }
}

/// A class that is called directly.
pub(super) trait Construct: PyClass {
    fn replaced() -> &'static Replaced;

    /// Creates an object, as `__new__` and `__init__` do.
    fn construct<'py>(py: Python<'py>, arguments: Arguments<'_, 'py>) -> Reply<'py>;
}

/// The type of `tp_vectorcall`.
type Vectorcall = unsafe extern "C" fn(
    *mut ffi::PyObject,
    *const *mut ffi::PyObject,
    usize,
    *mut ffi::PyObject,
) -> *mut ffi::PyObject;

/// The `tp_vectorcall` of a class.
unsafe extern "C" fn call<T: Construct>(
    class: *mut ffi::PyObject,
    values: *const *mut ffi::PyObject,
    count: usize,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    /// A flag in the number of arguments, `PY_VECTORCALL_ARGUMENTS_OFFSET`.
    const OFFSET: usize = 1 << (usize::BITS - 1);
    // SAFETY: the interpreter calls it attached, with the class and arguments
    let done = unsafe {
        reply(|py| {
            let arguments = Arguments::new(py, values, count & !OFFSET, names);
            let made = T::replaced().are_of(class.cast()).then(|| T::construct(py, arguments));
            made.flatten().or_else(|| {
                let (tuple, dict) = match arguments.unpacked(py) {
                    Ok(unpacked) => unpacked,
                    Err(error) => return Some(Err(error)),
                };
                Some(call_as_type(Borrowed::from_ptr(py, class), tuple, dict))
            })
        })
    };
    done.unwrap_or_default()
}

/// Calls a class as its metaclass, `type`, does.
///
/// # Safety
/// The object is a class.
#[cold]
unsafe fn call_as_type<'py>(
    class: Borrowed<'_, 'py, PyAny>,
    tuple: Bound<'py, PyTuple>,
    dict: Option<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let dict = dict.as_ref().map_or(null_mut(), |dict| dict.as_ptr());
    // SAFETY: this slot of `type` is a function of a class, a tuple, and a dict or null
    unsafe {
        let slot = ffi::PyType_GetSlot(&raw mut ffi::PyType_Type, ffi::Py_tp_call);
        let call: ffi::ternaryfunc = std::mem::transmute(slot);
        Bound::from_owned_ptr_or_err(class.py(), call(class.as_ptr(), tuple.as_ptr(), dict))
    }
}

/// Lets the interpreter call a class directly.
///
/// # Safety
/// The slots of the class are known, and no other thread uses the class. This is done once.
pub(super) unsafe fn install<T: Construct>(py: Python<'_>) {
    let class = T::type_object_raw(py);
    let get = |slot: c_int| {
        // SAFETY: the class is alive
        unsafe { ffi::PyType_GetSlot(class, slot) }
    };
    T::replaced().new.store(get(ffi::Py_tp_new), Ordering::Relaxed);
    T::replaced().init.store(get(ffi::Py_tp_init), Ordering::Relaxed);
    // SAFETY: as required above
    unsafe { *Slot::VECTORCALL.of(class) = call::<T> as Vectorcall as *mut c_void };
}

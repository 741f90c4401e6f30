//! New lists of Python objects.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// Whether a list has the address of its items after its header, as in CPython since 3.0.
static ARE_ITEMS_KNOWN: AtomicBool = AtomicBool::new(false);

/// The fields of a list after its header.
#[repr(C)]
struct Fields {
    items: *mut *mut ffi::PyObject,
    allocated: ffi::Py_ssize_t,
}

/// A new list of `count` objects. Unlike `PyList::new` it does not call the interpreter for each.
#[inline(always)]
pub(super) fn new_list<'py, T>(
    py: Python<'py>,
    count: usize,
    mut object: impl FnMut(usize) -> PyResult<Bound<'py, T>>,
) -> PyResult<Bound<'py, PyList>> {
    // SAFETY: the thread is attached. The new list has `count` items, which are null, and no other
    // code changes it before it has all.
    unsafe {
        let list = ffi::PyList_New(count as ffi::Py_ssize_t);
        let list = Bound::from_owned_ptr_or_err(py, list)?.cast_into_unchecked::<PyList>();
        if !ARE_ITEMS_KNOWN.load(Ordering::Relaxed) {
            for n in 0..count {
                let object = object(n)?.into_ptr();
                if ffi::PyList_SetItem(list.as_ptr(), n as ffi::Py_ssize_t, object) < 0 {
                    return Err(PyErr::fetch(py));
                }
            }
            return Ok(list);
        }
        let items = (*fields(&list)).items;
        for n in 0..count {
            items.add(n).write(object(n)?.into_ptr());
        }
        Ok(list)
    }
}

fn fields(list: &Bound<'_, PyList>) -> *const Fields {
    // SAFETY: the address is inside or just after the object
    unsafe { list.as_ptr().byte_add(size_of::<ffi::PyVarObject>()).cast() }
}

/// Examines the layout of lists, for [`new_list`]. Without it, the interpreter sets each item.
#[cfg(feature = "fast-objects")]
pub(super) fn examine(py: Python<'_>) -> PyResult<bool> {
    let items = [py.None(), py.Ellipsis(), py.NotImplemented()];
    let list = PyList::new(py, &items)?;
    let size: usize = list.get_type().getattr("__basicsize__")?.extract()?;
    let is_size_known = size == size_of::<ffi::PyVarObject>() + size_of::<Fields>();
    // SAFETY: the list has these fields if it is so large, and its three items are read if they are
    // allocated
    let are_known = is_size_known
        && unsafe {
            let Fields { items: address, allocated } = fields(&list).read();
            (3..64).contains(&allocated)
                && address.is_aligned()
                && !address.is_null()
                && (0..3).all(|n| *address.add(n) == items[n].as_ptr())
        };
    ARE_ITEMS_KNOWN.store(are_known, Ordering::Relaxed);
    Ok(are_known)
}

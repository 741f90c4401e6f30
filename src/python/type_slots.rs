//! Slots of a class that the stable ABI does not give, found in the memory of the class.
//!
//! The fields of CPython's `PyTypeObject` are one word each, in the same order since 3.8. A slot is
//! used only if its neighbors have the values that the stable ABI gives, and `type` itself says
//! where classes have `tp_vectorcall`. This is checked when the package is imported.

use std::ffi::{c_int, c_void};

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// A field of a class, by its number of words after the header of the object.
#[derive(Clone, Copy)]
pub(super) struct Slot(usize);

impl Slot {
    pub(super) const DEALLOC: Slot = Slot(3);
    const VECTORCALL_OFFSET: Slot = Slot(4);
    const REPR: Slot = Slot(8);
    const RICH_COMPARE: Slot = Slot(22);
    pub(super) const INIT: Slot = Slot(34);
    const ALLOC: Slot = Slot(35);
    pub(super) const NEW: Slot = Slot(36);
    const FREE: Slot = Slot(37);
    const BASES: Slot = Slot(39);
    const MRO: Slot = Slot(40);
    pub(super) const VECTORCALL: Slot = Slot(47);

    const fn offset(self) -> usize {
        size_of::<ffi::PyVarObject>() + self.0 * size_of::<*mut c_void>()
    }

    /// The address of the field.
    ///
    /// # Safety
    /// The class is alive and has such a field.
    #[inline(always)]
    pub(super) unsafe fn of(self, class: *mut ffi::PyTypeObject) -> *mut *mut c_void {
        // SAFETY: as required above
        unsafe { class.byte_add(self.offset()).cast() }
    }
}

/// Whether the fields of a class are where this file has them, and the class has no own
/// `tp_vectorcall`.
pub(super) fn are_known(class: &Bound<'_, PyType>) -> PyResult<bool> {
    let py = class.py();
    let type_type = py.get_type::<PyType>();
    let size: usize = type_type.getattr("__basicsize__")?.extract()?;
    if size < Slot::VECTORCALL.offset() + size_of::<*mut c_void>() {
        return Ok(false);
    }
    let pointer = class.as_type_ptr();
    // SAFETY: both classes are alive, and their first `size` bytes are that of a class
    let field = |class: *mut ffi::PyTypeObject, slot: Slot| unsafe { *slot.of(class) };
    // SAFETY: the class is alive
    let given = |slot: c_int| unsafe { ffi::PyType_GetSlot(pointer, slot) };
    let are_given = [
        (Slot::DEALLOC, ffi::Py_tp_dealloc),
        (Slot::REPR, ffi::Py_tp_repr),
        (Slot::RICH_COMPARE, ffi::Py_tp_richcompare),
        (Slot::INIT, ffi::Py_tp_init),
        (Slot::ALLOC, ffi::Py_tp_alloc),
        (Slot::NEW, ffi::Py_tp_new),
        (Slot::FREE, ffi::Py_tp_free),
    ]
    .iter()
    .all(|&(slot, number)| field(pointer, slot) == given(number) && !given(number).is_null());
    let are_tuples = field(pointer, Slot::BASES) == class.getattr("__bases__")?.as_ptr().cast()
        && field(pointer, Slot::MRO) == class.getattr("__mro__")?.as_ptr().cast();
    let vectorcall = field(type_type.as_type_ptr(), Slot::VECTORCALL_OFFSET).addr();
    Ok(are_given
        && are_tuples
        && vectorcall == Slot::VECTORCALL.offset()
        && field(pointer, Slot::VECTORCALL).is_null())
}

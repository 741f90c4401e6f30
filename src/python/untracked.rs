//! Fast creation of objects that hold one Rust value and no Python object, and that the cyclic
//! garbage collector does not track.
//!
//! PyO3 allocates with `object.__new__`, which clears the memory and tracks the object, and then
//! moves the value there. For boards this was more than half of the cost of creation, and every
//! collection visited each board: without it a list of 400,000 boards is created in a quarter of
//! the time.
//!
//! It needs a layout of objects that PyO3 does not promise and an interpreter that allocates them
//! as CPython 3.11 to 3.14 do. Both are checked when the package is imported. If they are
//! different, or with `ENROQUE_FAST_OBJECTS=0` in the environment, PyO3 creates the objects.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::NonNull;

use pyo3::exceptions::PySystemError;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::types::{PyTuple, PyType};
use pyo3::{PyClass, ffi};

use super::free_list::FreeList;
use super::type_slots::Slot;
use super::value_class::{Layout, ValueClass};

impl<V: PyClass<Frozen = True> + Default + Sync> Layout<V> {
    /// The expected offset of the value.
    const VALUE_OFFSET: usize = size_of::<ffi::PyObject>();

    /// The layout; at the first call it is read from an object that PyO3 creates.
    #[inline(always)]
    fn of<T: ValueClass<Value = V>>(py: Python<'_>) -> PyResult<&'static Layout<V>> {
        match T::layout().get(py) {
            Some(layout) => Ok(layout),
            None => Layout::detect::<T>(py),
        }
    }

    #[cold]
    fn detect<T: ValueClass<Value = V>>(py: Python<'_>) -> PyResult<&'static Layout<V>> {
        T::layout().get_or_try_init(py, || {
            let object = Bound::new(py, T::initializer(V::default()))?;
            Layout::of_object(&object)
        })
    }

    /// The layout of an object that PyO3 created.
    fn of_object<T: ValueClass<Value = V>>(object: &Bound<'_, T>) -> PyResult<Layout<V>> {
        let py = object.py();
        let class = T::type_object(py);
        let value_offset = offset_of_value::<V>(object.as_any())?;
        let number = |name| class.getattr(name)?.extract::<isize>();
        // the value is all that PyO3 writes into an object
        if usize::try_from(number("__basicsize__")?) != Ok(value_offset + size_of::<V>()) {
            return Err(PySystemError::new_err(format!(
                "{} was built with a PyO3 that adds fields to its objects: build it without the \
                 feature `fast-objects`",
                T::NAME
            )));
        }
        let mut layout = Layout {
            class: NonNull::new(class.as_type_ptr()).expect("a class has an address"),
            value_offset,
            is_expected: false,
            // SAFETY: the class is alive, and a class of PyO3 has a function of this type there
            dealloc: unsafe {
                let slot = ffi::PyType_GetSlot(class.as_type_ptr(), ffi::Py_tp_dealloc);
                std::mem::transmute::<*mut c_void, ffi::destructor>(slot)
            },
            free: FreeList::default(),
            value: PhantomData,
        };
        // `PyObject_GC_New` adds the header of the garbage collector, and leaves memory for
        // attributes, weak references and items uninitialized
        layout.is_expected = std::env::var_os("ENROQUE_FAST_OBJECTS")
            .is_none_or(|value| value != "0")
            && value_offset == Self::VALUE_OFFSET
            && value_offset % align_of::<V>() == 0
            && number("__flags__")? & (ffi::Py_TPFLAGS_HAVE_GC as isize) != 0
            && number("__itemsize__")? == 0
            && number("__dictoffset__")? == 0
            && number("__weakrefoffset__")? == 0
            && layout.is_allocated_as_expected::<T>(py)?;
        Ok(layout)
    }

    /// Whether an object that is allocated without PyO3 has its class, its value where PyO3 looks
    /// for it, one reference, and is not tracked.
    fn is_allocated_as_expected<T: ValueClass<Value = V>>(&self, py: Python<'_>) -> PyResult<bool> {
        // SAFETY: the thread is attached, and the class has the garbage collector's header, no
        // attributes, no weak references and no items
        let object = unsafe { self.allocate::<T>(py, V::default) }?;
        // SAFETY: the object is alive
        let (references, is_tracked) = unsafe {
            (ffi::Py_REFCNT(object.as_ptr()), ffi::PyObject_GC_IsTracked(object.as_ptr()) != 0)
        };
        Ok(object.as_any().get_type().as_type_ptr() == self.class.as_ptr()
            && references == 1
            && !is_tracked
            && offset_of_value::<V>(object.as_any())? == self.value_offset)
    }

    /// A new object of exactly this class, which the garbage collector does not track.
    ///
    /// # Safety
    /// Objects of the class have the garbage collector's header, the value at `VALUE_OFFSET`, and
    /// no other memory to initialize.
    #[inline(always)]
    unsafe fn allocate<'py, T: ValueClass<Value = V>>(
        &self,
        py: Python<'py>,
        make: impl FnOnce() -> V,
    ) -> PyResult<Bound<'py, T>> {
        // SAFETY: the thread is attached. The object is new, and no other code sees it before it
        // has its value (if `make` panics, its memory leaks). It may stay untracked, as it refers
        // only to its class, which is never freed.
        unsafe {
            let class = self.class.as_ptr();
            let object = if let Some(object) = self.free.take(py) {
                ffi::Py_INCREF(class.cast());
                object
            } else {
                let object: *mut ffi::PyObject = ffi::PyObject_GC_New(class);
                if object.is_null() {
                    return Err(PyErr::fetch(py));
                }
                object
            };
            object.byte_add(Self::VALUE_OFFSET).cast::<V>().write(make());
            Ok(Bound::from_owned_ptr(py, object).cast_into_unchecked())
        }
    }
}

/// The `tp_dealloc` of a class: frees an object that has no references.
unsafe extern "C" fn dealloc<T: ValueClass>(object: *mut ffi::PyObject) {
    // SAFETY: the interpreter calls it attached. An object of exactly this class has only its value
    // to drop, which does not panic. A subclass may have attributes, which PyO3 knows to free.
    unsafe {
        let py = Python::assume_attached();
        let Some(layout) = T::layout().get(py) else { return };
        let class = ffi::Py_TYPE(object);
        if class != layout.class.as_ptr() {
            return (layout.dealloc)(object);
        }
        ffi::PyObject_GC_UnTrack(object.cast());
        object.byte_add(Layout::<T::Value>::VALUE_OFFSET).cast::<T::Value>().drop_in_place();
        if !layout.free.put(py, object) {
            ffi::PyObject_GC_Del(object.cast());
        }
        ffi::Py_DECREF(class.cast());
    }
}

/// Lets the interpreter free objects of a class without PyO3.
///
/// # Safety
/// The slots of the class are known, objects are allocated as expected, and no other thread uses
/// the class.
pub(super) unsafe fn free_directly<T: ValueClass>(py: Python<'_>) {
    // SAFETY: as required above
    unsafe { *Slot::DEALLOC.of(T::type_object_raw(py)) = dealloc::<T> as *mut c_void };
}

/// Whether the interpreter allocates objects of the class as [`object`] needs it. It is examined at
/// the first call.
pub(super) fn is_expected<T: ValueClass>(py: Python<'_>) -> PyResult<bool> {
    Ok(Layout::of::<T>(py)?.is_expected)
}

/// The offset of the value in an object with a value, as PyO3 finds it.
fn offset_of_value<V: PyClass<Frozen = True> + Sync>(object: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(std::ptr::from_ref(object.cast::<V>()?.get()).addr() - object.as_ptr().addr())
}

/// A new object of exactly this class, not tracked by the garbage collector.
#[inline(always)]
pub(super) fn object<T: ValueClass>(
    py: Python<'_>,
    make: impl FnOnce() -> T::Value,
) -> PyResult<Bound<'_, T>> {
    let layout = Layout::of::<T>(py)?;
    if !layout.is_expected {
        return Bound::new(py, T::initializer(make()));
    }
    // SAFETY: the layout is as expected
    unsafe { layout.allocate(py, make) }
}

/// A new object of this class or of a subclass; the latter may have attributes and is tracked.
#[inline(always)]
pub(super) fn object_of<'py, T: ValueClass>(
    class: &Bound<'py, PyType>,
    make: impl FnOnce() -> T::Value,
) -> PyResult<Bound<'py, T>> {
    let py = class.py();
    let layout = Layout::of::<T>(py)?;
    if class.as_type_ptr() == layout.class.as_ptr() {
        return object(py, make);
    }
    object_of_subclass(class, layout, make())
}

#[cold]
fn object_of_subclass<'py, T: ValueClass>(
    class: &Bound<'py, PyType>,
    layout: &Layout<T::Value>,
    value: T::Value,
) -> PyResult<Bound<'py, T>> {
    let py = class.py();
    if !class.is_subclass_of::<T>()? {
        return Err(PySystemError::new_err(format!("{class} is no subclass of {}", T::NAME)));
    }
    // SAFETY: the thread is attached. `object.__new__` (which rejects abstract classes and
    // allocates attributes) is right for every subclass; the class was checked above. The new
    // object has no value yet, and gets it where PyO3 has it in objects of the base class.
    unsafe {
        let slot = ffi::PyType_GetSlot(&raw mut ffi::PyBaseObject_Type, ffi::Py_tp_new);
        let new: ffi::newfunc = std::mem::transmute(slot);
        let object = new(class.as_type_ptr(), PyTuple::empty(py).as_ptr(), std::ptr::null_mut());
        if object.is_null() {
            return Err(PyErr::fetch(py));
        }
        object.byte_add(layout.value_offset).cast::<T::Value>().write(value);
        Ok(Bound::from_owned_ptr(py, object).cast_into_unchecked())
    }
}

//! Objects that hold one Rust value and no Python object: made in one step, and not looked at by the
//! cyclic garbage collector.
//!
//! PyO3 asks `object.__new__` for memory, which is cleared and put on the collector's lists, and then
//! moves the value there. Boards are made and copied so often that this was more than half of what it
//! cost; and who keeps many of them pays for each at every collection: a list of 400,000 boards is made
//! in a quarter of the time without.

use std::marker::PhantomData;
use std::ptr::NonNull;

use pyo3::exceptions::PySystemError;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use pyo3::{PyClass, ffi};

/// A class whose objects hold one value and no Python object, so that they are in no cycle.
pub(super) trait Untracked: PyClass {
    /// Of what class the value is: this one, or its base, if this one adds nothing.
    type Value: PyClass<Frozen = True> + Default + Sync;

    /// An object as PyO3 makes it.
    fn initializer(value: Self::Value) -> PyClassInitializer<Self>;

    /// Where the layout is kept, once it is known.
    fn layout() -> &'static PyOnceLock<Layout<Self::Value>>;
}

/// How the objects of a class lie in memory: Python's header and then the value, nothing more.
pub(super) struct Layout<V> {
    class: NonNull<ffi::PyTypeObject>,
    value: PhantomData<fn(V)>,
}

// SAFETY: a class of PyO3's lives as long as the process, and its address may be read by any thread.
unsafe impl<V> Send for Layout<V> {}
// SAFETY: as above.
unsafe impl<V> Sync for Layout<V> {}

impl<V: PyClass<Frozen = True> + Default + Sync> Layout<V> {
    /// Where the value begins.
    const VALUE_AT: usize = size_of::<ffi::PyObject>();

    /// The layout that an object of PyO3's making shows; `None` if it is another than ours.
    fn shown_by<T: Untracked<Value = V>>(object: &Bound<'_, T>) -> PyResult<Option<Layout<V>>> {
        let class = T::type_object(object.py());
        let size: usize = class.getattr("__basicsize__")?.extract()?;
        let value = object.as_any().cast::<V>()?.get();
        let value_at = std::ptr::from_ref(value).addr() - object.as_ptr().addr();
        let is_ours = value_at == Self::VALUE_AT && size == value_at + size_of::<V>();
        let class = NonNull::new(class.as_type_ptr()).filter(|_| is_ours);
        Ok(class.map(|class| Layout { class, value: PhantomData }))
    }

    /// The layout; the first time, as an object that PyO3 makes shows it.
    #[inline(always)]
    fn of<T: Untracked<Value = V>>(py: Python<'_>) -> PyResult<&'static Layout<V>> {
        match T::layout().get(py) {
            Some(layout) => Ok(layout),
            None => Layout::learnt::<T>(py),
        }
    }

    #[cold]
    fn learnt<T: Untracked<Value = V>>(py: Python<'_>) -> PyResult<&'static Layout<V>> {
        T::layout().get_or_try_init(py, || {
            let object = Bound::new(py, T::initializer(V::default()))?;
            Layout::shown_by(&object)?.ok_or_else(unknown::<T>)
        })
    }

    /// Gives the memory of a new object its value.
    ///
    /// # Safety
    /// The memory is an object of this class or of a subclass, and has no value yet.
    #[inline(always)]
    unsafe fn fill(&self, object: *mut ffi::PyObject, value: V) {
        // SAFETY: a value of every such object is there, as an object of PyO3's making showed.
        unsafe { object.byte_add(Self::VALUE_AT).cast::<V>().write(value) };
    }
}

#[cold]
fn unknown<T: Untracked>() -> PyErr {
    PySystemError::new_err(format!("enroque does not know how a {} lies in memory", T::NAME))
}

/// A new object of this very class, which the collector does not know of. Its value is made in its place.
#[inline(always)]
pub(super) fn object<T: Untracked>(
    py: Python<'_>,
    make: impl FnOnce() -> T::Value,
) -> PyResult<Bound<'_, T>> {
    let layout = Layout::of::<T>(py)?;
    // SAFETY: the thread is attached, and the class is one of PyO3's, all of which have the collector's
    // header. The object is new and of the class, and nobody sees it before it has its value (should
    // `make` panic, its memory is never used again); it may be left off the collector's lists, as it
    // refers to nothing but its class, which is never freed.
    unsafe {
        let object: *mut ffi::PyObject = ffi::PyObject_GC_New(layout.class.as_ptr());
        if object.is_null() {
            return Err(PyErr::fetch(py));
        }
        layout.fill(object, make());
        Ok(Bound::from_owned_ptr(py, object).cast_into_unchecked())
    }
}

/// A new object of this class or of a subclass of it, which may have attributes and then is tracked.
#[inline(always)]
pub(super) fn object_of<'py, T: Untracked>(
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
fn object_of_subclass<'py, T: Untracked>(
    class: &Bound<'py, PyType>,
    layout: &Layout<T::Value>,
    value: T::Value,
) -> PyResult<Bound<'py, T>> {
    let py = class.py();
    if !class.is_subclass_of::<T>()? {
        return Err(unknown::<T>());
    }
    // SAFETY: the thread is attached. What `object.__new__` does (it refuses abstract classes, and makes
    // room for attributes) is right for every subclass; the object has no value yet, as the memory is new,
    // and is of a subclass of the class, as was just asked.
    unsafe {
        let slot = ffi::PyType_GetSlot(&raw mut ffi::PyBaseObject_Type, ffi::Py_tp_new);
        let new: ffi::newfunc = std::mem::transmute(slot);
        let object = new(class.as_type_ptr(), PyTuple::empty(py).as_ptr(), std::ptr::null_mut());
        if object.is_null() {
            return Err(PyErr::fetch(py));
        }
        layout.fill(object, value);
        Ok(Bound::from_owned_ptr(py, object).cast_into_unchecked())
    }
}

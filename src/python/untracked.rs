//! Fast creation of objects that hold one Rust value and no Python object, and that the cyclic
//! garbage collector does not track.
//!
//! PyO3 allocates with `object.__new__`, which clears the memory and tracks the object, and then
//! moves the value there. For boards this was more than half of the cost of creation, and every
//! collection visited each board: without it a list of 400,000 boards is created in a quarter of
//! the time.

use std::marker::PhantomData;
use std::ptr::NonNull;

use pyo3::exceptions::PySystemError;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use pyo3::{PyClass, ffi};

/// A class whose objects hold one value and no Python object, so they are in no reference cycle.
pub(super) trait Untracked: PyClass {
    /// The class of the value: this one, or its base if this one adds nothing.
    type Value: PyClass<Frozen = True> + Default + Sync;

    /// PyO3's initializer of an object.
    fn initializer(value: Self::Value) -> PyClassInitializer<Self>;

    /// The cell of the layout.
    fn layout() -> &'static PyOnceLock<Layout<Self::Value>>;
}

/// Implements [`Untracked`]: the class, the class of its value, and PyO3's initializer of a value.
macro_rules! untracked_class {
    ($class:ident, $value:ident, $initializer:expr) => {
        impl $crate::python::untracked::Untracked for $class {
            type Value = $value;

            fn initializer(value: $value) -> PyClassInitializer<$class> {
                $initializer(value)
            }

            fn layout() -> &'static PyOnceLock<$crate::python::untracked::Layout<$value>> {
                static LAYOUT: PyOnceLock<$crate::python::untracked::Layout<$value>> =
                    PyOnceLock::new();
                &LAYOUT
            }
        }
    };
}
pub(super) use untracked_class;

/// The memory layout of a class: Python's header and then the value.
pub(super) struct Layout<V> {
    class: NonNull<ffi::PyTypeObject>,
    value: PhantomData<fn(V)>,
}

// SAFETY: a class of PyO3 lives as long as the process, and any thread may read its address.
unsafe impl<V> Send for Layout<V> {}
// SAFETY: as above.
unsafe impl<V> Sync for Layout<V> {}

impl<V: PyClass<Frozen = True> + Default + Sync> Layout<V> {
    /// The offset of the value.
    const VALUE_OFFSET: usize = size_of::<ffi::PyObject>();

    /// The layout of an object that PyO3 created; `None` if it is not header and value.
    fn of_object<T: Untracked<Value = V>>(object: &Bound<'_, T>) -> PyResult<Option<Layout<V>>> {
        let class = T::type_object(object.py());
        let size: usize = class.getattr("__basicsize__")?.extract()?;
        let value = object.as_any().cast::<V>()?.get();
        let value_offset = std::ptr::from_ref(value).addr() - object.as_ptr().addr();
        let is_expected =
            value_offset == Self::VALUE_OFFSET && size == value_offset + size_of::<V>();
        let class = NonNull::new(class.as_type_ptr()).filter(|_| is_expected);
        Ok(class.map(|class| Layout { class, value: PhantomData }))
    }

    /// The layout; at the first call it is read from an object that PyO3 creates.
    #[inline(always)]
    fn of<T: Untracked<Value = V>>(py: Python<'_>) -> PyResult<&'static Layout<V>> {
        match T::layout().get(py) {
            Some(layout) => Ok(layout),
            None => Layout::detect::<T>(py),
        }
    }

    #[cold]
    fn detect<T: Untracked<Value = V>>(py: Python<'_>) -> PyResult<&'static Layout<V>> {
        T::layout().get_or_try_init(py, || {
            let object = Bound::new(py, T::initializer(V::default()))?;
            Layout::of_object(&object)?.ok_or_else(layout_error::<T>)
        })
    }

    /// Writes the value into a new object.
    ///
    /// # Safety
    /// The memory is an object of this class or of a subclass without a value.
    #[inline(always)]
    unsafe fn fill(&self, object: *mut ffi::PyObject, value: V) {
        // SAFETY: the value of every such object is at this offset, as detected on an object of
        // PyO3.
        unsafe { object.byte_add(Self::VALUE_OFFSET).cast::<V>().write(value) };
    }
}

#[cold]
fn layout_error<T: Untracked>() -> PyErr {
    PySystemError::new_err(format!("unexpected memory layout of {}", T::NAME))
}

/// A new object of exactly this class, not tracked by the garbage collector.
#[inline(always)]
pub(super) fn object<T: Untracked>(
    py: Python<'_>,
    make: impl FnOnce() -> T::Value,
) -> PyResult<Bound<'_, T>> {
    let layout = Layout::of::<T>(py)?;
    // SAFETY: the thread is attached, and all classes of PyO3 have the garbage collector's header.
    // The object is new, and no other code sees it before it has its value (if `make` panics, its
    // memory leaks). It may stay untracked, as it refers only to its class, which is never freed.
    unsafe {
        let object: *mut ffi::PyObject = ffi::PyObject_GC_New(layout.class.as_ptr());
        if object.is_null() {
            return Err(PyErr::fetch(py));
        }
        layout.fill(object, make());
        Ok(Bound::from_owned_ptr(py, object).cast_into_unchecked())
    }
}

/// A new object of this class or of a subclass; the latter may have attributes and is tracked.
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
        return Err(layout_error::<T>());
    }
    // SAFETY: the thread is attached. `object.__new__` (which rejects abstract classes and
    // allocates attributes) is right for every subclass; the new object has no value yet, and its
    // class was checked above.
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

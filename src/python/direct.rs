//! Calls of frequent methods without PyO3.
//!
//! Before a method of PyO3 begins, more than a hundred instructions count the attached threads, find
//! the class of the object again and parse arguments. Where a method itself needs fewer, the
//! interpreter calls a function of this file. It takes the usual arguments; for all others, and for
//! errors, it calls PyO3's function. Only the pointer in the definition of the method is replaced,
//! so its name, signature and docstring stay.
//!
//! The definition is found in the descriptor of the method, whose layout CPython does not promise:
//! it is checked when the package is imported.

use std::any::Any;
use std::ffi::{CStr, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::panic::PanicException;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use pyo3::{Borrowed, PyClass, PyTypeInfo, ffi};

/// The result of a call, or `None` if PyO3's function is to be called: then nothing has changed.
pub(super) type Reply<'py> = Option<PyResult<Bound<'py, PyAny>>>;

/// A method, and how it is called directly.
pub(super) trait Method {
    /// The class that defines it.
    type Class: PyClass;
    const NAME: &'static CStr;
    /// Whether it has other arguments than the object.
    const HAS_ARGUMENTS: bool;

    /// PyO3's function, null as long as it is not replaced.
    fn replaced() -> &'static AtomicPtr<c_void>;

    /// Calls the method.
    fn call<'py>(object: &Bound<'py, Self::Class>, arguments: Arguments<'_, 'py>) -> Reply<'py>;
}

/// Defines a [`Method`]: `Name = Class.name(object, arguments) { ... }`, or without `arguments`.
macro_rules! method {
    ($method:ident = $class:ident.$name:literal($object:ident $(, $arguments:ident)?) $body:block) => {
        pub(in crate::python) struct $method;

        impl $crate::python::direct::Method for $method {
            type Class = $class;
            const NAME: &'static ::std::ffi::CStr = $name;
            const HAS_ARGUMENTS: bool = !matches!(stringify!($($arguments)?).as_bytes(), b"");

            fn replaced() -> &'static ::std::sync::atomic::AtomicPtr<::std::ffi::c_void> {
                static REPLACED: ::std::sync::atomic::AtomicPtr<::std::ffi::c_void> =
                    ::std::sync::atomic::AtomicPtr::new(::std::ptr::null_mut());
                &REPLACED
            }

            #[inline(always)]
            fn call<'py>(
                $object: &::pyo3::Bound<'py, $class>,
                _arguments: $crate::python::direct::Arguments<'_, 'py>,
            ) -> $crate::python::direct::Reply<'py> {
                $(let $arguments = _arguments;)?
                $body
            }
        }
    };
}
pub(super) use method;

/// The arguments of a call: positional ones, and the names of those that follow them.
#[derive(Clone, Copy)]
pub(super) struct Arguments<'a, 'py> {
    /// The values, positional ones first.
    values: &'a [Borrowed<'a, 'py, PyAny>],
    /// The number of positional ones.
    positional: usize,
    names: Option<Borrowed<'a, 'py, PyTuple>>,
}

impl<'a, 'py> Arguments<'a, 'py> {
    /// # Safety
    /// These are the arguments of a function of CPython's vectorcall protocol.
    #[inline(always)]
    pub(super) unsafe fn new(
        py: Python<'py>,
        values: *const *mut ffi::PyObject,
        positional: usize,
        names: *mut ffi::PyObject,
    ) -> Arguments<'a, 'py> {
        // SAFETY: names are null or a tuple
        let names = unsafe {
            Borrowed::from_ptr_or_opt(py, names).map(|names| names.cast_unchecked::<PyTuple>())
        };
        let count = positional + names.map_or(0, |names| names.len());
        let values = if count == 0 {
            &[]
        } else {
            // SAFETY: `count` objects that live as long as the call; `Borrowed` is a pointer
            unsafe { std::slice::from_raw_parts(values.cast(), count) }
        };
        Arguments { values, positional, names }
    }

    /// Whether there are none.
    #[inline(always)]
    pub(super) fn are_none(self) -> bool {
        self.values.is_empty()
    }

    /// The only argument, if it is positional.
    #[inline(always)]
    pub(super) fn only(self) -> Option<Borrowed<'a, 'py, PyAny>> {
        match self.values {
            [value] if self.names.is_none() => Some(*value),
            _ => None,
        }
    }

    /// The only argument, if it has this name. A name in a program is the same object.
    #[inline(always)]
    pub(super) fn only_named(
        self,
        name: &Bound<'py, PyString>,
    ) -> Option<Borrowed<'a, 'py, PyAny>> {
        match (self.values, self.names) {
            ([value], Some(names)) if self.positional == 0 => {
                names.get_borrowed_item(0).is_ok_and(|given| given.is(name)).then_some(*value)
            }
            _ => None,
        }
    }

    /// All arguments, as a tuple and a dict.
    pub(super) fn unpacked(
        self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Option<Bound<'py, PyDict>>)> {
        let (positional, named) = self.values.split_at(self.positional);
        let Some(names) = self.names else { return Ok((PyTuple::new(py, positional)?, None)) };
        let dict = PyDict::new(py);
        for (name, value) in names.iter_borrowed().zip(named) {
            dict.set_item(name, value)?;
        }
        Ok((PyTuple::new(py, positional)?, Some(dict)))
    }
}

/// The value of an object that is exactly of a class.
#[inline(always)]
pub(super) fn exactly<'a, 'py, T: PyTypeInfo>(
    object: Borrowed<'a, 'py, PyAny>,
) -> Option<Borrowed<'a, 'py, T>> {
    object.cast_exact::<T>().ok()
}

/// Calls a function; a panic becomes an exception. Returns null with an exception set, or `None` if
/// the function does.
///
/// # Safety
/// The thread is attached.
#[inline(always)]
pub(super) unsafe fn reply<'py>(
    call: impl FnOnce(Python<'py>) -> Reply<'py>,
) -> Option<*mut ffi::PyObject> {
    // SAFETY: as required above
    let py = unsafe { Python::assume_attached() };
    match catch_unwind(AssertUnwindSafe(|| call(py))) {
        Ok(None) => None,
        Ok(Some(Ok(object))) => Some(object.into_ptr()),
        Ok(Some(Err(error))) => Some(raised(py, error)),
        Err(payload) => Some(raised(py, of_panic(&*payload))),
    }
}

#[cold]
fn raised(py: Python<'_>, error: PyErr) -> *mut ffi::PyObject {
    error.restore(py);
    std::ptr::null_mut()
}

/// The exception of a panic, as PyO3's functions raise it.
#[cold]
fn of_panic(payload: &(dyn Any + Send)) -> PyErr {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    PanicException::new_err((text.unwrap_or("panic from Rust code").to_owned(),))
}

/// The C function of a method without arguments.
unsafe extern "C" fn without_arguments<M: Method>(
    object: *mut ffi::PyObject,
    nothing: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls it attached, with an object of the class
    unsafe {
        let reply = reply(|py| {
            let arguments = Arguments { values: &[], positional: 0, names: None };
            M::call(&Borrowed::from_ptr(py, object).cast_unchecked(), arguments)
        });
        reply.unwrap_or_else(|| {
            let replaced = M::replaced().load(Ordering::Relaxed);
            std::mem::transmute::<*mut c_void, ffi::PyCFunction>(replaced)(object, nothing)
        })
    }
}

/// The C function of a method with arguments.
unsafe extern "C" fn with_arguments<M: Method>(
    object: *mut ffi::PyObject,
    values: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls it attached, with an object of the class and arguments
    unsafe {
        let reply = reply(|py| {
            let arguments = Arguments::new(py, values, count as usize, names);
            M::call(&Borrowed::from_ptr(py, object).cast_unchecked(), arguments)
        });
        reply.unwrap_or_else(|| {
            let replaced = M::replaced().load(Ordering::Relaxed);
            let replaced: ffi::PyCFunctionFastWithKeywords = std::mem::transmute(replaced);
            replaced(object, values, count, names)
        })
    }
}

/// A definition of a method, and the function to be called.
pub(super) struct Replacement {
    definition: NonNull<ffi::PyMethodDef>,
    function: ffi::PyMethodDefPointer,
    replaced: &'static AtomicPtr<c_void>,
}

impl Replacement {
    /// Finds the definition of a method; `None` if the interpreter has another layout of
    /// descriptors, or PyO3 defines the method in another way.
    pub(super) fn of<M: Method>(py: Python<'_>) -> PyResult<Option<Replacement>> {
        let (flags, function) = if M::HAS_ARGUMENTS {
            let function = with_arguments::<M>;
            let pointer = ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: function };
            (ffi::METH_FASTCALL | ffi::METH_KEYWORDS, pointer)
        } else {
            let function = without_arguments::<M>;
            (ffi::METH_NOARGS, ffi::PyMethodDefPointer { PyCFunction: function })
        };
        let definition = definition(&M::Class::type_object(py), M::NAME, flags)?;
        Ok(definition.map(|definition| Replacement {
            definition,
            function,
            replaced: M::replaced(),
        }))
    }

    /// Replaces PyO3's function.
    ///
    /// # Safety
    /// No other thread calls the method. This is done once.
    pub(super) unsafe fn install(self) {
        // SAFETY: PyO3 allocates the definitions of methods and never frees them
        unsafe {
            let pointer = &raw mut (*self.definition.as_ptr()).ml_meth;
            self.replaced.store(pointer.cast::<*mut c_void>().read(), Ordering::Relaxed);
            pointer.write(self.function);
        }
    }
}

/// The definition of a method of a class, by its descriptor: a class, a name, a qualified name, the
/// definition and a function, after the header.
fn definition(
    class: &Bound<'_, PyType>,
    name: &CStr,
    flags: c_int,
) -> PyResult<Option<NonNull<ffi::PyMethodDef>>> {
    const WORDS: usize = 5;
    let descriptor = class.getattr("__dict__")?.get_item(name)?;
    let kind = descriptor.get_type();
    let size: usize = kind.getattr("__basicsize__")?.extract()?;
    if kind.as_type_ptr() != &raw mut ffi::PyMethodDescr_Type
        || size != size_of::<ffi::PyObject>() + WORDS * size_of::<*mut c_void>()
    {
        return Ok(None);
    }
    // the last one is created when it is first read
    let expected = [
        descriptor.getattr("__objclass__")?,
        descriptor.getattr("__name__")?,
        descriptor.getattr("__qualname__")?,
    ];
    // SAFETY: the object has `WORDS` words after its header
    let words: [*mut ffi::PyObject; WORDS] = unsafe {
        descriptor.as_ptr().byte_add(size_of::<ffi::PyObject>()).cast::<[_; WORDS]>().read()
    };
    if words[..3] != expected.each_ref().map(|object| object.as_ptr()) {
        return Ok(None);
    }
    let Some(definition) = NonNull::new(words[3].cast::<ffi::PyMethodDef>()) else {
        return Ok(None);
    };
    // SAFETY: the words before are as expected, so this is the definition
    let is_expected = unsafe {
        let definition = definition.as_ref();
        definition.ml_flags == flags && CStr::from_ptr(definition.ml_name) == name
    };
    Ok(is_expected.then_some(definition))
}

//! Classes whose objects hold one Rust value and no Python object.

#[cfg(feature = "fast-objects")]
use std::marker::PhantomData;
#[cfg(feature = "fast-objects")]
use std::ptr::NonNull;

#[cfg(feature = "fast-objects")]
use pyo3::ffi;
use pyo3::pyclass::boolean_struct::True;
#[cfg(feature = "fast-objects")]
use pyo3::sync::PyOnceLock;
use pyo3::{PyClass, PyClassInitializer};

#[cfg(feature = "fast-objects")]
use super::free_list::FreeList;

/// A class whose objects hold one value and no Python object, so they are in no reference cycle.
pub(super) trait ValueClass: PyClass {
    /// The class of the value: this one, or its base if this one adds nothing.
    type Value: PyClass<Frozen = True> + Default + Sync;

    /// PyO3's initializer of an object.
    fn initializer(value: Self::Value) -> PyClassInitializer<Self>;

    /// The cell of the layout.
    #[cfg(feature = "fast-objects")]
    fn layout() -> &'static PyOnceLock<Layout<Self::Value>>;
}

/// Implements [`ValueClass`]: the class, the class of its value, and PyO3's initializer of a value.
macro_rules! value_class {
    ($class:ident, $value:ident, $initializer:expr) => {
        impl $crate::python::value_class::ValueClass for $class {
            type Value = $value;

            fn initializer(value: $value) -> PyClassInitializer<$class> {
                $initializer(value)
            }

            #[cfg(feature = "fast-objects")]
            fn layout()
            -> &'static ::pyo3::sync::PyOnceLock<$crate::python::value_class::Layout<$value>> {
                static LAYOUT: ::pyo3::sync::PyOnceLock<
                    $crate::python::value_class::Layout<$value>,
                > = ::pyo3::sync::PyOnceLock::new();
                &LAYOUT
            }
        }
    };
}
pub(super) use value_class;

/// The memory layout of a class: Python's header and then the value.
#[cfg(feature = "fast-objects")]
pub(super) struct Layout<V> {
    pub(super) class: NonNull<ffi::PyTypeObject>,
    /// The offset of the value in an object that PyO3 created.
    pub(super) value_offset: usize,
    /// Whether the interpreter allocates objects of the class as `untracked.rs` needs it.
    pub(super) is_expected: bool,
    /// PyO3's function that frees an object.
    pub(super) dealloc: ffi::destructor,
    pub(super) free: FreeList,
    pub(super) value: PhantomData<fn(V)>,
}

// SAFETY: a class of PyO3 lives as long as the process, any thread may read its address, and the
// free list requires the GIL.
#[cfg(feature = "fast-objects")]
unsafe impl<V> Send for Layout<V> {}
// SAFETY: as above.
#[cfg(feature = "fast-objects")]
unsafe impl<V> Sync for Layout<V> {}

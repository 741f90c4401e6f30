//! The crate `pyo3` for the attributes `#[pymethods]` and `#[pyfunction]`: the error of an argument
//! names the argument and the type that it needs, and a default can be a literal of another type.

pub(crate) use ::pyo3::*;

/// PyO3's module of this name, with other functions for arguments.
pub(crate) mod impl_ {
    pub(crate) use ::pyo3::impl_::*;

    pub(crate) mod wrap {
        pub(crate) use ::pyo3::impl_::wrap::*;

        /// Leaves a default as it is; PyO3 makes those of optional arguments an `Option` here.
        pub(crate) struct SomeWrap;

        impl SomeWrap {
            pub(crate) fn wrap<T>(default: T) -> T {
                default
            }
        }
    }

    pub(crate) mod extract_argument {
        use ::pyo3::exceptions::PyTypeError;
        pub(crate) use ::pyo3::impl_::extract_argument::*;
        use ::pyo3::prelude::*;

        use crate::python::arguments::{DefaultOf, named};

        pub(crate) fn extract_argument<'a, 'holder, 'py, T, const IS_FROM_OBJECT: bool>(
            object: Borrowed<'a, 'py, PyAny>,
            holder: &'holder mut T::Holder,
            name: &str,
        ) -> PyResult<T>
        where
            T: PyFunctionArgument<'a, 'holder, 'py, IS_FROM_OBJECT>,
        {
            let argument = T::extract(object, holder);
            argument.map_err(|error: T::Error| {
                named(error.into(), &object, name, std::any::type_name::<T>())
            })
        }

        #[inline]
        pub(crate) fn extract_required_argument<'a, 'holder, 'py, T, const IS_FROM_OBJECT: bool>(
            object: Option<Borrowed<'a, 'py, PyAny>>,
            holder: &'holder mut T::Holder,
            name: &str,
        ) -> PyResult<T>
        where
            T: PyFunctionArgument<'a, 'holder, 'py, IS_FROM_OBJECT>,
        {
            match object {
                Some(object) => extract_argument(object, holder, name),
                // does not occur: PyO3 has checked that the argument is given
                None => Err(PyTypeError::new_err(format!("{name} is missing"))),
            }
        }

        pub(crate) fn extract_argument_with_default<
            'a,
            'holder,
            'py,
            T,
            D: DefaultOf<T>,
            const IS_FROM_OBJECT: bool,
        >(
            object: Option<Borrowed<'a, 'py, PyAny>>,
            holder: &'holder mut T::Holder,
            name: &str,
            default: fn() -> D,
        ) -> PyResult<T>
        where
            T: PyFunctionArgument<'a, 'holder, 'py, IS_FROM_OBJECT>,
        {
            match object {
                Some(object) => extract_argument(object, holder, name),
                None => default().argument(),
            }
        }
    }
}

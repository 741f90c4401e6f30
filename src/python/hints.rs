//! Results whose types the generated stubs should name precisely.

use std::convert::Infallible;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};

#[cfg(feature = "stubs")]
use pyo3::{
    inspect::PyStaticExpr, type_hint_identifier, type_hint_subscript, type_object::PyTypeInfo,
};

/// An argument of any type for Rust, of a precise one for the stub.
macro_rules! hinted_argument {
    ($($(#[$doc:meta])* $name:ident = $hint:expr;)*) => {$(
        $(#[$doc])*
        pub(super) struct $name<'py>(pub(super) Bound<'py, PyAny>);

        impl<'py> FromPyObject<'_, 'py> for $name<'py> {
            type Error = Infallible;
            #[cfg(feature = "stubs")]
            const INPUT_TYPE: PyStaticExpr = $hint;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> Result<Self, Infallible> {
                Ok($name(object.to_owned()))
            }
        }
    )*};
}

hinted_argument! {
    /// `NDArray[Any]`.
    AnyArrayArgument = ANY_ARRAY;
    /// `DTypeLike`.
    DtypeArgument = type_hint_identifier!("numpy.typing", "DTypeLike");
}

#[cfg(feature = "stubs")]
const ANY_ARRAY: PyStaticExpr = type_hint_subscript!(
    type_hint_identifier!("numpy.typing", "NDArray"),
    type_hint_identifier!("typing", "Any")
);

/// An object of a Python type that Rust knows less about than the stub says.
macro_rules! hinted {
    ($($(#[$doc:meta])* $name:ident($inner:ty) = $hint:expr;)*) => {$(
        $(#[$doc])*
        pub(super) struct $name<'py>(pub(super) Bound<'py, $inner>);

        impl<'py> IntoPyObject<'py> for $name<'py> {
            type Target = $inner;
            type Output = Bound<'py, $inner>;
            type Error = Infallible;
            #[cfg(feature = "stubs")]
            const OUTPUT_TYPE: PyStaticExpr = $hint;

            fn into_pyobject(self, _py: Python<'py>) -> Result<Bound<'py, $inner>, Infallible> {
                Ok(self.0)
            }
        }
    )*};
}

hinted! {
    /// `NDArray[Any]`.
    AnyArray(PyAny) = ANY_ARRAY;
    /// `Iterator[Move]`.
    MoveIterator(PyIterator) = type_hint_subscript!(
        type_hint_identifier!("collections.abc", "Iterator"),
        super::moves::Move::TYPE_HINT
    );
    /// `Outcome`.
    OutcomeObject(PyAny) = type_hint_identifier!("enroque.outcome", "Outcome");
    /// `dict[int, Piece]`.
    PieceMap(PyDict) = type_hint_subscript!(
        type_hint_identifier!("builtins", "dict"),
        type_hint_identifier!("builtins", "int"),
        super::piece::Piece::TYPE_HINT
    );
    /// `dict[str, Any]`.
    Attributes(PyDict) = type_hint_subscript!(
        type_hint_identifier!("builtins", "dict"),
        type_hint_identifier!("builtins", "str"),
        type_hint_identifier!("typing", "Any")
    );
    /// An object of the same class, subclasses included.
    SameClass(PyAny) = type_hint_identifier!("typing", "Self");
    /// `list[Move]`.
    MoveList(PyList) = type_hint_subscript!(
        type_hint_identifier!("builtins", "list"),
        super::moves::Move::TYPE_HINT
    );
}

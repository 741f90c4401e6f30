//! Encodings as arguments: an object, or a name.

use pyo3::prelude::*;

use super::class::Described;
use super::{Encoding, FeatureEncoding, PolicyEncoding, RecordEncoding, TokenEncoding};
use crate::python::arguments::explained;

#[cfg(feature = "stubs")]
use pyo3::{inspect::PyStaticExpr, type_hint_union, type_object::PyTypeInfo};

/// Defines the types of arguments that are an object or a name.
macro_rules! object_or_name {
    ($($(#[$doc:meta])* $argument:ident = $class:ident, $what:literal;)*) => {$(
        $(#[$doc])*
        pub(in crate::python) enum $argument<'py> {
            Object(Bound<'py, $class>),
            Name(String),
        }

        impl $argument<'_> {
            /// The core's value; a name stands for the encoding with default options.
            pub(in crate::python) fn get(&self) -> PyResult<<$class as Described>::Core> {
                match self {
                    $argument::Name(name) => Ok(<$class as Described>::named(name, &[])?),
                    $argument::Object(object) => Ok(object.get().core().clone()),
                }
            }
        }

        impl<'a, 'py> FromPyObject<'a, 'py> for $argument<'py> {
            type Error = PyErr;
            #[cfg(feature = "stubs")]
            const INPUT_TYPE: PyStaticExpr =
                type_hint_union!($class::TYPE_HINT, <String as FromPyObject<'_, '_>>::INPUT_TYPE);

            fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<$argument<'py>> {
                if let Ok(object) = object.cast::<$class>() {
                    return Ok($argument::Object(object.to_owned()));
                }
                let name = object.extract::<String>().map(|name| $argument::Name(name));
                name.map_err(|error| explained(error, &object, |kind| {
                    format!(concat!($what, " is a name or an object of it, not {}"), kind)
                }))
            }
        }
    )*};
}

object_or_name! {
    /// Planes.
    EncodingArgument = Encoding, "an encoding of planes";
    /// A policy.
    PolicyArgument = PolicyEncoding, "a policy";
    /// Tokens.
    TokensArgument = TokenEncoding, "an encoding of tokens";
    /// Sparse features.
    FeaturesArgument = FeatureEncoding, "a set of features";
    /// Records.
    RecordsArgument = RecordEncoding, "a kind of records";
}

//! Arguments that are an encoding or its name.

use pyo3::prelude::*;

use super::class::EncodingClass;
use super::{Encoding, FeatureEncoding, PolicyEncoding, RecordEncoding, TokenEncoding};
use crate::python::arguments::explained;

/// Defines argument types that are an object or a name.
macro_rules! object_or_name {
    ($($(#[$doc:meta])* $argument:ident = $class:ident, $name:literal;)*) => {$(
        $(#[$doc])*
        pub(in crate::python) enum $argument<'py> {
            Object(Bound<'py, $class>),
            Name(String),
        }

        impl $argument<'_> {
            /// Returns the value of the core; a name is the encoding with default options.
            pub(in crate::python) fn get(&self) -> PyResult<<$class as EncodingClass>::Core> {
                match self {
                    $argument::Name(name) => Ok(<$class as EncodingClass>::named(name, &[])?),
                    $argument::Object(object) => Ok(object.get().core().clone()),
                }
            }
        }

        impl<'a, 'py> FromPyObject<'a, 'py> for $argument<'py> {
            type Error = PyErr;
            #[cfg(feature = "stubs")]
            const INPUT_TYPE: pyo3::inspect::PyStaticExpr =
                hint!(union hint!(of $class), hint!(str));

            fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<$argument<'py>> {
                if let Ok(object) = object.cast::<$class>() {
                    return Ok($argument::Object(object.to_owned()));
                }
                let name = object.extract::<String>().map(|name| $argument::Name(name));
                name.map_err(|error| explained(error, &object, |kind| {
                    format!(concat!($name, " must be a str or ", stringify!($class), ", not {}"), kind)
                }))
            }
        }
    )*};
}

object_or_name! {
    /// Planes.
    EncodingArgument = Encoding, "the encoding of planes";
    /// A policy.
    PolicyArgument = PolicyEncoding, "the policy";
    /// Tokens.
    TokensArgument = TokenEncoding, "the encoding of tokens";
    /// Sparse features.
    FeaturesArgument = FeatureEncoding, "the feature set";
    /// Records.
    RecordsArgument = RecordEncoding, "the record kind";
}

//! Encodings as arguments: an object, or a name with options beside it.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::described::Described;
use super::{
    Encoding, FeatureEncoding, PolicyEncoding, RecordEncoding, TokenEncoding, error, options,
};
use crate::python::arguments::explained;

#[cfg(feature = "stubs")]
use pyo3::{inspect::PyStaticExpr, type_hint_union, type_object::PyTypeInfo};

fn no_options(given: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    match options(given)?.first() {
        None => Ok(()),
        Some((option, _)) => Err(error(format!(
            "the encoding is an object, which has its options already: {option} goes with a name"
        ))),
    }
}

/// What an argument that is an object or a name is taken from, with an error that says so.
macro_rules! object_or_name {
    ($($(#[$doc:meta])* $argument:ident = $class:ident, $what:literal;)*) => {$(
        $(#[$doc])*
        pub(in crate::python) enum $argument<'py> {
            Object(Bound<'py, $class>),
            Name(String),
        }

        impl $argument<'_> {
            /// What the core has for it; the options are those given beside a name.
            pub(in crate::python) fn get(
                &self,
                given: Option<&Bound<'_, PyDict>>,
            ) -> PyResult<<$class as Described>::Core> {
                match self {
                    $argument::Name(name) => Ok(<$class as Described>::named(name, &options(given)?)?),
                    $argument::Object(object) => {
                        no_options(given)?;
                        Ok(object.get().core().clone())
                    }
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

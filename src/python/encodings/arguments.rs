//! Arguments that are an encoding or its name.

use super::class::Described;
use super::{AnyEncoding, Encoding, Policy, error};
use crate::python::arguments::explained;
use crate::python::prelude::*;
use crate::tensor::nnue::FeatureSet;
use crate::tensor::records::RecordKind;
use crate::tensor::{self, NameError, PolicyEncoding, TokenEncoding, is_spelling_of};

/// Returns the error of an unknown name, which may be that of another kind.
fn unknown_name(argument: &str, error: NameError) -> PyErr {
    let policies = ("policy", PolicyEncoding::names());
    let kinds = AnyEncoding::names().into_iter().chain([policies]);
    let mut all = kinds.flat_map(|(kind, names)| names.into_iter().map(move |name| (kind, name)));
    if let NameError::Unknown { name, known, .. } = &error
        && let Some((kind, right)) = all.find(|(_, right)| is_spelling_of(name, right))
        && !known.contains(&right)
    {
        let known: Vec<String> = known.iter().map(|name| format!("{name:?}")).collect();
        let known = known.join(", ");
        return ArgumentError::new_err(format!(
            "{argument} cannot be {name:?}, which is of kind {kind:?}: use {kind}({right:?}), or \
             one of {known}"
        ));
    }
    error.into()
}

/// Defines argument types that are an object or a name.
macro_rules! object_or_name {
    ($($(#[$doc:meta])* $argument:ident = $class:ident($core:ty), $name:literal: $get:expr;)*) => {$(
        $(#[$doc])*
        pub(in crate::python) enum $argument<'py> {
            Object(Bound<'py, $class>),
            Name(String),
        }

        impl $argument<'_> {
            /// Returns the value of the core; a name is the encoding with default options.
            pub(in crate::python) fn get(&self) -> PyResult<$core> {
                let get: fn(&$class) -> PyResult<$core> = $get;
                match self {
                    $argument::Name(name) => {
                        <$core>::named(name, &[]).map_err(|error| unknown_name($name, error))
                    }
                    $argument::Object(object) => get(object.get()).map_err(|_| {
                        let (name, kind) = (Described::name(&object.get().0), object.get().0.kind());
                        error(format!("{} cannot be {name:?}, which is of kind {kind:?}", $name))
                    }),
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
    EncodingArgument = Encoding(tensor::Encoding), "the encoding of planes":
        |encoding| encoding.planes("").cloned();
    /// A policy.
    PolicyArgument = Policy(PolicyEncoding), "the policy": |policy| Ok(policy.0);
    /// Tokens.
    TokensArgument = Encoding(TokenEncoding), "the encoding of tokens":
        |encoding| encoding.tokens("").copied();
    /// Sparse features.
    FeaturesArgument = Encoding(FeatureSet), "the feature set":
        |encoding| encoding.features("").copied();
    /// Records.
    RecordsArgument = Encoding(RecordKind), "the record kind":
        |encoding| encoding.records("").copied();
}

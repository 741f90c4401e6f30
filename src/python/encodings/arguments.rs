//! Names and options of encodings, and encodings by name or object, as Python arguments.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString, PyTuple};

use super::class::Described;
use super::{AnyEncoding, Encoding, Policy, error};
use crate::python::arguments::{Items, Number, explained, wrong_type};
use crate::python::errors::ArgumentError;
use crate::tensor::nnue::FeatureSet;
use crate::tensor::records::RecordKind;
use crate::tensor::{self, NameError, OptionValue, PolicyEncoding, TokenEncoding, is_spelling_of};

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

hinted_argument! {
    /// The name of an encoding.
    EncodingName = hint!("enroque._model.encodings", "EncodingName");
    /// The name of a policy.
    PolicyName = hint!("enroque._model.encodings", "PolicyName");
    /// The option `buckets`.
    BucketsOption = hint!("enroque._model.encodings", "Buckets");
    /// The option `fill`.
    FillOption = hint!("enroque._model.names", "Fill");
    /// An option that is an integer.
    IntegerOption = hint!("builtins", "int");
    /// The option `layout`.
    LayoutOption = hint!("enroque._model.names", "Layout");
    /// The option `parts`.
    PartsOption = hint!("enroque._model.encodings", "Parts");
    /// The option `player`.
    PlayerOption = hint!("enroque._model.names", "Player");
    /// The option `view`.
    ViewOption = hint!("enroque._model.names", "View");
}

/// Makes the constructor of a class: a name, and options as keywords.
macro_rules! constructor {
    ($class:ident, $name:ident; $($option:ident: $argument:ident),*) => {
        #[pymethods(crate = "crate::python::named_arguments")]
        impl $class {
            #[new]
            #[pyo3(signature = (name, *, $($option = None),*))]
            fn new(name: $name<'_>, $($option: Option<$argument<'_>>),*) -> PyResult<$class> {
                let mut options = Vec::new();
                $(if let Some(option) = $option {
                    let name = stringify!($option);
                    options.push((name.to_owned(), value(name, &option.0)?));
                })*
                let name: String = crate::python::arguments::extract(&name.0, "name")?;
                Ok($class(Described::named(&name, &options)?))
            }
        }
    };
}
pub(super) use constructor;

/// Converts the value of an option: a string, an integer, or a list of them.
pub(super) fn value(name: &str, object: &Bound<'_, PyAny>) -> PyResult<OptionValue> {
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        let Items(items) = object.extract::<Items<Bound<'_, PyAny>>>()?;
        let word = |item: Bound<'_, PyAny>| match item.cast::<PyString>() {
            Ok(word) => Ok(word.to_string()),
            Err(_) => match item.extract::<Number>() {
                Ok(Number(number)) if name == "buckets" => Ok(number.to_string()),
                _ if name == "buckets" => Err(wrong_type("buckets must be ints", &item)),
                _ => Err(wrong_type(&format!("{name} must be names"), &item)),
            },
        };
        let names = items.into_iter().map(word).collect::<PyResult<Vec<_>>>()?;
        return Ok(OptionValue::Word(names.join(" ")));
    }
    if let Ok(word) = object.cast::<PyString>() {
        return Ok(OptionValue::Word(word.to_string()));
    }
    match object.call_method0("__index__") {
        Ok(number) if !object.is_instance_of::<PyBool>() => {
            Ok(OptionValue::Number(number.extract::<Number>()?.0))
        }
        _ => Err(wrong_type(&format!("{name} must be a str or an int"), object)),
    }
}

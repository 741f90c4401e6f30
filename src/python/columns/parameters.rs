//! The arguments of columns, by the names that the table of columns has for their types.

use crate::python::encodings::{
    self, AnyEncoding, EncodingArgument, FeaturesArgument, Policy, PolicyArgument, RecordsArgument,
    TokensArgument,
};
use crate::python::prelude::*;
use crate::python::tablebase::{tablebase_object, tables_of};

pub(in crate::python) use crate::columns::{
    Ahead, Any, Dtype, NoVisits, OnMissing, Tables, Td, Temperature,
};
pub(in crate::python) use crate::tensor::nnue::FeatureSet;
pub(in crate::python) use crate::tensor::records::RecordKind;
pub(in crate::python) use crate::tensor::{
    Encoding, PolicyEncoding, TokenEncoding, View, WinModel,
};

/// The argument `dtype`, whose meaning depends on the column.
pub(in crate::python) type ChosenDtype = Option<Py<PyAny>>;

/// The type of an argument of a column.
pub(in crate::python) trait Parameter: Sized {
    /// The argument that Python passes.
    type Argument<'a>;

    /// Converts an argument; the argument `dtype` is stored.
    fn of(argument: Self::Argument<'_>, dtype: &mut ChosenDtype) -> PyResult<Self>;

    /// Returns the argument that is converted to a value; `None` for the default.
    fn argument<'py>(value: &Self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>>;
}

/// Implements [`Parameter`] for types that objects or their names are converted to.
macro_rules! objects {
    ($($type:ident = $argument:ident: $object:expr;)*) => {$(
        impl Parameter for $type {
            type Argument<'a> = $argument<'a>;

            fn of(argument: $argument<'_>, _: &mut ChosenDtype) -> PyResult<$type> {
                argument.get()
            }

            fn argument<'py>(value: &$type, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
                $object(value.clone()).into_bound_py_any(py).map(Some)
            }
        }
    )*};
}

fn encoding(any: AnyEncoding) -> encodings::Encoding {
    encodings::Encoding(any)
}

objects! {
    Encoding = EncodingArgument: |planes| encoding(AnyEncoding::Planes(planes));
    TokenEncoding = TokensArgument: |tokens| encoding(AnyEncoding::Tokens(tokens));
    FeatureSet = FeaturesArgument: |set| encoding(AnyEncoding::Features(set));
    RecordKind = RecordsArgument: |kind| encoding(AnyEncoding::Records(kind));
    PolicyEncoding = PolicyArgument: Policy;
}

/// Implements [`Parameter`] for types with names, the default first.
macro_rules! names {
    ($($type:ident = $kind:literal;)*) => {$(
        impl Parameter for $type {
            type Argument<'a> = &'a str;

            fn of(argument: &str, _: &mut ChosenDtype) -> PyResult<$type> {
                named($kind, argument, &$type::NAMES)
            }

            fn argument<'py>(value: &$type, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
                let name = $type::NAMES[1..].iter().find(|(_, other)| other == value);
                name.map(|(name, _)| name.into_bound_py_any(py)).transpose()
            }
        }
    )*};
}

names! {
    View = "view";
    WinModel = "model";
    NoVisits = "on_missing";
    OnMissing = "on_missing";
}

/// Implements [`Parameter`] for options that are numbers.
macro_rules! numbers {
    ($($type:ident = $number:ty;)*) => {$(
        impl Parameter for $type {
            type Argument<'a> = $number;

            fn of(argument: $number, _: &mut ChosenDtype) -> PyResult<$type> {
                Ok($type::new(argument)?)
            }

            fn argument<'py>(value: &$type, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
                let given = (*value != $type::default()).then(|| value.get());
                given.map(|number| number.into_bound_py_any(py)).transpose()
            }
        }
    )*};
}

numbers! {
    Ahead = u32;
    Td = f64;
    Temperature = f64;
}

impl Parameter for Tables {
    type Argument<'a> = TablebaseArgument<'a>;

    fn of(argument: TablebaseArgument<'_>, _: &mut ChosenDtype) -> PyResult<Tables> {
        tables_of(&argument.0)
    }

    fn argument<'py>(value: &Tables, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        tablebase_object(py, value).map(Some)
    }
}

/// It depends on the column which dtype is possible.
impl Parameter for Dtype {
    type Argument<'a> = Option<DtypeArgument<'a>>;

    fn of(argument: Option<DtypeArgument<'_>>, chosen: &mut ChosenDtype) -> PyResult<Dtype> {
        *chosen = argument.map(|dtype| dtype.0.unbind());
        Ok(Dtype::Float32)
    }

    fn argument<'py>(value: &Dtype, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        value.name().into_bound_py_any(py).map(Some)
    }
}

/// Converts the argument `policy` of an arena, whose own policy is the default.
pub(in crate::python) fn policy_or_default(
    policy: Option<PolicyArgument<'_>>,
    default: Option<PolicyEncoding>,
) -> PyResult<Policy> {
    let none = || ArgumentError::new_err("this arena has no policy: pass policy=");
    policy.map_or_else(|| default.ok_or_else(none), |policy| policy.get()).map(Policy)
}

//! Classes of encodings and policies, and arguments of these types.

mod arguments;
mod class;
mod features;
mod planes;
mod policy;
mod records;
mod tokens;

pub(super) use arguments::{
    EncodingArgument, FeaturesArgument, PolicyArgument, RecordsArgument, TokensArgument,
};
pub(super) use class::{EncodingClass, call};
pub(super) use features::FeatureEncoding;
pub(super) use planes::Encoding;
pub(super) use policy::PolicyEncoding;
pub(super) use records::RecordEncoding;
pub(super) use tokens::TokenEncoding;

use std::sync::LazyLock;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};

use super::arguments::{Items, Number, wrong_type};
use super::arrays::named;
use super::errors::EncodingError;
use super::hints::Attributes;
use crate::tensor::nnue::FeatureSet;
use crate::tensor::records::RecordKind;
use crate::tensor::rows::Unsupported;
use crate::tensor::{self, NameError, OptionValue, View, WinModel};

fn error(message: String) -> PyErr {
    EncodingError::new_err(message)
}

/// Converts keyword arguments to options.
pub(in crate::python) fn options(
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<(String, OptionValue)>> {
    let mut options = Vec::new();
    for (name, value) in given.into_iter().flatten() {
        let name: String = name.extract()?;
        let value = if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
            let Items(names) = value.extract::<Items<String>>()?;
            OptionValue::Word(names.join(" "))
        } else if let Ok(word) = value.cast::<PyString>() {
            OptionValue::Word(word.to_string())
        } else if value.is_none() {
            continue; // the default
        } else if !value.is_instance_of::<PyBool>()
            && let Ok(number) = value.call_method0("__index__")
        {
            OptionValue::Number(number.extract::<Number>()?.0)
        } else {
            return Err(wrong_type(&format!("{name} must be a str or an int"), &value));
        };
        options.push((name, value));
    }
    Ok(options)
}

/// Returns the view of a name.
pub(in crate::python) fn view(name: &str) -> PyResult<View> {
    named("view", name, &View::NAMES, error)
}

/// Returns the handling of unsupported positions by its name.
pub(in crate::python) fn unsupported(name: &str) -> PyResult<Unsupported> {
    if name == "skip" {
        return Err(error(
            "on_unsupported must be \"raise\" or \"mask\" here, where each position has a row: only a Loader \
             can skip positions, and Games.supported returns which are supported"
                .to_owned(),
        ));
    }
    let choices = [("raise", Unsupported::Raise), ("mask", Unsupported::Mask)];
    named("on_unsupported", name, &choices, error)
}

/// Returns the win model of a name.
pub(in crate::python) fn win_model(name: &str) -> PyResult<WinModel> {
    named("win model", name, &WinModel::NAMES, error)
}

/// An object of any class of encodings of positions.
#[derive(IntoPyObject)]
pub(in crate::python) enum AnyEncoding {
    Planes(Encoding),
    Tokens(TokenEncoding),
    Features(FeatureEncoding),
    Records(RecordEncoding),
}

/// The names of all encodings of positions, which are unique.
static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let features = FeatureSet::NAMES.to_vec();
    [tensor::Encoding::names(), tensor::TokenEncoding::names(), features, RecordKind::names()]
        .concat()
});

/// Returns an encoding; `enroque.encoding` lists the options.
#[pyfunction]
#[pyo3(signature = (name, **options: "str | int | list[str] | tuple[str, ...] | None"))]
pub(in crate::python) fn encoding(
    name: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<AnyEncoding> {
    let options = self::options(options)?;
    let is_one_of = |names: &[&str]| names.contains(&name);
    Ok(if is_one_of(&tensor::TokenEncoding::names()) {
        AnyEncoding::Tokens(TokenEncoding::of(tensor::TokenEncoding::named(name, &options)?))
    } else if is_one_of(FeatureSet::NAMES) {
        AnyEncoding::Features(FeatureEncoding::of(FeatureSet::named(name, &options)?))
    } else if is_one_of(&RecordKind::names()) {
        AnyEncoding::Records(RecordEncoding::of(RecordKind::named(name, &options)?))
    } else if is_one_of(&tensor::Encoding::names()) {
        AnyEncoding::Planes(Encoding::of(tensor::Encoding::named(name, &options)?))
    } else {
        let (kind, name, known) = ("encoding", name.to_owned(), NAMES.clone());
        return Err(NameError::Unknown { kind, name, known }.into());
    })
}

/// Returns the encoding of a JSON text; see `enroque.encoding_from_json`.
#[pyfunction]
pub(in crate::python) fn encoding_from_json(py: Python<'_>, text: &str) -> PyResult<AnyEncoding> {
    Ok(match &*class::kind_of_json(py, text)? {
        TokenEncoding::KIND => AnyEncoding::Tokens(class::of_json(py, text)?),
        FeatureEncoding::KIND => AnyEncoding::Features(class::of_json(py, text)?),
        RecordEncoding::KIND => AnyEncoding::Records(class::of_json(py, text)?),
        PolicyEncoding::KIND => {
            let reason = "the JSON describes a policy: use PolicyEncoding.from_json";
            return Err(error(reason.to_owned()));
        }
        _ => AnyEncoding::Planes(class::of_json(py, text)?),
    })
}

/// Returns a policy; `enroque.policy_encoding` lists the options.
#[pyfunction]
#[pyo3(signature = (name, **options: "str | int | None"))]
pub(in crate::python) fn policy_encoding(
    name: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PolicyEncoding> {
    let options = self::options(options)?;
    Ok(PolicyEncoding::of(tensor::PolicyEncoding::named(name, &options)?))
}

/// Returns the names of all encodings by kind.
///
/// Returns:
///     A dict of lists: `"planes"`, `"policies"`, `"tokens"`, `"features"`, `"records"`.
#[pyfunction]
pub(in crate::python) fn encoding_names(py: Python<'_>) -> PyResult<Attributes<'_>> {
    let names = PyDict::new(py);
    names.set_item("planes", tensor::Encoding::names())?;
    names.set_item("policies", tensor::PolicyEncoding::names())?;
    names.set_item("tokens", tensor::TokenEncoding::names())?;
    names.set_item("features", FeatureSet::NAMES)?;
    names.set_item("records", RecordKind::names())?;
    Ok(Attributes(names))
}

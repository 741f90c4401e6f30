//! Names and options of encodings as Python arguments.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString, PyTuple};

use crate::python::arguments::{Items, Number, wrong_type};
use crate::tensor::OptionValue;

hinted_argument! {
    /// The name of an encoding.
    EncodingName = hint!("enroque._encodings", "EncodingName");
    /// The name of a policy.
    PolicyName = hint!("enroque._encodings", "PolicyName");
    /// The option `fill`.
    FillOption = hint!("enroque._encodings", "Fill");
    /// An option that is an integer.
    IntegerOption = hint!("builtins", "int");
    /// The option `layout`.
    LayoutOption = hint!("enroque._encodings", "Layout");
    /// The option `parts`.
    PartsOption = hint!("enroque._encodings", "Parts");
    /// The option `player`.
    PlayerOption = hint!("enroque._encodings", "Player");
    /// The option `view`.
    ViewOption = hint!("enroque._encodings", "View");
}

impl EncodingName<'_> {
    pub(super) fn get(&self) -> PyResult<String> {
        name(&self.0)
    }
}

impl PolicyName<'_> {
    pub(super) fn get(&self) -> PyResult<String> {
        name(&self.0)
    }
}

fn name(object: &Bound<'_, PyAny>) -> PyResult<String> {
    object.extract().map_err(|_| wrong_type("name must be a str", object))
}

/// Converts the options that are given.
pub(super) fn options<const N: usize>(
    given: [(&str, Option<Bound<'_, PyAny>>); N],
) -> PyResult<Vec<(String, OptionValue)>> {
    let given = given.into_iter().filter_map(|(name, value)| Some((name, value?)));
    given.map(|(name, object)| Ok((name.to_owned(), value(name, &object)?))).collect()
}

/// Converts the value of an option: a string, a list of strings or an integer.
pub(super) fn value(name: &str, object: &Bound<'_, PyAny>) -> PyResult<OptionValue> {
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        let Items(names) = object.extract::<Items<String>>()?;
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

//! Conversion of the arguments of `Loader`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::super::arguments::{Number, argument, defaults, type_name, wrong_type};
use crate::loader::Weights;
use crate::python::errors::ArgumentError;

/// An option that is an int of 0 or more, or the type of another object, so that the error names the
/// option.
pub(super) enum Count {
    Number(Number),
    Other(String),
}

defaults! { Count = |number: i64| Count::Number(Number(number)); }

argument!(Count, i64::INPUT_TYPE, |object| {
    Ok(match object.extract() {
        Ok(number) => Count::Number(number),
        Err(_) => Count::Other(type_name(&object)),
    })
});

impl Count {
    /// Returns the number; `name` is the option.
    pub(super) fn count<T: TryFrom<i64>>(self, name: &str) -> PyResult<T> {
        match self {
            Count::Number(number) => number.count(name),
            Count::Other(kind) => {
                Err(PyTypeError::new_err(format!("{name} must be an int, not {kind}")))
            }
        }
    }
}

/// Converts the argument `weights`.
pub(super) fn parse_weights(dict: &Bound<'_, PyAny>) -> PyResult<Weights> {
    let dict = dict.cast::<PyDict>().map_err(|_| wrong_type("weights must be a dict", dict))?;
    let (mut pieces, mut ply) = (Vec::new(), Vec::new());
    let (mut result, mut rating) = (Vec::new(), Vec::new());
    for (name, values) in dict {
        let name: String =
            name.extract().map_err(|_| wrong_type("a key of weights must be a str", &name))?;
        let list = match name.as_str() {
            "piece_count" => &mut pieces,
            "ply" => &mut ply,
            "result" => &mut result,
            "rating" => &mut rating,
            _ => {
                return Err(ArgumentError::new_err(format!(
                    "unknown key {name:?} in weights: the keys are \"piece_count\", \"ply\", \
                     \"result\" and \"rating\""
                )));
            }
        };
        *list = values.extract().map_err(|_| {
            wrong_type(&format!("weights of {name} must be a list of numbers"), &values)
        })?;
    }
    Ok(Weights::new(pieces, ply, result, rating)?)
}

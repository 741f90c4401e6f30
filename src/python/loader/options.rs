//! Conversion of the arguments of `Loader`.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::super::arguments::wrong_type;
use super::super::errors::ArrayError;
use crate::loader::{PlanesForm, Weights};
use crate::python::errors::ArgumentError;

/// Converts the argument `weights`.
pub(super) fn parse_weights(dict: &Bound<'_, PyAny>) -> PyResult<Weights> {
    let dict = dict.cast::<PyDict>().map_err(|_| wrong_type("weights must be a dict", dict))?;
    let (mut pieces, mut ply, mut result) = (Vec::new(), Vec::new(), Vec::new());
    for (name, values) in dict {
        let name: String = name.extract()?;
        let list = match name.as_str() {
            "piece_count" => &mut pieces,
            "ply" => &mut ply,
            "result" => &mut result,
            _ => {
                return Err(ArgumentError::new_err(format!(
                    "unknown key {name:?} in weights: the keys are \"piece_count\", \"ply\" and \
                     \"result\""
                )));
            }
        };
        *list = values.extract()?;
    }
    Ok(Weights::new(pieces, ply, result)?)
}

/// Converts the argument `dtype`: a dtype of NumPy, or `"bits"`.
pub(super) fn planes_form(dtype: Option<&Bound<'_, PyAny>>) -> PyResult<PlanesForm> {
    let Some(dtype) = dtype else { return Ok(PlanesForm::Float32) };
    if dtype.eq("bits").unwrap_or(false) {
        return Ok(PlanesForm::Bits);
    }
    let descriptor = numpy::PyArrayDescr::new(dtype.py(), dtype)?;
    let name = descriptor.to_string();
    let forms = [
        ("float32", PlanesForm::Float32),
        ("float16", PlanesForm::Float16),
        ("uint8", PlanesForm::Uint8),
        ("bool", PlanesForm::Bool),
    ];
    forms.iter().find(|(known, _)| *known == name).map(|&(_, form)| form).ok_or_else(|| {
        ArrayError::new_err(format!(
            "dtype must be float32, float16, uint8, bool or \"bits\", not {name}"
        ))
    })
}

/// Converts a number of 0 or more.
pub(super) fn count<T: TryFrom<i64>>(option: &str, number: i64) -> PyResult<T> {
    if number < 0 {
        return Err(ArgumentError::new_err(format!("{option} must be 0 or more, not {number}")));
    }
    T::try_from(number)
        .map_err(|_| ArgumentError::new_err(format!("{option} is too large: {number}")))
}

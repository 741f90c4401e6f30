//! Conversion of the arguments of `Loader`.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::super::arguments::wrong_type;
use crate::loader::Weights;
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

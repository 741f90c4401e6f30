//! Conversion of the arguments of `Loader`.

use crate::loader::Weights;
use crate::python::prelude::*;

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

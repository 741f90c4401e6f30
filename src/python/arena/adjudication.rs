//! `enroque.AdjudicationRules`, a dataclass of `enroque._arena`, as the core has it.

use pyo3::prelude::*;

use super::hints::AdjudicationArgument;
use crate::arena::AdjudicationRules;
use crate::python::arguments::{Number, explained, wrong_type};
use crate::python::errors::ArgumentError;

/// Reads an `AdjudicationRules`. The arena checks the numbers.
pub(super) fn adjudication(argument: &AdjudicationArgument<'_>) -> PyResult<AdjudicationRules> {
    let object = &argument.0;
    let class = object.py().import("enroque._arena")?.getattr("AdjudicationRules")?;
    if !object.is_instance(&class)? {
        return Err(wrong_type("adjudication must be AdjudicationRules or None", object));
    }
    fn number<'py, T: FromPyObjectOwned<'py, Error = PyErr>>(
        object: &Bound<'py, PyAny>,
        name: &str,
    ) -> PyResult<T> {
        let value = object.getattr(name)?;
        let rule = |kind: &str| format!("{name} must be a number, not {kind}");
        value.extract().map_err(|error| explained(error, &value, rule))
    }
    let count = |name: &str| {
        let Number(count) = number(object, name)?;
        u32::try_from(count).map_err(|_| {
            ArgumentError::new_err(format!("{name} must be from 0 to {}, not {count}", u32::MAX))
        })
    };
    Ok(AdjudicationRules {
        resign_value: number(object, "resign_value")?,
        resign_plies: count("resign_plies")?,
        draw_value: number(object, "draw_value")?,
        draw_plies: count("draw_plies")?,
        min_draw_ply: count("min_draw_ply")?,
        play_on: number(object, "play_on")?,
    })
}

/// The Python object of an adjudication.
pub(super) fn adjudication_object<'py>(
    py: Python<'py>,
    adjudication: &AdjudicationRules,
) -> PyResult<Bound<'py, PyAny>> {
    let AdjudicationRules {
        resign_value,
        resign_plies,
        draw_value,
        draw_plies,
        min_draw_ply,
        play_on,
    } = *adjudication;
    let arguments = pyo3::types::PyDict::new(py);
    arguments.set_item("resign_value", resign_value)?;
    arguments.set_item("resign_plies", resign_plies)?;
    arguments.set_item("draw_value", draw_value)?;
    arguments.set_item("draw_plies", draw_plies)?;
    arguments.set_item("min_draw_ply", min_draw_ply)?;
    arguments.set_item("play_on", play_on)?;
    py.import("enroque._arena")?.getattr("AdjudicationRules")?.call((), Some(&arguments))
}

//! `enroque.AdjudicationRules`, a dataclass of `enroque._arena`, as the core has it.

use pyo3::prelude::*;

use super::hints::AdjudicationArgument;
use crate::arena::AdjudicationRules;
use crate::python::arguments::Number;
use crate::python::errors::ArgumentError;

/// Reads an object with the attributes of `AdjudicationRules`. The arena checks the numbers.
pub(super) fn adjudication(argument: &AdjudicationArgument<'_>) -> PyResult<AdjudicationRules> {
    let object = &argument.0;
    let count = |name: &str| {
        let Number(count) = object.getattr(name)?.extract()?;
        u32::try_from(count).map_err(|_| {
            ArgumentError::new_err(format!("{name} must be from 0 to {}, not {count}", u32::MAX))
        })
    };
    Ok(AdjudicationRules {
        resign_value: object.getattr("resign_value")?.extract()?,
        resign_plies: count("resign_plies")?,
        draw_value: object.getattr("draw_value")?.extract()?,
        draw_plies: count("draw_plies")?,
        min_draw_ply: count("min_draw_ply")?,
        play_on: object.getattr("play_on")?.extract()?,
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

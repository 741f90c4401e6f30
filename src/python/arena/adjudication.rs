//! `enroque.AdjudicationRules`, a dataclass of `enroque._arena`, as the core has it.

use pyo3::prelude::*;

use crate::arena::AdjudicationRules;
use crate::python::arguments::wrong_type;
use crate::python::dataclass::{Field, dataclass};
use crate::python::errors::ArgumentError;
use crate::python::package::{self, PackageClass};

dataclass! {
    AdjudicationRules = AdjudicationRules, "adjudication must be AdjudicationRules or None", ArgumentError;
    resign_value, resign_plies, draw_value, draw_plies, min_draw_ply, play_on
}

/// Reads an `AdjudicationRules`. The arena checks the numbers.
pub(super) fn adjudication(object: &Bound<'_, PyAny>) -> PyResult<AdjudicationRules> {
    let mut rules = AdjudicationRules::default();
    set_fields(&mut rules, object)?;
    Ok(rules)
}

/// The Python object of an adjudication.
pub(super) fn adjudication_object<'py>(
    py: Python<'py>,
    rules: &AdjudicationRules,
) -> PyResult<Bound<'py, PyAny>> {
    package::AdjudicationRules::class(py)?.call((), Some(&fields(py, rules)?))
}

//! Conversion of `enroque.AdjudicationRules`, a dataclass of `enroque._model.arena`.

use pyo3::prelude::*;

use crate::arena::AdjudicationRules;
use crate::python::arguments::wrong_type;
use crate::python::dataclass::{Field, dataclass};
use crate::python::errors::ArgumentError;
use crate::python::package::{self, PackageClass};

dataclass! {
    AdjudicationRules, "adjudication must be AdjudicationRules or None", ArgumentError;
    resign_value, resign_plies, draw_value, draw_plies, min_draw_ply, play_on
}

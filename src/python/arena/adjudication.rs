//! `enroque.AdjudicationRules`, a dataclass of `enroque._model.options`, as the core has it.

use pyo3::prelude::*;

use crate::arena::{AdjudicationRules, adjudication_options};
use crate::python::arguments::wrong_type;
use crate::python::dataclass::{Field, dataclass};
use crate::python::errors::ArgumentError;
use crate::python::package::{self, PackageClass};

adjudication_options!(
    dataclass!,
    AdjudicationRules,
    "adjudication must be AdjudicationRules or None",
    ArgumentError
);

//! Wrappers that give the generated stub types that contain `Games`.

use std::convert::Infallible;

use pyo3::prelude::*;
use pyo3::types::PyDict;
#[cfg(feature = "stubs")]
use pyo3::{inspect::PyStaticExpr, type_hint_identifier, type_object::PyTypeInfo};

#[cfg(feature = "stubs")]
use super::Games;
#[cfg(feature = "stubs")]
use crate::python::hints::{STR, generic};
use crate::python::hints::{hinted, hinted_argument};

hinted_argument! {
    /// `Iterable[Games]`.
    GamesIterable = generic!("collections.abc", "Iterable", Games::TYPE_HINT);
    /// `Tags` of `enroque._games`.
    TagsArgument = type_hint_identifier!("enroque._games", "Tags");
}

hinted! {
    /// `dict[str, Games]`.
    GamesByName(PyDict) = generic!("builtins", "dict", STR, Games::TYPE_HINT);
    /// `Games`.
    LoadedGames(PyAny) = Games::TYPE_HINT;
}

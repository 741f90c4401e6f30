//! Wrappers that give the generated stub types that contain `Games`.

use std::convert::Infallible;

use pyo3::prelude::*;
use pyo3::types::PyDict;
#[cfg(feature = "stubs")]
use pyo3::{
    inspect::PyStaticExpr, type_hint_identifier, type_hint_subscript, type_object::PyTypeInfo,
};

#[cfg(feature = "stubs")]
use super::Games;
use crate::python::hints::{hinted, hinted_argument};

hinted_argument! {
    /// `Iterable[Games]`.
    GamesIterable = type_hint_subscript!(
        type_hint_identifier!("collections.abc", "Iterable"),
        Games::TYPE_HINT
    );
}

hinted! {
    /// `dict[str, Games]`.
    GamesByName(PyDict) = type_hint_subscript!(
        type_hint_identifier!("builtins", "dict"),
        type_hint_identifier!("builtins", "str"),
        Games::TYPE_HINT
    );
    /// `Games`.
    LoadedGames(PyAny) = Games::TYPE_HINT;
}

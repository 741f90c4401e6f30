//! Wrappers that give the generated stub types with `ChildNode`.

use std::convert::Infallible;

use pyo3::prelude::*;
use pyo3::types::PyList;
#[cfg(feature = "stubs")]
use pyo3::{
    inspect::PyStaticExpr, type_hint_identifier, type_hint_subscript, type_object::PyTypeInfo,
};

#[cfg(feature = "stubs")]
use super::classes::ChildNode;
use crate::python::hints::hinted;

hinted! {
    /// `list[ChildNode]`.
    NodeList(PyList) = type_hint_subscript!(
        type_hint_identifier!("builtins", "list"),
        ChildNode::TYPE_HINT
    );
    /// `Iterator[ChildNode]`.
    NodeIterator(PyAny) = type_hint_subscript!(
        type_hint_identifier!("collections.abc", "Iterator"),
        ChildNode::TYPE_HINT
    );
    /// `Mainline[ChildNode]`.
    MainlineNodes(PyAny) = type_hint_subscript!(
        type_hint_identifier!("enroque.pgn._mainline", "Mainline"),
        ChildNode::TYPE_HINT
    );
}

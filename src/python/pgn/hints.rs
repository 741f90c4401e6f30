//! Wrappers that give the generated stub types with `ChildNode`.

use std::convert::Infallible;

use pyo3::prelude::*;
use pyo3::types::PyList;
#[cfg(feature = "stubs")]
use pyo3::{inspect::PyStaticExpr, type_object::PyTypeInfo};

#[cfg(feature = "stubs")]
use super::classes::ChildNode;
#[cfg(feature = "stubs")]
use crate::python::hints::generic;
use crate::python::hints::hinted;

hinted! {
    /// `list[ChildNode]`.
    NodeList(PyList) = generic!("builtins", "list", ChildNode::TYPE_HINT);
    /// `Iterator[ChildNode]`.
    NodeIterator(PyAny) = generic!("collections.abc", "Iterator", ChildNode::TYPE_HINT);
    /// `Mainline[ChildNode]`.
    MainlineNodes(PyAny) = generic!("enroque.pgn._mainline", "Mainline", ChildNode::TYPE_HINT);
}

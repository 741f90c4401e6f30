//! Wrappers that give the generated stub types with `ChildNode`.

use std::convert::Infallible;

use pyo3::prelude::*;
#[cfg(feature = "stubs")]
use pyo3::{inspect::PyStaticExpr, type_object::PyTypeInfo};

#[cfg(feature = "stubs")]
use super::classes::ChildNode;
#[cfg(feature = "stubs")]
use crate::python::hints::generic;
use crate::python::hints::hinted;

hinted! {
    /// `Mainline[ChildNode]`.
    MainlineNodes(PyAny) = generic!("enroque.pgn._mainline", "Mainline", ChildNode::TYPE_HINT);
}

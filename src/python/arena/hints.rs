//! Types of the stub that name classes of `enroque._arena`.

use std::convert::Infallible;

use pyo3::prelude::*;

use crate::python::hints::{hinted, hinted_argument};

#[cfg(feature = "stubs")]
use pyo3::{inspect::PyStaticExpr, type_hint_identifier};

hinted_argument! {
    /// `ArenaStart` of `enroque._arena`.
    StartArgument = type_hint_identifier!("enroque._arena", "ArenaStart");
    /// `ActionPolicy` of `enroque._arena`.
    ActionPolicyArgument = type_hint_identifier!("enroque._arena", "ActionPolicy");
}

hinted! {
    /// `Step` of `enroque._arena`.
    StepObject(PyAny) = type_hint_identifier!("enroque._arena", "Step");
    /// `PlayoutResults` of `enroque._arena`.
    PlayoutObject(PyAny) = type_hint_identifier!("enroque._arena", "PlayoutResults");
}

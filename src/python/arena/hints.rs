//! Types of the stub that name classes of `enroque._arena`.

use std::convert::Infallible;

use pyo3::prelude::*;

use crate::python::hints::hinted_argument;

#[cfg(feature = "stubs")]
use pyo3::{inspect::PyStaticExpr, type_hint_identifier};

/// An argument with a default value that Python writes as text.
pub(in crate::python) struct Defaulted<T>(pub(super) Option<T>);

impl<'a, 'py, T: FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Defaulted<T> {
    type Error = T::Error;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = T::INPUT_TYPE;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self, T::Error> {
        object.extract().map(|value| Defaulted(Some(value)))
    }
}

hinted_argument! {
    /// `ArenaStart` of `enroque._arena`.
    StartArgument = type_hint_identifier!("enroque._arena", "ArenaStart");
    /// `PlyRange` of `enroque._arena`.
    PlyRangeArgument = type_hint_identifier!("enroque._arena", "PlyRange");
    /// `ArenaPositions` of `enroque._arena`.
    PositionsArgument = type_hint_identifier!("enroque._arena", "ArenaPositions");
    /// `AdjudicationRules` of `enroque._arena`.
    AdjudicationArgument = type_hint_identifier!("enroque._arena", "AdjudicationRules");
    /// `ActionPolicy` of `enroque._arena`.
    ActionPolicyArgument = type_hint_identifier!("enroque._arena", "ActionPolicy");
}

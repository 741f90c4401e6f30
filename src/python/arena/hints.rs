//! Types of the stub that name classes of `enroque._arena`.

use pyo3::prelude::*;

/// An argument with a default value that Python writes as text.
pub(in crate::python) struct Defaulted<T>(pub(in crate::python) Option<T>);

impl<'a, 'py, T: FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Defaulted<T> {
    type Error = T::Error;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = T::INPUT_TYPE;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self, T::Error> {
        object.extract().map(|value| Defaulted(Some(value)))
    }
}

hinted_argument! {
    /// `ArenaStart` of `enroque._arena`.
    StartArgument = hint!("enroque._arena", "ArenaStart");
    /// `PlyRange` of `enroque._arena`.
    PlyRangeArgument = hint!("enroque._arena", "PlyRange");
    /// `ArenaPositions` of `enroque._arena`.
    PositionsArgument = hint!("enroque._arena", "ArenaPositions");
    /// `AdjudicationRules` of `enroque._arena`.
    AdjudicationArgument = hint!("enroque._arena", "AdjudicationRules");
    /// `ActionPolicy` of `enroque._arena`.
    ActionPolicyArgument = hint!("enroque._arena", "ActionPolicy");
}

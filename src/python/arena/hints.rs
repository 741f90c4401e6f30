//! Types of the stub that name classes of `enroque._model.arena`.

use pyo3::prelude::*;

use crate::python::arguments::defaults;

/// An argument with a default value that Python writes as text.
pub(in crate::python) struct Defaulted<T>(pub(in crate::python) Option<T>);

// the literal is for readers: the code that takes the argument knows what it means
defaults! {
    Defaulted<T> [T] = |_: &str| Defaulted(None);
    Defaulted<T> [T] = |_: i64| Defaulted(None);
    Defaulted<T> [T] = |_: bool| Defaulted(None);
}

impl<'a, 'py, T: FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Defaulted<T> {
    type Error = T::Error;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = T::INPUT_TYPE;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self, T::Error> {
        object.extract().map(|value| Defaulted(Some(value)))
    }
}

hinted_argument! {
    /// `ArenaStart` of `enroque._model.arena`.
    StartArgument = hint!("enroque._model.arena", "ArenaStart");
    /// `PlyRange` of `enroque._model.arena`.
    PlyRangeArgument = hint!("enroque._model.arena", "PlyRange");
    /// `ArenaPositions` of `enroque._model.arena`.
    PositionsArgument = hint!("enroque._model.arena", "ArenaPositions");
    /// `AdjudicationRules` of `enroque._model.options`.
    AdjudicationArgument = hint!("enroque._model.options", "AdjudicationRules");
    /// `ActionPolicy` of `enroque._model.arena`.
    ActionPolicyArgument = hint!("enroque._model.arena", "ActionPolicy");
}

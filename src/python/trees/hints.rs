//! Types of the stub that name classes of `enroque._model.trees`.

use pyo3::prelude::*;

hinted_argument! {
    /// `Algorithm` of `enroque._model.trees`.
    AlgorithmArgument = hint!("enroque._model.trees", "Algorithm");
    /// `Evaluate` of `enroque._model.trees`.
    EvaluateArgument = hint!("enroque._model.trees", "Evaluate");
}

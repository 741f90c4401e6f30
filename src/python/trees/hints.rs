//! Types of the stub that name classes of `enroque._trees`.

use pyo3::prelude::*;

hinted_argument! {
    /// `Algorithm` of `enroque._trees`.
    AlgorithmArgument = hint!("enroque._trees", "Algorithm");
    /// `Evaluate` of `enroque._trees`.
    EvaluateArgument = hint!("enroque._trees", "Evaluate");
}

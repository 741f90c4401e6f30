//! Wrappers that give the generated stub types that contain `Positions`.

use crate::python::prelude::*;

hinted_argument! {
    /// `Iterable[Positions]`.
    PositionsIterable =
        hint!("collections.abc", "Iterable", hint!(of super::Positions));
}

hinted! {
    /// `Positions`.
    SortedPositions(PyAny) = hint!(of super::Positions);
    /// `dict[str, Positions]`.
    PositionsByName(PyDict) =
        hint!("builtins", "dict", hint!(str), hint!(of super::Positions));
    /// `Stream[Positions]`.
    PositionBatches(PyAny) = hint!("enroque._files.stream", "Stream", hint!(of super::Positions));
}

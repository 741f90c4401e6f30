//! Wrappers that give the generated stub types that contain `Games`.

use crate::python::prelude::*;

hinted_argument! {
    /// `Iterable[Games]`.
    GamesIterable = hint!("collections.abc", "Iterable", hint!(of super::Games));
    /// `Tags` of `enroque._model.games`.
    TagsArgument = hint!("enroque._model.games", "Tags");
}

hinted! {
    /// `dict[str, Games]`.
    GamesByName(PyDict) = hint!("builtins", "dict", hint!(str), hint!(of super::Games));
    /// `Games`.
    LoadedGames(PyAny) = hint!(of super::Games);
    /// `Stream[Games]`.
    GameBatches(PyAny) = hint!("enroque._files.stream", "Stream", hint!(of super::Games));
}

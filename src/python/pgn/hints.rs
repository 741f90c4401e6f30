//! Wrappers that give the generated stub types with `ChildNode`.

use pyo3::prelude::*;

hinted! {
    /// `Mainline[ChildNode]`.
    MainlineNodes(PyAny) =
        hint!("enroque.pgn._mainline", "Mainline", hint!(of super::classes::ChildNode));
}

//! Wrappers that give the generated stub types of `enroque.pgn`.

use crate::python::prelude::*;

hinted! {
    /// `Mainline[ChildNode]`.
    MainlineNodes(PyAny) =
        hint!("enroque.pgn._mainline", "Mainline", hint!(of super::classes::ChildNode));
    /// `GameBuilder[Game]`.
    GameBuilderObject(PyAny) =
        hint!("enroque.pgn._visitors", "GameBuilder", hint!(of super::classes::Game));
}

hinted_argument! {
    /// `BaseVisitor[Any]`.
    VisitorArgument = hint!("enroque.pgn._visitors", "BaseVisitor", hint!(Any));
}

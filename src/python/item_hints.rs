//! `__getitem__` in the stubs: attributes whose types have overloads, which pyo3 does not support.

use super::board::MoveStack;
use super::legal_moves::LegalMoveGenerator;
use crate::python::prelude::*;

hinted! {
    /// `__getitem__` of legal moves and of a move stack.
    GetMove(PyAny) = hint!("enroque._model.types", "GetMove");
}

#[pymethods(crate = "crate::python::named_arguments")]
impl LegalMoveGenerator {
    #[classattr]
    #[pyo3(name = "__getitem__")]
    fn get_move(py: Python<'_>) -> GetMove<'_> {
        GetMove(py.None().into_bound(py))
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl MoveStack {
    #[classattr]
    #[pyo3(name = "__getitem__")]
    fn get_move(py: Python<'_>) -> GetMove<'_> {
        GetMove(py.None().into_bound(py))
    }
}

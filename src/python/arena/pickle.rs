//! Pickling and copying an arena.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::start::Start;
use super::{ActionKind, Arena};
use crate::memory;
use crate::python::calls::locked;
use crate::python::dataclass::Dataclass;
use crate::python::encodings::Policy;
use crate::python::hints::{Attributes, StateArgument};
use crate::python::rules::rule_set_object;
use crate::python::tablebase::tablebase_object;

#[pymethods(crate = "crate::python::named_arguments")]
impl Arena {
    /// The arguments of the arena, for pickles and copies.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((usize,), Attributes<'py>)> {
        let (games, options) = self.with(py, |core| (core.len(), core.options().clone()));
        let arguments = PyDict::new(py);
        if let Some(start) = &*locked(&self.start) {
            arguments.set_item("start", &start.source)?;
            arguments.set_item("start_order", start.order.name())?;
            arguments.set_item("pairs", start.pairs)?;
            arguments.set_item("random_plies", start.random_plies)?;
        }
        arguments.set_item("rules", rule_set_object(py, &options.rules)?)?;
        arguments.set_item("max_plies", options.max_plies)?;
        arguments.set_item("at_limit", options.at_limit.name())?;
        if let Some(adjudication) = &options.adjudication {
            arguments.set_item("adjudication", adjudication.object(py)?)?;
        }
        if let Some(tables) = &options.tablebase {
            arguments.set_item("tablebase", tablebase_object(py, tables)?)?;
        }
        arguments.set_item("autoreset", options.autoreset.name())?;
        match self.policy {
            ActionKind::Policy(policy) => {
                arguments.set_item("policy", Bound::new(py, Policy(policy))?)?;
            }
            ActionKind::Moves => arguments.set_item("policy", "moves")?,
            ActionKind::Legal => arguments.set_item("policy", "legal")?,
        }
        arguments.set_item("record", options.record)?;
        arguments.set_item("seed", options.seed)?;
        Ok(((games,), Attributes(arguments)))
    }

    /// A copy for `copy.copy`.
    fn __copy__(&self, py: Python<'_>) -> PyResult<Arena> {
        let copied = self.with(py, |core| memory::check(core.heap_bytes()).map(|()| core.clone()));
        let start = locked(&self.start);
        let source = |start: &Start| Start { source: start.source.clone_ref(py), ..*start };
        let start = start.as_ref().map(source);
        Ok(Arena::of_core(copied?, self.policy, start))
    }

    /// A copy for `copy.deepcopy`.
    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Arena> {
        self.__copy__(py)
    }

    /// The state of the games, as of `state_dict`.
    fn __getstate__<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
        self.state_dict(py)
    }

    /// Restores the state of `__getstate__`.
    fn __setstate__(&self, py: Python<'_>, state: StateArgument<'_>) -> PyResult<()> {
        self.load_state_dict(py, state)
    }
}

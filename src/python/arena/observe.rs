//! Arrays of an arena's current positions.

use pyo3::prelude::*;

use super::Arena;
use crate::arena::ArenaSamples;
use crate::columns::Needs;
use crate::error::CallError;
use crate::pool::Run;
use crate::python::calls::{Threads, interruptible};
use crate::python::columns::{Call, SampleSource, policy_or_default};
use crate::python::encodings::{Policy, PolicyArgument};
use crate::python::hints::{AnyArrayArgument, AnyObject, ArrayLike};

/// The current positions of some games.
struct Positions<'a> {
    arena: &'a Arena,
    slots: Vec<usize>,
}

impl<'a> Positions<'a> {
    fn new(arena: &'a Bound<'_, Arena>, games: Option<&ArrayLike<'_>>) -> PyResult<Positions<'a>> {
        let slots = arena.get().chosen(arena.py(), games)?;
        Ok(Positions { arena: arena.get(), slots })
    }
}

impl SampleSource for Positions<'_> {
    type Samples<'s> = ArenaSamples<'s>;

    fn rows(&self) -> Option<usize> {
        Some(self.slots.len())
    }

    fn with_samples<R: Send>(
        &self,
        py: Python<'_>,
        _: &Needs,
        threads: Option<Threads>,
        work: impl FnOnce(&ArenaSamples<'_>, Run<'_>) -> Result<R, CallError> + Send,
    ) -> PyResult<R> {
        let (arena, slots) = (self.arena, &self.slots);
        let result = interruptible(py, threads, |run| {
            let arena = arena.lock();
            Ok::<_, CallError>(work(&ArenaSamples::new(&arena, slots)?, run))
        })?;
        Ok(result?)
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Arena {
    /// Returns the arrays of columns; see `enroque._model.array_methods`.
    #[pyo3(signature = (columns, games, *, on_unsupported = "raise", out = None, threads = None))]
    fn _encode<'py>(
        slf: &Bound<'py, Arena>,
        columns: Bound<'py, PyAny>,
        games: Option<ArrayLike<'py>>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<AnyObject<'py>> {
        let positions = Positions::new(slf, games.as_ref())?;
        Call::new(on_unsupported, threads)?.encode(slf.py(), &positions, &columns, out)
    }

    /// Returns a policy, by default that of the arena.
    fn _policy(&self, policy: Option<PolicyArgument<'_>>) -> PyResult<Policy> {
        policy_or_default(policy, self.policy.policy())
    }
}

//! Arrays of an arena's current positions.

use pyo3::prelude::*;

use super::Arena;
use crate::arena::ArenaSamples;
use crate::columns::{EncodeError, Needs, columns};
use crate::error::CallError;
use crate::pool::Run;
use crate::python::calls::{Threads, interruptible};
use crate::python::columns::{Call, SampleSource, methods_in_progress};
use crate::python::hints::ArrayLike;

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
        work: impl FnOnce(&ArenaSamples<'_>, Run<'_>) -> Result<R, EncodeError> + Send,
    ) -> PyResult<R> {
        let (arena, slots) = (self.arena, &self.slots);
        let result = interruptible(py, threads, |run| {
            let arena = arena.lock();
            Ok::<_, CallError>(work(&ArenaSamples::new(&arena, slots)?, run))
        })?;
        Ok(result?)
    }
}

columns! {
    methods_in_progress
    {
        Arena(slf):
        []
        [
            ///     games: the indices of the games, or a mask; `None` for all.
            games: {Option<ArrayLike<'py>>},
        ]
        [
            ///     threads: the number of threads; `None` for all cores.
            threads: {Option<Threads>},
        ]
        { Call::new(threads).with_policy(slf.get().default_policy()) }
        on { Positions::new(slf, games.as_ref())? }
    }
    {
        encode
        ///     >>> from enroque import Column
        ///     >>> arrays = enroque.Arena(3).encode([Column.planes("lc0"), Column.legal_mask("lc0")])
        ///     >>> arrays["planes"].shape, arrays["legal_mask"].shape
        ///     ((3, 112, 8, 8), (3, 1858))
    }
    {
        supported
        ///     >>> enroque.Arena(2).supported(enroque.Column.legal_mask("lc0"))
        ///     array([ True,  True])
    }
}

//! Arrays of an arena's current positions.

use std::num::NonZeroUsize;

use pyo3::prelude::*;

use super::Arena;
use crate::arena::{ArenaError, ArenaSamples};
use crate::columns::{EncodeError, Needs, columns};
use crate::pool::Run;
use crate::python::calls::{Threads, interruptible};
use crate::python::columns::{Call, SampleSource, methods};
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
        threads: Option<NonZeroUsize>,
        work: impl FnOnce(&ArenaSamples<'_>, Run<'_>) -> Result<R, EncodeError> + Send,
    ) -> PyResult<R> {
        let (arena, slots) = (self.arena, &self.slots);
        let result = interruptible(py, threads, |run| {
            let arena = arena.lock();
            Ok::<_, ArenaError>(work(&ArenaSamples::new(&arena, slots)?, run))
        })?;
        Ok(result?)
    }
}

/// Makes the methods of the columns of arenas.
macro_rules! of_arenas {
    (
        boards {$($boards:tt)*} arenas {$($arenas:tt)*} moves {$($moves:tt)*}
        labels $labels:tt games $games:tt others $others:tt without_function $without_function:tt
        ragged_boards {$($of_boards:tt)*} ragged_moves {$($of_moves:tt)*} $($of_games:tt)*
    ) => {
        of_arenas! {
            $($boards)* $($arenas)* $($of_boards)*
            {
                encode
                ///     >>> from enroque import Column
                ///     >>> arrays = enroque.Arena(3).encode([Column.planes("lc0"), Column.legal_mask("lc0")])
                ///     >>> arrays["planes"].shape, arrays["legal_mask"].shape
                ///     ((3, 112, 8, 8), (3, 1858))
            }
            { planes_bits }
            { fens }
            {
                supported
                ///     >>> enroque.Arena(2).supported(enroque.Column.legal_mask("lc0"))
                ///     array([ True,  True])
            }
        }
        $(of_arenas! { policy $moves })*
        $(of_arenas! { policy $of_moves })*
    };
    // a column of a policy, which by default is that of the arena
    (policy {
        $(#[doc = $doc:tt])*
        $variant:ident = $name:ident(
            $(#[doc = $policy:tt])* policy: PolicyEncoding;
            $($options:tt)*
        )
        $($rest:tt)*
    }) => {
        of_arenas! {{
            $(#[doc = $doc])*
            $variant = $name(
                ///     policy: a name or a `Policy`; `None` for that of the arena.
                policy: ArenaPolicy = None;
                $($options)*
            )
            $($rest)*
        }}
    };
    ($($entries:tt)*) => {
        methods! {
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
            $($entries)*
        }
    };
}

columns!(of_arenas);

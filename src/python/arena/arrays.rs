//! Arrays of an arena: its columns, its legal moves, and columns of the current positions.

use super::Arena;
use crate::arena::{Arena as Core, ArenaSamples};
use crate::columns::Needs;
use crate::error::CallError;
use crate::pool::Run;
use crate::python::arguments::color;
use crate::python::columns::{Call, SampleSource, policy_or_default};
use crate::python::encodings::{Policy, PolicyArgument};
use crate::python::prelude::*;

/// Defines properties with a value for each slot: name, element type, function of the core.
macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident: $element:ty = $value:expr;)*) => {
        #[pymethods(crate = "crate::python::named_arguments")]
        impl Arena {$(
            $(#[$doc])*
            #[getter]
            fn $name<'py>(&self, py: Python<'py>) -> Array<'py, $element> {
                let value: fn(&Core, usize) -> $element = $value;
                let of_core = |core: &mut Core| (0..core.len()).map(|n| value(core, n)).collect();
                Array(numpy_api::from_vec(py, self.with(py, of_core)))
            }
        )*}
    };
}

columns! {
    /// Whether White is to move in each game, bool.
    turn: bool = |core, slot| color(core.position(slot).turn());
    /// The number of plies played in each game, int32.
    ply: i32 = |core, slot| core.ply(slot) as i32;
    /// The number of plies since the last capture or pawn move in each game, int32.
    halfmove_clock: i32 = |core, slot| core.position(slot).halfmove_clock() as i32;
    /// The number of occurrences of each game's position, including the current one, int32.
    repetitions: i32 = |core, slot| core.repetition_count(slot) as i32;
    /// The number of legal moves in each game, int32; 0 for games that are over.
    legal_count: i32 = |core, slot| core.legal_moves(slot).len() as i32;
    /// Whether the side to move is in check in each game, bool.
    check: bool = |core, slot| core.position(slot).is_check();
    /// Whether each game is over, bool.
    over: bool = |core, slot| core.end(slot).is_some();
    /// The Zobrist key of each game's position, uint64, as `Board.hash()`.
    zobrist_key: u64 = |core, slot| core.position(slot).key();
    /// The number of each game, int64.
    game: i64 = |core, slot| core.game_number(slot) as i64;
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Arena {
    /// Returns the legal moves of each game.
    ///
    /// Args:
    ///     games: the indices of the games, or a mask; `None` for all.
    ///
    /// Returns:
    ///     `(values, offsets)`, uint16 and int64: the moves of row n are
    ///     `values[offsets[n]:offsets[n + 1]]`, as in `Games.moves`; none for games that are over.
    #[pyo3(signature = (*, games = None))]
    fn legal_moves<'py>(
        &self,
        py: Python<'py>,
        games: Option<ArrayLike<'py>>,
    ) -> PyResult<RowArrays<'py, u16>> {
        let chosen = self.chosen(py, games.as_ref())?;
        let (values, offsets) = interruptible(py, None, |_| {
            let core = self.lock();
            core.check_slots(&chosen)?;
            let (mut values, mut offsets) = (Vec::new(), vec![0]);
            for &slot in &chosen {
                values.extend(core.legal_moves(slot).iter().map(|m| m.bits()));
                offsets.push(values.len() as i64);
            }
            Ok::<_, crate::error::CallError>((values, offsets))
        })?;
        Ok(row_arrays(py, values, offsets))
    }
}

/// The current positions of some games.
struct Positions<'a> {
    arena: &'a Arena,
    slots: Vec<usize>,
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
        let slots = slf.get().chosen(slf.py(), games.as_ref())?;
        let positions = Positions { arena: slf.get(), slots };
        Call::new(on_unsupported, threads)?.encode(slf.py(), &positions, &columns, out)
    }

    /// Returns a policy, by default that of the arena.
    fn _policy(&self, policy: Option<PolicyArgument<'_>>) -> PyResult<Policy> {
        policy_or_default(policy, self.policy.policy())
    }
}

//! Arrays of an arena's current positions.

use std::num::NonZeroUsize;

use numpy::PyArrayDyn;
use pyo3::prelude::*;

use super::Arena;
use crate::arena::{ArenaError, ArenaSamples};
use crate::columns::{self as core, EncodeError, Needs, RaggedColumn};
use crate::pool::Run;
use crate::python::arrays::Rows;
use crate::python::calls::{Threads, interruptible};
use crate::python::columns::{
    Call, Source, columns_of_arenas, columns_of_boards, mask_column, methods, planes_column,
};
use crate::python::encodings::{
    EncodingArgument, FeaturesArgument, PolicyArgument, RecordsArgument, TokensArgument,
};
use crate::python::hints::{
    AnyArray, AnyArrayArgument, Array, ArrayLike, BatchDict, ColumnsArgument, DtypeArgument,
    MasksAndValues, OutputsArgument,
};

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

impl Source for Positions<'_> {
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

/// Makes the methods of some columns.
macro_rules! of_arenas {
    ($($columns:tt)*) => {
        methods! {
            {
                Arena(slf):
                []
                [
                    "     games: the indices of the games, or a mask; `None` for all."
                    games: {Option<ArrayLike<'py>>},
                ]
                [
                    "     threads: the number of threads; `None` for all cores."
                    threads: {Option<Threads>},
                ]
                { Call::new(threads) } on { Positions::new(slf, games.as_ref())? }
            }
            $($columns)*
        }
    };
}

columns_of_boards!(of_arenas);
columns_of_arenas!(of_arenas);

#[pymethods]
impl Arena {
    /// Returns the arrays of several columns of the current positions.
    ///
    /// Args:
    ///     columns: a `Column`, a list of them, or a dict of them by name. In a list, the name of a
    ///         column is its kind.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     on_unsupported: `"raise"`, or `"mask"` to write markers for positions that a column cannot
    ///         express, as the methods of the columns state.
    ///     out: a dict of arrays to write to, by name; columns without an array get a new one.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     A dict of arrays by name, with a row for each game.
    ///
    /// Raises:
    ///     EncodingError: a column cannot express a position.
    ///     ArgumentError: two columns have the same name, or a column needs what only finished games
    ///         have.
    ///     ArrayError: an array does not fit.
    ///
    /// Example:
    ///     >>> from enroque import Column
    ///     >>> arrays = enroque.Arena(3).encode([Column.planes("lc0"), Column.legal_mask("lc0")])
    ///     >>> arrays["planes"].shape, arrays["legal_mask"].shape
    ///     ((3, 112, 8, 8), (3, 1858))
    #[pyo3(signature = (
        columns, *, games = None, on_unsupported = "raise", out = None, threads = None
    ))]
    fn encode<'py>(
        slf: &Bound<'py, Arena>,
        columns: ColumnsArgument<'py>,
        games: Option<ArrayLike<'py>>,
        on_unsupported: &str,
        out: Option<OutputsArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<BatchDict<'py>> {
        let call = Call::new(threads).on_unsupported(on_unsupported)?;
        let positions = Positions::new(slf, games.as_ref())?;
        call.all(slf.py(), &positions, &columns.0, out).map(BatchDict)
    }

    /// Returns the planes as bits.
    ///
    /// Args:
    ///     encoding: a name or an `Encoding`.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     out: an array for the masks to write to.
    ///     values_out: an array for the values to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(masks, values)`: `(games, channels)` uint64, bit n for row n // 8 and column n % 8, and
    ///     `(games, len(scaled_channels))` float32.
    ///
    /// Raises:
    ///     EncodingError: the encoding is unknown or has no bit form.
    #[pyo3(signature = (
        encoding, *, games = None, out = None, values_out = None, threads = None
    ))]
    fn planes_bits<'py>(
        slf: &Bound<'py, Arena>,
        encoding: EncodingArgument<'py>,
        games: Option<ArrayLike<'py>>,
        out: Option<AnyArrayArgument<'py>>,
        values_out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<MasksAndValues<'py, numpy::IxDyn>> {
        let positions = Positions::new(slf, games.as_ref())?;
        Call::new(threads).bits(slf.py(), &positions, &encoding, (out, values_out))
    }

    /// Returns the active features of the current positions without padding.
    ///
    /// Args:
    ///     encoding: a name or an `Encoding` of features.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     on_unsupported: `"raise"`, or `"mask"` to write no features for positions with too many
    ///         pieces.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(values, offsets)`, int32 and int64: row n is `values[offsets[n]:offsets[n + 1]]`, where
    ///     game n of the call has the rows 2 * n (side to move) and 2 * n + 1 (opponent).
    ///
    /// Raises:
    ///     EncodingError: the set is unknown or cannot express a position.
    #[pyo3(signature = (encoding, *, games = None, on_unsupported = "raise", threads = None))]
    fn features_csr<'py>(
        slf: &Bound<'py, Arena>,
        encoding: FeaturesArgument<'py>,
        games: Option<ArrayLike<'py>>,
        on_unsupported: &str,
        threads: Option<Threads>,
    ) -> PyResult<Rows<'py>> {
        let call = Call::new(threads).on_unsupported(on_unsupported)?;
        let column = RaggedColumn::Features(encoding.get()?);
        call.ragged(slf.py(), &Positions::new(slf, games.as_ref())?, column)
    }

    /// Returns rows that are 1 at the policy index of each legal move and 0 elsewhere.
    ///
    /// The rows of games that are over are 0.
    ///
    /// Args:
    ///     policy: a name or a `Policy`; `None` for that of the arena.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     dtype: bool (default), another dtype, or `"bits"` for eight indices in a byte, lowest bit
    ///         first, as `numpy.unpackbits(..., bitorder="little")` reads them.
    ///     on_unsupported: `"raise"`, or `"mask"` to skip moves that have no index.
    ///     out: a C-contiguous, writeable array of the result's shape and dtype to write to.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(games, size)`; with `dtype="bits"` `(games, ceil(size / 8))` uint8.
    ///
    /// Raises:
    ///     EncodingError: the policy is unknown, or a legal move has no index.
    #[pyo3(signature = (
        policy = None, *, games = None, dtype = None, on_unsupported = "raise", out = None,
        threads = None
    ))]
    fn legal_mask<'py>(
        slf: &Bound<'py, Arena>,
        policy: Option<PolicyArgument<'py>>,
        games: Option<ArrayLike<'py>>,
        dtype: Option<DtypeArgument<'py>>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<AnyArray<'py>> {
        let policy = slf.get().policy_of(policy)?;
        let call = Call::new(threads).on_unsupported(on_unsupported)?;
        let given = mask_column(policy, dtype.as_ref())?;
        call.one(slf.py(), &Positions::new(slf, games.as_ref())?, given, out)
    }

    /// Returns the policy indices of the legal moves of each game.
    ///
    /// Args:
    ///     policy: a name or a `Policy`; `None` for that of the arena.
    ///     games: the indices of the games, or a mask; `None` for all.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     `(values, offsets)`, int32 and int64: the indices of row n are
    ///     `values[offsets[n]:offsets[n + 1]]`, in the order of `Board.legal_moves`; none for games
    ///     that are over.
    ///
    /// Raises:
    ///     EncodingError: the policy is unknown, or a legal move has no index.
    #[pyo3(signature = (policy = None, *, games = None, threads = None))]
    fn legal_indices<'py>(
        slf: &Bound<'py, Arena>,
        policy: Option<PolicyArgument<'py>>,
        games: Option<ArrayLike<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<Rows<'py>> {
        let column = RaggedColumn::LegalIndices(slf.get().policy_of(policy)?);
        Call::new(threads).ragged(slf.py(), &Positions::new(slf, games.as_ref())?, column)
    }
}

//! `Leaves`: positions of trees that need an evaluation.

use crate::arena::ArenaSamples;
use crate::columns::{Needs, Samples};
use crate::error::CallError;
use crate::pool::Run;
use crate::position::Position;
use crate::python::arena::board_of;
use crate::python::arguments::color;
use crate::python::board::Board;
use crate::python::columns::{Call, SampleSource, policy_or_default};
use crate::python::encodings::{Policy, PolicyArgument};
use crate::python::prelude::*;
use crate::tensor::PolicyEncoding;
use crate::trees::Leaves as Core;

/// Positions of search trees that need an evaluation, ordered by game.
///
/// `TreeSearch.select` returns them, and `TreeSearch.backup` takes them with their evaluations.
/// Each continues the arena's game by the moves of its tree: its arrays have the history of the
/// game and of the path, and the array methods have the names and options of those of `Arena`.
/// Later calls of the search or of the arena do not change them.
///
/// Example:
///     >>> arena = enroque.Arena(4, seed=1)
///     >>> search = enroque.TreeSearch(arena, simulations=8)
///     >>> search.begin()
///     >>> leaves = search.select()  # the roots
///     >>> leaves.planes("lc0").shape, leaves.legal_indices()[1].tolist()
///     ((4, 112, 8, 8), [0, 20, 40, 60, 80])
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct Leaves {
    pub(super) core: Core,
    /// The policy of the arena, if it has one.
    pub(super) policy: Option<PolicyEncoding>,
}

impl SampleSource for &Leaves {
    type Samples<'s> = ArenaSamples<'s>;

    fn rows(&self) -> Option<usize> {
        Some(self.core.len())
    }

    fn with_samples<R: Send>(
        &self,
        py: Python<'_>,
        _: &Needs,
        threads: Option<Threads>,
        work: impl FnOnce(&ArenaSamples<'_>, Run<'_>) -> Result<R, CallError> + Send,
    ) -> PyResult<R> {
        interruptible(py, threads, |run| work(&self.core.samples(), run))
    }
}

/// Defines properties with a value for each leaf: name, element type, function of the position.
macro_rules! of_positions {
    ($($(#[$doc:meta])* $name:ident: $element:ty = $value:expr;)*) => {
        #[pymethods(crate = "crate::python::named_arguments")]
        impl Leaves {$(
            $(#[$doc])*
            #[getter]
            fn $name<'py>(&self, py: Python<'py>) -> Array<'py, $element> {
                let value: fn(&Position) -> $element = $value;
                Array(numpy_api::from_iter(py, self.core.positions().map(value)))
            }
        )*}
    };
}

of_positions! {
    /// Whether White is to move in each leaf, bool.
    turn: bool = |position| color(position.turn());
    /// The number of pieces of each leaf, int32, to find leaves for a tablebase.
    piece_count: i32 = |position| position.placement().occupied().len() as i32;
    /// The number of plies since the last capture or pawn move of each leaf, int32.
    halfmove_clock: i32 = |position| position.halfmove_clock() as i32;
    /// The Zobrist key of each leaf's position, uint64, as `Board.hash()`.
    zobrist_key: u64 = |position| position.key();
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Leaves {
    fn __len__(&self) -> usize {
        self.core.len()
    }

    fn __repr__(&self) -> String {
        format!("<Leaves: {} positions>", self.core.len())
    }

    /// The index of each leaf's game, int64.
    #[getter]
    fn game<'py>(&self, py: Python<'py>) -> Array<'py, i64> {
        Array(numpy_api::from_iter(py, self.core.slots().map(|slot| slot as i64)))
    }

    /// The number of plies from the root to each leaf, int32.
    #[getter]
    fn depth<'py>(&self, py: Python<'py>) -> Array<'py, i32> {
        Array(numpy_api::from_iter(py, self.core.depths().map(|depth| depth as i32)))
    }

    /// The number of occurrences of each leaf's position in its game and its path, int32.
    #[getter]
    fn repetitions<'py>(&self, py: Python<'py>) -> Array<'py, i32> {
        let count = |row| self.core.repetition_count(row) as i32;
        Array(numpy_api::from_iter(py, (0..self.core.len()).map(count)))
    }

    /// The ends of the rows of legal moves with 0 before, int64: the offsets of `legal_indices`.
    #[getter]
    fn offsets<'py>(&self, py: Python<'py>) -> Array<'py, i64> {
        let offsets = self.core.samples().legal_move_offsets();
        Array(numpy_api::from_vec(py, offsets.unwrap_or_default()))
    }

    /// Returns the legal moves of each leaf.
    ///
    /// Returns:
    ///     `(values, offsets)`, uint16 and int64, as of `Arena.legal_moves`.
    fn legal_moves<'py>(&self, py: Python<'py>) -> RowArrays<'py, u16> {
        let moves = (0..self.core.len()).flat_map(|row| self.core.legal_moves(row));
        let moves: Vec<u16> = moves.map(|m| m.bits()).collect();
        (Array(numpy_api::from_vec(py, moves)), self.offsets(py))
    }

    /// Returns one leaf as a `Board` with the moves of its game and its path.
    ///
    /// Args:
    ///     index: the index of the leaf.
    ///
    /// Raises:
    ///     OutOfRangeError: there is no such leaf.
    fn board<'py>(&self, py: Python<'py>, index: Number) -> PyResult<Bound<'py, Board>> {
        let count = self.core.len();
        let row = usize::try_from(index.0).ok().filter(|&row| row < count);
        let row = row.ok_or_else(|| {
            OutOfRangeError::new_err(format!("leaf {} is out of range for {count} leaves", index.0))
        })?;
        let (start, moves) = self.core.game(row);
        board_of(py, start, moves, false)
    }

    /// Returns the arrays of columns; see `enroque._model.array_methods`.
    #[pyo3(signature = (columns, *, on_unsupported = "raise", out = None, threads = None))]
    fn _encode<'py>(
        slf: &Bound<'py, Leaves>,
        columns: Bound<'py, PyAny>,
        on_unsupported: &str,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<AnyObject<'py>> {
        Call::new(on_unsupported, threads)?.encode(slf.py(), &slf.get(), &columns, out)
    }

    /// Returns a policy, by default that of the arena.
    fn _policy(&self, policy: Option<PolicyArgument<'_>>) -> PyResult<Policy> {
        policy_or_default(policy, self.policy)
    }
}

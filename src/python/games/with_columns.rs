//! Games with the evaluations of positions.

use pyo3::prelude::*;

use super::Games;
use crate::columns::evals_of_positions;
use crate::games::PlyColumns;
use crate::python::calls::{Threads, interruptible};
use crate::python::hints::TablebaseArgument;
use crate::python::positions::Positions;
use crate::python::tablebase::tables_of;
use crate::types::NO_EVAL;

#[pymethods(crate = "crate::python::named_arguments")]
impl Games {
    /// Returns the same games with the evaluations of a table of positions.
    ///
    /// Positions are the same by their keys: pieces, side to move, castling rights and legal en
    /// passant, not clocks. Of several evaluations of a position the first of the deepest is taken.
    /// `evals` has evaluations after moves: that of a start position has no place there.
    ///
    /// Args:
    ///     positions: the table, such as a batch of `Positions.stream`.
    ///     replace: whether the table's evaluations replace those that the games have; else they fill
    ///         only those that are missing.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     The games, whose `eval_count` is the number of moves that now have an evaluation.
    ///
    /// Example:
    ///     >>> games = enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 *")
    ///     >>> table = b"FEN,Evaluation\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,+34\n"
    ///     >>> evaluated = games.with_evals(enroque.Positions.read(table))
    ///     >>> evaluated.eval_count, evaluated.evals[0]
    ///     (1, np.int32(34))
    #[pyo3(signature = (positions, *, replace = false, threads = None))]
    fn with_evals(
        &self,
        py: Python<'_>,
        positions: &Positions,
        replace: bool,
        threads: Option<Threads>,
    ) -> PyResult<Games> {
        let (games, positions) = (self.core(), positions.core());
        let evals =
            interruptible(py, threads, |run| evals_of_positions(&games, &positions, replace, run))?;
        self.replaced(py, PlyColumns { evals: Some(evals), ..PlyColumns::default() })
    }

    /// Returns the same games with the results of endgame tables.
    ///
    /// A game gets the result of its first position whose result the tables state by the 50-move
    /// rule, as if it had been adjudicated there: wins and losses just after a capture or pawn move
    /// (or at the start of the game), draws always. Other games keep their result. Moves and tags do
    /// not change, and `self` keeps the results as played.
    ///
    /// Args:
    ///     tablebase: an `enroque.tablebase.Tablebase`.
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     The games, in their order.
    ///
    /// Raises:
    ///     FileFormatError: a table is damaged.
    #[pyo3(signature = (tablebase, *, threads = None))]
    fn rescore(
        &self,
        py: Python<'_>,
        tablebase: TablebaseArgument<'_>,
        threads: Option<Threads>,
    ) -> PyResult<Games> {
        let (games, tables) = (self.core(), tables_of(&tablebase.0)?);
        interruptible(py, threads, |run| games.rescored(&tables, run)).map(Games::new)
    }

    /// The number of moves with an evaluation.
    #[getter]
    fn eval_count(&self) -> usize {
        let evals = self.core();
        evals.evals().map_or(0, |evals| evals.iter().filter(|&&eval| eval != NO_EVAL).count())
    }
}

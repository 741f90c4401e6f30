//! Columns of an arena, and its legal moves.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::Arena;
use crate::arena::Arena as Core;

use crate::python::calls::interruptible;
use crate::python::hints::{Array, ArrayLike};

/// Moves of several games: values and offsets.
type MoveRows<'py> = (Array<'py, PyArray1<u16>>, Array<'py, PyArray1<i64>>);

/// An array with a value for each slot.
fn column<'py, T: numpy::Element + Send>(
    arena: &Arena,
    py: Python<'py>,
    value: fn(&Core, usize) -> T,
) -> Array<'py, PyArray1<T>> {
    let values: Vec<T> =
        arena.with(py, |core| (0..core.len()).map(|slot| value(core, slot)).collect());
    Array(PyArray1::from_vec(py, values))
}

#[pymethods]
impl Arena {
    /// Whether White is to move in each game, bool.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> Array<'py, PyArray1<bool>> {
        column(self, py, |core, slot| crate::python::arguments::color(core.position(slot).turn()))
    }

    /// The number of plies played in each game, int32.
    #[getter]
    fn ply<'py>(&self, py: Python<'py>) -> Array<'py, PyArray1<i32>> {
        column(self, py, |core, slot| core.ply(slot) as i32)
    }

    /// The number of plies since the last capture or pawn move in each game, int32.
    #[getter]
    fn halfmove_clock<'py>(&self, py: Python<'py>) -> Array<'py, PyArray1<i32>> {
        column(self, py, |core, slot| core.position(slot).halfmove_clock() as i32)
    }

    /// How often each game's position has occurred, the current occurrence included, int32.
    #[getter]
    fn repetitions<'py>(&self, py: Python<'py>) -> Array<'py, PyArray1<i32>> {
        column(self, py, |core, slot| core.repetition_count(slot) as i32)
    }

    /// The number of legal moves in each game, int32; 0 for games that are over.
    #[getter]
    fn legal_count<'py>(&self, py: Python<'py>) -> Array<'py, PyArray1<i32>> {
        column(self, py, |core, slot| core.legal_moves(slot).len() as i32)
    }

    /// Whether the side to move is in check in each game, bool.
    #[getter]
    fn check<'py>(&self, py: Python<'py>) -> Array<'py, PyArray1<bool>> {
        column(self, py, |core, slot| core.position(slot).is_check())
    }

    /// Whether each game is over, bool.
    #[getter]
    fn over<'py>(&self, py: Python<'py>) -> Array<'py, PyArray1<bool>> {
        column(self, py, |core, slot| core.end(slot).is_some())
    }

    /// The Zobrist key of each game's position, uint64: the hash of its `Board`.
    #[getter]
    fn zobrist_key<'py>(&self, py: Python<'py>) -> Array<'py, PyArray1<u64>> {
        column(self, py, |core, slot| core.position(slot).key())
    }

    /// The number of each game, int64.
    #[getter]
    fn game<'py>(&self, py: Python<'py>) -> Array<'py, PyArray1<i64>> {
        column(self, py, |core, slot| core.game_number(slot) as i64)
    }

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
    ) -> PyResult<MoveRows<'py>> {
        let chosen = self.chosen(py, games.as_ref())?;
        let (values, offsets) = interruptible(py, None, |_| {
            let core = self.lock();
            core.check_slots(&chosen)?;
            let (mut values, mut offsets) = (Vec::new(), vec![0]);
            for &slot in &chosen {
                values.extend(core.legal_moves(slot).iter().map(|m| m.bits()));
                offsets.push(values.len() as i64);
            }
            Ok::<_, crate::arena::ArenaError>((values, offsets))
        })?;
        Ok((Array(PyArray1::from_vec(py, values)), Array(PyArray1::from_vec(py, offsets))))
    }
}

//! The common steps of batch calls: converting arguments, providing the output, calling without the
//! GIL.

use std::num::NonZeroUsize;

use numpy::PyArrayDyn;
use pyo3::prelude::*;

use super::Games;
use crate::batch::{self, BatchError, Positions};
use crate::games::Games as CoreGames;
use crate::pool::Run;
use crate::python::arrays::{self, Rows, integers};
use crate::python::calls::{Threads, fill, interruptible};
use crate::python::encodings;
use crate::python::hints::{AnyArrayArgument, Array, ArrayLike};
use crate::tensor::rows::{Ragged, Unsupported, WriteRow};

/// A batch call: the positions and the options that all calls have.
pub(super) struct BatchCall<'a, 'py> {
    games: &'a Bound<'py, Games>,
    game: Vec<i64>,
    ply: Vec<i32>,
    pub(super) out: Option<Bound<'py, PyAny>>,
    threads: Option<NonZeroUsize>,
    unsupported: Unsupported,
}

impl<'a, 'py> BatchCall<'a, 'py> {
    pub(super) fn new(
        games: &'a Bound<'py, Games>,
        game: &ArrayLike<'_>,
        ply: &ArrayLike<'_>,
        out: Option<AnyArrayArgument<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<BatchCall<'a, 'py>> {
        let game = integers(&game.0, "game")?;
        let ply = integers(&ply.0, "ply")?;
        // no game has a ply beyond 32 bits, so it remains out of range
        let narrow =
            |ply: i64| i32::try_from(ply).unwrap_or(if ply < 0 { i32::MIN } else { i32::MAX });
        Ok(BatchCall {
            games,
            game,
            ply: ply.into_iter().map(narrow).collect(),
            out: out.map(|out| out.0),
            threads: threads.map(|threads| threads.0),
            unsupported: Unsupported::Raise,
        })
    }

    /// Sets the option `on_unsupported`.
    pub(super) fn on_unsupported(mut self, name: &str) -> PyResult<BatchCall<'a, 'py>> {
        self.unsupported = encodings::unsupported(name)?;
        Ok(self)
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.game.len()
    }

    /// Returns the array of the result, with a row of shape `row_shape` for each position.
    fn array<T: numpy::Element>(&self, row_shape: &[usize]) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        let shape = [&[self.len()], row_shape].concat();
        arrays::output::<T>(self.games.py(), self.out.as_ref(), &shape)
    }

    /// Returns the array, with rows written by a writer.
    pub(super) fn write<T: numpy::Element + Send, W: for<'r> WriteRow<&'r mut [T]> + Sync>(
        &self,
        row_shape: &[usize],
        writer: &W,
    ) -> PyResult<Array<'py, PyArrayDyn<T>>> {
        writer.check()?;
        self.fill(row_shape, |games, positions, out, unsupported, run| {
            batch::write(games, positions, writer, out, unsupported, run)
        })
    }

    /// Returns the array, filled by a function that runs without the GIL.
    pub(super) fn fill<T: numpy::Element + Send>(
        &self,
        row_shape: &[usize],
        work: impl FnOnce(
            &CoreGames,
            Positions<'_>,
            &mut [T],
            Unsupported,
            Run<'_>,
        ) -> Result<(), BatchError>
        + Send,
    ) -> PyResult<Array<'py, PyArrayDyn<T>>> {
        let array = self.array(row_shape)?;
        let (games, positions) = self.input();
        let unsupported = self.unsupported;
        fill(&array, self.threads, |out, run| work(games, positions, out, unsupported, run))?;
        Ok(Array(array))
    }

    /// Returns rows of different lengths, computed by a function that runs without the GIL.
    pub(super) fn ragged(
        &self,
        work: impl FnOnce(&CoreGames, Positions<'_>, Unsupported, Run<'_>) -> Result<Ragged, BatchError>
        + Send,
    ) -> PyResult<Rows<'py>> {
        let (games, positions) = self.input();
        let unsupported = self.unsupported;
        let rows = interruptible(self.games.py(), self.threads, |run| {
            work(games, positions, unsupported, run)
        })?;
        Ok(arrays::rows(self.games.py(), rows))
    }

    /// Returns the result of a function that runs without the GIL.
    pub(super) fn result<R: Send>(
        &self,
        work: impl FnOnce(&CoreGames, Positions<'_>, Run<'_>) -> Result<R, BatchError> + Send,
    ) -> PyResult<R> {
        let (games, positions) = self.input();
        interruptible(self.games.py(), self.threads, |run| work(games, positions, run))
    }

    fn input(&self) -> (&CoreGames, Positions<'_>) {
        (&self.games.get().games, Positions { game: &self.game, ply: &self.ply })
    }
}

//! What all batch calls have in common: pairs, where to write, how.

use std::num::NonZeroUsize;

use numpy::PyArrayDyn;
use pyo3::prelude::*;

use super::Games;
use crate::batch::{self, BatchError, Pairs};
use crate::games::Games as CoreGames;
use crate::pool::Run;
use crate::python::arrays::{self, integers};
use crate::python::calls::{Threads, fill};
use crate::python::encodings as choice;
use crate::python::hints::{AnyArrayArgument, ArrayLike};
use crate::tensor::rows::{Unsupported, WriteRow};

/// What a batch call is asked for besides its encoding.
pub(super) struct BatchCall<'py> {
    pub(super) game: Vec<i64>,
    ply: Vec<i32>,
    pub(super) out: Option<Bound<'py, PyAny>>,
    pub(super) threads: Option<NonZeroUsize>,
    pub(super) unsupported: Unsupported,
}

impl<'py> BatchCall<'py> {
    pub(super) fn new(
        game: &ArrayLike<'_>,
        ply: &ArrayLike<'_>,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<BatchCall<'py>> {
        let game = integers(&game.0, "game")?;
        let ply = integers(&ply.0, "ply")?;
        // a ply beyond 32 bits is beyond every game, and stays so
        let narrow =
            |ply: i64| i32::try_from(ply).unwrap_or(if ply < 0 { i32::MIN } else { i32::MAX });
        let ply = ply.into_iter().map(narrow).collect();
        let (out, threads, unsupported) = (out.map(|out| out.0), None, Unsupported::Raise);
        Ok(BatchCall { game, ply, out, threads, unsupported })
    }

    pub(super) fn threads(mut self, threads: Option<Threads>) -> BatchCall<'py> {
        self.threads = threads.map(|threads| threads.0);
        self
    }

    pub(super) fn on_unsupported(mut self, word: &str) -> PyResult<BatchCall<'py>> {
        self.unsupported = choice::unsupported(word)?;
        Ok(self)
    }

    pub(super) fn pairs(&self) -> Pairs<'_> {
        Pairs { game: &self.game, ply: &self.ply }
    }

    /// The array of the result: a row of shape `tail` for each pair.
    pub(super) fn array<T: numpy::Element>(
        &self,
        py: Python<'py>,
        tail: &[usize],
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        let shape = [&[self.game.len()], tail].concat();
        arrays::output::<T>(py, self.out.as_ref(), &shape)
    }

    /// The array, filled by a writer.
    pub(super) fn write<T: numpy::Element + Send, W: for<'a> WriteRow<&'a mut [T]> + Sync>(
        &self,
        games: &Bound<'py, Games>,
        tail: &[usize],
        writer: &W,
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        writer.check()?;
        let unsupported = self.unsupported;
        self.fill(games, tail, |games, pairs, elements, run| {
            batch::write(games, pairs, writer, elements, unsupported, run)
        })
    }

    /// The array, filled by a call.
    pub(super) fn fill<T: numpy::Element + Send>(
        &self,
        games: &Bound<'py, Games>,
        tail: &[usize],
        work: impl FnOnce(&CoreGames, Pairs<'_>, &mut [T], Run<'_>) -> Result<(), BatchError> + Send,
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        let array = self.array(games.py(), tail)?;
        let (games, pairs) = (&*games.get().games, self.pairs());
        fill(&array, self.threads, |elements, run| work(games, pairs, elements, run))?;
        Ok(array)
    }
}

//! Replaying games on all cores and writing rows.

use std::sync::{Mutex, PoisonError};

use super::error::BatchError;
use super::game_list::GameList;
use super::positions::Sample;
use crate::attacks::{Backend, Task, dispatch};
use crate::pool::{self, Run};
use crate::stream;
use crate::tensor::rows::{Ragged, Replay, RowError, Unsupported, WriteRow};

/// The minimum number of rows of a job, which takes tens of microseconds.
const ROWS_PER_JOB: usize = 64;

/// Replays the games and writes the rows, which are in the order of the sorted samples; if they are
/// of a large array, past the caches.
pub(super) fn write_all<R: Send, W: WriteRow<R>>(
    games: &impl GameList,
    sorted: &[Sample],
    rows: &mut [R],
    write: &W,
    is_large: bool,
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<(), BatchError> {
    let first = FirstError::default();
    let work = |state: &mut W::State, (samples, rows): (&[Sample], &mut [R])| {
        let sink = rows.iter_mut();
        first.note(dispatch(Job { games, samples, sink, write, state, is_large }));
    };
    let mut jobs = Vec::with_capacity(sorted.len() / ROWS_PER_JOB + 1);
    let mut rest = rows;
    for samples in split(sorted) {
        let (own, later) = rest.split_at_mut(samples.len());
        jobs.push((samples, own));
        rest = later;
    }
    pool::for_each(run, jobs.into_iter(), || W::State::new(write.en_passant()), work)?;
    first.result(unsupported)
}

/// Replays the games and returns a list of rows of different lengths for each job. The concatenated
/// lists are in the order of the sorted samples.
pub(super) fn write_ragged<W: WriteRow<Ragged>>(
    games: &impl GameList,
    sorted: &[Sample],
    write: &W,
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<Vec<Ragged>, BatchError> {
    let first = FirstError::default();
    let work = |state: &mut W::State, samples: &[Sample]| {
        let mut rows = Ragged::default();
        rows.values.reserve(samples.len() * VALUES_PER_SAMPLE);
        rows.offsets.reserve(2 * samples.len());
        first.note(dispatch(Job {
            games,
            samples,
            sink: &mut rows,
            write,
            state,
            is_large: false,
        }));
        rows
    };
    let lists =
        pool::map(run, split(sorted).into_iter(), || W::State::new(write.en_passant()), work)?;
    first.result(unsupported)?;
    Ok(lists)
}

/// The approximate number of legal moves, or of active features of both perspectives.
pub(super) const VALUES_PER_SAMPLE: usize = 48;

/// The error with the lowest row.
#[derive(Default)]
struct FirstError(Mutex<Option<(usize, RowError)>>);

impl FirstError {
    fn note(&self, found: Option<(usize, RowError)>) {
        let Some((row, error)) = found else { return };
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if first.is_none_or(|(before, _)| row < before) {
            *first = Some((row, error));
        }
    }

    fn result(self, unsupported: Unsupported) -> Result<(), BatchError> {
        match self.0.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((index, error)) if unsupported == Unsupported::Raise => {
                Err(BatchError::Row { index, error })
            }
            _ => Ok(()),
        }
    }
}

/// The destination of the rows of a job.
trait RowSink<R> {
    /// Returns the row of the next sample.
    fn next_row(&mut self) -> Option<&mut R>;
}

/// A separate row for each sample.
impl<R> RowSink<R> for std::slice::IterMut<'_, R> {
    #[inline(always)]
    fn next_row(&mut self) -> Option<&mut R> {
        self.next()
    }
}

/// One list to which all rows are appended.
impl RowSink<Ragged> for &mut Ragged {
    #[inline(always)]
    fn next_row(&mut self) -> Option<&mut Ragged> {
        Some(self)
    }
}

/// Splits samples into jobs, each of whole games.
fn split(mut sorted: &[Sample]) -> Vec<&[Sample]> {
    let mut jobs = Vec::with_capacity(sorted.len() / ROWS_PER_JOB + 1);
    while !sorted.is_empty() {
        let mut end = ROWS_PER_JOB.min(sorted.len());
        let game = sorted[end - 1].game;
        end += sorted[end..].iter().take_while(|sample| sample.game == game).count();
        let (samples, later) = sorted.split_at(end);
        jobs.push(samples);
        sorted = later;
    }
    jobs
}

struct Job<'a, G, S, W: WriteRow<R>, R> {
    games: &'a G,
    samples: &'a [Sample],
    sink: S,
    write: &'a W,
    state: &'a mut W::State,
    is_large: bool,
}

impl<G: GameList, R, S: RowSink<R>, W: WriteRow<R>> Task for Job<'_, G, S, W, R> {
    /// The error with the lowest row.
    type Output = Option<(usize, RowError)>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let Job { games, samples, mut sink, write, state, is_large } = self;
        let mut first_error: Self::Output = None;
        // game and ply of `state`
        let mut current = None;
        for sample in samples {
            let Some(row) = sink.next_row() else { break };
            let moves = games.moves(sample.game);
            let ply = match current {
                Some((game, ply)) if game == sample.game => ply,
                _ => {
                    state.restart(games.start(sample.game));
                    0
                }
            };
            for &m in &moves[ply..sample.ply] {
                state.push(m);
            }
            current = Some((sample.game, sample.ply));
            let next = moves.get(sample.ply).copied();
            let written = match is_large {
                true => write.stream(backend, state.view(), next, row),
                false => write.write(backend, state.view(), next, row),
            };
            if let Err(error) = written
                && first_error.is_none_or(|(row, _)| sample.row < row)
            {
                first_error = Some((sample.row, error));
            }
        }
        if is_large {
            stream::finish();
        }
        first_error
    }
}

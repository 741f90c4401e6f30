//! Playing through games, on all cores, and writing rows on the way.

use std::sync::{Mutex, PoisonError};

use super::error::BatchError;
use super::game_list::GameList;
use super::positions::Pair;
use crate::attacks::{Backend, Task, dispatch};
use crate::pool::{self, Run};
use crate::tensor::rows::{Ragged, Replay, RowError, Unsupported, WriteRow};

/// Rows that a thread takes at a time: tens of microseconds of work.
const ROWS_A_JOB: usize = 64;

/// Plays through the games and writes the rows, which are in the order of the sorted pairs.
pub(super) fn write_all<R: Send, W: WriteRow<R>>(
    games: &impl GameList,
    sorted: &[Pair],
    rows: &mut [R],
    write: &W,
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<(), BatchError> {
    let first = FirstError::default();
    let work = |state: &mut W::State, (pairs, rows): (&[Pair], &mut [R])| {
        let sink = rows.iter_mut();
        first.note(dispatch(Job { games, pairs, sink, write, state }));
    };
    let mut jobs = Vec::with_capacity(sorted.len() / ROWS_A_JOB + 1);
    let mut rest = rows;
    for pairs in split(sorted) {
        let (own, later) = rest.split_at_mut(pairs.len());
        jobs.push((pairs, own));
        rest = later;
    }
    pool::for_each(run, jobs.into_iter(), || W::State::new(write.en_passant()), work)?;
    first.result(unsupported)
}

/// Plays through the games and adds rows of different lengths to one list a job; all lists together
/// have them in the order of the sorted pairs.
pub(super) fn write_ragged<W: WriteRow<Ragged>>(
    games: &impl GameList,
    sorted: &[Pair],
    write: &W,
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<Vec<Ragged>, BatchError> {
    let first = FirstError::default();
    let work = |state: &mut W::State, pairs: &[Pair]| {
        let mut rows = Ragged::default();
        rows.values.reserve(pairs.len() * VALUES_A_PAIR);
        rows.offsets.reserve(2 * pairs.len());
        first.note(dispatch(Job { games, pairs, sink: &mut rows, write, state }));
        rows
    };
    let parts =
        pool::map(run, split(sorted).into_iter(), || W::State::new(write.en_passant()), work)?;
    first.result(unsupported)?;
    Ok(parts)
}

/// A position has about so many legal moves, or active features from both sides.
const VALUES_A_PAIR: usize = 48;

/// The first pair, by its place, that cannot be written.
#[derive(Default)]
struct FirstError(Mutex<Option<(usize, RowError)>>);

impl FirstError {
    fn note(&self, found: Option<(usize, RowError)>) {
        let Some((at, error)) = found else { return };
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if first.is_none_or(|(before, _)| at < before) {
            *first = Some((at, error));
        }
    }

    fn result(self, unsupported: Unsupported) -> Result<(), BatchError> {
        match self.0.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((at, error)) if unsupported == Unsupported::Raise => {
                Err(BatchError::Row { at, error })
            }
            _ => Ok(()),
        }
    }
}

/// Where the rows of a job go.
trait RowSink<R> {
    /// The row of the next pair.
    fn next_row(&mut self) -> Option<&mut R>;
}

/// Each pair has a row of its own.
impl<R> RowSink<R> for std::slice::IterMut<'_, R> {
    #[inline(always)]
    fn next_row(&mut self) -> Option<&mut R> {
        self.next()
    }
}

/// All rows are added to one list.
impl RowSink<Ragged> for &mut Ragged {
    #[inline(always)]
    fn next_row(&mut self) -> Option<&mut Ragged> {
        Some(self)
    }
}

/// Pieces of work, none of which begins in the middle of a game.
fn split(mut sorted: &[Pair]) -> Vec<&[Pair]> {
    let mut jobs = Vec::with_capacity(sorted.len() / ROWS_A_JOB + 1);
    while !sorted.is_empty() {
        let mut end = ROWS_A_JOB.min(sorted.len());
        let game = sorted[end - 1].game;
        end += sorted[end..].iter().take_while(|pair| pair.game == game).count();
        let (pairs, later) = sorted.split_at(end);
        jobs.push(pairs);
        sorted = later;
    }
    jobs
}

struct Job<'a, G, S, W: WriteRow<R>, R> {
    games: &'a G,
    pairs: &'a [Pair],
    sink: S,
    write: &'a W,
    state: &'a mut W::State,
}

impl<G: GameList, R, S: RowSink<R>, W: WriteRow<R>> Task for Job<'_, G, S, W, R> {
    /// The first pair, by its place, that cannot be written.
    type Output = Option<(usize, RowError)>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let Job { games, pairs, mut sink, write, state } = self;
        let mut first_error: Self::Output = None;
        // the game that `state` is in, and after how many plies
        let mut now = None;
        for pair in pairs {
            let Some(row) = sink.next_row() else { break };
            let moves = games.moves(pair.game);
            let ply = match now {
                Some((game, ply)) if game == pair.game => ply,
                _ => {
                    state.restart(games.start(pair.game));
                    0
                }
            };
            for &m in &moves[ply..pair.ply] {
                state.push(m);
            }
            now = Some((pair.game, pair.ply));
            let next = moves.get(pair.ply).copied();
            if let Err(error) = write.write(backend, state, next, row)
                && first_error.is_none_or(|(at, _)| pair.at < at)
            {
                first_error = Some((pair.at, error));
            }
        }
        first_error
    }
}

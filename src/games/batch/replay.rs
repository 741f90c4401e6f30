//! Playing through games, on all cores, and writing rows on the way.

use std::sync::{Mutex, PoisonError};

use super::pairs::Pair;
use super::{BatchError, GameList};
use crate::attacks::{Backend, Task, dispatch};
use crate::pool::{self, Run};
use crate::tensor::rows::{Replay, RowError, Unsupported, WriteRow};

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
    let first_error: Mutex<Option<(usize, RowError)>> = Mutex::new(None);
    let work = |state: &mut W::State, (pairs, rows): (&[Pair], &mut [R])| {
        if let Some((at, error)) = dispatch(Job { games, pairs, rows, write, state })
            && unsupported == Unsupported::Raise
        {
            let mut first = first_error.lock().unwrap_or_else(PoisonError::into_inner);
            if first.is_none_or(|(before, _)| at < before) {
                *first = Some((at, error));
            }
        }
    };
    let jobs = split(sorted, rows).into_iter();
    pool::for_each(run, jobs, || write.state(), work)?;
    match first_error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((at, error)) => Err(BatchError::Row { at, error }),
        None => Ok(()),
    }
}

/// Pieces of work, none of which begins in the middle of a game.
fn split<'a, R>(mut sorted: &'a [Pair], mut rows: &'a mut [R]) -> Vec<(&'a [Pair], &'a mut [R])> {
    let mut jobs = Vec::with_capacity(sorted.len() / ROWS_A_JOB + 1);
    while !sorted.is_empty() {
        let mut end = ROWS_A_JOB.min(sorted.len());
        let game = sorted[end - 1].game;
        end += sorted[end..].iter().take_while(|pair| pair.game == game).count();
        let (pairs, later) = sorted.split_at(end);
        let (own_rows, later_rows) = rows.split_at_mut(end);
        jobs.push((pairs, own_rows));
        (sorted, rows) = (later, later_rows);
    }
    jobs
}

struct Job<'a, G, R, W: WriteRow<R>> {
    games: &'a G,
    pairs: &'a [Pair],
    rows: &'a mut [R],
    write: &'a W,
    state: &'a mut W::State,
}

impl<G: GameList, R, W: WriteRow<R>> Task for Job<'_, G, R, W> {
    /// The first pair, by its place, that cannot be written.
    type Output = Option<(usize, RowError)>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let Job { games, pairs, rows, write, state } = self;
        let mut first_error: Self::Output = None;
        // the game that `state` is in, and after how many plies
        let mut now = None;
        for (pair, row) in pairs.iter().zip(rows) {
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

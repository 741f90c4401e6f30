//! Validating moves by playing them.

use std::ops::Range;

use super::columns_error::ColumnsError;
use super::start::Starts;
use crate::attacks::{Backend, Task, dispatch};
use crate::movegen::play_without_key;
use crate::pool;
use crate::position::Position;
use crate::types::Move;

/// A position in one cache line, since each move reads and writes most of it.
#[derive(Default)]
#[repr(align(64))]
struct Aligned(Position);

/// The number of games that a thread validates at a time.
const GAMES_PER_CHUNK: usize = 1024;

/// The columns that are needed to play games, apart from the moves already validated.
#[derive(Clone, Copy)]
pub(super) struct UnvalidatedGames<'a> {
    pub(super) start: &'a [u32],
    pub(super) starts: &'a Starts,
    pub(super) offsets: &'a [u64],
    pub(super) moves: &'a [u16],
}

/// Plays all games on several threads, to find the first illegal move.
pub(super) fn validate_moves(
    columns: UnvalidatedGames<'_>,
    run: pool::Run<'_>,
) -> Result<(), ColumnsError> {
    let count = columns.start.len();
    let chunks = (0..count.div_ceil(GAMES_PER_CHUNK)).map(|chunk| chunk * GAMES_PER_CHUNK);
    let results = pool::map(
        run,
        chunks,
        || (),
        |(), first| {
            let games = first..(first + GAMES_PER_CHUNK).min(count);
            dispatch(Replay { columns, games })
        },
    );
    results.map_err(|_| ColumnsError::Interrupted)?.into_iter().collect()
}

/// A range of games to play.
struct Replay<'a> {
    columns: UnvalidatedGames<'a>,
    games: Range<usize>,
}

impl Task for Replay<'_> {
    type Output = Result<(), ColumnsError>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        if self.are_all_legal(backend) {
            return Ok(());
        }
        // one game after the other, to find the illegal move
        self.games.clone().try_for_each(|game| self.validate_game(backend, game))
    }
}

impl Replay<'_> {
    /// Returns the start position and the moves of a game.
    #[inline(always)]
    fn game(&self, game: usize) -> (Aligned, &[u16]) {
        let start = self.columns.starts.position(self.columns.start[game]).unwrap_or_default();
        let offsets = self.columns.offsets;
        let range = offsets[game] as usize..offsets[game + 1] as usize;
        (Aligned(start), &self.columns.moves[range])
    }

    /// Whether all moves are legal.
    ///
    /// Two games are interleaved: each move depends on the one before it, so the processor executes
    /// moves of both games in parallel.
    #[inline(always)]
    fn are_all_legal<B: Backend>(&self, backend: B) -> bool {
        let mut games = self.games.clone().map(|game| self.game(game));
        let (mut now, mut moves) = games.next().unwrap_or_default();
        let (mut other_now, mut other_moves) = games.next().unwrap_or_default();
        loop {
            let both = moves.len().min(other_moves.len());
            let (these, rest) = moves.split_at(both);
            let (others, other_rest) = other_moves.split_at(both);
            for (&bits, &other_bits) in these.iter().zip(others) {
                let is_legal = is_played(backend, &mut now, bits);
                if !(is_legal & is_played(backend, &mut other_now, other_bits)) {
                    return false;
                }
            }
            (moves, other_moves) = (rest, other_rest);
            let Some(next) = games.next() else { break };
            if moves.is_empty() {
                (now, moves) = next;
            } else {
                (other_now, other_moves) = next;
            }
        }
        let (mut now, moves) =
            if moves.is_empty() { (other_now, other_moves) } else { (now, moves) };
        moves.iter().all(|&bits| is_played(backend, &mut now, bits))
    }

    /// Plays a game, up to the first illegal move.
    #[inline(always)]
    fn validate_game<B: Backend>(&self, backend: B, game: usize) -> Result<(), ColumnsError> {
        let (mut now, moves) = self.game(game);
        match moves.iter().position(|&bits| !is_played(backend, &mut now, bits)) {
            None => Ok(()),
            Some(ply) => Err(ColumnsError::Move { game, ply, bits: moves[ply] }),
        }
    }
}

/// Plays a move if it is legal; returns whether it is.
#[inline(always)]
fn is_played<B: Backend>(backend: B, now: &mut Aligned, bits: u16) -> bool {
    Move::from_bits(bits).is_some_and(|m| play_without_key(backend, &mut now.0, m))
}

//! Validating moves by playing them.

use std::ops::Range;

use super::signature::Signature;
use super::start::Starts;
use crate::attacks::{Backend, Task, dispatch};
use crate::error::{CallError, call_error};
use crate::movegen::{legal_moves_with, play_without_key};
use crate::pool;
use crate::position::Position;
use crate::store::Ragged;
use crate::types::{Color, MAX_MOVES, Move};

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

/// Plays all games on several threads; returns their signatures, or the first illegal move.
pub(super) fn validate_moves(
    columns: UnvalidatedGames<'_>,
    run: pool::Run<'_>,
) -> Result<Vec<Signature>, CallError> {
    Ok(in_chunks(columns, run, dispatch)?.concat())
}

/// Calls a function with ranges of the games on several threads; returns its results, or the first
/// error.
fn in_chunks<'a, T: Send>(
    columns: UnvalidatedGames<'a>,
    run: pool::Run<'_>,
    validate: impl Fn(Replay<'a>) -> Result<T, CallError> + Sync,
) -> Result<Vec<T>, CallError> {
    let chunks = pool::ranges(columns.start.len(), GAMES_PER_CHUNK);
    let results = pool::map(run, chunks, |games| validate(Replay { columns, games }));
    results?.into_iter().collect()
}

/// A range of games to play.
struct Replay<'a> {
    columns: UnvalidatedGames<'a>,
    games: Range<usize>,
}

impl Task for Replay<'_> {
    type Output = Result<Vec<Signature>, CallError>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        if let Some(signatures) = self.play_all(backend) {
            return Ok(signatures);
        }
        // one game after the other, to find the illegal move
        self.games.clone().map(|game| self.validate_game(backend, game)).collect()
    }
}

/// A game that is being played.
struct Playing<'a> {
    /// Its number in the range.
    index: usize,
    /// The side to move at the start.
    turn: Color,
    now: Aligned,
    all_moves: &'a [u16],
    /// The moves that have not been played.
    moves: &'a [u16],
}

impl Replay<'_> {
    /// Returns the start position and the moves of a game.
    fn game(&self, game: usize) -> (Aligned, &[u16]) {
        let start = self.columns.starts.position(self.columns.start[game]).unwrap_or_default();
        let offsets = self.columns.offsets;
        let range = offsets[game] as usize..offsets[game + 1] as usize;
        (Aligned(start), &self.columns.moves[range])
    }

    /// Plays all games; returns their signatures, or `None` if a move is illegal.
    ///
    /// Two games are interleaved: each move depends on the one before it, so the processor executes
    /// moves of both games in parallel.
    #[inline(always)]
    fn play_all<B: Backend>(&self, backend: B) -> Option<Vec<Signature>> {
        let mut signatures = vec![Signature::default(); self.games.len()];
        let mut end = |game: &Playing<'_>| {
            let Playing { index, turn, now, all_moves, .. } = game;
            if let Some(signature) = signatures.get_mut(*index) {
                let moves = all_moves.iter().copied();
                *signature = Signature::new(*turn, moves, now.0.placement());
            }
        };
        let mut games = self.games.clone().enumerate().map(|(index, game)| {
            let (now, moves) = self.game(game);
            Playing { index, turn: now.0.turn(), now, all_moves: moves, moves }
        });
        let mut one = games.next()?;
        if let Some(mut other) = games.next() {
            loop {
                let both = one.moves.len().min(other.moves.len());
                let (these, rest) = one.moves.split_at(both);
                let (others, other_rest) = other.moves.split_at(both);
                for (&bits, &other_bits) in these.iter().zip(others) {
                    let is_legal = is_played(backend, &mut one.now, bits);
                    if !(is_legal & is_played(backend, &mut other.now, other_bits)) {
                        return None;
                    }
                }
                (one.moves, other.moves) = (rest, other_rest);
                if !one.moves.is_empty() {
                    std::mem::swap(&mut one, &mut other);
                }
                end(&one);
                let Some(next) = games.next() else { break };
                one = next;
            }
            one = other;
        }
        let is_legal = one.moves.iter().all(|&bits| is_played(backend, &mut one.now, bits));
        end(&one);
        is_legal.then_some(signatures)
    }

    /// Plays a game, up to the first illegal move.
    #[inline(always)]
    fn validate_game<B: Backend>(&self, backend: B, game: usize) -> Result<Signature, CallError> {
        let (mut now, moves) = self.game(game);
        let turn = now.0.turn();
        match moves.iter().position(|&bits| !is_played(backend, &mut now, bits)) {
            None => Ok(Signature::new(turn, moves.iter().copied(), now.0.placement())),
            Some(ply) => {
                Err(wrong_move((game, ply), moves[ply], "move", |m| format!("illegal move {m}")))
            }
        }
    }
}

/// Plays a move if it is legal; returns whether it is.
#[inline(always)]
fn is_played<B: Backend>(backend: B, now: &mut Aligned, bits: u16) -> bool {
    Move::from_bits(bits).is_some_and(|m| play_without_key(backend, &mut now.0, m))
}

/// Plays all games, whose moves are legal, on several threads, to find the first illegal visit.
pub(super) fn validate_visits(
    columns: UnvalidatedGames<'_>,
    visits: &Ragged<[u16; 2]>,
    run: pool::Run<'_>,
) -> Result<(), CallError> {
    in_chunks(columns, run, |replay| dispatch(ReplayVisits { replay, visits })).map(drop)
}

/// A range of games whose visits are to be validated.
struct ReplayVisits<'a> {
    replay: Replay<'a>,
    visits: &'a Ragged<[u16; 2]>,
}

impl Task for ReplayVisits<'_> {
    type Output = Result<(), CallError>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let ReplayVisits { replay, visits } = self;
        for game in replay.games.clone() {
            let (mut now, moves) = replay.game(game);
            let first = replay.columns.offsets[game] as usize;
            for (ply, &bits) in moves.iter().enumerate() {
                let visited = visits.row(first + ply);
                if !visited.is_empty() {
                    let wrong = first_wrong_visit(backend, &now.0, visited);
                    if let Some((bits, problem)) = wrong {
                        let text = |m| format!("the visited move {m} {problem}");
                        return Err(wrong_move((game, ply), bits, "visited move", text));
                    }
                }
                is_played(backend, &mut now, bits);
            }
        }
        Ok(())
    }
}

/// The error of a move or a visited move. `problem` is the text if the bits encode a move.
#[cold]
fn wrong_move(
    (game, ply): (usize, usize),
    bits: u16,
    kind: &str,
    problem: impl FnOnce(Move) -> String,
) -> CallError {
    let text = match Move::from_bits(bits) {
        Some(m) => problem(m),
        None => format!("0x{bits:04x} does not encode a {kind}"),
    };
    call_error!(Data("moves"), "game {game}, ply {ply}: {text}")
}

/// Returns the first visited move that is illegal, or occurs before, and the problem.
#[inline(always)]
fn first_wrong_visit<B: Backend>(
    backend: B,
    position: &Position,
    visited: &[[u16; 2]],
) -> Option<(u16, &'static str)> {
    let legal = legal_moves_with(backend, position);
    // visits are mostly in the order of the legal moves: the search continues behind the last one
    let (mut next, mut seen) = (0, [false; MAX_MOVES]);
    for &[bits, _] in visited {
        let is_move = |m: &Move| m.bits() == bits;
        let rest = legal.get(next..).unwrap_or_default();
        let index = rest.iter().position(is_move).map(|at| next + at);
        let Some(index) = index.or_else(|| legal.iter().position(is_move)) else {
            return Some((bits, "is illegal"));
        };
        if std::mem::replace(&mut seen[index], true) {
            return Some((bits, "occurs twice"));
        }
        next = index + 1;
    }
    None
}

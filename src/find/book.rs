//! Opening books of the moves played from a position on.

use std::collections::HashMap;

use super::program::Program;
use super::query::Query;
use super::search::Occurrences;
use crate::error::CallError;
use crate::games::{GameRef, Games};
use crate::pool::{self, Run};
use crate::position::Position;
use crate::types::Move;

/// The number of games that a thread counts at a time.
const GAMES_PER_JOB: usize = 4096;

/// The number of games with a move in a position: by the position's key and the move's bits in a
/// book.
type Counts = HashMap<(u64, u16), u64>;

/// Returns a Polyglot opening book: the moves of the first `plies` plies after a position, in all games
/// in which it occurred, that at least `min_games` games have in their position.
///
/// The weight of a move is the number of games that play it at the first occurrence of its position. If a move of the position has more than 65,535,
/// all its weights are scaled in proportion, to at least 1.
///
/// ```
/// use enroque::find::book;
/// use enroque::games::Games;
/// use enroque::pool::Run;
/// use enroque::position::Position;
/// let games = Games::from_pgn_text("text", b"1. e4 e5 * 1. d4 * 1. e4 c5 *");
/// let bytes = book(&games, &Position::standard(), 2, 1, Run::default()).unwrap();
/// assert_eq!(bytes.len(), 16 * 4);
/// ```
///
/// # Errors
/// An interruption.
pub fn book(
    games: &Games,
    position: &Position,
    plies: usize,
    min_games: u64,
    run: Run<'_>,
) -> Result<Vec<u8>, CallError> {
    let program = Program::new(&Query::from(position));
    let hits = program.search(games, Occurrences::First, run)?;
    let jobs = hits.game.chunks(GAMES_PER_JOB).zip(hits.ply.chunks(GAMES_PER_JOB));
    let counted = pool::map(run, jobs, |(game, ply)| {
        let mut counts = Counts::new();
        for (&game, &ply) in game.iter().zip(ply) {
            count(GameRef::of(games, game as usize), ply as usize, plies, &mut counts);
        }
        counts
    })?;
    let mut all = Counts::new();
    for (entry, count) in counted.into_iter().flatten() {
        *all.entry(entry).or_default() += count;
    }
    let mut entries: Vec<_> = all.into_iter().filter(|(_, count)| *count >= min_games).collect();
    entries.sort_unstable_by_key(|&((key, bits), count)| (key, std::cmp::Reverse(count), bits));
    let mut bytes = Vec::with_capacity(16 * entries.len());
    for moves in entries.chunk_by(|((one, _), _), ((other, _), _)| one == other) {
        let largest = moves.iter().map(|(_, count)| *count).max().unwrap_or(0);
        for &((key, bits), count) in moves {
            bytes.extend(key.to_be_bytes());
            bytes.extend(bits.to_be_bytes());
            bytes.extend(weight(count, largest).to_be_bytes());
            bytes.extend([0; 4]);
        }
    }
    Ok(bytes)
}

/// Counts the moves of a game after a ply, each position once: its first occurrence.
fn count(game: GameRef<'_>, ply: usize, plies: usize, counts: &mut Counts) {
    let Some(mut position) = game.position_at(ply) else { return };
    let moves = game.moves().iter().skip(ply).take(plies);
    let mut played: Vec<(u64, u16)> = moves
        .map(|&m| {
            let key = position.polyglot_key();
            position.play_unchecked(m);
            (key, book_bits(m))
        })
        .collect();
    // stable: the first occurrence stays
    played.sort_by_key(|&(key, _)| key);
    played.dedup_by_key(|&mut (key, _)| key);
    played.into_iter().for_each(|entry| *counts.entry(entry).or_default() += 1);
}

/// The bits of a move in a book: the target, the origin and the promotion.
fn book_bits(m: Move) -> u16 {
    let bits = m.bits();
    bits & 0xF000 | (bits & 0o77) << 6 | bits >> 6 & 0o77
}

/// A count in 16 bits, in proportion to the largest count of its position.
fn weight(count: u64, largest: u64) -> u16 {
    let limit = u64::from(u16::MAX);
    let scaled = if largest > limit { (count * limit / largest).max(1) } else { count };
    scaled as u16
}

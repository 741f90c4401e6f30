//! Set-up of several test programs.

#![allow(dead_code, reason = "each program uses a part of it")]

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use enroque::io::ReadOptions;
use enroque::movegen::legal_moves;
use enroque::pool::Run;
use enroque::position::Position;
use enroque::types::Move;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// Returns the path of a file or folder of the shared data; prints a message if it is absent.
pub(crate) fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(name);
    if !path.exists() {
        eprintln!("skipped: {} is absent", path.display());
        return None;
    }
    Some(path)
}

/// Returns options of reading PGN on a number of threads.
pub(crate) fn options(threads: usize) -> ReadOptions<'static> {
    let run = Run { threads: NonZeroUsize::new(threads), ..Run::default() };
    ReadOptions { run, ..ReadOptions::default() }
}

/// Returns random legal moves from a position: `plies`, or fewer if the game ends before.
pub(crate) fn random_moves(rng: &mut ChaCha8Rng, start: Position, plies: usize) -> Vec<Move> {
    let (mut position, mut moves) = (start, Vec::new());
    while moves.len() < plies {
        let Some(&m) = legal_moves(&position).choose(rng) else { break };
        moves.push(m);
        position.play_unchecked(m);
    }
    moves
}

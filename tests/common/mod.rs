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

/// Returns the path of a file or folder of `tests/data`, or else of `../shared/data`, which is
/// outside of the repository.
///
/// A test that needs a file outside of the repository is in a module `needs_shared_data` and is
/// ignored by default: `make test-rust` runs these where the folder exists. Files of `tests/data`
/// are never optional.
///
/// # Panics
///
/// Panics if neither folder has it.
pub(crate) fn data_file(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/data", "../shared/data"];
    let mut paths = folders.into_iter().map(|folder| root.join(folder).join(name));
    paths.find(|path| path.exists()).unwrap_or_else(|| panic!("no test data {name} in {folders:?}"))
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

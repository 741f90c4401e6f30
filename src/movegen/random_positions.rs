//! Positions for tests.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::legal_moves;
use crate::chess960;
use crate::position::Position;

/// Calls a function with all positions of random games in which a move is legal. The games start
/// from Chess960 and double Chess960 positions and go down to bare endgames. Returns the number of
/// positions.
pub(super) fn for_each(seed: u64, games: usize, mut check: impl FnMut(&Position)) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = 0;
    for game in 0..games {
        let white = chess960::random_number(&mut rng);
        let black = if game % 2 == 0 { white } else { chess960::random_number(&mut rng) };
        let mut position = chess960::double_position(white, black).unwrap();
        for _ in 0..300 {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            check(&position);
            positions += 1;
            position.play_unchecked(moves[rng.random_range(0..moves.len())]);
        }
    }
    positions
}

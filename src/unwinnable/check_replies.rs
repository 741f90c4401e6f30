//! Proofs by mobility after every reply to a check: checks leave few replies.

use super::bounded_search::is_check;
use super::mobility;
use crate::attacks::Backend;
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::types::Color;

/// The greatest number of positions.
const POSITIONS: u32 = 64;

/// Whether mobility, with case splits, proves that the winner never mates from here, or proves it
/// after each reply to a check.
pub(super) fn never_mates_after_checks<B: Backend>(
    backend: B,
    position: &Position,
    winner: Color,
) -> bool {
    let mut left = POSITIONS;
    never_mates(backend, position, winner, &mut left)
}

fn never_mates<B: Backend>(backend: B, position: &Position, winner: Color, left: &mut u32) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    let moves = legal_moves_with(backend, position);
    let is_check = is_check(backend, position);
    if moves.is_empty() {
        return position.turn() == winner || !is_check;
    }
    position.has_insufficient_material(winner)
        || mobility::never_mates(backend, position, winner)
        || mobility::never_mates_by_cases(backend, position, winner)
        || is_check && moves.iter().all(|&m| never_mates(backend, &position.after(m), winner, left))
}

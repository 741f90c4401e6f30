//! Errors that several calls of a search have.

use crate::error::{CallError, call_error, ensure};

pub(super) fn out_of_memory<E>(_: E) -> CallError {
    call_error!(Memory("simulations"), "there is not enough memory for trees of this size")
}

/// The error of a game that has no simulations yet.
pub(super) fn not_searched(slot: usize) -> CallError {
    call_error!(Value("games"), "game {slot} was not searched")
}

/// Checks that there is one number, or one for each game.
pub(super) fn check_count(name: &'static str, games: usize, found: usize) -> Result<(), CallError> {
    ensure!(
        found == 1 || found == games,
        Array(name),
        "{name} must be one number, or one for each of {games} games, not {found}"
    );
    Ok(())
}

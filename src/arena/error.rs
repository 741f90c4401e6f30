//! Errors that several calls of an arena have.

use std::fmt::Display;

use crate::error::{CallError, call_error, ensure};
use crate::tensor::{Policy, PolicyEncoding};
use crate::types::Move;

/// The error of a game that an arena does not have.
pub(crate) fn out_of_range(slot: usize, slots: usize) -> CallError {
    call_error!(Index("games"), "game {slot} is out of range for an arena of {slots} games")
}

/// The error of a legal move without an index in the policy.
pub(crate) fn no_index(policy: &PolicyEncoding, m: Move, slot: usize) -> CallError {
    let policy = policy.name();
    call_error!(Encoding("policy"), "{policy} has no index for the move {m} of game {slot}")
}

pub(super) fn out_of_memory<E>(_: E) -> CallError {
    call_error!(Memory("games"), "there is not enough memory for this number of games")
}

/// Checks the size of an array of a note.
pub(crate) fn check_size(
    name: &'static str,
    expected: usize,
    found: usize,
) -> Result<(), CallError> {
    ensure!(found == expected, Array(name), "{name} must have {expected} elements, not {found}");
    Ok(())
}

/// The error of a weight of training that is impossible.
pub(crate) fn impossible_weight(weight: f32, slot: usize) -> CallError {
    call_error!(Array("weight"), "the weight {weight} of game {slot} is not a number of 0 or more")
}

/// The error of the notes of a snapshot that are of another game.
pub(super) fn foreign_notes(slot: usize) -> CallError {
    call_error!(Value("state"), "the notes of game {slot} in the state do not belong to its moves")
}

/// Checks a temperature.
pub(crate) fn check_temperature(temperature: f64) -> Result<(), CallError> {
    let is_valid = temperature.is_finite() && temperature >= 0.0;
    ensure!(is_valid, Value("temperature"), "temperature must be finite and 0 or more");
    Ok(())
}

/// The error of a score that a legal move cannot have.
pub(super) fn impossible_score(score: impl Display, m: Move, slot: usize) -> CallError {
    call_error!(Array("scores"), "the score {score} of the move {m} of game {slot} is impossible")
}

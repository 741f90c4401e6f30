//! A position to search, and how.

use std::time::Duration;

use crate::position::Position;

/// The settings of a search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The limits, as the command `go` has them.
    pub go: String,
    /// The number of lines of play.
    pub multipv: usize,
    /// Whether engines clear the state of earlier searches.
    pub new_game: bool,
    /// The time after which an engine is considered to hang; `None` for no limit.
    pub time: Option<Duration>,
    /// Whether an answer without an evaluation is an error.
    pub needs_score: bool,
}

/// A position to search.
#[derive(Debug)]
pub struct Task {
    /// Its number, by which the caller knows it.
    pub number: usize,
    /// The position.
    pub position: Position,
    /// Whether castling is king takes rook.
    pub chess960: bool,
    /// The command `position`; `None` for that of the position.
    pub text: Option<String>,
}

//! Errors of searches.

use std::fmt;

use crate::arena::ArenaError;
use crate::memory::OutOfMemory;
use crate::pool::Interrupted;

/// A call of a search that was refused. Its trees are as before, but that simulations which were
/// over stay so if a selection was interrupted; after [`TreeError::Memory`], searches that could
/// not begin have no root.
#[derive(Clone, PartialEq, Debug)]
pub enum TreeError {
    /// An option is impossible.
    Options(&'static str),
    /// The arena refuses the games of the call, or the scores.
    Arena(ArenaError),
    /// A number of simulations is out of range.
    Simulations(i64),
    /// There is not one number for each game.
    Count {
        /// What the numbers are.
        what: &'static str,
        /// The number of games.
        expected: usize,
        /// The number of numbers.
        found: usize,
    },
    /// The number of leaves of a game and call is not 1, which Gumbel's waves state.
    Leaves,
    /// Leaves were evaluated before, or belong to an earlier search of their game.
    Stale {
        /// The leaf, as messages name it.
        leaf: String,
    },
    /// The game of the arena is no longer in the position that was searched.
    Moved {
        /// The game.
        slot: usize,
    },
    /// Leaves of a game wait for their evaluation.
    LeavesOut {
        /// The game.
        slot: usize,
    },
    /// No search of some games has begun.
    NotBegun {
        /// The first of the games.
        slot: usize,
    },
    /// A game has no simulations yet.
    NotSearched {
        /// The game.
        slot: usize,
    },
    /// The search of a game is not over.
    NotOver {
        /// The game.
        slot: usize,
    },
    /// A state is damaged, or that of other games.
    State {
        /// The game.
        slot: usize,
        /// What is wrong.
        reason: &'static str,
    },
    /// Leaves were selected by another search.
    OtherSearch,
    /// There is neither a value nor a result for each leaf.
    NoValue,
    /// A number of an evaluation is impossible.
    Evaluation {
        /// The leaf, as messages name it.
        leaf: String,
        /// What the number is.
        what: String,
    },
    /// An array has the wrong number of elements.
    Size {
        /// The array.
        what: &'static str,
        /// The size it must have.
        expected: usize,
        /// The size it has.
        found: usize,
    },
    /// A temperature is negative or not finite.
    Temperature,
    /// There is not enough memory.
    Memory,
    /// The call was interrupted.
    Interrupted,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::Options(error) => f.write_str(error),
            TreeError::Arena(error) => error.fmt(f),
            TreeError::Simulations(count) => {
                write!(f, "simulations must be from 1 to {}, not {count}", super::MAX_SIMULATIONS)
            }
            TreeError::Count { what, expected, found } => {
                write!(
                    f,
                    "{what} must be one number, or one for each of {expected} games, not {found}"
                )
            }
            TreeError::Leaves => f.write_str(
                "leaves must be 1 with Gumbel, whose wave states which simulations go together",
            ),
            TreeError::Stale { leaf } => {
                write!(f, "{leaf} was evaluated before, or a new search of its game has begun")
            }
            TreeError::Moved { slot } => write!(
                f,
                "game {slot} is no longer in the position that was searched: begin a new search \
                 after a step"
            ),
            TreeError::LeavesOut { slot } => write!(
                f,
                "game {slot} has leaves that were selected and not evaluated: pass them to backup, or \
                 call run, which selects them again"
            ),
            TreeError::NotBegun { slot } => {
                write!(f, "the search of game {slot} has not begun: call begin")
            }
            TreeError::NotSearched { slot } => write!(f, "game {slot} was not searched"),
            TreeError::NotOver { slot } => {
                write!(f, "the search of game {slot} is not over: call run, or clear its tree")
            }
            TreeError::State { slot, reason } => {
                write!(f, "invalid state of a TreeSearch, game {slot}: {reason}")
            }
            TreeError::OtherSearch => f.write_str("these leaves were selected by another search"),
            TreeError::NoValue => f.write_str("leaves need a value or wdl"),
            TreeError::Evaluation { leaf, what } => write!(f, "{leaf} has {what}"),
            TreeError::Size { what, expected, found } => {
                write!(f, "{what} must have {expected} elements, not {found}")
            }
            TreeError::Temperature => f.write_str("temperature must be finite and 0 or more"),
            TreeError::Memory => f.write_str("there is not enough memory for trees of this size"),
            TreeError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for TreeError {}

impl From<OutOfMemory> for TreeError {
    fn from(_: OutOfMemory) -> TreeError {
        TreeError::Memory
    }
}

impl From<Interrupted> for TreeError {
    fn from(_: Interrupted) -> TreeError {
        TreeError::Interrupted
    }
}

impl From<ArenaError> for TreeError {
    fn from(error: ArenaError) -> TreeError {
        TreeError::Arena(error)
    }
}

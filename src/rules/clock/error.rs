//! What a clock refuses.

use std::fmt;

use crate::types::Color;

/// A clock was used wrongly; it is as it was before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockError {
    /// This player's flag has fallen; the clock runs no more.
    FlagFell(Color),
    /// A reading is earlier than the one before it.
    Backwards {
        /// The reading before, in milliseconds.
        before: u64,
        /// This one.
        now: u64,
    },
    /// A player's clock shows more than was there with all bonuses.
    TooMuch {
        /// Whose clock.
        player: Color,
        /// The most that it can show after this move, in milliseconds.
        most: u64,
        /// What it is said to show.
        shown: u64,
    },
    /// The clock does not run.
    NotRunning,
    /// The clock runs already, or is fed by [`Clock::spend`](super::Clock::spend) while it does.
    Running,
    /// The state is none of a clock with these time controls.
    NoSuchState,
}

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ClockError::FlagFell(player) => write!(f, "the flag of {player} has fallen"),
            ClockError::Backwards { before, now } => {
                write!(f, "the clock goes backwards, from {before} ms to {now} ms")
            }
            ClockError::TooMuch { player, most, shown } => {
                write!(f, "the clock of {player} shows {shown} ms and can show {most} ms at most")
            }
            ClockError::NotRunning => f.write_str("the clock does not run"),
            ClockError::Running => f.write_str("the clock runs already"),
            ClockError::NoSuchState => {
                f.write_str("the state of the clock does not fit its time controls")
            }
        }
    }
}

impl std::error::Error for ClockError {}

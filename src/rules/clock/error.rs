//! Errors of clocks.

use std::fmt;

use crate::types::Color;

/// A call that the state of a clock does not allow. The clock is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockError {
    /// This player's flag has fallen.
    FlagFell(Color),
    /// A reading is before the last one.
    Backwards {
        /// The last reading in milliseconds.
        before: u64,
        /// This reading.
        now: u64,
    },
    /// A player's clock shows more time than is possible.
    TooMuch {
        /// The player.
        player: Color,
        /// The greatest time possible after this move, in milliseconds.
        most: u64,
        /// The time shown.
        shown: u64,
    },
    /// The clock is stopped.
    NotRunning,
    /// The clock runs.
    Running,
    /// The state does not fit the time controls.
    NoSuchState,
}

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ClockError::FlagFell(player) => write!(f, "the flag of {player} has fallen"),
            ClockError::Backwards { before, now } => {
                write!(f, "the reading goes backward, from {before} ms to {now} ms")
            }
            ClockError::TooMuch { player, most, shown } => {
                write!(f, "the clock of {player} shows {shown} ms, but can show {most} ms at most")
            }
            ClockError::NotRunning => f.write_str("the clock is stopped"),
            ClockError::Running => f.write_str("the clock runs: stop it first"),
            ClockError::NoSuchState => {
                f.write_str("the state of the clock contradicts its time controls")
            }
        }
    }
}

impl std::error::Error for ClockError {}

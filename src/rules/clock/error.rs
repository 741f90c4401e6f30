//! Errors of clocks.

use thiserror::Error;

use crate::types::Color;

/// A call that the state of a clock does not allow. The clock is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ClockError {
    /// This player's flag has fallen.
    #[error("the flag of {0} has fallen")]
    FlagFell(Color),
    /// A reading is before the last one.
    #[error("the reading goes backward, from {before} ms to {now} ms")]
    Backwards {
        /// The last reading in milliseconds.
        before: u64,
        /// This reading.
        now: u64,
    },
    /// A player's clock shows more time than is possible.
    #[error("the clock of {player} shows {shown} ms, but can show {most} ms at most")]
    TooMuch {
        /// The player.
        player: Color,
        /// The greatest time possible after this move, in milliseconds.
        most: u64,
        /// The time shown.
        shown: u64,
    },
    /// The clock is stopped.
    #[error("the clock is stopped")]
    NotRunning,
    /// The clock runs.
    #[error("the clock runs: stop it first")]
    Running,
    /// The state does not fit the time controls.
    #[error("the state of the clock contradicts its time controls")]
    NoSuchState,
}

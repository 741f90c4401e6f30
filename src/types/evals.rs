//! The codes of evaluations and clocks in columns.

/// The value of a missing evaluation.
pub const NO_EVAL: i32 = i32::MIN;

/// The value of a missing clock.
pub const NO_CLOCK: i32 = -1;

/// Mate in n moves is `±(MATE - n)`, plus for White.
pub const MATE: i32 = 1_000_000;

/// The largest absolute value in centipawns of an evaluation that is not mate.
pub const MAX_CENTIPAWNS: i32 = 900_000;

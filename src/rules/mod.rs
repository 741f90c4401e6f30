//! The Laws of Chess beyond the single move: what a position with its past means.
//!
//! Articles are those of the FIDE Laws in force since 1 January 2023.

mod result;

pub use result::{GameResult, GameResultError};

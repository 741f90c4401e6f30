//! Descriptive notation: printed games, and properties of writing and reading.

mod games;
mod hostile;
mod round_trip;

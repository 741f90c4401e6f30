//! Finding positions in games.

pub mod openings;

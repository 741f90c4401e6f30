//! enroque: a chess core. Standard chess, Chess960 and double Chess960 by the FIDE Laws of Chess.

pub mod types;
pub mod attacks;
pub mod position;
pub mod movegen;

//! enroque: standard chess, Chess960 and double Chess960 by the FIDE Laws of Chess.

pub mod arena;
pub mod attacks;
pub mod chess960;
pub mod columns;
pub mod formats;
pub mod games;
pub mod io;
#[cfg(feature = "large-pages")]
pub mod large_pages;
pub mod loader;
pub mod memory;
pub mod movegen;
mod named_enum;
pub mod notation;
pub mod pgn;
pub mod pool;
pub mod position;
mod prefetch;
pub mod progress;
#[cfg(feature = "python")]
mod python;
mod random;
pub mod rules;
mod stream;
pub mod tensor;
pub mod types;
pub mod unwinnable;

//! Standard chess, Chess960 and double Chess960 by the FIDE Laws of Chess: moves, notation, rules, PGN,
//! tensors for machine learning, and many games at once.
//!
//! ```
//! use enroque::games::Games;
//! use enroque::movegen::{legal_moves, perft};
//! use enroque::notation::{fen, san};
//! use enroque::position::Position;
//! use enroque::tensor::{self, EnPassantRule, History, Pieces, View};
//!
//! // moves: a position is `Copy`, and always legal
//! let start = Position::standard();
//! assert_eq!(legal_moves(&start).len(), 20);
//! let after = start.after(san::read(&start, "Nf3")?);
//! let text = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1";
//! assert_eq!(fen::write(&after).to_string(), text);
//! assert_eq!(perft(&start, 4), 197_281);
//! // PGN: many games as columns
//! let games = Games::from_pgn_text("text", b"1. e4 e5 2. Nf3 {[%clk 0:10:00]} Nc6 1/2-1/2");
//! assert_eq!((games.len(), games.moves().len(), games.error_count()), (1, 4, 0));
//! // planes: 12 piece types of 8 x 8 squares, as float32
//! let (history, mut array) = (History::new(after, EnPassantRule::Legal), [0f32; 12 * 64]);
//! tensor::planes(&Pieces { view: View::SideToMove }, &history, &mut array)?;
//! assert_eq!(array.iter().sum::<f32>(), 32.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Without default features, the crate has few dependencies, all of them in Rust. The features are
//! `compression` (zstd, gzip, bzip2, zip), `threads` (parallel calls), `instruction-sets` (code for newer
//! processors, chosen at run time) and `large-pages` (an allocator).

pub mod arena;
pub mod attacks;
pub mod chess960;
pub mod columns;
pub mod engine;
pub mod error;
pub mod find;
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
mod options;
pub mod pgn;
pub mod pool;
pub mod position;
pub mod positions;
mod prefetch;
pub mod progress;
#[cfg(feature = "python")]
mod python;
mod random;
pub mod rules;
pub mod store;
mod stream;
pub mod tablebase;
pub mod tensor;
pub mod trees;
pub mod types;
pub mod unwinnable;

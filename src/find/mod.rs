//! Finding positions in many games: by position, pattern, material, move and other conditions.
//!
//! A search replays the games. It excludes most of them by a [signature](Signatures) of eight bytes, and
//! ends the replay of a game when no later position can match.

mod bounds;
mod error;
mod explorer;
mod material;
mod material_text;
pub mod openings;
mod pattern;
mod piece_set;
mod played;
mod program;
mod query;
mod search;
mod signature;
mod squares;

pub use error::QueryError;
pub use explorer::{Explorer, Tally};
pub use material::{Counts, Difference, Material};
pub use material_text::{difference, material};
pub use pattern::pattern;
pub use piece_set::PieceSet;
pub use played::{Castling, Played, Promotion, played};
pub use program::{CompiledQuery, Line, Program};
pub use query::Query;
pub use search::{Hits, Occurrences};
pub use signature::Signatures;
pub use squares::Squares;

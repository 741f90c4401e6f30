//! Finding positions in many games and in tables: by position, pattern, material, move and other conditions.
//!
//! A search replays the games. It skips most of them using an 8-byte signature that
//! [`Games`](crate::games::Games) store per game, and by a replay of the pawns alone, and stops a
//! replay when no later position can match.

mod approach;
mod book;
mod bounds;
mod conditions;
mod error;
mod explorer;
mod line;
mod material;
mod material_text;
pub mod openings;
mod pattern;
mod piece_set;
mod played;
mod program;
mod query;
mod rows;
mod search;
mod squares;
mod start_results;

pub use crate::games::Counts;
pub use book::book;
pub use conditions::{NameColumn, Number, Property};
pub use error::QueryError;
pub use explorer::{Explorer, Tally};
pub use line::{GameLine, LazyPlayers};
pub use material::{Difference, Material};
pub use material_text::{difference, material};
pub use pattern::pattern;
pub use piece_set::PieceSet;
pub use played::{Played, Presence, played};
pub use program::Program;
pub use query::Query;
pub use search::{Hits, Occurrences};
pub use squares::Squares;
pub use start_results::StartResults;

pub(crate) use rows::RowFilter;

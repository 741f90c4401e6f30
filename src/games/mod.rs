//! Many games as columns: start positions, moves, results, evaluations, clocks and tags.

mod arrows;
mod capacity;
mod column;
mod columns;
mod columns_error;
mod criterion;
mod derived;
mod errors;
mod game;
mod headers;
mod identity;
mod origin;
mod push;
mod replay;
mod sample;
mod search;
mod search_columns;
mod select;
mod set_tags;
mod start;
mod store;
mod tag_bytes;
mod tag_names;
mod tag_table;

pub use columns::{Columns, NO_START, SourceColumns};
pub use columns_error::ColumnsError;
pub use criterion::{Criterion, FilterCounts};
pub use derived::NO_DAY;
pub use errors::{GameError, GameErrorKind, MAX_GAME_ERRORS};
pub use game::GameRef;
pub use headers::Headers;
pub use identity::FractionsError;
pub use origin::NO_OFFSET;
pub use search_columns::{NO_NODES, SearchColumns, SearchRow, VisitColumns};
pub use select::GameIndexError;
pub use set_tags::{SetTagError, TagValues};
pub use start::{FIRST_DOUBLE_CODE, FIRST_OTHER_CODE, STANDARD_CODE};
pub use store::{Games, UNKNOWN_RESULT};
pub use tag_bytes::Tags;
pub use tag_table::TagTable;

pub(crate) use identity::{split_mix, start_fen};
pub(crate) use push::elo;
pub(crate) use search_columns::{is_value, is_wdl};
pub(crate) use tag_bytes::push_leb128;

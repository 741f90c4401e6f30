//! The parts of the columnar stores of games and positions: columns that may be absent, and lists
//! of rows.

mod column;
mod counts;
mod ragged;
mod reports;
mod rows;
mod sources;
mod storage;

pub use column::{Column, Value};
pub use counts::KindCounts;
pub use ragged::Ragged;
pub use reports::{Report, Reports};
pub use rows::Rows;
pub use storage::Storage;

pub(crate) use column::{extend, is_same, optional_columns, push};
pub(crate) use ragged::check_offsets;
pub(crate) use reports::OF_SOURCE;
pub(crate) use sources::Sources;

//! The parts of the columnar stores of games and positions: columns that may be absent, and lists
//! of rows.

mod column;
mod ragged;
mod storage;

pub use column::Value;
pub use ragged::Ragged;

pub(crate) use column::{Column, extend, is_same, optional_columns, push, row};
pub(crate) use ragged::check_offsets;
pub(crate) use storage::Storage;

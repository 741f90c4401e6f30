//! The parts of the columnar stores of games and positions: columns that may be absent, and lists
//! of rows.

mod column;
mod ragged;

pub use column::Value;
pub use ragged::Ragged;


pub(crate) use ragged::check_offsets;
pub(crate) use column::{Column, Storage, extend, is_same, optional_columns, push, row};

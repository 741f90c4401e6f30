//! Tables of positions: FENs, evaluations, puzzles.
//!
//! [`Positions`] has 32 bytes for each position and columns of labels, whatever file they come
//! from, in one convention: evaluations and results are White's.

mod columns;
mod fens;
mod labels;
mod lists;
mod packed;
mod reports;
mod select;
mod store;

pub use columns::PositionColumns;
pub use fens::{OnRowError, RowReadError};
#[cfg(feature = "python")]
pub(crate) use labels::label_columns;
pub use labels::{Labels, NO_MOVE, RowLabels};
pub use lists::NameLists;
pub use packed::PackedPosition;
pub use reports::{MAX_ROW_ERRORS, Problem, RowError, RowErrorKind};
pub use select::Keep;
pub use store::{Positions, Row};

pub(crate) use fens::read_fen;

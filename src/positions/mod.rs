//! Tables of positions: FENs, evaluations, puzzles.
//!
//! [`Positions`] has 32 bytes for each position and columns of labels, whatever file they come
//! from, in one convention: evaluations and results are White's.

mod fens;
mod labels;
mod lists;
mod packed;
mod reports;
mod select;
mod store;

pub use fens::{OnRowError, ReadPositionsError};
pub(crate) use fens::{ReadFen, read_fen};
pub use labels::{LabelSource, LabelValue, LabelVisitor, Labels, NO_MOVE, NO_RESULT, RowLabels};
pub use lists::{Lists, NameLists};
pub use packed::PackedPosition;
pub use reports::{MAX_ROW_ERRORS, Problem, Reports, RowError, RowErrorKind};
pub use select::Keep;
pub use store::{Positions, Row};

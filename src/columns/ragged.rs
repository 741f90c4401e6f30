//! Rows of different lengths.

use crate::store::Ragged;

/// Rows of different lengths, as in the CSR format.
#[derive(Clone, PartialEq, Debug)]
pub struct RaggedArrays {
    /// The values of all rows.
    pub values: Vec<i32>,
    /// A weight for each value; empty if the column has none.
    pub weights: Vec<f32>,
    /// The start of each row, and the end of the last.
    pub offsets: Vec<i64>,
}

/// Rows of some samples, and a weight for each value if the column has weights.
#[derive(Default)]
pub(super) struct RaggedRows {
    pub(super) lists: Ragged<i32>,
    pub(super) weights: Vec<f32>,
    /// Space for a row of active features.
    pub(super) row: Vec<i32>,
}

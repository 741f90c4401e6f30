//! Rows of different lengths.

/// Concatenated rows of different lengths, as in the CSR format.
#[derive(Clone, PartialEq, Debug)]
pub struct Ragged {
    /// The values of all rows.
    pub values: Vec<i32>,
    /// A weight for each value; empty if the column has none.
    pub weights: Vec<f32>,
    /// The start of each row, and the end of the last.
    pub offsets: Vec<i64>,
}

impl Default for Ragged {
    /// No rows.
    fn default() -> Ragged {
        Ragged { values: Vec::new(), weights: Vec::new(), offsets: vec![0] }
    }
}

impl Ragged {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a row by its index.
    pub fn row(&self, index: usize) -> Option<&[i32]> {
        let ends = self.offsets.get(index..index.checked_add(2)?)?;
        self.values.get(ends[0] as usize..ends[1] as usize)
    }

    /// Appends a row.
    #[inline(always)]
    pub fn push(&mut self, row: impl IntoIterator<Item = i32>) {
        self.values.extend(row);
        self.end_row();
    }

    /// Ends a row of the values that were appended since the end of the last.
    #[inline(always)]
    pub(super) fn end_row(&mut self) {
        self.offsets.push(self.values.len() as i64);
    }
}

//! Rows of different lengths.

/// Rows of different lengths, one after the other: what others call CSR.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ragged {
    /// The values of all rows.
    pub values: Vec<i32>,
    /// Where each row begins, and where the last one ends: one more than there are rows.
    pub offsets: Vec<i64>,
}

impl Default for Ragged {
    /// No rows.
    fn default() -> Ragged {
        Ragged { values: Vec::new(), offsets: vec![0] }
    }
}

impl Ragged {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A row by its number.
    pub fn row(&self, number: usize) -> Option<&[i32]> {
        let ends = self.offsets.get(number..number.checked_add(2)?)?;
        self.values.get(ends[0] as usize..ends[1] as usize)
    }

    /// The rows of several lists, one list after the other.
    pub fn concatenated(lists: &[Ragged]) -> Ragged {
        let mut all = Ragged::default();
        all.values.reserve(lists.iter().map(|list| list.values.len()).sum());
        all.offsets.reserve(lists.iter().map(Ragged::len).sum());
        for list in lists {
            let before = all.values.len() as i64;
            all.values.extend_from_slice(&list.values);
            all.offsets.extend(list.offsets.iter().skip(1).map(|end| before + end));
        }
        all
    }

    /// Adds a row.
    #[inline(always)]
    pub fn push(&mut self, row: impl IntoIterator<Item = i32>) {
        self.values.extend(row);
        self.offsets.push(self.values.len() as i64);
    }
}

//! Lists of items, one a row, concatenated.

use std::ops::Range;

use super::storage::Storage;

/// A list of items for each row, concatenated, as in the CSR format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ragged<T> {
    items: Vec<T>,
    /// The start of each row in `items`, and the end of the last.
    offsets: Vec<u64>,
}

impl<T> Default for Ragged<T> {
    /// No rows.
    fn default() -> Ragged<T> {
        Ragged { items: Vec::new(), offsets: vec![0] }
    }
}

impl<T: Copy> Ragged<T> {
    /// Creates rows from all items, and the start of each row and the end of the last.
    ///
    /// # Errors
    /// When the offsets do not ascend from 0 to the number of items.
    pub fn from_parts(items: Vec<T>, offsets: Vec<u64>) -> Result<Ragged<T>, &'static str> {
        check_offsets(&offsets, items.len())?;
        Ok(Ragged { items, offsets })
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a row, which must exist.
    pub fn row(&self, index: usize) -> &[T] {
        &self.items[self.range(index..index + 1)]
    }

    /// Returns a row if it exists.
    pub fn get(&self, index: usize) -> Option<&[T]> {
        (index < self.len()).then(|| self.row(index))
    }

    /// The items of all rows.
    pub fn items(&self) -> &Vec<T> {
        &self.items
    }

    /// The start of each row, and the end of the last.
    pub fn offsets(&self) -> &[u64] {
        &self.offsets
    }

    /// The range of the items of rows, which must exist.
    pub(crate) fn range(&self, rows: Range<usize>) -> Range<usize> {
        self.offsets[rows.start] as usize..self.offsets[rows.end] as usize
    }

    /// The row of an item, which must exist.
    pub(crate) fn row_of_item(&self, item: usize) -> usize {
        self.offsets.partition_point(|&offset| offset as usize <= item) - 1
    }

    /// Appends empty rows, or removes the last rows.
    pub(crate) fn resize(&mut self, rows: usize) {
        if rows < self.len() {
            self.items.truncate(self.offsets[rows] as usize);
        }
        self.offsets.resize(rows + 1, self.items.len() as u64);
    }

    /// Appends a row.
    #[inline]
    pub(crate) fn push(&mut self, row: impl IntoIterator<Item = T>) {
        self.items.extend(row);
        self.end_row();
    }

    /// Appends an item to a row, the last one with items; new rows before it are empty. The row ends
    /// when [`Ragged::resize`] appends later ones.
    pub(crate) fn push_item(&mut self, row: usize, item: T) {
        self.resize(row);
        self.items.push(item);
    }

    /// The items of all rows, at whose end those of the next row are appended.
    pub(crate) fn last_items(&mut self) -> &mut Vec<T> {
        &mut self.items
    }

    /// Ends a row of the items that were appended since the end of the last.
    pub(crate) fn end_row(&mut self) {
        self.offsets.push(self.items.len() as u64);
    }

    /// Appends rows of others, which must exist.
    pub(crate) fn extend_from(&mut self, other: &Ragged<T>, rows: Range<usize>) {
        let items = other.range(rows.clone());
        let (before, first) = (self.items.len() as u64, items.start as u64);
        let ends = &other.offsets[rows.start + 1..=rows.end];
        self.offsets.extend(ends.iter().map(|end| end - first + before));
        self.items.extend_from_slice(&other.items[items]);
    }
}

impl<T> Storage for Ragged<T> {
    fn reserve_factor(&mut self, factor: f64) {
        self.items.reserve_factor(factor);
        self.offsets.reserve_factor(factor);
    }

    fn shrink(&mut self) {
        self.items.shrink();
        self.offsets.shrink();
    }

    fn clear(&mut self) {
        self.items.clear();
        self.offsets.truncate(1);
    }

    fn heap_bytes(&self) -> usize {
        self.items.heap_bytes() + self.offsets.heap_bytes()
    }
}

/// Checks that offsets ascend from 0 to `end`.
pub(crate) fn check_offsets(offsets: &[u64], end: usize) -> Result<(), &'static str> {
    let ascend = offsets.windows(2).all(|pair| pair[0] <= pair[1]);
    if offsets.first() == Some(&0) && offsets.last() == Some(&(end as u64)) && ascend {
        Ok(())
    } else {
        Err("the offsets do not ascend from 0 to the end")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_lists() {
        let mut all = Ragged::default();
        for (row, item) in [(1, 'a'), (1, 'b'), (3, 'c')] {
            all.push_item(row, item);
        }
        all.resize(6);
        all.push(['d']);
        assert_eq!(all.offsets(), [0, 0, 2, 2, 3, 3, 3, 4]);
        assert_eq!((all.row(1), all.row(6)), (&['a', 'b'][..], &['d'][..]));
        assert_eq!([0, 1, 2, 3].map(|item| all.row_of_item(item)), [1, 1, 3, 6]);
        let mut some = Ragged::default();
        some.extend_from(&all, 3..6);
        some.extend_from(&all, 0..2);
        assert_eq!(some.offsets(), [0, 1, 1, 1, 1, 3]);
        assert_eq!(some.row(4), ['a', 'b']);
        some.resize(1);
        assert_eq!((some.items().len(), some.offsets()), (1, &[0, 1][..]));
        for offsets in [vec![], vec![1], vec![0, 2], vec![0, 1, 0, 1]] {
            assert!(Ragged::from_parts(vec![0], offsets).is_err());
        }
    }
}

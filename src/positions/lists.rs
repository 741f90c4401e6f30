//! Lists of values, one a row, in one allocation.

use std::collections::HashMap;

/// A list of values for each row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lists<T> {
    values: Vec<T>,
    /// The start of each list in `values`, and the end of the last.
    offsets: Vec<i64>,
}

impl<T> Default for Lists<T> {
    fn default() -> Lists<T> {
        Lists { values: Vec::new(), offsets: vec![0] }
    }
}

impl<T: Copy> Lists<T> {
    /// Empty lists.
    pub(super) fn empty(len: usize) -> Lists<T> {
        Lists { values: Vec::new(), offsets: vec![0; len + 1] }
    }

    /// Creates lists from all values and the start of each list, and the end of the last; `None` if
    /// these are not offsets.
    pub fn from_parts(values: Vec<T>, offsets: Vec<i64>) -> Option<Lists<T>> {
        let is_ascending = offsets.is_sorted();
        let ends = (offsets.first(), offsets.last());
        let is_whole = ends == (Some(&0), Some(&i64::try_from(values.len()).ok()?));
        (is_ascending && is_whole).then_some(Lists { values, offsets })
    }

    /// The number of lists.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are no lists.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The list of a row, which must exist.
    #[inline]
    pub fn row(&self, index: usize) -> &[T] {
        &self.values[self.offsets[index] as usize..self.offsets[index + 1] as usize]
    }

    /// The values of all lists.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The start of each list, and the end of the last.
    pub fn offsets(&self) -> &[i64] {
        &self.offsets
    }

    pub(super) fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.values.extend(list);
        self.offsets.push(self.values.len() as i64);
    }

    pub(super) fn extend(&mut self, other: &Lists<T>) {
        let before = self.values.len() as i64;
        self.values.extend_from_slice(&other.values);
        self.offsets.extend(other.offsets[1..].iter().map(|offset| offset + before));
    }

    pub(super) fn select(&self, indices: &[usize]) -> Lists<T> {
        let mut selected = Lists::default();
        indices.iter().for_each(|&index| selected.push(self.row(index).iter().copied()));
        selected
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.values[..]) + size_of_val(&self.offsets[..])
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.values.shrink_to_fit();
        self.offsets.shrink_to_fit();
    }
}

/// A list of names for each row, as numbers of distinct names.
#[derive(Clone, Debug, Default)]
pub struct NameLists {
    names: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u16>,
    lists: Lists<u16>,
}

impl NameLists {
    pub(super) fn empty(len: usize) -> NameLists {
        NameLists { lists: Lists::empty(len), ..NameLists::default() }
    }

    /// Creates lists from names and numbers of them; `None` if a number is not that of a name, or a
    /// name is there twice.
    pub fn from_parts(names: Vec<Box<str>>, lists: Lists<u16>) -> Option<NameLists> {
        let numbered = names.iter().zip(0..).map(|(name, number)| (name.clone(), number));
        let numbers: HashMap<_, _> = numbered.collect();
        let are_known = lists.values().iter().all(|&number| usize::from(number) < names.len());
        (are_known && numbers.len() == names.len()).then_some(NameLists { names, numbers, lists })
    }

    /// The distinct names, in the order in which they first occurred.
    pub fn names(&self) -> &[Box<str>] {
        &self.names
    }

    /// For each row the numbers of its names.
    pub fn lists(&self) -> &Lists<u16> {
        &self.lists
    }

    /// The names of a row, which must exist.
    pub fn row(&self, index: usize) -> impl Iterator<Item = &str> {
        self.lists.row(index).iter().map(|&number| &*self.names[usize::from(number)])
    }

    /// Returns a function of a row, which must exist: whether it has one of some names.
    pub fn has_any(&self, names: &[String]) -> impl Fn(usize) -> bool + use<'_> {
        let wanted: Vec<bool> =
            self.names.iter().map(|name| names.iter().any(|wanted| **wanted == **name)).collect();
        move |row| self.lists.row(row).iter().any(|&number| wanted[usize::from(number)])
    }

    /// The number of a name; `None` if there are too many names.
    fn number(&mut self, name: &str) -> Option<u16> {
        if let Some(&number) = self.numbers.get(name) {
            return Some(number);
        }
        let number = u16::try_from(self.names.len()).ok()?;
        self.names.push(name.into());
        self.numbers.insert(name.into(), number);
        Some(number)
    }

    /// Appends a row with names that are separated by spaces; returns whether all were kept: there
    /// may be 65,536 distinct names.
    pub(super) fn push(&mut self, names: &str) -> bool {
        let mut all = true;
        for name in names.split_ascii_whitespace() {
            match self.number(name) {
                Some(number) => self.lists.values.push(number),
                None => all = false,
            }
        }
        self.lists.offsets.push(self.lists.values.len() as i64);
        all
    }

    /// Appends rows of others; returns whether all names were kept.
    pub(super) fn extend(&mut self, other: &NameLists) -> bool {
        let numbers: Vec<_> = other.names.iter().map(|name| self.number(name)).collect();
        let mut all = true;
        for row in 0..other.lists.len() {
            let row = other.lists.row(row).iter().map(|&number| numbers[usize::from(number)]);
            all &= row.clone().all(|number| number.is_some());
            self.lists.push(row.flatten());
        }
        all
    }

    pub(super) fn select(&self, indices: &[usize]) -> NameLists {
        NameLists { lists: self.lists.select(indices), ..self.clone_names() }
    }

    fn clone_names(&self) -> NameLists {
        let (names, numbers) = (self.names.clone(), self.numbers.clone());
        NameLists { names, numbers, lists: Lists::default() }
    }

    pub(super) fn is_same(&self, other: &NameLists) -> bool {
        self.lists.len() == other.lists.len()
            && (0..self.lists.len()).all(|row| self.row(row).eq(other.row(row)))
    }

    pub(super) fn bytes(&self) -> usize {
        self.lists.bytes()
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.lists.shrink_to_fit();
    }
}

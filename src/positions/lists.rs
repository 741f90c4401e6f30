//! Lists of names, one a row.

use std::collections::HashMap;

use crate::store::{Column, Ragged, Storage};

/// A list of names for each row, as numbers of distinct names.
#[derive(Clone, Debug, Default)]
pub struct NameLists {
    names: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u16>,
    lists: Ragged<u16>,
}

impl NameLists {
    /// Appends rows without names, or removes the last rows.
    pub(super) fn resize(&mut self, rows: usize) {
        self.lists.resize(rows);
    }

    /// Creates lists from names and numbers of them; `None` if a number is not that of a name, or a
    /// name is there twice.
    pub fn from_parts(names: Vec<Box<str>>, lists: Ragged<u16>) -> Option<NameLists> {
        let numbered = names.iter().zip(0..).map(|(name, number)| (name.clone(), number));
        let numbers: HashMap<_, _> = numbered.collect();
        let are_known = lists.items().iter().all(|&number| usize::from(number) < names.len());
        (are_known && numbers.len() == names.len()).then_some(NameLists { names, numbers, lists })
    }

    /// The distinct names, in the order in which they first occurred.
    pub fn names(&self) -> &[Box<str>] {
        &self.names
    }

    /// For each row the numbers of its names.
    pub fn lists(&self) -> &Ragged<u16> {
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
                Some(number) => self.lists.last_items().push(number),
                None => all = false,
            }
        }
        self.lists.end_row();
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
        NameLists { lists: Column::select(&self.lists, indices), ..self.clone_names() }
    }

    fn clone_names(&self) -> NameLists {
        let (names, numbers) = (self.names.clone(), self.numbers.clone());
        NameLists { names, numbers, lists: Ragged::default() }
    }

    pub(super) fn is_same(&self, other: &NameLists) -> bool {
        self.lists.len() == other.lists.len()
            && (0..self.lists.len()).all(|row| self.row(row).eq(other.row(row)))
    }

    pub(super) fn bytes(&self) -> usize {
        self.lists.heap_bytes()
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.lists.shrink();
    }
}

//! Lists of names, one a row.

use std::collections::HashMap;
use std::ops::Range;

use crate::store::{Column, Ragged, Storage};

/// A list of names for each row, as numbers of distinct names.
#[derive(Clone, Debug, Default)]
pub struct NameLists {
    names: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u32>,
    lists: Ragged<u32>,
}

impl NameLists {
    /// Creates lists from names and numbers of them; `None` if a number is not that of a name, or a
    /// name is there twice.
    pub fn from_parts(names: Vec<Box<str>>, lists: Ragged<u32>) -> Option<NameLists> {
        let numbered = names.iter().zip(0..).map(|(name, number)| (name.clone(), number));
        let numbers: HashMap<_, _> = numbered.collect();
        let are_known = lists.items().iter().all(|&number| (number as usize) < names.len());
        (are_known && numbers.len() == names.len()).then_some(NameLists { names, numbers, lists })
    }

    /// The distinct names, in the order in which they first occurred.
    pub fn names(&self) -> &[Box<str>] {
        &self.names
    }

    /// For each row the numbers of its names.
    pub fn lists(&self) -> &Ragged<u32> {
        &self.lists
    }

    /// The names of a row, which must exist.
    pub fn row(&self, index: usize) -> impl Iterator<Item = &str> {
        self.lists.row(index).iter().map(|&number| &*self.names[number as usize])
    }

    /// The names of a row, which must exist, separated by spaces.
    pub fn text(&self, index: usize) -> String {
        self.row(index).collect::<Vec<_>>().join(" ")
    }

    /// Returns a function of a row, which must exist: whether it has one of some names.
    pub fn has_any(&self, names: &[String]) -> impl Fn(usize) -> bool + use<'_> {
        let wanted: Vec<bool> =
            self.names.iter().map(|name| names.iter().any(|wanted| **wanted == **name)).collect();
        move |row| self.lists.row(row).iter().any(|&number| wanted[number as usize])
    }

    /// The number of a name, a new one if necessary.
    fn number(&mut self, name: &str) -> u32 {
        self.numbers.get(name).copied().unwrap_or_else(|| {
            let number = self.names.len() as u32;
            self.names.push(name.into());
            self.numbers.insert(name.into(), number);
            number
        })
    }
}

/// A row that is pushed has names that are separated by spaces.
impl Column for NameLists {
    type Item = u32;
    type Row<'a> = &'a str;

    fn rows(&self) -> usize {
        self.lists.len()
    }

    fn resize(&mut self, rows: usize, _: &'static str) {
        self.lists.resize(rows);
    }

    fn push(&mut self, names: &str) {
        for name in names.split_ascii_whitespace() {
            let number = self.number(name);
            self.lists.last_items().push(number);
        }
        self.lists.end_row();
    }

    fn is_absent(names: &str, _: &'static str) -> bool {
        names.is_empty()
    }

    fn has_any(&self, rows: Range<usize>, _: &'static str) -> bool {
        !self.lists.range(rows).is_empty()
    }

    fn extend_from(&mut self, other: &NameLists, rows: Range<usize>) {
        let numbers: Vec<u32> = other.names.iter().map(|name| self.number(name)).collect();
        for row in rows {
            self.lists.push(other.lists.row(row).iter().map(|&number| numbers[number as usize]));
        }
    }

    fn select(&self, rows: &[usize]) -> NameLists {
        let lists = Column::select(&self.lists, rows);
        NameLists { names: self.names.clone(), numbers: self.numbers.clone(), lists }
    }

    fn is_same(&self, other: &NameLists) -> bool {
        self.rows() == other.rows() && (0..self.rows()).all(|row| self.row(row).eq(other.row(row)))
    }

    fn first_invalid(
        &self,
        _: &'static str,
        is_valid: impl Fn(u32) -> bool,
    ) -> Option<(usize, u32)> {
        self.lists.first_invalid(&[], is_valid)
    }
}

impl Storage for NameLists {
    fn reserve_factor(&mut self, factor: f64) {
        self.lists.reserve_factor(factor);
    }

    fn shrink(&mut self) {
        self.lists.shrink();
    }

    fn clear(&mut self) {
        self.lists.clear();
    }

    fn heap_bytes(&self) -> usize {
        self.lists.heap_bytes()
    }
}

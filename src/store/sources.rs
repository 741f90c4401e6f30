//! The sources of rows, by number.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// The names of sources, and the number of the source of each row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    /// The distinct names; empty for an unknown source.
    names: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
    /// The number of each row's source.
    pub(crate) rows: Vec<u32>,
}

impl Sources {
    /// Creates `count` rows of a source.
    pub(crate) fn of(name: &Arc<str>, count: usize) -> Sources {
        let mut sources = Sources::default();
        sources.resize(name, count);
        sources
    }

    /// Creates sources from names and a number for each row; `None` if one has no name.
    pub(crate) fn from_parts(names: &[Arc<str>], rows: &[u32]) -> Option<Sources> {
        let mut sources = Sources::default();
        let numbers: Vec<u32> = names.iter().map(|name| sources.number(name)).collect();
        let known = |&row: &u32| numbers.get(row as usize).copied();
        sources.rows = rows.iter().map(known).collect::<Option<_>>()?;
        Some(sources)
    }

    /// The distinct names, in the order of their numbers.
    pub(crate) fn names(&self) -> &[Arc<str>] {
        &self.names
    }

    /// Returns the number of a source, a new one if necessary.
    fn number(&mut self, name: &Arc<str>) -> u32 {
        let next = self.names.len() as u32;
        let number = *self.numbers.entry(name.clone()).or_insert(next);
        if number == next {
            self.names.push(name.clone());
        }
        number
    }

    /// Adds the sources of others, also those without rows.
    pub(crate) fn add(&mut self, others: &Sources) {
        others.names.iter().for_each(|name| _ = self.number(name));
    }

    /// Appends rows of a source, up to a number of them.
    pub(crate) fn resize(&mut self, name: &Arc<str>, rows: usize) {
        let number = self.number(name);
        self.rows.resize(rows, number);
    }

    /// Appends a row of the last source.
    pub(crate) fn push_last(&mut self) {
        self.rows.push(self.names.len().saturating_sub(1) as u32);
    }

    /// Appends rows of others, which must exist.
    pub(crate) fn extend(&mut self, others: &Sources, rows: Range<usize>) {
        // consecutive rows mostly have the same source
        let mut last = None;
        self.rows.reserve(rows.len());
        for &theirs in &others.rows[rows] {
            let number = match last {
                Some((known, number)) if known == theirs => number,
                _ => others.names.get(theirs as usize).map_or(0, |name| self.number(name)),
            };
            last = Some((theirs, number));
            self.rows.push(number);
        }
    }

    /// Returns the sources of rows, which must exist.
    pub(crate) fn select(&self, rows: &[usize]) -> Sources {
        let rows = rows.iter().map(|&row| self.rows[row]).collect();
        Sources { names: self.names.clone(), numbers: self.numbers.clone(), rows }
    }

    /// Removes all rows and names.
    pub(crate) fn clear(&mut self) {
        self.names.clear();
        self.numbers.clear();
        self.rows.clear();
    }

    /// The number of bytes on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        let names: usize = self.names.iter().map(|name| name.len() + 40).sum();
        names + size_of::<u32>() * self.rows.capacity()
    }
}

//! Origins of games: their files, and their locations in them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::store::Storage;

/// An unknown offset in [`Games::source_offsets`](super::Games::source_offsets).
pub const NO_OFFSET: i64 = -1;

/// The location of a game in its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Location {
    /// The number of the game in its source, from 1; 0 if unknown.
    pub(crate) game: i64,
    /// Bytes of decompressed text before the game; [`NO_OFFSET`] if unknown.
    pub(crate) offset: i64,
}

impl Location {
    pub(crate) const UNKNOWN: Location = Location { game: 0, offset: NO_OFFSET };
}

/// The sources and locations of many games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins {
    /// The distinct names of sources; empty for an unknown source.
    names: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
    /// The number of each game's source.
    sources: Vec<u32>,
    games: Vec<i64>,
    offsets: Vec<i64>,
}

impl Origins {
    /// Validates the columns of a file.
    pub(crate) fn checked(
        names: &[Arc<str>],
        sources: &[u32],
        games: Vec<i64>,
        offsets: Vec<i64>,
    ) -> Result<Origins, &'static str> {
        let mut origins = Origins { games, offsets, ..Origins::default() };
        let count = sources.len();
        if origins.games.len() != count || origins.offsets.len() != count {
            return Err("their number is not the number of games");
        }
        if origins.games.iter().any(|&game| game < 0) || origins.offsets.iter().any(|&at| at < -1) {
            return Err("a number or offset is negative");
        }
        let numbers: Vec<u32> = names.iter().map(|name| origins.number(name)).collect();
        let of_game = |&number: &u32| numbers.get(number as usize).copied();
        let sources: Option<Vec<u32>> = sources.iter().map(of_game).collect();
        origins.sources = sources.ok_or("a number has no source")?;
        Ok(origins)
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

    pub(crate) fn names(&self) -> &[Arc<str>] {
        &self.names
    }

    pub(crate) fn sources(&self) -> &[u32] {
        &self.sources
    }

    pub(crate) fn games(&self) -> &[i64] {
        &self.games
    }

    pub(crate) fn offsets(&self) -> &[i64] {
        &self.offsets
    }

    /// Adds a location whose source [`Origins::set_source`] sets later.
    #[inline]
    pub(crate) fn push(&mut self, location: Location) {
        self.games.push(location.game);
        self.offsets.push(location.offset);
    }

    /// Sets the source of all games without one, and adds to their numbers and offsets.
    pub(crate) fn set_source(&mut self, name: &Arc<str>, game: i64, offset: i64) {
        let number = self.number(name);
        let first = self.sources.len();
        self.sources.resize(self.games.len(), number);
        for number in self.games.iter_mut().skip(first) {
            *number += game;
        }
        for start in self.offsets.iter_mut().skip(first) {
            *start += offset;
        }
    }

    /// Adds a game of unknown origin.
    pub(crate) fn push_unknown(&mut self) {
        self.push(Location::UNKNOWN);
        let number = self.number(&Arc::from(""));
        self.sources.push(number);
    }

    /// Returns the origins of `count` games of unknown origin.
    pub(crate) fn unknown(count: usize) -> Origins {
        let mut origins = Origins::default();
        let number = origins.number(&Arc::from(""));
        origins.sources.resize(count, number);
        origins.games.resize(count, Location::UNKNOWN.game);
        origins.offsets.resize(count, Location::UNKNOWN.offset);
        origins
    }

    /// Returns the origins of `count` rows of a file, which `before` other rows precede.
    pub(crate) fn of_rows(file: &str, before: u64, count: usize) -> Origins {
        let mut origins = Origins::default();
        let number = origins.number(&Arc::from(file));
        origins.sources.resize(count, number);
        let first = before.cast_signed().wrapping_add(1);
        origins.games.extend((0..count as i64).map(|row| first.wrapping_add(row)));
        origins.offsets.resize(count, Location::UNKNOWN.offset);
        origins
    }

    /// Adds a range of other origins.
    pub(crate) fn extend(&mut self, others: &Origins, rows: Range<usize>) {
        self.games.extend_from_slice(others.games.get(rows.clone()).unwrap_or_default());
        self.offsets.extend_from_slice(others.offsets.get(rows.clone()).unwrap_or_default());
        // consecutive games mostly have the same source
        let mut last = None;
        self.sources.reserve(rows.len());
        for &theirs in others.sources.get(rows).unwrap_or_default() {
            let number = match last {
                Some((known, number)) if known == theirs => number,
                _ => others.names.get(theirs as usize).map_or(0, |name| self.number(name)),
            };
            last = Some((theirs, number));
            self.sources.push(number);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.names.clear();
        self.numbers.clear();
        self.sources.clear();
        self.games.clear();
        self.offsets.clear();
    }

    /// The memory of the columns.
    pub(super) fn storage(&mut self) -> [&mut dyn Storage; 3] {
        [&mut self.sources, &mut self.games, &mut self.offsets]
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let names: usize = self.names.iter().map(|name| name.len() + 40).sum();
        names + 4 * self.sources.capacity() + 8 * (self.games.capacity() + self.offsets.capacity())
    }
}

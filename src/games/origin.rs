//! Where games come from: their files, and their places in them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::capacity::Column;

/// The place of a game in a text is not known, in [`Games::source_offsets`](super::Games::source_offsets).
pub const NO_OFFSET: i64 = -1;

/// Where a game was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// The game's number in its source, from 1; 0 unknown.
    pub(crate) game: i64,
    /// Bytes of decompressed text before it; [`NO_OFFSET`] unknown.
    pub(crate) offset: i64,
}

impl Place {
    pub(crate) const UNKNOWN: Place = Place { game: 0, offset: NO_OFFSET };
}

/// Where each of many games was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins {
    /// The names of sources, each once; one that is not known is empty.
    names: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
    /// Of each game, the number of its source.
    sources: Vec<u32>,
    games: Vec<i64>,
    offsets: Vec<i64>,
}

impl Origins {
    /// Origins from outside.
    pub(crate) fn checked(
        names: &[Arc<str>],
        sources: &[u32],
        games: Vec<i64>,
        offsets: Vec<i64>,
    ) -> Result<Origins, &'static str> {
        let mut origins = Origins { games, offsets, ..Origins::default() };
        let count = sources.len();
        if origins.games.len() != count || origins.offsets.len() != count {
            return Err("they are not as many as the games");
        }
        if origins.games.iter().any(|&game| game < 0) || origins.offsets.iter().any(|&at| at < -1) {
            return Err("a place before the first");
        }
        let own: Vec<u32> = names.iter().map(|name| origins.number(name)).collect();
        let of_game = |&number: &u32| own.get(number as usize).copied();
        let numbers: Option<Vec<u32>> = sources.iter().map(of_game).collect();
        origins.sources = numbers.ok_or("a number that is no source's")?;
        Ok(origins)
    }

    /// The number of a source, the next one if it is new.
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

    /// Adds a place whose source [`Origins::set_source`] will name.
    #[inline]
    pub(crate) fn push(&mut self, place: Place) {
        self.games.push(place.game);
        self.offsets.push(place.offset);
    }

    /// Names the source of all games that have none yet, and moves their places by so much.
    pub(crate) fn set_source(&mut self, name: &Arc<str>, game: i64, offset: i64) {
        let number = self.number(name);
        let first = self.sources.len();
        self.sources.resize(self.games.len(), number);
        for place in self.games.iter_mut().skip(first) {
            *place += game;
        }
        for place in self.offsets.iter_mut().skip(first) {
            *place += offset;
        }
    }

    /// Adds a game of which nothing is known.
    pub(crate) fn push_unknown(&mut self) {
        self.push(Place::UNKNOWN);
        let number = self.number(&Arc::from(""));
        self.sources.push(number);
    }

    /// Those of so many games of which nothing is known.
    pub(crate) fn unknown(count: usize) -> Origins {
        let mut origins = Origins::default();
        let number = origins.number(&Arc::from(""));
        origins.sources.resize(count, number);
        origins.games.resize(count, Place::UNKNOWN.game);
        origins.offsets.resize(count, Place::UNKNOWN.offset);
        origins
    }

    /// Those of rows of a file, after so many others.
    pub(crate) fn of_rows(file: &str, before: u64, count: usize) -> Origins {
        let mut origins = Origins::default();
        let number = origins.number(&Arc::from(file));
        origins.sources.resize(count, number);
        origins.games.extend((before as i64 + 1..).take(count));
        origins.offsets.resize(count, Place::UNKNOWN.offset);
        origins
    }

    /// Adds some of others.
    pub(crate) fn extend(&mut self, others: &Origins, rows: Range<usize>) {
        self.games.extend_from_slice(others.games.get(rows.clone()).unwrap_or_default());
        self.offsets.extend_from_slice(others.offsets.get(rows.clone()).unwrap_or_default());
        // neighbors nearly always come from one source
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

    pub(crate) fn columns(&mut self) -> [&mut dyn Column; 3] {
        [&mut self.sources, &mut self.games, &mut self.offsets]
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let names: usize = self.names.iter().map(|name| name.len() + 40).sum();
        names + 4 * self.sources.capacity() + 8 * (self.games.capacity() + self.offsets.capacity())
    }
}

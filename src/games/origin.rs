//! Origins of games: their files, and their locations in them.

use std::ops::Range;
use std::sync::Arc;

use crate::store::{Sources, Storage};

/// An unknown offset in [`Games::source_offsets`](super::Games::source_offsets).
pub const NO_OFFSET: i64 = -1;

/// The number of a game in an unknown source.
const NO_GAME: i64 = 0;

/// The sources of many games, and the locations in them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins {
    pub(crate) sources: Sources,
    /// The number of each game in its source, from 1; 0 if unknown.
    pub(crate) games: Vec<i64>,
    /// Bytes of decompressed text before each game; [`NO_OFFSET`] if unknown.
    pub(crate) offsets: Vec<i64>,
}

impl Origins {
    /// Validates the columns of a file.
    pub(crate) fn checked(
        names: &[Arc<str>],
        sources: &[u32],
        games: Vec<i64>,
        offsets: Vec<i64>,
    ) -> Result<Origins, &'static str> {
        if games.len() != sources.len() || offsets.len() != sources.len() {
            return Err("their number is not the number of games");
        }
        if games.iter().any(|&game| game < 0) || offsets.iter().any(|&at| at < -1) {
            return Err("a number or offset is negative");
        }
        let sources = Sources::from_parts(names, sources).ok_or("a number has no source")?;
        Ok(Origins { sources, games, offsets })
    }

    /// Adds a location whose source [`Origins::set_source`] sets later.
    pub(crate) fn push(&mut self, game: i64, offset: i64) {
        self.games.push(game);
        self.offsets.push(offset);
    }

    /// Sets the source of all games without one, and adds to their numbers and offsets.
    pub(crate) fn set_source(&mut self, name: &Arc<str>, game: i64, offset: i64) {
        let first = self.sources.rows.len();
        self.sources.resize(name, self.games.len());
        self.games[first..].iter_mut().for_each(|number| *number += game);
        self.offsets[first..].iter_mut().for_each(|start| *start += offset);
    }

    /// Adds a game of unknown origin.
    pub(crate) fn push_unknown(&mut self) {
        self.push(NO_GAME, NO_OFFSET);
        self.sources.resize(&"".into(), self.games.len());
    }

    /// Returns the origins of `count` games of unknown origin.
    pub(crate) fn unknown(count: usize) -> Origins {
        let (games, offsets) = (vec![NO_GAME; count], vec![NO_OFFSET; count]);
        Origins { sources: Sources::of(&"".into(), count), games, offsets }
    }

    /// Returns the origins of `count` rows of a file, which `before` other rows precede.
    pub(crate) fn of_rows(file: &str, before: u64, count: usize) -> Origins {
        let first = before.cast_signed().wrapping_add(1);
        let games = (0..count as i64).map(|row| first.wrapping_add(row)).collect();
        Origins { sources: Sources::of(&file.into(), count), games, ..Origins::unknown(count) }
    }

    /// Adds a range of other origins, which must exist.
    pub(crate) fn extend(&mut self, others: &Origins, rows: Range<usize>) {
        self.games.extend_from_slice(&others.games[rows.clone()]);
        self.offsets.extend_from_slice(&others.offsets[rows.clone()]);
        self.sources.extend(&others.sources, rows);
    }

    /// The memory of the columns; without rows the names stay.
    pub(super) fn storage(&mut self) -> [&mut dyn Storage; 3] {
        [&mut self.sources.rows, &mut self.games, &mut self.offsets]
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.sources.heap_bytes() + self.games.heap_bytes() + self.offsets.heap_bytes()
    }
}

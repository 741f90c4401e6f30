//! Errors and warnings of reading games.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::pgn::{PgnError, PgnErrorKind};

/// The maximum number of errors of games that are listed, and of warnings; the rest is only
/// counted. The errors of sources, at most one of each, are always listed.
pub const MAX_GAME_ERRORS: usize = 10_000;

/// The kind of an error or a warning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameErrorKind {
    /// An error or a warning in the text of a game.
    Pgn(PgnErrorKind),
    /// An error of the source: it cannot be read, is damaged, or has no games.
    Source,
}

impl GameErrorKind {
    /// Returns the name of the kind, in lower case with underscores.
    pub fn name(self) -> &'static str {
        match self {
            GameErrorKind::Pgn(kind) => kind.name(),
            GameErrorKind::Source => "source",
        }
    }

    /// Returns the kind with a [name](GameErrorKind::name).
    pub fn from_name(name: &str) -> Option<GameErrorKind> {
        match name {
            "source" => Some(GameErrorKind::Source),
            _ => PgnErrorKind::from_name(name).map(GameErrorKind::Pgn),
        }
    }
}

/// An error or a warning, and its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameError {
    /// The name of the source.
    pub source: Arc<str>,
    /// The number of the game in the source, from 1; 0 before the first game.
    pub game: u64,
    /// The index of the game in the [`Games`](super::Games) that have this error, if it is in a
    /// game.
    pub index: Option<usize>,
    /// The kind.
    pub kind: GameErrorKind,
    /// The number of plies of the game before it.
    pub ply: usize,
    /// The line in the decompressed source, from 1; 0 if there is no location.
    pub line: u64,
    /// The column in bytes, from 1; 0 if there is no location.
    pub column: u64,
    /// The text at that location.
    pub token: Box<str>,
    /// The reason.
    pub reason: Box<str>,
}

impl GameError {
    pub(crate) fn of_game(
        source: &Arc<str>,
        game: u64,
        index: Option<usize>,
        error: &PgnError,
    ) -> GameError {
        GameError {
            source: source.clone(),
            game,
            index,
            kind: GameErrorKind::Pgn(error.kind),
            ply: error.ply,
            line: error.line,
            column: error.column,
            token: error.token.clone(),
            reason: error.reason.clone(),
        }
    }

    pub(crate) fn of_source(source: &Arc<str>, games: u64, reason: &str) -> GameError {
        GameError {
            source: source.clone(),
            game: games,
            index: None,
            kind: GameErrorKind::Source,
            ply: 0,
            line: 0,
            column: 0,
            token: "".into(),
            reason: reason.into(),
        }
    }

    /// Whether it is an error of a source, and not of one of its games.
    pub(crate) fn is_of_source(&self) -> bool {
        self.kind == GameErrorKind::Source
    }
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        match self.kind {
            GameErrorKind::Source => write!(f, ": after game {}: ", self.game)?,
            GameErrorKind::Pgn(_) => write!(f, ": game {}, ply {}: ", self.game, self.ply)?,
        }
        if !self.token.is_empty() {
            write!(f, "{:?}: ", self.token)?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for GameError {}

/// A list of errors or of warnings, limited to [`MAX_GAME_ERRORS`], and the number of all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameErrors {
    pub(crate) list: Vec<GameError>,
    pub(crate) count: u64,
    /// The number of listed errors of sources.
    of_sources: usize,
}

impl GameErrors {
    /// Validates a list and the number of all errors. `None` if the list is longer than that or one
    /// of its errors has an index that is not less than `games`.
    pub(crate) fn checked(
        mut list: Vec<GameError>,
        count: u64,
        games: usize,
    ) -> Option<GameErrors> {
        let is_in_range = |error: &GameError| error.index.is_none_or(|index| index < games);
        let is_valid = list.len() as u64 <= count && list.iter().all(is_in_range);
        let mut of_games = 0;
        list.retain(|error| {
            of_games += usize::from(!error.is_of_source());
            error.is_of_source() || of_games <= MAX_GAME_ERRORS
        });
        is_valid.then(|| GameErrors::new(list, count))
    }

    /// Creates a list, with the number of all errors.
    pub(crate) fn new(list: Vec<GameError>, count: u64) -> GameErrors {
        let of_sources = list.iter().filter(|error| error.is_of_source()).count();
        GameErrors { list, count, of_sources }
    }

    /// Returns how many more errors of games can be listed.
    fn capacity(&self) -> usize {
        MAX_GAME_ERRORS.saturating_sub(self.list.len() - self.of_sources)
    }

    /// Adds an error of a game.
    pub(crate) fn push(&mut self, error: impl FnOnce() -> GameError) {
        self.count += 1;
        if self.capacity() > 0 {
            self.list.push(error());
        }
    }

    /// Adds an error of a source.
    pub(crate) fn push_of_source(&mut self, error: GameError) {
        self.count += 1;
        self.of_sources += 1;
        self.list.push(error);
    }

    /// Adds the errors of other games, which are appended to `games` games.
    pub(crate) fn extend(&mut self, other: &GameErrors, games: usize) {
        self.count += other.count;
        let mut capacity = self.capacity();
        for error in &other.list {
            if !error.is_of_source() {
                match capacity.checked_sub(1) {
                    Some(less) => capacity = less,
                    None => continue,
                }
            }
            let index = error.index.map(|index| index + games);
            self.list.push(GameError { index, ..error.clone() });
        }
        self.of_sources += other.of_sources;
    }

    /// Removes and returns the errors up to the end of a range of games, with indices that count
    /// from its start. With the last games (`is_rest`), the unlisted errors are removed too.
    pub(crate) fn take(&mut self, games: Range<usize>, is_rest: bool) -> GameErrors {
        let is_later = |error: &GameError| error.index.is_some_and(|index| index >= games.end);
        let end = match is_rest {
            true => self.list.len(),
            false => self.list.iter().position(is_later).unwrap_or(self.list.len()),
        };
        let mut list: Vec<GameError> = self.list.drain(..end).collect();
        for error in &mut list {
            error.index = error.index.and_then(|index| index.checked_sub(games.start));
        }
        let count = if is_rest { self.count } else { list.len() as u64 };
        *self = GameErrors::new(std::mem::take(&mut self.list), self.count - count);
        GameErrors::new(list, count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_names_all_kinds() {
        let guide = include_str!("../../docs/games.md");
        let (_, kinds) = guide.split_once("\n| error |").unwrap();
        let (kinds, _) = kinds.split_once("\n## ").unwrap();
        let of_games = PgnErrorKind::ALL.into_iter().map(GameErrorKind::Pgn);
        for kind in of_games.chain([GameErrorKind::Source]) {
            let name = format!("`{}`", kind.name());
            let names = |line: &&str| line.starts_with("| `") && line.contains(&name);
            assert_eq!(kinds.lines().filter(names).count(), 1, "{name}");
        }
    }
}

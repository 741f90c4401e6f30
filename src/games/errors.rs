//! What went wrong while games were read: the first faults in full, all of them counted.

use std::fmt;
use std::sync::Arc;

use crate::pgn::{PgnError, PgnErrorKind};

/// So many errors of games, and as many warnings, are kept; the rest is counted. Faults of sources are
/// kept all: there is one of a source at most, and what it says counts more than any other.
pub const MAX_FAULTS: usize = 10_000;

/// The kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameErrorKind {
    /// The text of a game.
    Pgn(PgnErrorKind),
    /// The source itself: it cannot be read, breaks off, or holds no games at all.
    Source,
}

impl GameErrorKind {
    /// A name for programs: lower case, with underscores.
    pub fn name(self) -> &'static str {
        match self {
            GameErrorKind::Pgn(kind) => kind.name(),
            GameErrorKind::Source => "source",
        }
    }

    /// The kind of a [name](GameErrorKind::name).
    pub fn from_name(name: &str) -> Option<GameErrorKind> {
        match name {
            "source" => Some(GameErrorKind::Source),
            _ => PgnErrorKind::from_name(name).map(GameErrorKind::Pgn),
        }
    }
}

/// A fault and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameError {
    /// The file, or what the caller named the source.
    pub source: Arc<str>,
    /// The game in that source, from 1; 0 if it is before all games or in none.
    pub game: u64,
    /// The game in the [`Games`](super::Games) that hold this error, from 0, if it is one of them.
    pub index: Option<usize>,
    /// What kind of fault it is.
    pub kind: GameErrorKind,
    /// Half-moves of the game that were read before it.
    pub ply: usize,
    /// The line in the source (decompressed), from 1; 0 if there is no place.
    pub line: u64,
    /// The column in bytes, from 1; 0 if there is no place.
    pub column: u64,
    /// What stands there.
    pub token: Box<str>,
    /// What is wrong with it.
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

    /// Whether it is a fault of a source, and not of one of its games.
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

/// A list of faults that grows to a limit and counts on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Faults {
    pub(crate) list: Vec<GameError>,
    pub(crate) count: u64,
    /// How many of the list are of sources.
    of_sources: usize,
}

impl Faults {
    /// Faults from outside, of which there were `count`; `None` if there are more than that, or one
    /// is of a game that is not among `games`.
    pub(crate) fn checked(mut list: Vec<GameError>, count: u64, games: usize) -> Option<Faults> {
        let is_known = |fault: &GameError| fault.index.is_none_or(|index| index < games);
        let is_right = list.len() as u64 <= count && list.iter().all(is_known);
        let mut kept = 0;
        list.retain(|fault| {
            kept += usize::from(!fault.is_of_source());
            fault.is_of_source() || kept <= MAX_FAULTS
        });
        is_right.then(|| Faults::listed(list, count))
    }

    /// A list of faults, of which there were `count`.
    pub(crate) fn listed(list: Vec<GameError>, count: u64) -> Faults {
        let of_sources = list.iter().filter(|fault| fault.is_of_source()).count();
        Faults { list, count, of_sources }
    }

    /// How many faults of games may still be kept.
    fn room(&self) -> usize {
        MAX_FAULTS.saturating_sub(self.list.len() - self.of_sources)
    }

    /// Adds a fault of a game.
    pub(crate) fn push(&mut self, error: impl FnOnce() -> GameError) {
        self.count += 1;
        if self.room() > 0 {
            self.list.push(error());
        }
    }

    /// Adds a fault of a source.
    pub(crate) fn push_of_source(&mut self, error: GameError) {
        self.count += 1;
        self.of_sources += 1;
        self.list.push(error);
    }

    /// Adds another list's faults, whose games come after `games` others.
    pub(crate) fn extend(&mut self, other: &Faults, games: usize) {
        self.count += other.count;
        let mut room = self.room();
        for error in &other.list {
            if !error.is_of_source() {
                match room.checked_sub(1) {
                    Some(left) => room = left,
                    None => continue,
                }
            }
            let index = error.index.map(|index| index + games);
            self.list.push(GameError { index, ..error.clone() });
        }
        self.of_sources += other.of_sources;
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

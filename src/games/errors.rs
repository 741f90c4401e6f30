//! Errors and warnings of reading games.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::pgn::{PgnError, PgnErrorKind};
use crate::store::{OF_SOURCE, Report};

/// The maximum number of errors of games that are listed, and of warnings; the rest is only
/// counted. The errors of sources, at most one of each, are always listed.
pub const MAX_GAME_ERRORS: usize = 10_000;

/// The kind of an error or a warning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
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
}

/// An error or a warning, and its location.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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

/// The number of the kind of reports of games.
pub(crate) const OF_GAME: usize = OF_SOURCE + 1;

impl Report for GameError {
    const MAX_LISTED: usize = MAX_GAME_ERRORS;

    fn kind(&self) -> usize {
        if self.is_of_source() { OF_SOURCE } else { OF_GAME }
    }

    fn index(&mut self) -> &mut Option<usize> {
        &mut self.index
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

//! The result of a game in PGN.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::types::Color;

/// The result of a game (FIDE 10.1; the result field of PGN).
///
/// ```
/// use enroque::rules::GameResult;
/// use enroque::types::Color;
/// let result: GameResult = "1-0".parse().unwrap();
/// assert_eq!(result.winner(), Some(Color::White));
/// assert_eq!(GameResult::Draw.to_string(), "1/2-1/2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: the game is not over or was abandoned, or the result is unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// The win of a player.
    pub const fn won_by(color: Color) -> GameResult {
        match color {
            Color::White => GameResult::WhiteWins,
            Color::Black => GameResult::BlackWins,
        }
    }

    /// The winner, if any.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw | GameResult::Unknown => None,
        }
    }

    /// The text in PGN.
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// Returns the result for exactly its text in PGN; `None` for other bytes.
    pub const fn from_ascii(text: &[u8]) -> Option<GameResult> {
        match text {
            b"1-0" => Some(GameResult::WhiteWins),
            b"0-1" => Some(GameResult::BlackWins),
            b"1/2-1/2" => Some(GameResult::Draw),
            b"*" => Some(GameResult::Unknown),
            _ => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text is not `1-0`, `0-1`, `1/2-1/2` or `*`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a result must be 1-0, 0-1, 1/2-1/2 or *")]
pub struct GameResultError;

impl FromStr for GameResult {
    type Err = GameResultError;

    fn from_str(text: &str) -> Result<GameResult, GameResultError> {
        GameResult::from_ascii(text.as_bytes()).ok_or(GameResultError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
        for result in [WhiteWins, BlackWins, Draw, Unknown] {
            assert_eq!(result.as_str().parse(), Ok(result));
            assert_eq!(result.winner().map_or(result, GameResult::won_by), result);
        }
        for wrong in ["", "1-0 ", "0-0", "1/2", "**", "½-½"] {
            assert_eq!(wrong.parse::<GameResult>(), Err(GameResultError), "{wrong}");
        }
    }
}

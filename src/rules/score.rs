//! The points of both players.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::GameResult;
use crate::types::Color;

/// The points of both players in half-points: 2 for a win, 1 for a draw, 0 for a loss (FIDE 10.1).
///
/// Two numbers, since the Laws have more results than PGN: both players may lose (FIDE 11.8), and
/// an arbiter may award half a point to one and none to the other.
///
/// ```
/// use enroque::rules::{GameResult, Score};
/// use enroque::types::Color;
/// assert_eq!(Score::won_by(Color::Black).to_string(), "0-1");
/// assert_eq!(Score::DRAW.of(Color::White), 1);
/// assert_eq!(Score::BOTH_LOSE.to_string(), "0-0");
/// assert_eq!(Score::BOTH_LOSE.result(), GameResult::Unknown); // PGN has no result for it
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "[u8; 2]", try_from = "[u8; 2]")]
pub struct Score {
    /// White's half-points, 0 to 2.
    white: u8,
    /// Black's half-points, 0 to 2.
    black: u8,
}

impl From<Score> for [u8; 2] {
    /// White's half-points and Black's.
    fn from(score: Score) -> [u8; 2] {
        [score.white, score.black]
    }
}

impl TryFrom<[u8; 2]> for Score {
    type Error = &'static str;

    fn try_from([white, black]: [u8; 2]) -> Result<Score, &'static str> {
        Score::new(white, black).ok_or("half-points must be 0, 1 or 2, at most 2 together")
    }
}

impl Score {
    /// Half a point each.
    pub const DRAW: Score = Score { white: 1, black: 1 };
    /// No point for either (FIDE 11.8).
    pub const BOTH_LOSE: Score = Score { white: 0, black: 0 };

    /// The score with these half-points, each 0, 1 or 2, at most 2 together; otherwise `None`.
    pub const fn new(white: u8, black: u8) -> Option<Score> {
        if white > 2 || black > 2 || white + black > 2 {
            return None;
        }
        Some(Score { white, black })
    }

    /// A player's win.
    pub const fn won_by(color: Color) -> Score {
        match color {
            Color::White => Score { white: 2, black: 0 },
            Color::Black => Score { white: 0, black: 2 },
        }
    }

    /// A player's half-points.
    pub const fn of(self, color: Color) -> u8 {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The winner, if any.
    pub const fn winner(self) -> Option<Color> {
        match (self.white, self.black) {
            (2, _) => Some(Color::White),
            (_, 2) => Some(Color::Black),
            _ => None,
        }
    }

    /// The result in PGN; `*` if PGN has none for the score.
    pub const fn result(self) -> GameResult {
        match (self.white, self.black) {
            (1, 1) => GameResult::Draw,
            _ => match self.winner() {
                Some(color) => GameResult::won_by(color),
                None => GameResult::Unknown,
            },
        }
    }
}

/// White's points, a hyphen, Black's: `1-0`, `1/2-1/2`, `0-0`, `1/2-0`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = |half: u8| ["0", "1/2", "1"][half.min(2) as usize];
        f.pad(&format!("{}-{}", points(self.white), points(self.black)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_scores() {
        let mut written = Vec::new();
        for white in 0..4 {
            for black in 0..4 {
                let Some(score) = Score::new(white, black) else {
                    assert!(white + black > 2);
                    continue;
                };
                assert_eq!((score.of(Color::White), score.of(Color::Black)), (white, black));
                assert_eq!(score.winner(), score.result().winner());
                written.push(score.to_string());
            }
        }
        assert_eq!(written, ["0-0", "0-1/2", "0-1", "1/2-0", "1/2-1/2", "1-0"]);
    }
}

//! Games as PGN tags.

use super::PlayedGame;
use crate::notation::fen;
use crate::position::Position;
use crate::rules::{GameResult, Outcome};
use crate::types::Color;

impl PlayedGame {
    /// Returns PGN tags of the state: `Result`, `Termination`, `TimeControl`, a start position
    /// other than the standard one, and for an adjourned game the data of the envelope (FIDE
    /// Guideline I.4), without the sealed move.
    pub fn pgn_tags(&self) -> Vec<(&'static str, String)> {
        let start = self.game.start();
        let result = self.outcome.map_or(GameResult::Unknown, Outcome::result);
        let termination =
            self.outcome.map_or("unterminated", |outcome| outcome.termination.pgn_tag());
        let mut tags = vec![("Result", result.to_string())];
        // Chess960 games always have the tag FEN
        if *start != Position::standard() || start.fullmove_number() != 1 || self.chess960 {
            if self.chess960 {
                tags.push(("Variant", "Chess960".to_owned()));
            }
            tags.push(("SetUp", "1".to_owned()));
            tags.push(("FEN", fen::write(start).to_string()));
        }
        let [white, black] = &self.controls;
        if white == black {
            tags.push(("TimeControl", white.to_string()));
        } else {
            tags.push(("WhiteTimeControl", white.to_string()));
            tags.push(("BlackTimeControl", black.to_string()));
        }
        tags.push(("Termination", termination.to_owned()));
        if let Some(clock) = &self.clock {
            tags.push(("WhiteClock", hours(clock.left(Color::White))));
            tags.push(("BlackClock", hours(clock.left(Color::Black))));
        }
        if let Some(envelope) = self.envelope() {
            tags.push(("SealedBy", color_tag(envelope.sealed_by)));
            tags.push(("SealedMoveNumber", envelope.move_number.to_string()));
            tags.push(("AdjournedPosition", envelope.fen));
            if let Some([white, black]) = envelope.used {
                tags.push(("WhiteTimeUsed", hours(white)));
                tags.push(("BlackTimeUsed", hours(black)));
            }
        }
        if let Some(color) = self.offer {
            tags.push(("DrawOffer", color_tag(color)));
        }
        tags
    }
}

fn color_tag(color: Color) -> String {
    match color {
        Color::White => "White".to_owned(),
        Color::Black => "Black".to_owned(),
    }
}

/// Formats hours, minutes, seconds, and milliseconds if not 0.
fn hours(milliseconds: u64) -> String {
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let time = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if rest == 0 { time } else { format!("{time}.{rest:03}") }
}

//! Games as JSON and as PGN tags.

mod read;

use std::fmt;

use serde_json::{Map, Value, json};

use super::{Event, PlayedGame};
use crate::notation::fen::{self, CastlingStyle, EnPassantStyle};
use crate::notation::uci::{self, CastlingDialect};
use crate::position::Position;
use crate::rules::{
    Clock, ClockState, Outcome, Penalty, PlayerTime, RuleSet, TimeControl, WinnabilityRule,
};
use crate::types::{Color, Move};

/// The version of the JSON layout.
const VERSION: u64 = 1;

/// An error in the JSON text of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTextError {
    /// The path of the value, such as `moves[3]` or `clock.white.left`; empty for the whole text.
    pub path: String,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for GameTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameTextError { path, reason } = self;
        if path.is_empty() {
            write!(f, "not a saved game: {reason}")
        } else {
            write!(f, "error in the saved game at {path}: {reason}")
        }
    }
}

impl std::error::Error for GameTextError {}

impl PlayedGame {
    /// Returns the whole state as JSON: moves, rules, events, clock, draw offer, touched pieces,
    /// sealed move. [`PlayedGame::from_json`] reads it.
    ///
    /// # Errors
    /// [`PlayError::Clock`](super::PlayError::Clock) while the clock runs.
    ///
    /// ```
    /// use enroque::rules::PlayedGame;
    /// let mut game = PlayedGame::default();
    /// game.seal("Nf3", Default::default(), None).unwrap();
    /// let text = game.to_json().unwrap();
    /// let mut resumed = PlayedGame::from_json(&text).unwrap();
    /// resumed.open_sealed(enroque::unwinnable::Budget::default()).unwrap();
    /// assert_eq!(resumed.game().len(), 1);
    /// ```
    pub fn to_json(&self) -> Result<String, super::PlayError> {
        let clock = self.clock.as_ref().map(Clock::state).transpose()?;
        let start = self.game.start();
        let moves = self.game.moves().iter().enumerate().map(|(ply, m)| {
            self.game.position_at(ply).map_or(Value::Null, |position| move_value(position, *m))
        });
        let current_move_value = |m: Option<Move>| m.map(|m| move_value(self.position(), Some(m)));
        let value = json!({
            "format": "enroque played game",
            "version": VERSION,
            "start": fen::write_as(start, CastlingStyle::XFen, EnPassantStyle::Always).as_str(),
            "chess960": self.chess960,
            "moves": moves.collect::<Vec<_>>(),
            "rules": rules_value(&self.rules),
            "time_control": self.controls.iter().map(TimeControl::to_string).collect::<Vec<_>>(),
            "clock": clock.map(|state| clock_value(&state)),
            "events": self.events.iter().map(event_value).collect::<Vec<_>>(),
            "illegal_moves": self.illegal,
            "draw_offer": self.offer.as_ref().map(Color::to_string),
            "touched": self.touched.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "must_play": current_move_value(self.must_play),
            "sealed": self.sealed.as_ref().map(|sealed| json!({
                "by": sealed.by.to_string(),
                "text": sealed.text,
                "notation": sealed.notation.name(),
                "language": sealed.language.code(),
            })),
            "outcome": self.outcome.map(outcome_value),
        });
        Ok(value.to_string())
    }

    /// Returns PGN tags of the state: `Result`, `Termination`, `TimeControl`, a start position
    /// other than the standard one, and for an adjourned game the data of the envelope (FIDE
    /// Guideline I.4), without the sealed move.
    pub fn pgn_tags(&self) -> Vec<(&'static str, String)> {
        let start = self.game.start();
        let result = self.outcome.map_or(super::super::GameResult::Unknown, Outcome::result);
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

fn move_value(position: &Position, m: Option<Move>) -> Value {
    match m {
        Some(m) => uci::write(position, m, CastlingDialect::Chess960).as_str().into(),
        None => "0000".into(),
    }
}

fn event_value(event: &Event) -> Value {
    let mut map = Map::new();
    map.insert("ply".into(), event.ply.into());
    map.insert("kind".into(), event.kind.name().into());
    if let Some(player) = event.player {
        map.insert("player".into(), player.to_string().into());
    }
    if let Some(m) = event.m {
        map.insert("move".into(), m.to_string().into());
    }
    if event.castling {
        map.insert("castling".into(), true.into());
    }
    if event.penalty > 0 {
        map.insert("penalty".into(), event.penalty.into());
    }
    if let Some(termination) = event.termination {
        map.insert("termination".into(), termination.name().into());
    }
    map.into()
}

fn outcome_value(outcome: Outcome) -> Value {
    json!({
        "termination": outcome.termination.name(),
        "score": Color::ALL.map(|color| outcome.score.of(color)),
    })
}

fn clock_value(state: &ClockState) -> Value {
    let player = |time: PlayerTime| {
        let PlayerTime { period, moves, left, used } = time;
        json!({ "period": period, "moves": moves, "left": left, "used": used })
    };
    json!({
        "turn": state.turn.to_string(),
        "fallen": state.fallen.as_ref().map(Color::to_string),
        "used": state.used,
        "increment_from_start": state.increment_from_start,
        "white": player(state.white),
        "black": player(state.black),
    })
}

/// Returns the name of an unchanged rule set, else its name and all fields.
fn rules_value(rules: &RuleSet) -> Value {
    if RuleSet::from_name(rules.name) == Some(*rules) {
        return rules.name.into();
    }
    json!({
        "name": rules.name,
        "repetition_end": rules.automatic_repetitions,
        "repetition_in_a_row": rules.consecutive_repetitions,
        "plies_end": rules.automatic_draw_plies,
        "claims_with_move": rules.claims_with_move,
        "max_plies": rules.max_plies,
        "winnability": winnability_name(rules.winnability),
        "resignation_may_draw": rules.resignation_may_draw,
        "illegal_moves_lose": rules.illegal_moves_lose,
        "illegal_move_penalty": penalty_value(rules.illegal_move_penalty),
        "invalid_claim_penalty": penalty_value(rules.invalid_claim_penalty),
        "moves_before_agreement": rules.moves_before_agreement,
    })
}

fn penalty_value(penalty: Penalty) -> Value {
    let Penalty { standard, rapid, blitz } = penalty;
    json!({ "standard": standard, "rapid": rapid, "blitz": blitz })
}

fn winnability_name(winnability: WinnabilityRule) -> &'static str {
    match winnability {
        WinnabilityRule::Laws => "laws",
        WinnabilityRule::Material => "material",
        WinnabilityRule::OwnPieces => "own_pieces",
    }
}

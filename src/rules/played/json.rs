//! A played game as JSON, and as PGN tags.

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

/// The version of the form.
const VERSION: u64 = 1;

/// Why a saved game could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTextError {
    /// Where: `moves[3]`, `clock.white.left`; empty for the text as a whole.
    pub place: String,
    /// What is wrong there.
    pub reason: String,
}

impl fmt::Display for GameTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameTextError { place, reason } = self;
        if place.is_empty() {
            write!(f, "no saved game: {reason}")
        } else {
            write!(f, "a saved game has at {place}: {reason}")
        }
    }
}

impl std::error::Error for GameTextError {}

impl PlayedGame {
    /// The game as JSON, with all that is needed to go on exactly: moves, rules, events, clock, draw
    /// offer, touched pieces, sealed move. [`PlayedGame::from_json`] reads it.
    ///
    /// # Errors
    /// [`PlayError::Clock`](super::PlayError::Clock) while the clock runs: it has to be stopped first.
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
            self.game.position_at(ply).map_or(Value::Null, |position| written(position, *m))
        });
        let written_move = |m: Option<Move>| m.map(|m| written(self.position(), Some(m)));
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
            "draw_offer": self.offer.map(name),
            "touched": self.touched.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "must_play": written_move(self.must_play),
            "sealed": self.sealed.as_ref().map(|sealed| json!({
                "by": name(sealed.by),
                "text": sealed.text,
                "language": sealed.language.code(),
            })),
            "outcome": self.outcome.map(outcome_value),
        });
        Ok(value.to_string())
    }

    /// PGN tags that say how the game stands, beside those of players and event: `Result`,
    /// `Termination`, `TimeControl`, a start that is not the usual one, and for an adjourned game what
    /// the envelope says (FIDE Guideline I.4), the sealed move itself left out.
    pub fn pgn_tags(&self) -> Vec<(&'static str, String)> {
        let start = self.game.start();
        let result = self.outcome.map_or(super::super::GameResult::Unknown, Outcome::result);
        let termination =
            self.outcome.map_or("unterminated", |outcome| outcome.termination.pgn_tag());
        let mut tags = vec![("Result", result.to_string())];
        // Chess960 always has its start in PGN
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
            tags.push(("SealedBy", capital(envelope.sealed_by)));
            tags.push(("SealedMoveNumber", envelope.move_number.to_string()));
            tags.push(("AdjournedPosition", envelope.fen));
            if let Some([white, black]) = envelope.used {
                tags.push(("WhiteTimeUsed", hours(white)));
                tags.push(("BlackTimeUsed", hours(black)));
            }
        }
        if let Some(color) = self.offer {
            tags.push(("DrawOffer", capital(color)));
        }
        tags
    }
}

fn capital(color: Color) -> String {
    match color {
        Color::White => "White".to_owned(),
        Color::Black => "Black".to_owned(),
    }
}

/// Hours, minutes, seconds, and milliseconds if there are any.
fn hours(milliseconds: u64) -> String {
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let time = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if rest == 0 { time } else { format!("{time}.{rest:03}") }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn written(position: &Position, m: Option<Move>) -> Value {
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
        map.insert("player".into(), name(player).into());
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
        "turn": name(state.turn),
        "fallen": state.fallen.map(name),
        "used": state.used,
        "increment_from_start": state.increment_from_start,
        "white": player(state.white),
        "black": player(state.black),
    })
}

/// The name of a rule set that has one; else the fields, over those of the name.
fn rules_value(rules: &RuleSet) -> Value {
    if RuleSet::from_name(rules.name) == Some(*rules) {
        return rules.name.into();
    }
    json!({
        "name": rules.name,
        "repetition_end": rules.automatic_repetitions,
        "repetition_in_a_row": rules.consecutive_repetitions,
        "plies_end": rules.automatic_draw_plies,
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

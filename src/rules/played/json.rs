//! Games as JSON.

mod text;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::{Event, PlayedGame, SealedMove};
use crate::movegen::is_legal;
use crate::notation::fen::{self, CastlingStyle, EnPassantStyle};
use crate::notation::uci::{self, CastlingDialect};
use crate::rules::{Clock, ClockState, Game, Outcome, RuleSet, TimeControl, touch_obligation};
use crate::types::{Color, Move, Square};

/// The value of `format`.
const FORMAT: &str = "enroque played game";

/// The version of the JSON layout.
const VERSION: u64 = 2;

/// An error in the JSON text of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}: {reason}", match .path.as_str() {
    "" => "not a saved game".to_owned(),
    path => format!("error in the saved game at {path}"),
})]
pub struct GameTextError {
    /// The path of the value, such as `moves[3]` or `clock.white.left`; empty for the whole text.
    pub path: String,
    /// The reason.
    pub reason: String,
}

impl GameTextError {
    fn new(path: impl Into<String>, reason: impl ToString) -> GameTextError {
        GameTextError { path: path.into(), reason: reason.to_string() }
    }
}

type Result<T> = std::result::Result<T, GameTextError>;

/// A [`PlayedGame`] in JSON: the same fields, with the moves and time controls as text.
#[derive(Serialize, Deserialize)]
struct SavedGame {
    format: String,
    version: u64,
    start: String,
    chess960: bool,
    moves: Vec<String>,
    rules: RuleSet,
    controls: [String; 2],
    clock: Option<ClockState>,
    events: Vec<Event>,
    outcome: Option<Outcome>,
    offer: Option<Color>,
    illegal: [u32; 2],
    touched: Vec<Square>,
    must_play: Option<Move>,
    sealed: Option<SealedMove>,
}

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
    pub fn to_json(&self) -> std::result::Result<String, super::PlayError> {
        let start = self.game.start();
        let positions = (0..).map_while(|ply| self.game.position_at(ply));
        let moves = self.game.moves().iter().zip(positions).map(|(m, position)| match *m {
            Some(m) => uci::write(position, m, CastlingDialect::Chess960).as_str().to_owned(),
            None => NULL_MOVE.to_owned(),
        });
        let saved = SavedGame {
            format: FORMAT.to_owned(),
            version: VERSION,
            start: fen::write_as(start, CastlingStyle::XFen, EnPassantStyle::Always).to_string(),
            chess960: self.chess960,
            moves: moves.collect(),
            rules: self.rules,
            controls: self.controls.each_ref().map(TimeControl::to_string),
            clock: self.clock.as_ref().map(Clock::state).transpose()?,
            events: self.events.clone(),
            outcome: self.outcome,
            offer: self.offer,
            illegal: self.illegal,
            touched: self.touched.clone(),
            must_play: self.must_play,
            sealed: self.sealed.clone(),
        };
        Ok(serde_json::to_string(&saved).expect("all keys are strings"))
    }

    /// Restores a game from the text of [`PlayedGame::to_json`].
    ///
    /// # Errors
    /// [`GameTextError`] with the path of a value that is missing, of a wrong type, or impossible:
    /// illegal moves, an outcome that contradicts the board, a clock that contradicts its time
    /// controls.
    pub fn from_json(text: &str) -> Result<PlayedGame> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| GameTextError::new("", error))?;
        if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(GameTextError::new("", format!("\"format\": {FORMAT:?} is missing")));
        }
        if value.get("version").and_then(Value::as_u64) != Some(VERSION) {
            return Err(GameTextError::new("version", format!("the version must be {VERSION}")));
        }
        let saved: SavedGame = serde_path_to_error::deserialize(value)
            .map_err(|error| GameTextError::new(error.path().to_string(), error.inner()))?;
        saved.validated()
    }
}

/// A null move, as in UCI.
const NULL_MOVE: &str = "0000";

impl SavedGame {
    /// Returns the game, if all values are possible.
    fn validated(self) -> Result<PlayedGame> {
        let game = self.game()?;
        self.rules.check().map_err(|reason| GameTextError::new("rules", reason))?;
        let control = |n: usize| {
            let control = self.controls[n].parse::<TimeControl>();
            control.map_err(|error| GameTextError::new(format!("controls[{n}]"), error))
        };
        let controls = [control(0)?, control(1)?];
        let clock = self.clock.map(|state| Clock::resume(&controls[0], &controls[1], &state));
        let clock = clock.transpose().map_err(|error| GameTextError::new("clock", error))?;
        self.check_outcome(&game)?;
        self.check_events(&game)?;
        if touch_obligation(game.position(), &self.touched).is_err() {
            return Err(GameTextError::new("touched", "the square is empty"));
        }
        if self.must_play.is_some_and(|m| !is_legal(game.position(), m)) {
            return Err(GameTextError::new("must_play", "illegal move"));
        }
        let turn = game.position().turn();
        if self.sealed.as_ref().is_some_and(|sealed| sealed.by != turn || self.outcome.is_some()) {
            let reason =
                "only the player to move can seal a move, and only before the end of the game";
            return Err(GameTextError::new("sealed", reason));
        }
        if let Some(clock) = &clock
            && self.outcome.is_none()
            && clock.turn() != if self.sealed.is_some() { !turn } else { turn }
        {
            return Err(GameTextError::new("clock.turn", "the opponent is to move on the board"));
        }
        Ok(PlayedGame {
            game,
            chess960: self.chess960,
            rules: self.rules,
            controls,
            clock,
            events: self.events,
            outcome: self.outcome,
            offer: self.offer,
            illegal: self.illegal,
            touched: self.touched,
            must_play: self.must_play,
            sealed: self.sealed,
        })
    }

    /// Plays the moves.
    fn game(&self) -> Result<Game> {
        let start = fen::read(&self.start).map_err(|error| GameTextError::new("start", error))?;
        let mut game = Game::new(start);
        for (n, text) in self.moves.iter().enumerate() {
            if text == NULL_MOVE && !game.position().is_check() {
                game.push_null();
                continue;
            }
            match uci::read(game.position(), text) {
                Ok(m) => game.push_unchecked(m),
                Err(error) => return Err(GameTextError::new(format!("moves[{n}]"), error)),
            }
        }
        Ok(game)
    }

    /// Validates the outcome.
    fn check_outcome(&self, game: &Game) -> Result<()> {
        let contradiction = match self.outcome {
            Some(outcome) => game.contradiction(outcome, &self.rules),
            None => game
                .outcome_by(&self.rules)
                .map(|end| format!("the game ended on the board: {}", end.termination.name())),
        };
        contradiction.map_or(Ok(()), |reason| Err(GameTextError::new("outcome", reason)))
    }

    /// Validates the events: their order, their plies (the game may go back after an irregularity),
    /// the end and the number of irregularities.
    fn check_events(&self, game: &Game) -> Result<()> {
        let mut last = Some(game.len());
        let mut counts = [0; 2];
        for (n, event) in self.events.iter().enumerate().rev() {
            if last.is_some_and(|last| event.ply > last) {
                let reason = format!("the game had no ply {} at this event", event.ply);
                return Err(GameTextError::new(format!("events[{n}].ply"), reason));
            }
            last = Some(event.ply);
            if event.kind.is_irregularity() {
                last = None;
                let Some(player) = event.player else {
                    let reason = "an irregularity needs a player";
                    return Err(GameTextError::new(format!("events[{n}].player"), reason));
                };
                counts[player.index()] += 1;
            }
        }
        if counts != self.illegal {
            let reason = "the events have another number of irregularities";
            return Err(GameTextError::new("illegal", reason));
        }
        let loses = |&count| self.rules.illegal_moves_lose.is_some_and(|limit| count >= limit);
        if self.outcome.is_none() && self.illegal.iter().any(loses) {
            let reason = "this number of illegal moves loses the game, but the game is not over";
            return Err(GameTextError::new("illegal", reason));
        }
        let ends = self.events.iter().filter_map(|event| event.termination);
        if ends.ne(self.outcome.map(|outcome| outcome.termination)) {
            let reason = "the end of the game in the events differs from the outcome";
            return Err(GameTextError::new("events", reason));
        }
        Ok(())
    }
}

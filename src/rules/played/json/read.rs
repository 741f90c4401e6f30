//! Reading and validating games in JSON.

use serde_json::Value;

use super::super::{Event, EventKind, PlayedGame, SealedMove};
use super::{GameTextError, VERSION, winnability_name};
use crate::movegen::is_legal;
use crate::notation::fen;
use crate::notation::language::Language;
use crate::notation::style::Notation;
use crate::notation::uci::{self};
use crate::rules::{
    Clock, ClockState, Game, Outcome, Penalty, PlayerTime, RuleSet, Score, Termination,
    TimeControl, WinnabilityRule,
};
use crate::types::{Color, Move, PieceType, Square};

type Result<T> = std::result::Result<T, GameTextError>;

/// A JSON value and its path.
struct Node<'a> {
    value: &'a Value,
    path: String,
}

impl<'a> Node<'a> {
    fn error<T>(&self, reason: impl Into<String>) -> Result<T> {
        Err(GameTextError { path: self.path.clone(), reason: reason.into() })
    }

    /// Returns a field, `null` if it is absent.
    fn field(&self, name: &str) -> Node<'a> {
        let dot = if self.path.is_empty() { "" } else { "." };
        let value = self.value.get(name).unwrap_or(&Value::Null);
        Node { value, path: format!("{}{dot}{name}", self.path) }
    }

    fn text(&self) -> Result<&'a str> {
        self.value.as_str().map_or_else(|| self.error("expected a string"), Ok)
    }

    fn number(&self) -> Result<u64> {
        self.value.as_u64().map_or_else(|| self.error("expected a number, 0 or more"), Ok)
    }

    fn small(&self) -> Result<u32> {
        let number = self.number()?;
        u32::try_from(number).or_else(|_| self.error(format!("{number} is too large")))
    }

    fn flag(&self) -> Result<bool> {
        self.value.as_bool().map_or_else(|| self.error("expected true or false"), Ok)
    }

    fn items(&self) -> Result<Vec<Node<'a>>> {
        let Some(items) = self.value.as_array() else { return self.error("expected a list") };
        let item = |(n, value)| Node { value, path: format!("{}[{n}]", self.path) };
        Ok(items.iter().enumerate().map(item).collect())
    }

    /// Reads two values, White's and Black's.
    fn pair<T>(&self, read: impl Fn(&Node<'a>) -> Result<T>) -> Result<[T; 2]> {
        match self.items()?.as_slice() {
            [white, black] => Ok([read(white)?, read(black)?]),
            _ => self.error("expected two values, White's and Black's"),
        }
    }

    fn optional<T>(&self, read: impl FnOnce(&Node<'a>) -> Result<T>) -> Result<Option<T>> {
        if self.value.is_null() { Ok(None) } else { read(self).map(Some) }
    }

    fn color(&self) -> Result<Color> {
        match self.text()? {
            "white" => Ok(Color::White),
            "black" => Ok(Color::Black),
            _ => self.error("expected white or black"),
        }
    }

    fn square(&self) -> Result<Square> {
        self.text()?.parse().or_else(|_| self.error("expected a square"))
    }

    /// Reads the coordinates of a move, with castling as king takes rook.
    fn coordinates(&self) -> Result<Move> {
        let read = |text: &str| {
            let square = |range: std::ops::Range<usize>| text.get(range)?.parse::<Square>().ok();
            let (from, to) = (square(0..2)?, square(2..4)?);
            match &text[4..] {
                "" => Move::new(from, to),
                letter => {
                    let piece = PieceType::from_letter(letter.parse().ok()?)?;
                    Move::promotion(from, to, piece)
                }
            }
        };
        read(self.text()?).map_or_else(|| self.error("expected a move"), Ok)
    }

    fn termination(&self) -> Result<Termination> {
        Termination::from_name(self.text()?).map_or_else(|| self.error("unknown termination"), Ok)
    }
}

impl PlayedGame {
    /// Restores a game from the text of [`PlayedGame::to_json`].
    ///
    /// # Errors
    /// [`GameTextError`] with the path of a value that is missing, of a wrong type, or impossible:
    /// illegal moves, an outcome that contradicts the board, a clock that contradicts its time
    /// controls.
    pub fn from_json(text: &str) -> Result<PlayedGame> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| GameTextError { path: String::new(), reason: error.to_string() })?;
        let root = Node { value: &value, path: String::new() };
        if root.value.get("format").and_then(Value::as_str) != Some("enroque played game") {
            return root.error("\"format\": \"enroque played game\" is missing");
        }
        let version = root.field("version");
        if version.number()? != VERSION {
            return version.error(format!("unknown version {}", version.number()?));
        }

        let game = read_moves(&root)?;
        let chess960 = root.field("chess960").flag()?;
        let rules = read_rules(&root.field("rules"))?;
        let controls = root.field("time_control").pair(|node| {
            node.text()?.parse::<TimeControl>().or_else(|error| node.error(error.to_string()))
        })?;
        let clock = root.field("clock").optional(|node| read_clock(node, &controls))?;
        let offer = root.field("draw_offer").optional(Node::color)?;
        let illegal = root.field("illegal_moves").pair(Node::small)?;
        let events = root.field("events");
        let events = events.items()?.iter().map(read_event).collect::<Result<Vec<_>>>()?;
        let outcome = read_outcome(&root.field("outcome"), &game, &rules)?;
        check_events(&root, &events, &game, outcome, illegal)?;
        let loses = |count| rules.illegal_moves_lose.is_some_and(|limit| count >= limit);
        if outcome.is_none() && illegal.into_iter().any(loses) {
            return root
                .field("illegal_moves")
                .error("this number of illegal moves loses the game, but the game is not over");
        }

        let squares = root.field("touched");
        let touched = squares.items()?.iter().map(Node::square).collect::<Result<Vec<_>>>()?;
        if crate::rules::touch_obligation(game.position(), &touched).is_err() {
            return squares.error("the square is empty");
        }
        let announced = root.field("must_play");
        let must_play = announced.optional(Node::coordinates)?;
        if must_play.is_some_and(|m| !is_legal(game.position(), m)) {
            return announced.error("illegal move");
        }
        let sealed = root.field("sealed");
        let turn = game.position().turn();
        let sealed = sealed.optional(|node| {
            let language = node.field("language");
            let code = language.text()?;
            let language =
                Language::from_code(code).map_or_else(|| language.error("unknown language"), Ok)?;
            let notation = node.field("notation");
            let notation = notation.optional(|node| {
                let name = node.text()?;
                let found = Notation::ALL.into_iter().find(|notation| notation.name() == name);
                found.map_or_else(|| node.error("unknown notation"), Ok)
            })?;
            let notation = notation.unwrap_or_default();
            let by = node.field("by").color()?;
            if by != turn || outcome.is_some() {
                return node.error(
                    "only the player to move can seal a move, and only before the end of the game",
                );
            }
            let text = node.field("text").text()?.to_owned();
            Ok(SealedMove { by, text, notation, language })
        })?;
        if let Some(clock) = &clock
            && outcome.is_none()
            && clock.turn() != if sealed.is_some() { !turn } else { turn }
        {
            return root.field("clock.turn").error("the opponent is to move on the board");
        }
        Ok(PlayedGame {
            game,
            chess960,
            rules,
            controls,
            clock,
            events,
            outcome,
            offer,
            illegal,
            touched,
            must_play,
            sealed,
        })
    }
}

fn read_moves(root: &Node<'_>) -> Result<Game> {
    let start = root.field("start");
    let position = fen::read(start.text()?).or_else(|error| start.error(error.to_string()))?;
    let mut game = Game::new(position);
    for node in root.field("moves").items()? {
        let text = node.text()?;
        if text == "0000" && !game.position().is_check() {
            game.push_null();
            continue;
        }
        match uci::read(game.position(), text) {
            Ok(m) => game.push_unchecked(m),
            Err(error) => return node.error(error.to_string()),
        }
    }
    Ok(game)
}

fn read_outcome(node: &Node<'_>, game: &Game, rules: &RuleSet) -> Result<Option<Outcome>> {
    let outcome = node.optional(|node| {
        let score = node.field("score");
        let [white, black] = score.pair(Node::number)?;
        let points = |half: u64| u8::try_from(half).unwrap_or(u8::MAX).min(3);
        match Score::new(points(white), points(black)) {
            Some(score) => {
                Ok(Outcome { termination: node.field("termination").termination()?, score })
            }
            None => score.error("half-points must be 0, 1 or 2, at most 2 together"),
        }
    })?;
    let contradiction = match outcome {
        Some(outcome) => game.contradiction(outcome, rules),
        None => game
            .outcome_by(rules)
            .map(|end| format!("the game ended on the board: {}", end.termination.name())),
    };
    contradiction.map_or(Ok(outcome), |reason| node.error(reason))
}

/// Validates the events: their order, their plies (the game may go back after an irregularity), the
/// end and the number of irregularities.
fn check_events(
    root: &Node<'_>,
    events: &[Event],
    game: &Game,
    outcome: Option<Outcome>,
    illegal: [u32; 2],
) -> Result<()> {
    let list = root.field("events");
    let mut last = Some(game.len());
    let mut counts = [0; 2];
    for (event, node) in events.iter().zip(list.items()?).rev() {
        if last.is_some_and(|last| event.ply > last) {
            let reason = format!("the game had no ply {} at this event", event.ply);
            return node.field("ply").error(reason);
        }
        last = Some(event.ply);
        if event.kind.is_irregularity() {
            last = None;
            let Some(player) = event.player else {
                return node.field("player").error("an irregularity needs a player");
            };
            counts[player.index()] += 1;
        }
    }
    if counts != illegal {
        return root
            .field("illegal_moves")
            .error("the events have another number of irregularities");
    }
    let ends = events.iter().filter_map(|event| event.termination);
    if ends.ne(outcome.map(|outcome| outcome.termination)) {
        return list.error("the end of the game in the events differs from the outcome");
    }
    Ok(())
}

fn read_event(node: &Node<'_>) -> Result<Event> {
    let kind = node.field("kind");
    let ply = node.field("ply");
    Ok(Event {
        ply: usize::try_from(ply.number()?).or_else(|_| ply.error("too large"))?,
        kind: EventKind::from_name(kind.text()?).map_or_else(|| kind.error("unknown event"), Ok)?,
        player: node.field("player").optional(Node::color)?,
        m: node.field("move").optional(Node::coordinates)?,
        castling: node.field("castling").optional(Node::flag)?.unwrap_or(false),
        penalty: node.field("penalty").optional(Node::number)?.unwrap_or(0),
        termination: node.field("termination").optional(Node::termination)?,
    })
}

fn read_clock(node: &Node<'_>, controls: &[TimeControl; 2]) -> Result<Clock> {
    let player = |node: &Node<'_>| -> Result<PlayerTime> {
        let period = node.field("period");
        Ok(PlayerTime {
            period: usize::try_from(period.number()?).or_else(|_| period.error("too large"))?,
            moves: node.field("moves").small()?,
            left: node.field("left").number()?,
            used: node.field("used").number()?,
        })
    };
    let from_start = node.field("increment_from_start");
    let state = ClockState {
        increment_from_start: from_start.flag()?,
        turn: node.field("turn").color()?,
        fallen: node.field("fallen").optional(Node::color)?,
        used: node.field("used").number()?,
        white: player(&node.field("white"))?,
        black: player(&node.field("black"))?,
    };
    Clock::resume(&controls[0], &controls[1], &state).or_else(|error| node.error(error.to_string()))
}

fn read_rules(node: &Node<'_>) -> Result<RuleSet> {
    let named = |node: &Node<'_>| {
        RuleSet::from_name(node.text()?).map_or_else(|| node.error("unknown rule set"), Ok)
    };
    if node.value.is_string() {
        return named(node);
    }
    let winnability = node.field("winnability");
    let name = winnability.text()?;
    let rules = RuleSet {
        automatic_repetitions: node.field("repetition_end").optional(Node::small)?,
        consecutive_repetitions: node.field("repetition_in_a_row").flag()?,
        automatic_draw_plies: node.field("plies_end").optional(Node::small)?,
        claims_with_move: node.field("claims_with_move").flag()?,
        max_plies: node.field("max_plies").optional(Node::small)?,
        winnability: [WinnabilityRule::Laws, WinnabilityRule::Material, WinnabilityRule::OwnPieces]
            .into_iter()
            .find(|&kind| winnability_name(kind) == name)
            .map_or_else(|| winnability.error("expected laws, material or own_pieces"), Ok)?,
        resignation_may_draw: node.field("resignation_may_draw").flag()?,
        illegal_moves_lose: node.field("illegal_moves_lose").optional(Node::small)?,
        illegal_move_penalty: read_penalty(&node.field("illegal_move_penalty"))?,
        invalid_claim_penalty: read_penalty(&node.field("invalid_claim_penalty"))?,
        moves_before_agreement: node.field("moves_before_agreement").small()?,
        ..named(&node.field("name"))?
    };
    rules.error().map_or(Ok(rules), |error| node.error(error))
}

fn read_penalty(node: &Node<'_>) -> Result<Penalty> {
    Ok(Penalty {
        standard: node.field("standard").number()?,
        rapid: node.field("rapid").number()?,
        blitz: node.field("blitz").number()?,
    })
}

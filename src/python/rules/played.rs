//! `PlayedGame`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyType};

use super::answers::{adjudication, outcome_object};
use super::time::{Clock, TimeControl, milliseconds};
use super::{RulesArgument, language};
use crate::notation::uci::{self, CastlingDialect};
use crate::position::Position;
use crate::python::arguments::{self, ColorArgument, SquareArgument};
use crate::python::board::{Board, BoardState, find, shown};
use crate::python::calls::interruptible;
use crate::python::errors::{IllegalMoveError, PlayError as RefusedError, shortened};
use crate::python::hints::{
    AdjudicationObject, ClaimObject, EnvelopeObject, EventList, OpenedObject, OutcomeObject,
    RuleSetObject, RulingObject, Tags, TerminationArgument,
};
use crate::python::moves::{Move, MoveArgument};
use crate::rules::unwinnable::Budget;
use crate::rules::{
    Adjudication, Claim, ClaimResult, EditableGame, Effort, Envelope, Game, Irregularity, Opened,
    PlayError, PlayedGame as Core, RuleSet, Score, Termination,
};
use crate::types::Move as CoreMove;

/// A game as it is played under a rule set, with all that the Laws hang on it beside moves: draw offers
/// and claims, resignation, flags, illegal moves, touched men, adjournment. It ends when the rules say
/// so, and once only.
///
/// PlayedGame(board=None, *, rules="fide2023", time_control=None, black_time_control=None,
/// increment_from_start=False) goes on from what has been played on a board. `rules` is the name of a
/// rule set or a `RuleSet`, `increment_from_start` as of a `Clock`. Whatever is refused raises `PlayError`, `IllegalMoveError` or `ClockError`, and changes nothing.
///
/// >>> import enroque
/// >>> from enroque.rules import PlayedGame
/// >>> game = PlayedGame()
/// >>> game.push(enroque.Move.from_uci("e2e4"))
/// >>> game.resign(enroque.BLACK).outcome.result()
/// '1-0'
#[pyclass(frozen, module = "enroque.rules")]
pub(in crate::python) struct PlayedGame {
    /// Boxed, as a position is aligned to a cache line and Python's allocator is not.
    state: Box<Mutex<PlayedState>>,
}

struct PlayedState {
    game: Core,
    /// How often the game was changed.
    changes: u64,
}

impl PlayedState {
    fn dialect(&self) -> CastlingDialect {
        if self.game.is_chess960() { CastlingDialect::Chess960 } else { CastlingDialect::Standard }
    }

    /// The core's move for one of Python's, in a game that is not over.
    fn legal(&self, m: Move) -> PyResult<CoreMove> {
        if let Some(outcome) = self.game.outcome() {
            return Err(PlayError::Over(outcome).into());
        }
        find(self.game.position(), m).ok_or_else(|| {
            let fen = crate::notation::fen::write(self.game.position());
            IllegalMoveError::new_err(format!("illegal move {} in {fen}", m.uci_text()))
        })
    }
}

/// Why the core refused something, with moves as the game shows them.
fn refused(game: &Core, dialect: CastlingDialect, error: PlayError) -> PyErr {
    match error {
        PlayError::Legal(_) | PlayError::TouchMove(_) | PlayError::MustPlay(_) => {
            let name = |m| shown(game.position(), m, dialect).uci_text().to_string();
            RefusedError::new_err(error.message(name))
        }
        error => error.into(),
    }
}

impl PlayedGame {
    fn from_core(game: Core) -> PlayedGame {
        PlayedGame { state: Box::new(Mutex::new(PlayedState { game, changes: 0 })) }
    }

    /// The state. Nobody who holds the lock calls into Python.
    fn lock(&self) -> MutexGuard<'_, PlayedState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the game, in no time.
    fn change<T>(&self, change: impl FnOnce(&mut Core) -> Result<T, PlayError>) -> PyResult<T> {
        let mut state = self.lock();
        state.changes += 1;
        let dialect = state.dialect();
        change(&mut state.game).map_err(|error| refused(&state.game, dialect, error))
    }

    /// Changes the game by what may take a search of a second or two: without the interpreter's lock,
    /// ended by Ctrl-C. It works on a copy and without this game's lock, which a signal's handler or
    /// another thread may want; if one of them changes the game meanwhile, it begins again.
    fn search<T: Send>(
        &self,
        py: Python<'_>,
        change: impl Fn(&mut Core, Effort<'_>) -> Result<T, PlayError> + Send + Sync,
    ) -> PyResult<T> {
        loop {
            let (mut game, seen, dialect) = {
                let state = self.lock();
                (state.game.clone(), state.changes, state.dialect())
            };
            let result = interruptible(py, None, |run| {
                change(&mut game, Effort { budget: Budget::FULL, stop: run.stop })
                    .map_err(|error| refused(&game, dialect, error))
            })?;
            let mut state = self.lock();
            if state.changes == seen {
                (state.game, state.changes) = (game, seen + 1);
                return Ok(result);
            }
        }
    }

    /// The same for a decision, with the position that it is about.
    fn decide<'py>(
        &self,
        py: Python<'py>,
        decide: impl Fn(&mut Core, Effort<'_>) -> Result<Adjudication, PlayError> + Send + Sync,
    ) -> PyResult<AdjudicationObject<'py>> {
        let (position, dialect) = self.position_and_dialect();
        let decided = self.search(py, decide)?;
        adjudication(py, &position, &decided, dialect)
    }

    fn position_and_dialect(&self) -> (Position, CastlingDialect) {
        let state = self.lock();
        (*state.game.position(), state.dialect())
    }
}

#[pymethods]
impl PlayedGame {
    #[new]
    #[pyo3(signature = (board = None, *, rules = RulesArgument(RuleSet::FIDE2023), time_control = None, black_time_control = None, increment_from_start = false))]
    fn new(
        board: Option<&Bound<'_, Board>>,
        rules: RulesArgument,
        time_control: Option<&Bound<'_, TimeControl>>,
        black_time_control: Option<&Bound<'_, TimeControl>>,
        increment_from_start: bool,
    ) -> PyResult<PlayedGame> {
        let (game, chess960) = match board {
            Some(board) => {
                let state = board.lock();
                (state.game()?.clone(), state.is_chess960())
            }
            None => (Game::default(), false),
        };
        let mut played = Core::new(game, rules.0).with_chess960(chess960);
        if let Some(white) = time_control {
            let white = &white.get().0;
            let black = black_time_control.map_or(white, |black| &black.get().0);
            played = played.with_time(white.clone(), black.clone());
        } else if black_time_control.is_some() {
            return Err(PyValueError::new_err("black_time_control needs a time_control for White"));
        }
        if increment_from_start {
            played = played.with_increment_from_start();
        }
        Ok(PlayedGame::from_core(played))
    }

    /// A board with the moves played so far.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Board>> {
        let (game, chess960) = {
            let state = self.lock();
            (state.game.game().clone(), state.game.is_chess960())
        };
        Board::object(py, EditableGame::new(game, chess960))
    }

    /// The rules.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<RuleSetObject<'py>> {
        let rules = *self.lock().game.rules();
        let class = py.import("enroque.rules")?.getattr("RuleSet")?;
        Ok(RuleSetObject(class.call((), Some(&super::fields(py, &rules)?))?))
    }

    /// How the game ended, or `None` while it goes on.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<OutcomeObject<'py>>> {
        let outcome = self.lock().game.outcome();
        outcome.map(|outcome| outcome_object(py, outcome)).transpose()
    }

    /// A copy of the clock as it stands, or `None` without time control. Its turn and its move counter
    /// are the board's; `set_left` sets its times.
    #[getter]
    fn clock(&self) -> Option<Clock> {
        self.lock().game.clock().cloned().map(Clock::from_core)
    }

    /// Who offers a draw that the other can still accept, or `None`.
    #[getter]
    fn draw_offer(&self) -> Option<bool> {
        self.lock().game.draw_offer().map(arguments::color)
    }

    /// How many illegal moves of a player were recorded, and what counts like them.
    fn illegal_moves(&self, color: ColorArgument) -> u32 {
        self.lock().game.illegal_moves(color.0)
    }

    /// All that happened beside moves, in order.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<EventList<'py>> {
        let (events, dialect) = {
            let state = self.lock();
            (state.game.events().to_vec(), state.dialect())
        };
        let class = py.import("enroque.rules")?.getattr("Event")?;
        let terminations = py.import("enroque.outcome")?.getattr("Termination")?;
        let list = PyList::empty(py);
        for event in events {
            let m = event.m.map(|m| {
                let to = match event.player {
                    Some(player) if event.castling => uci::castling_target(player, m, dialect),
                    _ => m.to(),
                };
                Move::object(py, Move { from: m.from(), to, promotion: m.promoted() })
            });
            let m = m.transpose()?;
            let termination =
                event.termination.map(|t| terminations.getattr(t.name())).transpose()?;
            let player = event.player.map(arguments::color);
            let kind = event.kind.name();
            list.append(class.call1((event.ply, kind, player, m, event.penalty, termination))?)?;
        }
        Ok(EventList(list))
    }

    /// Plays a move, and presses the clock after `spent` milliseconds. Left out, the time is not known:
    /// the clock counts the move, and its times stay, without an increment. A move declines a draw that
    /// the opponent offers (FIDE 9.1.2.1). If the flag fell before the clock was pressed, the
    /// flag decides, unless the move ends the game (FIDE 6.2.1).
    #[pyo3(signature = (r#move, *, spent = None))]
    fn push(
        &self,
        py: Python<'_>,
        r#move: MoveArgument,
        spent: Option<arguments::Number>,
    ) -> PyResult<()> {
        let spent = spent.map(milliseconds).transpose()?;
        let m = self.lock().legal(r#move.0)?;
        match spent {
            Some(spent) => {
                self.search(py, |game, effort| game.push_timed(m, spent, effort).map(drop))
            }
            None => self.change(|game| game.push(m).map(drop)),
        }
    }

    /// Sets the milliseconds that a player has left, by the arbiter's judgement (FIDE 6.10.2).
    fn set_left(&self, color: ColorArgument, time: arguments::Number) -> PyResult<()> {
        let time = milliseconds(time)?;
        self.change(|game| game.set_left(color.0, time))
    }

    /// Records that the player to move has touched the man on a square to move or capture it
    /// (FIDE 4.3): it binds the next move unless one was announced with a claim, declines an offered
    /// draw, and ends the right to claim one.
    fn touch(&self, square: SquareArgument) -> PyResult<()> {
        self.change(|game| game.touch(square.0))
    }

    /// Offers a draw (FIDE 9.1.2). It stands until the opponent accepts it, declines it, touches a man or
    /// moves, and cannot be withdrawn.
    fn offer_draw(&self, color: ColorArgument) -> PyResult<()> {
        self.change(|game| game.offer_draw(color.0))
    }

    /// Accepts the opponent's offer: the game is drawn (FIDE 5.2.3).
    fn accept_draw<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
    ) -> PyResult<OutcomeObject<'py>> {
        let outcome = self.change(|game| game.accept_draw(color.0))?;
        outcome_object(py, outcome)
    }

    /// Declines the opponent's offer in words.
    fn decline_draw(&self, color: ColorArgument) -> PyResult<()> {
        self.change(|game| game.decline_draw(color.0))
    }

    /// Claims a draw by threefold repetition, as the position stands or with a move that is written down
    /// and not played (FIDE 9.2). A claim that is not due is answered with its reason; it costs time and
    /// stays as a draw offer (FIDE 9.5.3, 9.1.2.3).
    #[pyo3(signature = (color, r#move = None))]
    fn claim_threefold_repetition<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
        r#move: Option<MoveArgument>,
    ) -> PyResult<ClaimObject<'py>> {
        self.claim(py, color, Claim::Repetition, r#move)
    }

    /// Claims a draw by the fifty-move rule, as the position stands or with a move that is written down
    /// and not played (FIDE 9.3). A claim that is not due is answered as in
    /// `claim_threefold_repetition`.
    #[pyo3(signature = (color, r#move = None))]
    fn claim_fifty_moves<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
        r#move: Option<MoveArgument>,
    ) -> PyResult<ClaimObject<'py>> {
        self.claim(py, color, Claim::FiftyMoves, r#move)
    }

    /// A player resigns: the opponent wins, or by the Laws of 2023 it is a draw if the opponent cannot
    /// win (FIDE 5.1.2).
    fn resign<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
    ) -> PyResult<AdjudicationObject<'py>> {
        self.decide(py, |game, effort| game.resign(color.0, effort))
    }

    /// A player's flag has fallen: the opponent wins unless the opponent cannot win (FIDE 6.9).
    fn flag_fell<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
    ) -> PyResult<AdjudicationObject<'py>> {
        self.decide(py, |game, effort| game.flag_fell(color.0, effort))
    }

    /// Records an illegal move of the player who was to move after `ply` plies (now, if it is left out),
    /// or what counts like one: the game is set back to there, with its clock's move counter and not its
    /// times, for which there is `set_left` (FIDE 7.5, 6.10.2). `kind` is `illegal_move` (with the move
    /// as `move`, if it is known),
    /// `unpromoted_pawn` (with the promotion to a queen as `move`, which is played), `no_move` or
    /// `two_hands`. It costs time, and loses the game when it is one too many by the rules.
    #[pyo3(signature = (color, kind = "illegal_move", *, ply = None, r#move = None))]
    fn irregularity<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
        kind: &str,
        ply: Option<arguments::Number>,
        r#move: Option<MoveArgument>,
    ) -> PyResult<RulingObject<'py>> {
        let ply = match ply {
            None => None,
            Some(arguments::Number(ply)) => Some(
                usize::try_from(ply)
                    .map_err(|_| RefusedError::new_err(format!("a game has no ply {ply}")))?,
            ),
        };
        let what = match (kind, r#move) {
            ("illegal_move", None) => Irregularity::IllegalMove(None),
            ("illegal_move", Some(MoveArgument(m))) => {
                let position = {
                    let state = self.lock();
                    let game = state.game.game();
                    ply.map_or(Some(game.position()), |ply| game.position_at(ply)).copied()
                };
                // castling is the king's move to the rook inside, if it is legal
                let castling = position.and_then(|position| find(&position, m));
                Irregularity::IllegalMove(castling.or_else(|| m.to_core()))
            }
            ("no_move", None) => Irregularity::NoMove,
            ("two_hands", None) => Irregularity::TwoHands,
            ("unpromoted_pawn", Some(MoveArgument(m))) => match m.to_core() {
                Some(m) => Irregularity::UnpromotedPawn(m),
                None => {
                    return Err(RefusedError::new_err("move is the pawn's promotion to a queen"));
                }
            },
            ("unpromoted_pawn", None) => {
                return Err(RefusedError::new_err("unpromoted_pawn needs the move of the pawn"));
            }
            ("no_move" | "two_hands", Some(_)) => {
                return Err(RefusedError::new_err(
                    "only illegal_move and unpromoted_pawn have a move",
                ));
            }
            _ => {
                return Err(RefusedError::new_err(format!(
                    "kind is illegal_move, unpromoted_pawn, no_move or two_hands, not {:?}",
                    shortened(kind)
                )));
            }
        };
        let (ruling, position) = self.search(py, |game, effort| {
            let ply = ply.unwrap_or(game.game().len());
            let ruling = game.irregularity(color.0, ply, what, effort)?;
            Ok((ruling, *game.position()))
        })?;
        let (_, dialect) = self.position_and_dialect();
        let decided = ruling.adjudication.as_ref();
        let decided =
            decided.map(|decided| adjudication(py, &position, decided, dialect)).transpose()?;
        let class = py.import("enroque.rules")?.getattr("Ruling")?;
        let decided = decided.map(|decided| decided.0);
        Ok(RulingObject(class.call1((ruling.number, ruling.penalty, decided))?))
    }

    /// Ends the game by a decision from outside: a forfeit, an adjudication, both players losing.
    /// `score` is White's and Black's half-points, no more than 2 together: `(0, 0)` for two losses.
    /// `PlayError` for what contradicts itself or the board: no draw is 1-0, and no stalemate is where
    /// there are moves.
    fn end<'py>(
        &self,
        py: Python<'py>,
        score: (arguments::Number, arguments::Number),
        termination: TerminationArgument<'py>,
    ) -> PyResult<OutcomeObject<'py>> {
        let (arguments::Number(white), arguments::Number(black)) = score;
        let halves = u8::try_from(white).ok().zip(u8::try_from(black).ok());
        let Some(score) = halves.and_then(|(white, black)| Score::new(white, black)) else {
            return Err(RefusedError::new_err(format!(
                "half-points are 0, 1 or 2 and no more than 2 together, not {white} and {black}"
            )));
        };
        let class = py.import("enroque.outcome")?.getattr("Termination")?;
        if !termination.0.is_instance(&class)? {
            let kind = termination.0.get_type().qualname()?;
            return Err(PyTypeError::new_err(format!(
                "a termination is a Termination, not {kind}"
            )));
        }
        let name = termination.0.getattr("name")?;
        let name = name.cast::<PyString>()?.to_cow()?;
        let Some(termination) = Termination::from_name(&name) else {
            return Err(RefusedError::new_err(format!("no game ends by {name}")));
        };
        let outcome = self.change(|game| game.end(score, termination))?;
        outcome_object(py, outcome)
    }

    /// The player to move seals a move, and the game is adjourned (FIDE Guideline I). What is written is
    /// looked at when the envelope is opened. `spent` is the time for the move in milliseconds, if it is
    /// known. Gives what must be on the envelope.
    #[pyo3(signature = (text, *, language = "en", spent = None))]
    fn seal<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        language: &str,
        spent: Option<arguments::Number>,
    ) -> PyResult<EnvelopeObject<'py>> {
        let language = self::language(language)?;
        let spent = spent.map(milliseconds).transpose()?;
        let envelope = self.change(|game| game.seal(text, language, spent))?;
        envelope_object(py, envelope)
    }

    /// What must be on the envelope, while the game is adjourned; else `None`.
    #[getter]
    fn envelope<'py>(&self, py: Python<'py>) -> PyResult<Option<EnvelopeObject<'py>>> {
        let envelope = self.lock().game.envelope();
        envelope.map(|envelope| envelope_object(py, envelope)).transpose()
    }

    /// Opens the envelope and plays the sealed move (FIDE Guideline I.5). A move that is ambiguous,
    /// illegal, or of which nobody can say what it means, loses the game (I.9); so does one that touched
    /// men or a move announced with a claim exclude. A draw offered with it, `Nf3 (=)`, is offered then.
    fn open_sealed<'py>(&self, py: Python<'py>) -> PyResult<OpenedObject<'py>> {
        let (position, dialect) = self.position_and_dialect();
        let opened = self.search(py, |game, effort| game.open_sealed(effort))?;
        let class = py.import("enroque.rules")?.getattr("Opened")?;
        let outcome = self.outcome(py)?.map(|outcome| outcome.0);
        let object = match opened {
            Opened::Played(m, _) => {
                let m = Move::object(py, shown(&position, m, dialect))?;
                class.call1((m, py.None(), py.None(), outcome))?
            }
            Opened::Lost(error, _) => {
                let fault = format!("{:?}", error.kind).to_lowercase();
                class.call1((py.None(), fault, error.to_string(), outcome))?
            }
        };
        Ok(OpenedObject(object))
    }

    /// Whether the game is adjourned with a sealed move.
    #[getter]
    fn is_adjourned(&self) -> bool {
        self.lock().game.sealed().is_some()
    }

    /// The game as JSON, with all that is needed to go on exactly: moves, rules, events, clock, draw
    /// offer, touched men, sealed move. The clock has to stand still.
    fn to_json(&self) -> PyResult<String> {
        Ok(self.lock().game.to_json()?)
    }

    /// The game that `to_json` wrote. `FileFormatError` names the place of what cannot be right.
    /// `chess960` says otherwise than the text whether it is a game of Chess960.
    #[classmethod]
    #[pyo3(signature = (text, *, chess960 = None))]
    fn from_json(
        _cls: &Bound<'_, PyType>,
        text: &str,
        chess960: Option<bool>,
    ) -> PyResult<PlayedGame> {
        let game = Core::from_json(text)?;
        let chess960 = chess960.unwrap_or(game.is_chess960());
        Ok(PlayedGame::from_core(game.with_chess960(chess960)))
    }

    /// PGN tags that say how the game stands: `Result`, `Termination`, `TimeControl`, a start that is not
    /// the usual one, and for an adjourned game what the envelope says.
    fn pgn_tags<'py>(&self, py: Python<'py>) -> PyResult<Tags<'py>> {
        let tags = self.lock().game.pgn_tags();
        let dict = PyDict::new(py);
        for (name, value) in tags {
            dict.set_item(name, value)?;
        }
        Ok(Tags(dict))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let make = py.get_type::<PlayedGame>().getattr("from_json")?;
        Ok((make, (self.to_json()?,)))
    }

    fn __repr__(&self) -> String {
        let state = self.lock();
        let end = match (state.game.outcome(), state.game.sealed()) {
            (Some(outcome), _) => format!("{} {}", outcome.score, outcome.termination.name()),
            (None, Some(_)) => "adjourned".to_owned(),
            (None, None) => "going on".to_owned(),
        };
        format!(
            "<PlayedGame: {} plies, {}, {end}>",
            state.game.game().len(),
            state.game.rules().name
        )
    }
}

fn envelope_object(py: Python<'_>, envelope: Envelope) -> PyResult<EnvelopeObject<'_>> {
    let class = py.import("enroque.rules")?.getattr("Envelope")?;
    let used = envelope.used.map(|[white, black]| (white, black));
    let by = arguments::color(envelope.sealed_by);
    let offer = envelope.draw_offer.map(arguments::color);
    Ok(EnvelopeObject(class.call1((envelope.fen, used, by, envelope.move_number, offer))?))
}

impl PlayedGame {
    fn claim<'py>(
        &self,
        py: Python<'py>,
        color: ColorArgument,
        claim: Claim,
        intended: Option<MoveArgument>,
    ) -> PyResult<ClaimObject<'py>> {
        let (position, dialect) = self.position_and_dialect();
        let intended = match intended {
            None => None,
            // a move that is not legal is an answer, too
            Some(MoveArgument(m)) => match find(&position, m).or_else(|| m.to_core()) {
                Some(m) => Some(m),
                None => return Err(PyValueError::new_err("the null move is no intended move")),
            },
        };
        let result = self.change(|game| game.claim_draw(color.0, claim, intended))?;
        let class = py.import("enroque.rules")?.getattr("ClaimResult")?;
        let object = match result {
            ClaimResult::Drawn(outcome) => class.call1((outcome_object(py, outcome)?.0,))?,
            ClaimResult::Rejected { reason, penalty, must_play } => {
                let m = must_play.map(|m| Move::object(py, shown(&position, m, dialect)));
                class.call1((py.None(), reason.to_string(), penalty, m.transpose()?))?
            }
        };
        Ok(ClaimObject(object))
    }
}

//! `PlayedGame`.

mod adjourn;
mod draws;
mod json;
mod losses;

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::RulesArgument;
use super::answers::{adjudication, outcome_object};
use super::time::{Clock, TimeControl, milliseconds};
use crate::notation::uci::{self, CastlingDialect};
use crate::position::Position;
use crate::python::arguments::{self, ColorArgument, SquareArgument};
use crate::python::board::{Board, BoardState, find, shown};
use crate::python::calls::interruptible;
use crate::python::errors::{IllegalMoveError, PlayError as RefusedError};
use crate::python::hints::{AdjudicationObject, EventList, OutcomeObject, RuleSetObject};
use crate::python::moves::{Move, MoveArgument};
use crate::rules::{
    Adjudication, EditableGame, Effort, Game, PlayError, PlayedGame as Core, RuleSet,
};
use crate::types::Move as CoreMove;
use crate::unwinnable::Budget;

/// A game as it is played under a rule set, with all that the Laws hang on it beside moves: draw offers
/// and claims, resignation, flags, illegal moves, touched pieces, adjournment. It ends when the rules say
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
        let terminations = py.import("enroque._outcome")?.getattr("Termination")?;
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

    /// Records that the player to move has touched the piece on a square to move or capture it
    /// (FIDE 4.3): it binds the next move unless one was announced with a claim, declines an offered
    /// draw, and ends the right to claim one.
    fn touch(&self, square: SquareArgument) -> PyResult<()> {
        self.change(|game| game.touch(square.0))
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

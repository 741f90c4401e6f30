//! `PlayedGame`.

mod adjourn;
mod draws;
mod losses;

use std::sync::{Mutex, MutexGuard};

use super::RulesArgument;
use super::dataclasses::{adjudication, outcome_object};
use super::time::{Clock, TimeControl, milliseconds};
use crate::notation::uci::{self, CastlingDialect};
use crate::position::Position;
use crate::python::any_move::AnyMove;
use crate::python::arguments;
use crate::python::board::{
    Board, BoardArgument, BoardState, dialect, find, illegal, to_python_move,
};
use crate::python::errors::PlayError as PythonPlayError;
use crate::python::moves::{Move, MoveArgument};
use crate::python::prelude::*;
use crate::rules::{Adjudication, EditableGame, Effort, Game, PlayError, PlayedGame as Core};
use crate::types::Move as CoreMove;
use crate::unwinnable::Budget;

/// A game under a rule set, with draw offers, claims, clocks, irregularities and adjournment.
///
/// The game ends once, by its rules. A call that raises changes nothing. Impossible calls raise
/// `PlayError`, illegal moves `IllegalMoveError`, and clock errors `ClockError`; all are
/// `ValueError`s.
///
/// Args:
///     board: the start position with the moves played so far; the standard one if `None`.
///     rules: a name in `RULE_SETS` or a `RuleSet`.
///     time_control: White's time control; without it the game has no clock.
///     black_time_control: Black's time control; White's if `None`.
///     increment_from_start: whether increments are added before each move; see `Clock`.
///
/// Example:
///     >>> import enroque
///     >>> from enroque.rules import PlayedGame
///     >>> game = PlayedGame()
///     >>> game.push(enroque.Move.from_uci("e2e4"))
///     >>> game.resign(enroque.BLACK).outcome.result()
///     '1-0'
#[pyclass(frozen, module = "enroque.rules")]
pub(in crate::python) struct PlayedGame {
    /// Boxed, as a position is aligned to a cache line and Python's allocator is not.
    state: Box<Mutex<PlayedState>>,
}

struct PlayedState {
    game: Core,
    /// Number of changes so far.
    changes: u64,
}

impl PlayedState {
    fn dialect(&self) -> CastlingDialect {
        dialect(self.game.is_chess960())
    }

    /// Returns the legal move of the core for a move of Python, unless the game is over.
    fn legal(&self, m: AnyMove) -> PyResult<CoreMove> {
        if let Some(outcome) = self.game.outcome() {
            return Err(PlayError::Over(outcome).into());
        }
        let position = self.game.position();
        find(position, m).ok_or_else(|| illegal(position, m))
    }
}

/// The Python exception of an error, with moves written in the game's castling dialect.
fn python_error(game: &Core, dialect: CastlingDialect, error: PlayError) -> PyErr {
    match error {
        PlayError::Legal(_) | PlayError::TouchMove(_) | PlayError::MustPlay(_) => {
            let name = |m| to_python_move(game.position(), m, dialect).uci_text().to_string();
            PythonPlayError::new_err(error.message(name))
        }
        error => error.into(),
    }
}

impl PlayedGame {
    fn from_core(game: Core) -> PlayedGame {
        PlayedGame { state: Box::new(Mutex::new(PlayedState { game, changes: 0 })) }
    }

    /// Locks the state. The lock must not be held during a call into Python.
    fn lock(&self) -> MutexGuard<'_, PlayedState> {
        locked(&self.state)
    }

    /// Makes a change that needs no search.
    fn change<T>(&self, change: impl FnOnce(&mut Core) -> Result<T, PlayError>) -> PyResult<T> {
        let mut state = self.lock();
        state.changes += 1;
        let dialect = state.dialect();
        change(&mut state.game).map_err(|error| python_error(&state.game, dialect, error))
    }

    /// Makes a change that may need a search of a second or two, without the GIL; Ctrl-C
    /// interrupts.
    ///
    /// It works on a copy without holding this game's lock, since a signal handler or another
    /// thread may need the lock. If one of them changes the game meanwhile, it starts again.
    fn search<T: Send>(
        &self,
        py: Python<'_>,
        change: impl Fn(&mut Core, Effort<'_>) -> Result<T, PlayError> + Send + Sync,
    ) -> PyResult<T> {
        loop {
            let (mut game, changes, dialect) = {
                let state = self.lock();
                (state.game.clone(), state.changes, state.dialect())
            };
            let result = interruptible(py, None, |run| {
                change(&mut game, Effort { budget: Budget::FULL, stop: run.stop })
                    .map_err(|error| python_error(&game, dialect, error))
            })?;
            let mut state = self.lock();
            if state.changes == changes {
                (state.game, state.changes) = (game, changes + 1);
                return Ok(result);
            }
        }
    }

    /// Runs `search` for a decision about the current position.
    fn decide<'py>(
        &self,
        py: Python<'py>,
        decide: impl Fn(&mut Core, Effort<'_>) -> Result<Adjudication, PlayError> + Send + Sync,
    ) -> PyResult<package::Adjudication<'py>> {
        let (position, dialect) = self.position_and_dialect();
        let decided = self.search(py, decide)?;
        adjudication(py, &position, &decided, dialect)
    }

    fn position_and_dialect(&self) -> (Position, CastlingDialect) {
        let state = self.lock();
        (*state.game.position(), state.dialect())
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl PlayedGame {
    #[new]
    #[pyo3(signature = (
        board = None, *, rules = "fide2023", time_control = None, black_time_control = None,
        increment_from_start = false
    ))]
    fn new(
        board: Option<BoardArgument<'_>>,
        rules: RulesArgument,
        time_control: Option<&Bound<'_, TimeControl>>,
        black_time_control: Option<&Bound<'_, TimeControl>>,
        increment_from_start: bool,
    ) -> PyResult<PlayedGame> {
        let (game, chess960) = match board {
            Some(board) => {
                let state = board.0.lock();
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
            return Err(ArgumentError::new_err("black_time_control requires time_control"));
        }
        if increment_from_start {
            played = played.with_increment_from_start();
        }
        Ok(PlayedGame::from_core(played))
    }

    /// Returns a new `Board` with the moves played so far.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Board>> {
        let (game, chess960) = {
            let state = self.lock();
            (state.game.game().clone(), state.game.is_chess960())
        };
        Board::object(py, EditableGame::new(game, chess960))
    }

    /// The rules of the game, as a `RuleSet`.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<package::RuleSet<'py>> {
        let rules = *self.lock().game.rules();
        super::rule_set_object(py, &rules)
    }

    /// The outcome, or `None` while the game is not over.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<package::Outcome<'py>>> {
        let outcome = self.lock().game.outcome();
        outcome.map(|outcome| outcome_object(py, outcome)).transpose()
    }

    /// A copy of the clock, or `None` without one; change its times with `set_left`.
    #[getter]
    fn clock(&self) -> Option<Clock> {
        self.lock().game.clock().cloned().map(Clock::from_core)
    }

    /// The player whose draw offer is open, or `None`.
    #[getter]
    fn draw_offer(&self) -> Option<bool> {
        self.lock().game.draw_offer().map(arguments::color)
    }

    /// Returns the number of a player's illegal moves and other irregularities so far.
    ///
    /// Args:
    ///     color: the player.
    fn illegal_moves(&self, color: ColorArgument) -> u32 {
        self.lock().game.illegal_moves(color.0)
    }

    /// All events other than moves, in order, as `Event`s.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Vec<package::Event<'py>>> {
        let (events, dialect) = {
            let state = self.lock();
            (state.game.events().to_vec(), state.dialect())
        };
        let events = events.into_iter().map(|event| {
            let m = event.m.map(|m| {
                let to = match event.player {
                    Some(player) if event.castling => uci::castling_target(player, m, dialect),
                    _ => m.to(),
                };
                Move::object(py, AnyMove { to, ..m.into() })
            });
            let m = m.transpose()?;
            let termination = event.termination;
            let termination =
                termination.map(|t| package::Termination::member(py, t.name())).transpose()?;
            let player = event.player.map(arguments::color);
            let kind = event.kind.name();
            package::Event::new(py, (event.ply, kind, player, m, event.penalty, termination))
        });
        events.collect()
    }

    /// Plays a move and presses the clock.
    ///
    /// The move declines a draw offer of the opponent (FIDE 9.1.2.1). If the flag fell before the
    /// clock was pressed, the game ends by it, unless the move itself ends the game (FIDE 6.2.1).
    ///
    /// Args:
    ///     move: the move.
    ///     spent: milliseconds spent on it; if `None`, the clock counts the move and keeps its
    ///         times, without an increment.
    ///
    /// Raises:
    ///     IllegalMoveError: a `ValueError`: the move is not legal.
    ///     PlayError: a `ValueError`: the game is over or adjourned, or another move is required by
    ///         a touched piece or an announced move.
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

    /// Sets the time that a player has left, as an arbiter does (FIDE 6.10.2).
    ///
    /// Args:
    ///     color: the player.
    ///     time: milliseconds.
    ///
    /// Raises:
    ///     PlayError: a `ValueError`: the game has no clock.
    fn set_left(&self, color: ColorArgument, time: arguments::Number) -> PyResult<()> {
        let time = milliseconds(time)?;
        self.change(|game| game.set_left(color.0, time))
    }

    /// Records that the player to move deliberately touched a piece (FIDE 4.3).
    ///
    /// The next move must move or capture it, unless a move was announced with a claim. It declines
    /// a draw offer of the opponent and ends the right to claim a draw on this move.
    ///
    /// Args:
    ///     square: the square of the piece.
    ///
    /// Raises:
    ///     PlayError: a `ValueError`: the game is over or adjourned, or the square is empty.
    fn touch(&self, square: SquareArgument) -> PyResult<()> {
        self.change(|game| game.touch(square.0))
    }

    fn __repr__(&self) -> String {
        let state = self.lock();
        let end = match (state.game.outcome(), state.game.sealed()) {
            (Some(outcome), _) => format!("{} {}", outcome.score, outcome.termination.name()),
            (None, Some(_)) => "adjourned".to_owned(),
            (None, None) => "in progress".to_owned(),
        };
        format!(
            "<PlayedGame: {} plies, {}, {end}>",
            state.game.game().len(),
            state.game.rules().name
        )
    }
}

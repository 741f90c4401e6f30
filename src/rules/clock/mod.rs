//! A chess clock.

use std::fmt;

use super::time_control::{Bonus, Period, TimeControl};
use crate::types::Color;

/// A clock that runs through the periods of a game for both players, exactly in milliseconds.
///
/// A move is made known in one of three ways: by the time spent on it ([`Clock::spend`]), by what the
/// player's clock showed after it ([`Clock::record`], for PGN's `%clk`), or as it happens, with
/// readings of any clock that only goes forward ([`Clock::start`] and [`Clock::press`]).
///
/// An increment is added when the move is completed; the first move has none before it. When a
/// player has made the moves of a period, the time of the next is added to what is left. A flag falls
/// at the moment when no time is left (FIDE 6.8).
///
/// ```
/// use enroque::rules::{Clock, TimeControl};
/// use enroque::types::Color;
/// let control: TimeControl = "60+2".parse().unwrap();
/// let mut clock = Clock::new(&control, &control).unwrap();
/// clock.spend(10_000).unwrap(); // White
/// clock.spend(61_000).unwrap(); // Black
/// assert_eq!(clock.left(Color::White), 52_000);
/// assert_eq!(clock.fallen(), Some(Color::Black));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    players: [Player; 2],
    turn: Color,
    fallen: Option<Color>,
    /// The last reading, while a player's clock runs.
    running_since: Option<u64>,
    /// Milliseconds that the player to move had used on this move when the clocks were stopped.
    used: u64,
}

/// What a clock that stands still shows: all that [`Clock::resume`] needs beside the time controls to
/// go on exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClockState {
    /// Whose clock runs next.
    pub turn: Color,
    /// The player whose flag has fallen.
    pub fallen: Option<Color>,
    /// Milliseconds that the player to move had used on this move when the clocks were stopped; the
    /// time left is that before this move.
    pub used: u64,
    /// White's time.
    pub white: PlayerTime,
    /// Black's.
    pub black: PlayerTime,
}

/// What a clock shows of one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayerTime {
    /// The period of the next move, from 0.
    pub period: usize,
    /// The moves made in it.
    pub moves: u32,
    /// Milliseconds left.
    pub left: u64,
    /// Milliseconds used in the whole game (FIDE Guideline I.4.3).
    pub used: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Player {
    periods: Vec<Period>,
    /// The period of the next move; the last stays if it repeats.
    period: usize,
    /// The moves made in it.
    moves: u32,
    /// Milliseconds.
    left: u64,
    /// Milliseconds used on all completed moves, as far as they are known.
    used: u64,
}

/// A clock was used wrongly; it is as it was before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockError {
    /// This player's flag has fallen; the clock runs no more.
    FlagFell(Color),
    /// A reading is earlier than the one before it.
    Backwards {
        /// The reading before, in milliseconds.
        before: u64,
        /// This one.
        now: u64,
    },
    /// A player's clock shows more than was there with all bonuses.
    TooMuch {
        /// Whose clock.
        player: Color,
        /// The most that it can show after this move, in milliseconds.
        most: u64,
        /// What it is said to show.
        shown: u64,
    },
    /// The clock does not run.
    NotRunning,
    /// The clock runs already, or is fed by [`Clock::spend`] while it does.
    Running,
    /// The state is none of a clock with these time controls.
    NoSuchState,
}

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ClockError::FlagFell(player) => write!(f, "the flag of {player} has fallen"),
            ClockError::Backwards { before, now } => {
                write!(f, "the clock goes backwards, from {before} ms to {now} ms")
            }
            ClockError::TooMuch { player, most, shown } => {
                write!(f, "the clock of {player} shows {shown} ms and can show {most} ms at most")
            }
            ClockError::NotRunning => f.write_str("the clock does not run"),
            ClockError::Running => f.write_str("the clock runs already"),
            ClockError::NoSuchState => {
                f.write_str("the state of the clock does not fit its time controls")
            }
        }
    }
}

impl std::error::Error for ClockError {}

impl Player {
    fn new(control: &TimeControl) -> Option<Player> {
        let TimeControl::Periods(periods) = control else { return None };
        let left = periods.first()?.time;
        Some(Player { periods: periods.clone(), period: 0, moves: 0, left, used: 0 })
    }

    fn bonus(&self) -> Bonus {
        self.periods[self.period].bonus
    }

    /// What of the time spent on a move goes off the clock.
    fn charge(&self, spent: u64) -> u64 {
        match self.bonus() {
            Bonus::Delay(delay) => spent.saturating_sub(delay),
            _ => spent,
        }
    }

    /// Whether the flag falls when so much time was used on a move.
    fn has_run_out(&self, used: u64) -> bool {
        let charge = self.charge(used);
        charge >= self.left && charge > 0
    }

    /// What a completed move adds: the increment, and the next period's time.
    fn gain(&self) -> u64 {
        let increment = match self.bonus() {
            Bonus::Increment(increment) => increment,
            _ => 0,
        };
        increment + if self.ends_period() { self.periods[self.next_period()].time } else { 0 }
    }

    fn ends_period(&self) -> bool {
        self.periods[self.period].moves == Some(self.moves + 1)
    }

    fn next_period(&self) -> usize {
        (self.period + 1).min(self.periods.len() - 1)
    }

    fn complete_move(&mut self, left: u64) {
        if self.ends_period() {
            self.period = self.next_period();
            self.moves = 0;
        } else {
            // a game has no move number beyond 32 bits
            self.moves = self.moves.saturating_add(1);
        }
        self.left = left;
    }
}

impl Clock {
    /// A clock for a game in which White is to move; `None` if the time of a player is not known or
    /// has no limit.
    pub fn new(white: &TimeControl, black: &TimeControl) -> Option<Clock> {
        Some(Clock {
            players: [Player::new(white)?, Player::new(black)?],
            turn: Color::White,
            fallen: None,
            running_since: None,
            used: 0,
        })
    }

    /// What the clock shows, to be kept while a game is adjourned (FIDE Guideline I.4.3).
    ///
    /// # Errors
    /// [`ClockError::Running`]: it has to be stopped first.
    pub fn state(&self) -> Result<ClockState, ClockError> {
        if self.running_since.is_some() {
            return Err(ClockError::Running);
        }
        let [white, black] = [0, 1].map(|n| {
            let Player { period, moves, left, used, .. } = self.players[n];
            PlayerTime { period, moves, left, used }
        });
        let Clock { turn, fallen, used, .. } = *self;
        Ok(ClockState { turn, fallen, used, white, black })
    }

    /// The clock of a game that goes on, exactly as it stood.
    ///
    /// # Errors
    /// [`ClockError::NoSuchState`] if the time controls have no limit, or not these periods.
    pub fn resume(
        white: &TimeControl,
        black: &TimeControl,
        state: &ClockState,
    ) -> Result<Clock, ClockError> {
        let mut clock = Clock::new(white, black).ok_or(ClockError::NoSuchState)?;
        for (player, time) in clock.players.iter_mut().zip([state.white, state.black]) {
            let PlayerTime { period, moves, left, used } = time;
            let last = player.periods.get(period).ok_or(ClockError::NoSuchState)?;
            if last.moves.is_some_and(|most| moves >= most) {
                return Err(ClockError::NoSuchState);
            }
            (player.period, player.moves, player.left) = (period, moves, left);
            player.used = used;
        }
        let ClockState { turn, fallen, used, .. } = *state;
        if fallen.is_some_and(|player| clock.left(player) != 0) {
            return Err(ClockError::NoSuchState);
        }
        (clock.turn, clock.fallen, clock.used) = (turn, fallen, used);
        Ok(clock)
    }

    /// Gives a player more time: the arbiter's penalty for the other (FIDE 7.5.5, 9.5.3).
    pub fn add(&mut self, color: Color, milliseconds: u64) {
        let player = &mut self.players[color.index()];
        player.left = player.left.saturating_add(milliseconds);
    }

    /// Stops both clocks at this reading, without a move (FIDE 6.11); [`Clock::start`] goes on. A
    /// delay that was running goes on from where it was.
    ///
    /// # Errors
    /// [`ClockError::NotRunning`], [`ClockError::Backwards`].
    pub fn stop(&mut self, now: u64) -> Result<(), ClockError> {
        let used = self.used_at(now)?;
        self.running_since = None;
        self.used = used;
        let player = &mut self.players[self.turn.index()];
        if player.has_run_out(used) {
            player.left = 0;
            self.fallen = Some(self.turn);
        }
        Ok(())
    }

    /// Milliseconds that the player to move has used on this move at a reading.
    fn used_at(&self, now: u64) -> Result<u64, ClockError> {
        let since = self.running_since.ok_or(ClockError::NotRunning)?;
        let spent = now.checked_sub(since).ok_or(ClockError::Backwards { before: since, now })?;
        Ok(self.used.saturating_add(spent))
    }

    /// The same clock with this player to move: a game that starts from another position.
    #[must_use]
    pub fn with_turn(mut self, turn: Color) -> Clock {
        self.turn = turn;
        self
    }

    /// Whose clock runs, or would run.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The milliseconds that a player had left after the last move of theirs. See [`Clock::left_at`].
    pub fn left(&self, color: Color) -> u64 {
        self.players[color.index()].left
    }

    /// The player whose flag has fallen, as far as moves and readings tell.
    pub fn fallen(&self) -> Option<Color> {
        self.fallen
    }

    /// Completes a move on which so many milliseconds were spent. If they were too many, the flag has
    /// fallen, and the move does not count.
    pub fn spend(&mut self, spent: u64) -> Result<(), ClockError> {
        if self.running_since.is_some() {
            return Err(ClockError::Running);
        }
        self.complete(self.used.saturating_add(spent))
    }

    fn complete(&mut self, spent: u64) -> Result<(), ClockError> {
        if let Some(player) = self.fallen {
            return Err(ClockError::FlagFell(player));
        }
        let (mover, turn) = (self.turn.index(), self.turn);
        let player = &mut self.players[mover];
        let charge = player.charge(spent);
        player.used = player.used.saturating_add(spent);
        if player.has_run_out(spent) {
            player.left = 0;
            self.fallen = Some(turn);
            return Ok(());
        }
        let left = (player.left - charge).saturating_add(player.gain());
        let is_hourglass = player.bonus() == Bonus::Hourglass;
        player.complete_move(left);
        if is_hourglass {
            let other = &mut self.players[1 - mover];
            other.left = other.left.saturating_add(charge);
        }
        self.used = 0;
        self.turn = !turn;
        Ok(())
    }

    /// Completes a move after which the player's clock showed so many milliseconds, bonus included,
    /// and gives the time spent. With a delay it is known only if it was longer than the delay;
    /// else 0 is given. The player was in time, as the move is recorded.
    pub fn record(&mut self, shown: u64) -> Result<u64, ClockError> {
        if self.running_since.is_some() {
            return Err(ClockError::Running);
        }
        if let Some(player) = self.fallen {
            return Err(ClockError::FlagFell(player));
        }
        let turn = self.turn;
        let player = &mut self.players[turn.index()];
        let most = player.left.saturating_add(player.gain());
        if shown > most {
            return Err(ClockError::TooMuch { player: turn, most, shown });
        }
        let charge = most - shown;
        let spent = match player.bonus() {
            Bonus::Delay(delay) if charge > 0 => charge.saturating_add(delay),
            _ => charge,
        };
        let is_hourglass = player.bonus() == Bonus::Hourglass;
        player.used = player.used.saturating_add(spent);
        player.complete_move(shown);
        if is_hourglass {
            let other = &mut self.players[(!turn).index()];
            other.left = other.left.saturating_add(charge);
        }
        self.used = 0;
        self.turn = !turn;
        Ok(spent)
    }

    /// Starts the clock of the player to move, at this reading in milliseconds.
    pub fn start(&mut self, now: u64) -> Result<(), ClockError> {
        if let Some(player) = self.fallen {
            return Err(ClockError::FlagFell(player));
        }
        if self.running_since.is_some() {
            return Err(ClockError::Running);
        }
        self.running_since = Some(now);
        Ok(())
    }

    /// The player to move has moved and presses the clock at this reading: the other's starts. If the
    /// flag fell before, both clocks stand still from then on.
    pub fn press(&mut self, now: u64) -> Result<(), ClockError> {
        self.complete(self.used_at(now)?)?;
        self.running_since = self.fallen.is_none().then_some(now);
        Ok(())
    }

    /// What a player has left at this reading, while the clock runs; a delay that is running does not
    /// show. 0 means that the flag has fallen.
    pub fn left_at(&self, color: Color, now: u64) -> Result<u64, ClockError> {
        let player = &self.players[color.index()];
        let used = if self.running_since.is_some() { self.used_at(now)? } else { self.used };
        if color != self.turn {
            return Ok(player.left);
        }
        Ok(player.left.saturating_sub(player.charge(used)))
    }

    /// The reading at which the flag of the player to move falls if the clock is not pressed before;
    /// `None` while the clock stands still.
    pub fn falls_at(&self) -> Option<u64> {
        let player = &self.players[self.turn.index()];
        let delay = match player.bonus() {
            Bonus::Delay(delay) => delay,
            _ => 0,
        };
        let most = delay.saturating_add(player.left).saturating_sub(self.used);
        Some(self.running_since?.saturating_add(most))
    }
}

#[cfg(test)]
mod tests;

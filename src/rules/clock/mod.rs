//! Chess clocks.

mod error;
mod player;

use serde::{Deserialize, Serialize};

use super::time_control::{Bonus, TimeControl};
use crate::types::Color;

pub use error::ClockError;
pub use player::PlayerTime;

use player::Player;

/// A chess clock for both players, exact to the millisecond.
///
/// A move is reported in one of three ways: by the time spent on it ([`Clock::spend`]), by the time
/// shown on the player's clock after it ([`Clock::record`], for PGN's `%clk`), or live, with
/// readings of any clock that never goes backward ([`Clock::start`] and [`Clock::press`]).
///
/// Increments are added after each move, as on chess sites; with
/// [`Clock::with_increment_from_start`], or without main time (`0+10`), also before the first one.
/// At the end of a period the time of the next is added. A flag falls when no time is left (FIDE
/// 6.8).
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
    /// Milliseconds used on the current move when the clock was stopped.
    used: u64,
    increment_from_start: bool,
}

/// The state of a stopped clock, for [`Clock::resume`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ClockState {
    /// The player whose clock runs next.
    pub turn: Color,
    /// The player whose flag has fallen.
    pub fallen: Option<Color>,
    /// Milliseconds used on the current move when the clock was stopped; `left` does not include
    /// them.
    pub used: u64,
    /// Whether increments are added before the moves ([`Clock::with_increment_from_start`]).
    pub increment_from_start: bool,
    /// White's time.
    pub white: PlayerTime,
    /// Black's time.
    pub black: PlayerTime,
}

impl Clock {
    /// A clock with White to move; `None` if a time control is unknown or unlimited.
    pub fn new(white: &TimeControl, black: &TimeControl) -> Option<Clock> {
        Some(Clock {
            players: [Player::new(white)?, Player::new(black)?],
            turn: Color::White,
            fallen: None,
            running_since: None,
            used: 0,
            increment_from_start: false,
        })
    }

    /// A new clock with increments before each move, from the first one on: as in the glossary of
    /// the FIDE Handbook and on over-the-board clocks, which show 1:30:30 at the start of 90
    /// minutes + 30 seconds. By default increments are added after each move.
    ///
    /// ```
    /// use enroque::rules::{Clock, TimeControl};
    /// use enroque::types::Color;
    /// let control: TimeControl = "5400+30".parse().unwrap();
    /// let mut clock = Clock::new(&control, &control).unwrap().with_increment_from_start();
    /// assert_eq!(clock.left(Color::White), 5_430_000);
    /// assert_eq!(clock.record(5_454_000), Ok(6_000)); // 1. e4 {[%clk 1:30:54]}
    /// ```
    #[must_use]
    pub fn with_increment_from_start(mut self) -> Clock {
        if !self.increment_from_start {
            self.increment_from_start = true;
            self.players.iter_mut().for_each(Player::give_increment_first);
        }
        self
    }

    /// The state of the clock, for an adjourned game (FIDE Guideline I.4.3).
    ///
    /// # Errors
    /// [`ClockError::Running`]
    pub fn state(&self) -> Result<ClockState, ClockError> {
        self.check_stopped()?;
        let [white, black] = [self.players[0].time(), self.players[1].time()];
        let Clock { turn, fallen, used, increment_from_start, .. } = *self;
        Ok(ClockState { turn, fallen, used, increment_from_start, white, black })
    }

    /// Restores a clock from its state.
    ///
    /// # Errors
    /// [`ClockError::NoSuchState`] if the state does not fit the time controls.
    pub fn resume(
        white: &TimeControl,
        black: &TimeControl,
        state: &ClockState,
    ) -> Result<Clock, ClockError> {
        let mut clock = Clock::new(white, black).ok_or(ClockError::NoSuchState)?;
        let ClockState { turn, fallen, used, increment_from_start, .. } = *state;
        for (player, time) in clock.players.iter_mut().zip([state.white, state.black]) {
            if !player.resume(time, increment_from_start) {
                return Err(ClockError::NoSuchState);
            }
        }
        if fallen.is_some_and(|player| clock.left(player) != 0) {
            return Err(ClockError::NoSuchState);
        }
        Ok(Clock { turn, fallen, used, increment_from_start, ..clock })
    }

    /// Adds time for a player, as a penalty for the opponent (FIDE 7.5.5, 9.5.3).
    pub fn add(&mut self, color: Color, milliseconds: u64) {
        let player = &mut self.players[color.index()];
        player.left = player.left.saturating_add(milliseconds);
    }

    /// Sets the time that a player has left, as an arbiter does (FIDE 6.10.2). A fallen flag is
    /// restored if the time is not zero.
    ///
    /// # Errors
    /// [`ClockError::Running`]
    pub fn set_left(&mut self, color: Color, milliseconds: u64) -> Result<(), ClockError> {
        self.charge_unfinished_move()?;
        self.players[color.index()].left = milliseconds;
        if self.fallen == Some(color) && milliseconds > 0 {
            self.fallen = None;
        }
        Ok(())
    }

    /// Completes a move of unknown time: the times stay, without an increment, but the time of a
    /// new period is added.
    ///
    /// # Errors
    /// [`ClockError::Running`]
    pub fn count_move(&mut self) -> Result<(), ClockError> {
        self.charge_unfinished_move()?;
        self.players[self.turn.index()].count_move();
        self.turn = !self.turn;
        Ok(())
    }

    /// Takes back a move in the move counter, as an arbiter does when restoring an earlier position
    /// (FIDE 6.10.2). The times stay, but the time of a period that is no longer reached is
    /// removed.
    ///
    /// # Errors
    /// [`ClockError::Running`]
    pub fn take_back(&mut self) -> Result<(), ClockError> {
        self.charge_unfinished_move()?;
        self.turn = !self.turn;
        self.players[self.turn.index()].uncount_move();
        Ok(())
    }

    fn check_stopped(&self) -> Result<(), ClockError> {
        if self.running_since.is_some() { Err(ClockError::Running) } else { Ok(()) }
    }

    fn check_no_flag_fell(&self) -> Result<(), ClockError> {
        self.fallen.map_or(Ok(()), |player| Err(ClockError::FlagFell(player)))
    }

    /// Removes the time used on a move that will not be completed.
    fn charge_unfinished_move(&mut self) -> Result<(), ClockError> {
        self.check_stopped()?;
        let used = std::mem::take(&mut self.used);
        self.players[self.turn.index()].use_up(used);
        Ok(())
    }

    /// Stops both clocks without completing a move (FIDE 6.11). [`Clock::start`] continues,
    /// including a delay that has not ended.
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

    /// Returns the milliseconds used on the current move at a reading.
    fn used_at(&self, now: u64) -> Result<u64, ClockError> {
        let since = self.running_since.ok_or(ClockError::NotRunning)?;
        let spent = now.checked_sub(since).ok_or(ClockError::Backwards { before: since, now })?;
        Ok(self.used.saturating_add(spent))
    }

    /// The clock with this player to move.
    #[must_use]
    pub fn with_turn(mut self, turn: Color) -> Clock {
        self.turn = turn;
        self
    }

    /// The player whose clock runs, or will run next.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The milliseconds that a player had after their last move; see [`Clock::left_at`].
    pub fn left(&self, color: Color) -> u64 {
        self.players[color.index()].left
    }

    /// The player whose flag has fallen.
    pub fn fallen(&self) -> Option<Color> {
        self.fallen
    }

    /// Completes a move on which `spent` milliseconds were spent. If that is too much, the flag
    /// falls and the move does not count.
    pub fn spend(&mut self, spent: u64) -> Result<(), ClockError> {
        self.check_stopped()?;
        self.complete(self.used.saturating_add(spent))
    }

    fn complete(&mut self, spent: u64) -> Result<(), ClockError> {
        self.check_no_flag_fell()?;
        let player = &mut self.players[self.turn.index()];
        let charge = player.charge(spent);
        player.used = player.used.saturating_add(spent);
        if player.has_run_out(spent) {
            player.left = 0;
            self.fallen = Some(self.turn);
            return Ok(());
        }
        let left = (player.left - charge).saturating_add(player.gain());
        self.complete_move(left, charge);
        Ok(())
    }

    /// Completes a move after which the player has `left` milliseconds; an hourglass gives the
    /// opponent those that were charged.
    fn complete_move(&mut self, left: u64, charge: u64) {
        let player = &mut self.players[self.turn.index()];
        let is_hourglass = player.bonus() == Bonus::Hourglass;
        player.complete_move(left);
        self.used = 0;
        self.turn = !self.turn;
        if is_hourglass {
            self.add(self.turn, charge);
        }
    }

    /// Completes a move after which the player's clock showed `shown` milliseconds, bonus included;
    /// returns the time spent. With a delay it is 0 if the move took less than the delay.
    ///
    /// # Errors
    /// [`ClockError::TooMuch`] if the clock cannot show so much; see [`Clock::record_within`].
    pub fn record(&mut self, shown: u64) -> Result<u64, ClockError> {
        self.record_within(shown, 0)
    }

    /// Like [`Clock::record`], but `shown` may be up to `tolerance` milliseconds more than is
    /// possible, for clocks recorded in whole seconds and time added by an arbiter or the opponent.
    /// The time spent is then 0.
    ///
    /// ```
    /// use enroque::rules::{Clock, TimeControl};
    /// use enroque::types::Color;
    /// let control: TimeControl = "60".parse().unwrap();
    /// let mut clock = Clock::new(&control, &control).unwrap();
    /// assert!(clock.record(75_000).is_err());
    /// assert_eq!(clock.record_within(75_000, 15_000), Ok(0));
    /// assert_eq!(clock.left(Color::White), 75_000);
    /// ```
    ///
    /// # Errors
    /// [`ClockError::TooMuch`] beyond the tolerance.
    pub fn record_within(&mut self, shown: u64, tolerance: u64) -> Result<u64, ClockError> {
        self.check_stopped()?;
        self.check_no_flag_fell()?;
        let player = &mut self.players[self.turn.index()];
        let most = player.left.saturating_add(player.gain());
        if shown > most.saturating_add(tolerance) {
            return Err(ClockError::TooMuch { player: self.turn, most, shown });
        }
        let charge = most.saturating_sub(shown);
        let spent = match player.bonus() {
            Bonus::Delay(delay) if charge > 0 => charge.saturating_add(delay),
            _ => charge,
        };
        player.used = player.used.saturating_add(spent);
        self.complete_move(shown, charge);
        Ok(spent)
    }

    /// Starts the clock of the player to move, at a reading in milliseconds.
    pub fn start(&mut self, now: u64) -> Result<(), ClockError> {
        self.check_no_flag_fell()?;
        self.check_stopped()?;
        self.running_since = Some(now);
        Ok(())
    }

    /// Completes the move of the player to move at a reading and starts the opponent's clock. If
    /// the flag fell before, both clocks stop.
    pub fn press(&mut self, now: u64) -> Result<(), ClockError> {
        self.complete(self.used_at(now)?)?;
        self.running_since = self.fallen.is_none().then_some(now);
        Ok(())
    }

    /// The milliseconds that a player has at a reading; a running delay is not included. 0 means
    /// that the flag has fallen.
    pub fn left_at(&self, color: Color, now: u64) -> Result<u64, ClockError> {
        let player = &self.players[color.index()];
        let used = if self.running_since.is_some() { self.used_at(now)? } else { self.used };
        if color != self.turn {
            return Ok(player.left);
        }
        Ok(player.left.saturating_sub(player.charge(used)))
    }

    /// The reading at which the flag of the player to move will fall; `None` while the clock is
    /// stopped.
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

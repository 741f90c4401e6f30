//! A chess clock.

mod error;
mod player;

use super::time_control::{Bonus, TimeControl};
use crate::types::Color;

pub use error::ClockError;
pub use player::PlayerTime;

use player::Player;

/// A clock that runs through the periods of a game for both players, exactly in milliseconds.
///
/// A move is made known in one of three ways: by the time spent on it ([`Clock::spend`]), by what the
/// player's clock showed after it ([`Clock::record`], for PGN's `%clk`), or as it happens, with
/// readings of any clock that only goes forward ([`Clock::start`] and [`Clock::press`]).
///
/// An increment is added when the move is completed. The first move has none before it, as on chess
/// sites, unless [`Clock::with_increment_from_start`] says so, or there is no main time at all
/// (`0+10`). When a player has made the moves of a period, the time of the next is added to what is
/// left. A flag falls at the moment when no time is left (FIDE 6.8).
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
    increment_from_start: bool,
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
    /// Whether increments come before the moves ([`Clock::with_increment_from_start`]).
    pub increment_from_start: bool,
    /// White's time.
    pub white: PlayerTime,
    /// Black's.
    pub black: PlayerTime,
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
            increment_from_start: false,
        })
    }

    /// The same new clock with increments from the start, before each move: the FIDE Handbook's
    /// glossary explains the increment so, and clocks over the board show 1:30:30 before the first
    /// move of a game of 90 minutes with 30 seconds. Otherwise they come after each move.
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

    /// What the clock shows, to be kept while a game is adjourned (FIDE Guideline I.4.3).
    ///
    /// # Errors
    /// [`ClockError::Running`]: it has to be stopped first.
    pub fn state(&self) -> Result<ClockState, ClockError> {
        if self.running_since.is_some() {
            return Err(ClockError::Running);
        }
        let [white, black] = [self.players[0].time(), self.players[1].time()];
        let Clock { turn, fallen, used, increment_from_start, .. } = *self;
        Ok(ClockState { turn, fallen, used, increment_from_start, white, black })
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

    /// Gives a player more time: the arbiter's penalty for the other (FIDE 7.5.5, 9.5.3).
    pub fn add(&mut self, color: Color, milliseconds: u64) {
        let player = &mut self.players[color.index()];
        player.left = player.left.saturating_add(milliseconds);
    }

    /// Sets what a player has left: what an arbiter does whose judgement a clock has to show
    /// (FIDE 6.10.2). A flag that had fallen is up again if there is time.
    ///
    /// # Errors
    /// [`ClockError::Running`]: it has to be stopped first.
    pub fn set_left(&mut self, color: Color, milliseconds: u64) -> Result<(), ClockError> {
        self.use_up_of_this_move()?;
        self.players[color.index()].left = milliseconds;
        if self.fallen == Some(color) && milliseconds > 0 {
            self.fallen = None;
        }
        Ok(())
    }

    /// Counts a move of which it is not known how much time was spent on it, and passes the turn: the
    /// times stay, without an increment, but the time of a period that is reached comes.
    ///
    /// # Errors
    /// [`ClockError::Running`]: it has to be stopped first.
    pub fn count_move(&mut self) -> Result<(), ClockError> {
        self.use_up_of_this_move()?;
        self.players[self.turn.index()].count_move();
        self.turn = !self.turn;
        Ok(())
    }

    /// Turns the move counter back by one move, which is the last player's turn again: what an arbiter
    /// does who restores an earlier position (FIDE 6.10.2). The times stay, those that the move took
    /// and those that it gave, but the time of a period that is reached no more goes back.
    ///
    /// # Errors
    /// [`ClockError::Running`]: it has to be stopped first.
    pub fn take_back(&mut self) -> Result<(), ClockError> {
        self.use_up_of_this_move()?;
        self.turn = !self.turn;
        self.players[self.turn.index()].uncount_move();
        Ok(())
    }

    /// Takes off the clock what was used on a move that will not be completed.
    fn use_up_of_this_move(&mut self) -> Result<(), ClockError> {
        if self.running_since.is_some() {
            return Err(ClockError::Running);
        }
        let used = std::mem::take(&mut self.used);
        self.players[self.turn.index()].use_up(used);
        Ok(())
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
        let (stm, turn) = (self.turn.index(), self.turn);
        let player = &mut self.players[stm];
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
            let other = &mut self.players[1 - stm];
            other.left = other.left.saturating_add(charge);
        }
        self.used = 0;
        self.turn = !turn;
        Ok(())
    }

    /// Completes a move after which the player's clock showed so many milliseconds, bonus included,
    /// and gives the time spent. With a delay it is known only if it was longer than the delay;
    /// else 0 is given. The player was in time, as the move is recorded.
    ///
    /// # Errors
    /// [`ClockError::TooMuch`] if that is more than there can be: [`Clock::record_within`] forgives it.
    pub fn record(&mut self, shown: u64) -> Result<u64, ClockError> {
        self.record_within(shown, 0)
    }

    /// [`Clock::record`] for clocks that are recorded in whole seconds, or to which an arbiter or the
    /// opponent added time: it may show up to `tolerance` milliseconds more than there can be. No time
    /// was spent on such a move then.
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
    /// As of [`Clock::record`], beyond the tolerance.
    pub fn record_within(&mut self, shown: u64, tolerance: u64) -> Result<u64, ClockError> {
        if self.running_since.is_some() {
            return Err(ClockError::Running);
        }
        if let Some(player) = self.fallen {
            return Err(ClockError::FlagFell(player));
        }
        let turn = self.turn;
        let player = &mut self.players[turn.index()];
        let most = player.left.saturating_add(player.gain());
        if shown > most.saturating_add(tolerance) {
            return Err(ClockError::TooMuch { player: turn, most, shown });
        }
        let charge = most.saturating_sub(shown);
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

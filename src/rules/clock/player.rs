//! The clock of one player.

use serde::{Deserialize, Serialize};

use crate::rules::time_control::{Bonus, Period, TimeControl};

/// The state of one player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PlayerTime {
    /// The period of the next move, from 0; repetitions of the last period count.
    pub period: usize,
    /// Number of moves made in it.
    pub moves: u32,
    /// Milliseconds left.
    pub left: u64,
    /// Milliseconds used in the whole game (FIDE Guideline I.4.3).
    pub used: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Player {
    periods: Vec<Period>,
    /// Whether increments are added before the moves instead of after them.
    increment_from_start: bool,
    /// The period of the next move; repetitions of the last period count.
    period: usize,
    /// Number of moves made in it.
    moves: u32,
    /// Milliseconds left.
    pub(super) left: u64,
    /// Milliseconds used on all moves of known time.
    pub(super) used: u64,
}

impl Player {
    pub(super) fn new(control: &TimeControl) -> Option<Player> {
        let TimeControl::Periods(periods) = control else { return None };
        let first = periods.first()?;
        // without main time the increment is added before the first move
        let left = if first.time == 0 { increment(first.bonus) } else { first.time };
        let periods = periods.clone();
        Some(Player { periods, increment_from_start: false, period: 0, moves: 0, left, used: 0 })
    }

    /// Adds increments before the moves; for a new clock.
    pub(super) fn give_increment_first(&mut self) {
        self.increment_from_start = true;
        if self.nth_period(0).time > 0 {
            self.left = self.left.saturating_add(increment(self.bonus()));
        }
    }

    /// Returns the state.
    pub(super) fn time(&self) -> PlayerTime {
        let Player { period, moves, left, used, .. } = *self;
        PlayerTime { period, moves, left, used }
    }

    /// Restores a state; returns `false` if it does not fit the periods.
    pub(super) fn resume(&mut self, time: PlayerTime, increment_from_start: bool) -> bool {
        let PlayerTime { period, moves, left, used } = time;
        let last = &self.periods[self.periods.len() - 1];
        let exists = period < self.periods.len() || last.moves.is_some();
        if !exists || self.nth_period(period).moves.is_some_and(|most| moves >= most) {
            return false;
        }
        (self.period, self.moves, self.left, self.used) = (period, moves, left, used);
        self.increment_from_start = increment_from_start;
        true
    }

    /// Returns a period by its number; the last one repeats.
    fn nth_period(&self, number: usize) -> &Period {
        &self.periods[number.min(self.periods.len() - 1)]
    }

    pub(super) fn bonus(&self) -> Bonus {
        self.nth_period(self.period).bonus
    }

    /// Returns the part of the time spent on a move that is charged to the clock.
    pub(super) fn charge(&self, spent: u64) -> u64 {
        match self.bonus() {
            Bonus::Delay(delay) => spent.saturating_sub(delay),
            _ => spent,
        }
    }

    /// Whether the flag falls when `used` milliseconds are used on a move.
    pub(super) fn has_run_out(&self, used: u64) -> bool {
        let charge = self.charge(used);
        charge >= self.left && charge > 0
    }

    /// Returns the time that a completed move adds: the increment and the time of a new period.
    pub(super) fn gain(&self) -> u64 {
        let next = self.after_next_move().0;
        let period = if self.increment_from_start { next } else { self.period };
        increment(self.nth_period(period).bonus).saturating_add(self.time_of_next_period())
    }

    /// Returns the time of the next period if the next move completes this one, else 0.
    fn time_of_next_period(&self) -> u64 {
        let next = self.after_next_move().0;
        if next > self.period { self.nth_period(next).time } else { 0 }
    }

    /// Returns the period after the next move and the number of moves made in it.
    fn after_next_move(&self) -> (usize, u32) {
        if self.nth_period(self.period).moves == Some(self.moves.saturating_add(1)) {
            (self.period.saturating_add(1), 0)
        } else {
            (self.period, self.moves.saturating_add(1))
        }
    }

    pub(super) fn complete_move(&mut self, left: u64) {
        (self.period, self.moves) = self.after_next_move();
        self.left = left;
    }

    /// Completes a move of unknown time, which adds only the time of a new period.
    pub(super) fn count_move(&mut self) {
        self.complete_move(self.left.saturating_add(self.time_of_next_period()));
    }

    /// Takes back a move in the move counter, if there is one. The time of a period that is no
    /// longer reached is removed.
    pub(super) fn uncount_move(&mut self) {
        if self.moves > 0 {
            self.moves -= 1;
        } else if self.period > 0 {
            self.left = self.left.saturating_sub(self.nth_period(self.period).time);
            self.period -= 1;
            self.moves = self.nth_period(self.period).moves.unwrap_or(1) - 1;
        }
    }

    /// Takes time off the clock without completing a move.
    pub(super) fn use_up(&mut self, used: u64) {
        self.left = self.left.saturating_sub(self.charge(used));
        self.used = self.used.saturating_add(used);
    }
}

/// Returns the increment of a bonus, 0 for other bonuses.
fn increment(bonus: Bonus) -> u64 {
    match bonus {
        Bonus::Increment(increment) => increment,
        _ => 0,
    }
}

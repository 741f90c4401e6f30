//! Ratings, time control and clocks of the players of a game.

use super::game::GameRef;
use super::store::Games;
use crate::pool::{Interrupted, Run};
use crate::rules::{Bonus, Clock, LichessClass, Period, TimeControl};
use crate::types::{Color, NO_CLOCK};

/// The ratings, the time control and the clocks of a game. Times are in milliseconds.
#[derive(Clone, Debug)]
pub struct Players<'a> {
    first: Color,
    ratings: [i16; 2],
    control: TimeControl,
    /// The clocks before the first moves; [`NO_CLOCK`] if unknown.
    start: [i32; 2],
    clocks: &'a [i32],
    move_times: Vec<i32>,
}

impl<'a> Players<'a> {
    /// The players of a game with a side to move first, White's and Black's ratings (0 if unknown), a
    /// tag `TimeControl`, and the clocks and times of moves, of which those that are unknown are
    /// [`NO_CLOCK`]; there may be none.
    ///
    /// The time of a move without one is the difference of the clocks, in which increments, delays and
    /// new periods are accounted for. It is unknown if a clock or the time control is, if the clock
    /// has more time than is possible, if a move took no longer than its delay, and for a first move
    /// after which the clock is unchanged: on Lichess, clocks run from the second move on. A first
    /// clock with half the time is that of a player who went berserk there, and has no increment.
    pub fn new(
        first: Color,
        ratings: (i16, i16),
        control: &str,
        clocks: &'a [i32],
        given: &[i32],
    ) -> Players<'a> {
        let control = control.parse().unwrap_or(TimeControl::Unknown);
        let ratings = [ratings.0, ratings.1];
        let is_known = clocks.iter().any(|&clock| clock != NO_CLOCK);
        let clock = if is_known { start(&control, first, clocks) } else { None };
        // without a main time, the first clock depends on the site
        let timed = clock.as_ref().filter(|_| period(&control).is_some_and(|one| one.time > 0));
        let left = |color| i32::try_from(timed?.left(color)).ok();
        let start = Color::ALL.map(|color| left(color).unwrap_or(NO_CLOCK));
        let mut move_times = clock.map_or(Vec::new(), |clock| differences(clock, &control, clocks));
        move_times.resize(move_times.len().max(given.len()), NO_CLOCK);
        for (time, &given) in move_times.iter_mut().zip(given) {
            if given != NO_CLOCK {
                *time = given;
            }
        }
        Players { first, ratings, control, start, clocks, move_times }
    }

    /// A player's rating.
    pub fn rating(&self, color: Color) -> Option<i32> {
        let rating = self.ratings[color.index()];
        (rating > 0).then_some(rating.into())
    }

    /// A player's clock in the position after `ply` plies: that after their last move.
    pub fn clock(&self, ply: usize, color: Color) -> Option<i32> {
        let is_to_move = (color == self.first) == ply.is_multiple_of(2);
        let clock = match ply.checked_sub(if is_to_move { 2 } else { 1 }) {
            Some(before) => *self.clocks.get(before)?,
            None => self.start[color.index()],
        };
        (clock != NO_CLOCK).then_some(clock)
    }

    /// The time used for the move in the position after `ply` plies.
    pub fn move_time(&self, ply: usize) -> Option<i32> {
        self.move_times.get(ply).copied().filter(|&time| time != NO_CLOCK)
    }

    /// The times used for all moves; [`NO_CLOCK`] where unknown, and empty if all are.
    pub fn move_times(&self) -> &[i32] {
        &self.move_times
    }

    /// The time of the first period of the time control.
    pub fn base_time(&self) -> Option<i32> {
        i32::try_from(period(&self.control)?.time).ok()
    }

    /// The increment of the first period; `None` with a delay.
    pub fn increment(&self) -> Option<i32> {
        let Bonus::Increment(increment) = period(&self.control)?.bonus else { return None };
        i32::try_from(increment).ok()
    }

    /// Lichess's class of the time control.
    pub fn time_class(&self) -> Option<LichessClass> {
        self.control.lichess_class()
    }
}

/// Returns the first period.
fn period(control: &TimeControl) -> Option<&Period> {
    let TimeControl::Periods(periods) = control else { return None };
    periods.first()
}

/// Returns the clock before the first move, with the increments and for the players that are consistent
/// with the first clocks.
fn start(control: &TimeControl, first: Color, clocks: &[i32]) -> Option<Clock> {
    let period = *period(control)?;
    let shown = |color: Color| {
        let shown = clocks.get(usize::from(color != first)).copied()?;
        u64::try_from(shown).ok()
    };
    let of = |color| match shown(color).is_some_and(|shown| shown > 0 && 2 * shown == period.time) {
        true => TimeControl::Periods(vec![Period {
            time: period.time / 2,
            bonus: Bonus::Increment(0),
            ..period
        }]),
        false => control.clone(),
    };
    let clock = Clock::new(&of(Color::White), &of(Color::Black))?.with_turn(first);
    let Bonus::Increment(increment) = period.bonus else { return Some(clock) };
    let most = period.time.saturating_add(increment);
    let is_more = |color| shown(color).is_some_and(|shown| shown > most);
    Some(match period.time > 0 && Color::ALL.into_iter().any(is_more) {
        true => clock.with_increment_from_start(),
        false => clock,
    })
}

/// Returns the time of each move by the clocks after them.
fn differences(mut clock: Clock, control: &TimeControl, clocks: &[i32]) -> Vec<i32> {
    let TimeControl::Periods(periods) = control else { return Vec::new() };
    let has_delay = periods.iter().any(|period| matches!(period.bonus, Bonus::Delay(_)));
    let mut is_known = [periods.first().is_some_and(|period| period.time > 0); 2];
    let time = |(ply, &shown): (usize, &i32)| {
        let (color, was_known) = (clock.turn(), is_known[clock.turn().index()]);
        is_known[color.index()] = shown != NO_CLOCK;
        let is_unchanged = ply < 2 && clock.left(color) == shown as u64;
        let spent = match u64::try_from(shown) {
            Ok(shown) => clock.record(shown).ok().or_else(|| {
                clock.count_move().ok()?;
                clock.set_left(color, shown).ok()?;
                None
            }),
            Err(_) => clock.count_move().ok().and(None),
        };
        let spent = spent.filter(|&spent| was_known && !is_unchanged && !(has_delay && spent == 0));
        spent.and_then(|spent| i32::try_from(spent).ok()).unwrap_or(NO_CLOCK)
    };
    clocks.iter().enumerate().map(time).collect()
}

impl<'a> GameRef<'a> {
    /// Returns the ratings, the time control and the clocks of the players.
    pub fn players(&self) -> Players<'a> {
        let control = self.header("TimeControl").unwrap_or_default();
        let (clocks, times) = (self.clocks().unwrap_or_default(), self.move_times());
        Players::new(self.first_to_move(), self.elo(), control, clocks, times.unwrap_or_default())
    }
}

impl Games {
    /// Returns the time used for each move in milliseconds: [`Games::move_times`], or by the clocks and
    /// the time control, as in [`Players::new`]; [`NO_CLOCK`] where it is unknown.
    ///
    /// ```
    /// use enroque::games::Games;
    /// use enroque::pool::Run;
    /// let text = "[TimeControl \"60+2\"]\n\n1. e4 {[%clk 0:01:00]} e5 {[%clk 0:00:59]} 2. d4 {[%clk 0:00:58]} *";
    /// let games = Games::from_pgn_text("text", text.as_bytes());
    /// assert_eq!(games.time_used(Run::default()).unwrap(), [-1, 3000, 4000]);
    /// ```
    ///
    /// # Errors
    /// An interruption.
    pub fn time_used(&self, run: Run<'_>) -> Result<Vec<i32>, Interrupted> {
        self.of_each(run, |game, times| {
            let end = times.len() + game.moves().len();
            times.extend_from_slice(game.players().move_times());
            times.resize(end, NO_CLOCK);
        })
    }
}

//! The clock of a game. Its turn and move counter always follow the board.

use super::{Effort, PlayError, PlayedGame};
use crate::rules::{Clock, Outcome, Termination, TimeControl};
use crate::types::{Color, Move};

impl PlayedGame {
    /// The game with these time controls of White and Black, and a clock if they have limits.
    #[must_use]
    pub fn with_time(mut self, white: TimeControl, black: TimeControl) -> PlayedGame {
        self.clock =
            Clock::new(&white, &black).map(|clock| clock.with_turn(self.position().turn()));
        self.controls = [white, black];
        self
    }

    /// The game with increments before each move; see [`Clock::with_increment_from_start`].
    #[must_use]
    pub fn with_increment_from_start(mut self) -> PlayedGame {
        self.clock = self.clock.map(Clock::with_increment_from_start);
        self
    }

    /// A player's time control.
    pub fn time_control(&self, color: Color) -> &TimeControl {
        &self.controls[color.index()]
    }

    /// The clock, if there is one.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Starts the clock of the player to move at a reading; see [`Clock::start`]. Stop it before
    /// playing a move; [`PlayedGame::push_timed`] adds the time that it ran.
    ///
    /// # Errors
    /// [`PlayError::NoClock`], [`PlayError::Clock`], [`PlayError::Over`], [`PlayError::Adjourned`].
    ///
    /// ```
    /// use enroque::notation::san;
    /// use enroque::rules::PlayedGame;
    /// use enroque::types::Color;
    /// let control: enroque::rules::TimeControl = "60+2".parse().unwrap();
    /// let mut game = PlayedGame::default().with_time(control.clone(), control);
    /// game.start_clock(1_000).unwrap();
    /// game.stop_clock(6_000).unwrap();
    /// let m = san::read(game.position(), "e4").unwrap();
    /// game.push_timed(m, 0, enroque::unwinnable::Budget::default()).unwrap();
    /// assert_eq!(game.clock().unwrap().left(Color::White), 57_000);
    /// ```
    pub fn start_clock(&mut self, now: u64) -> Result<(), PlayError> {
        self.check_in_progress()?;
        Ok(self.clock.as_mut().ok_or(PlayError::NoClock)?.start(now)?)
    }

    /// Stops the clock at a reading; see [`Clock::stop`]. A fallen flag does not end the game until
    /// [`PlayedGame::flag_fell`].
    ///
    /// # Errors
    /// [`PlayError::NoClock`], [`PlayError::Clock`].
    pub fn stop_clock(&mut self, now: u64) -> Result<(), PlayError> {
        Ok(self.clock.as_mut().ok_or(PlayError::NoClock)?.stop(now)?)
    }

    /// Sets the time that a player has left, as an arbiter does (FIDE 6.10.2); see
    /// [`Clock::set_left`].
    ///
    /// # Errors
    /// [`PlayError::Over`], [`PlayError::NoClock`], [`PlayError::Clock`].
    pub fn set_left(&mut self, color: Color, milliseconds: u64) -> Result<(), PlayError> {
        self.check_not_over()?;
        Ok(self.clock.as_mut().ok_or(PlayError::NoClock)?.set_left(color, milliseconds)?)
    }

    /// Plays a move on which the player spent `spent` milliseconds, and presses the clock. If the
    /// flag fell before that, the move is made but not completed (FIDE 4.7, 6.2.1), and the game
    /// ends by the flag unless the move ended it.
    ///
    /// # Errors
    /// Those of [`PlayedGame::push`]; [`PlayError::NoClock`]; [`PlayError::Interrupted`].
    pub fn push_timed<'a>(
        &mut self,
        m: Move,
        spent: u64,
        effort: impl Into<Effort<'a>>,
    ) -> Result<Option<Outcome>, PlayError> {
        self.check_move(m)?;
        let effort = effort.into();
        self.all_or_nothing(|game| {
            let fallen = game.press_clock(spent)?;
            game.play(m);
            if let (Some(color), None) = (fallen, game.outcome) {
                game.lose(color, Termination::TimeForfeit, effort)?;
            }
            Ok(game.outcome)
        })
    }

    /// Presses the clock after `spent` milliseconds; returns the player whose flag fell, if any.
    pub(super) fn press_clock(&mut self, spent: u64) -> Result<Option<Color>, PlayError> {
        let clock = self.clock.as_mut().ok_or(PlayError::NoClock)?;
        clock.spend(spent)?;
        Ok(clock.fallen())
    }
}

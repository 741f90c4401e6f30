//! Games with the actions of players and arbiters besides moves.

mod adjourn;
mod draws;
mod error;
mod event;
mod json;
mod losses;
mod tags;
#[cfg(test)]
mod tests;
mod time;

use super::{Clock, Game, Outcome, RuleSet, TimeControl, touch_obligation};
use crate::movegen::IllegalMove;
use crate::position::Position;
use crate::types::{Color, Move, Square};

pub use adjourn::{Envelope, OpenedEnvelope, SealedMove};
pub use draws::{Claim, ClaimResult, InvalidClaim};
pub use error::PlayError;
pub use event::{Event, EventKind};
pub use json::GameTextError;
pub use losses::{Effort, Irregularity, Ruling};

/// A game under a [`RuleSet`], with draw offers and claims, resignation, clocks, illegal moves,
/// touched pieces and adjournment. It ends once, by its rules.
///
/// A call that returns an error changes nothing.
///
/// ```
/// use enroque::notation::san;
/// use enroque::rules::{PlayedGame, RuleSet, Termination};
/// use enroque::unwinnable::Budget;
/// use enroque::types::Color;
///
/// let mut game = PlayedGame::new(Default::default(), RuleSet::FIDE2023);
/// for text in ["e4", "e5"] {
///     let m = san::read(game.position(), text).unwrap();
///     game.push(m).unwrap();
/// }
/// game.offer_draw(Color::Black).unwrap();
/// let outcome = game.accept_draw(Color::White).unwrap();
/// assert_eq!(outcome.termination, Termination::Agreement);
/// assert!(game.resign(Color::White, Budget::Quick).is_err()); // the game is over
/// ```
#[derive(Clone, Debug)]
pub struct PlayedGame {
    game: Game,
    /// Whether the game is Chess960, even if it starts from the standard position.
    chess960: bool,
    rules: RuleSet,
    /// White's time control and Black's.
    controls: [TimeControl; 2],
    clock: Option<Clock>,
    events: Vec<Event>,
    outcome: Option<Outcome>,
    /// The player whose draw offer is open.
    offer: Option<Color>,
    /// The number of irregularities of each player.
    illegal: [u32; 2],
    /// The pieces that the player to move has touched.
    touched: Vec<Square>,
    /// The move announced with an invalid claim, which must be played.
    must_play: Option<Move>,
    sealed: Option<SealedMove>,
}

impl Default for PlayedGame {
    /// A game of standard chess under the Laws of 2023, without a clock.
    fn default() -> PlayedGame {
        PlayedGame::new(Game::default(), RuleSet::default())
    }
}

impl PlayedGame {
    /// A game that continues from the moves played so far, without a clock. It may be over already.
    pub fn new(game: Game, rules: RuleSet) -> PlayedGame {
        let outcome = game.outcome_by(&rules);
        let mut played = PlayedGame {
            chess960: !game.start().has_standard_castling(),
            game,
            rules,
            controls: [TimeControl::Unknown, TimeControl::Unknown],
            clock: None,
            events: Vec::new(),
            outcome: None,
            offer: None,
            illegal: [0; 2],
            touched: Vec::new(),
            must_play: None,
            sealed: None,
        };
        if let Some(outcome) = outcome {
            played.finish(outcome, None);
        }
        played
    }

    /// The game as Chess960 or standard chess, which differ only in notation if kings and rooks
    /// start on the standard squares. By default a game is Chess960 if its start position needs it.
    #[must_use]
    pub fn with_chess960(mut self, chess960: bool) -> PlayedGame {
        self.chess960 = chess960;
        self
    }

    /// Whether the game is Chess960.
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// The moves and their positions.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// All events other than moves, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The outcome; `None` while the game is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The player whose draw offer is open.
    pub fn draw_offer(&self) -> Option<Color> {
        self.offer
    }

    /// The number of illegal moves and other irregularities recorded against a player.
    pub fn illegal_moves(&self, color: Color) -> u32 {
        self.illegal[color.index()]
    }

    /// Plays a move, which declines a draw offer of the opponent (FIDE 9.1.2.1). A clock counts the
    /// move and keeps its times ([`Clock::count_move`]); for moves of known time see
    /// [`PlayedGame::push_timed`]. Returns the outcome if the move ends the game.
    ///
    /// # Errors
    /// [`PlayError::Over`], [`PlayError::Adjourned`], [`PlayError::Illegal`];
    /// [`PlayError::TouchMove`] for a move that a touched piece excludes (FIDE 4.3);
    /// [`PlayError::MustPlay`]; [`PlayError::Clock`] while the clock runs.
    pub fn push(&mut self, m: Move) -> Result<Option<Outcome>, PlayError> {
        self.check_move(m)?;
        if let Some(clock) = &mut self.clock {
            clock.count_move()?;
        }
        self.play(m);
        Ok(self.outcome)
    }

    /// Plays a move that was checked; the clock has been pressed.
    fn play(&mut self, m: Move) {
        let stm = self.position().turn();
        self.game.push_unchecked(m);
        self.touched.clear();
        self.must_play = None;
        self.decline_offer_of_opponent(stm);
        if let Some(outcome) = self.game.outcome_by(&self.rules) {
            self.finish(outcome, None);
        }
    }

    /// Checks whether a move may be played now.
    fn check_move(&self, m: Move) -> Result<(), PlayError> {
        self.check_in_progress()?;
        if !crate::movegen::is_legal(self.position(), m) {
            return Err(PlayError::Illegal(IllegalMove(m)));
        }
        self.check_obligations(m)
    }

    /// Checks whether a legal move meets the obligations of the player: to play a move announced
    /// with a claim (FIDE 9.5.3), else to move or capture touched pieces.
    fn check_obligations(&self, m: Move) -> Result<(), PlayError> {
        match self.must_play {
            Some(announced) if announced == m => return Ok(()),
            Some(announced) => return Err(PlayError::MustPlay(announced)),
            None if self.touched.is_empty() => return Ok(()),
            None => {}
        }
        match touch_obligation(self.position(), &self.touched) {
            Ok(moves) if moves.contains(&m) => Ok(()),
            _ => Err(PlayError::TouchMove(m)),
        }
    }

    /// Records that the player to move deliberately touched the piece on a square (FIDE 4.3). The
    /// next move must be one of [`touch_obligation`] for all touched pieces, unless a move was
    /// announced with a claim. It declines a draw offer of the opponent (FIDE 9.1.2.1) and ends the
    /// right to claim a draw on this move (FIDE 9.4).
    ///
    /// # Errors
    /// [`PlayError::EmptySquare`], [`PlayError::Over`], [`PlayError::Adjourned`].
    pub fn touch(&mut self, square: Square) -> Result<(), PlayError> {
        self.check_in_progress()?;
        touch_obligation(self.position(), &[square]).map_err(PlayError::EmptySquare)?;
        self.touched.push(square);
        self.decline_offer_of_opponent(self.position().turn());
        Ok(())
    }

    fn decline_offer_of_opponent(&mut self, player: Color) {
        if self.offer == Some(!player) {
            self.offer = None;
            self.record(EventKind::Declined, Some(player));
        }
    }

    /// Checks that the game is neither over nor adjourned.
    fn check_in_progress(&self) -> Result<(), PlayError> {
        match (self.outcome, &self.sealed) {
            (Some(outcome), _) => Err(PlayError::Over(outcome)),
            (None, Some(_)) => Err(PlayError::Adjourned),
            (None, None) => Ok(()),
        }
    }

    /// Whether a legal move is castling.
    fn is_castling(&self, m: Move) -> bool {
        let position = self.position();
        position.placement().by_color(position.turn()).has(m.to())
    }

    fn record(&mut self, kind: EventKind, player: Option<Color>) -> &mut Event {
        let event = Event::new(self.game.len(), kind, player);
        let last = self.events.len();
        self.events.push(event);
        &mut self.events[last]
    }

    /// Ends the game, which must not be over.
    fn finish(&mut self, outcome: Outcome, by: Option<Color>) -> Outcome {
        self.outcome = Some(outcome);
        self.offer = None;
        self.touched.clear();
        self.must_play = None;
        self.sealed = None;
        self.record(EventKind::End, by).termination = Some(outcome.termination);
        outcome
    }
}

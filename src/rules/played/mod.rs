//! A game as it is played: moves, and what players and arbiters do beside them.

mod adjourn;
mod draws;
mod error;
mod event;
mod json;
mod losses;
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

/// A game as it is played under a [`RuleSet`], with all that the Laws hang on it: draw offers and
/// claims, resignation, flags, illegal moves, touched pieces, adjournment. It ends when the rules say
/// so, and once only.
///
/// Whatever is refused changes nothing.
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
/// assert!(game.resign(Color::White, Budget::Quick).is_err()); // it is over
/// ```
#[derive(Clone, Debug)]
pub struct PlayedGame {
    game: Game,
    /// Whether the game is one of Chess960, wherever its kings and rooks start.
    chess960: bool,
    rules: RuleSet,
    /// White's time control and Black's.
    controls: [TimeControl; 2],
    clock: Option<Clock>,
    events: Vec<Event>,
    outcome: Option<Outcome>,
    /// Who offers a draw now.
    offer: Option<Color>,
    /// The irregularities of each player that count as illegal moves.
    illegal: [u32; 2],
    /// The pieces that the player to move has touched.
    touched: Vec<Square>,
    /// The move of a claim that was not due; it must be played.
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
    /// A game that goes on from what has been played, without a clock. If that is over already, so is
    /// the game.
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

    /// The same game as one of Chess960 or of standard chess. What is played is the same, and nobody
    /// can see it where king and rooks start on the standard squares; what is written differs. A
    /// start that standard chess cannot write is Chess960's from the beginning.
    #[must_use]
    pub fn with_chess960(mut self, chess960: bool) -> PlayedGame {
        self.chess960 = chess960;
        self
    }

    /// Whether the game is one of Chess960.
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// The moves and their positions.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// All that happened beside moves, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Who offers a draw that the other can still accept.
    pub fn draw_offer(&self) -> Option<Color> {
        self.offer
    }

    /// How many illegal moves of a player were recorded, and what counts like them.
    pub fn illegal_moves(&self, color: Color) -> u32 {
        self.illegal[color.index()]
    }

    /// The move that the player to move has to play, from a claim that was not due (FIDE 9.5.3).
    pub fn must_play(&self) -> Option<Move> {
        self.must_play
    }

    /// Plays a move. A draw that the opponent offered is declined by it (FIDE 9.1.2.1). If there is a
    /// clock, it counts the move, and the times stay: see [`Clock::count_move`], and
    /// [`PlayedGame::push_timed`] for moves whose time is known. Gives the outcome if the move ends
    /// the game.
    ///
    /// # Errors
    /// [`PlayError::Over`], [`PlayError::Adjourned`], [`PlayError::Illegal`]; [`PlayError::TouchMove`]
    /// for a move that touched pieces do not allow (FIDE 4.3); [`PlayError::MustPlay`];
    /// [`PlayError::Clock`] while the clock runs.
    pub fn push(&mut self, m: Move) -> Result<Option<Outcome>, PlayError> {
        self.check_move(m)?;
        if let Some(clock) = &mut self.clock {
            clock.count_move()?;
        }
        self.play(m);
        Ok(self.outcome)
    }

    /// Plays a move that may be played; the clock has been pressed.
    fn play(&mut self, m: Move) {
        let stm = self.position().turn();
        self.game.push_unchecked(m);
        self.touched.clear();
        self.must_play = None;
        if self.offer == Some(!stm) {
            self.offer = None;
            self.record(EventKind::Declined, Some(stm));
        }
        if let Some(outcome) = self.game.outcome_by(&self.rules) {
            self.finish(outcome, None);
        }
    }

    /// Whether a move may be played now.
    fn check_move(&self, m: Move) -> Result<(), PlayError> {
        self.going_on()?;
        if !crate::movegen::is_legal(self.position(), m) {
            return Err(PlayError::Illegal(IllegalMove(m)));
        }
        self.check_duties(m)
    }

    /// Whether a legal move keeps to what binds the player. A move that was announced with a claim
    /// has to be made (FIDE 9.5.3), whatever is touched after that; touched pieces bind otherwise.
    fn check_duties(&self, m: Move) -> Result<(), PlayError> {
        match self.must_play {
            Some(due) if due == m => return Ok(()),
            Some(due) => return Err(PlayError::MustPlay(due)),
            None if self.touched.is_empty() => return Ok(()),
            None => {}
        }
        match touch_obligation(self.position(), &self.touched) {
            Ok(moves) if moves.contains(&m) => Ok(()),
            _ => Err(PlayError::TouchMove(m)),
        }
    }

    /// Records that the player to move has touched the piece on a square to move or capture it
    /// (FIDE 4.3): which moves are left is what [`touch_obligation`] says of all touched pieces, unless a
    /// move has been announced with a claim. It
    /// declines a draw offered by the opponent (FIDE 9.1.2.1), and ends the right to claim one on this
    /// move (FIDE 9.4).
    ///
    /// # Errors
    /// [`PlayError::EmptySquare`], [`PlayError::Over`], [`PlayError::Adjourned`].
    pub fn touch(&mut self, square: Square) -> Result<(), PlayError> {
        self.going_on()?;
        touch_obligation(self.position(), &[square]).map_err(PlayError::EmptySquare)?;
        self.touched.push(square);
        let toucher = self.position().turn();
        if self.offer == Some(!toucher) {
            self.offer = None;
            self.record(EventKind::Declined, Some(toucher));
        }
        Ok(())
    }

    /// The squares of the pieces that the player to move has touched, in order.
    pub fn touched(&self) -> &[Square] {
        &self.touched
    }

    /// Whether the game goes on; the error says why not.
    fn going_on(&self) -> Result<(), PlayError> {
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

    /// Ends the game; who calls it has looked that it goes on.
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

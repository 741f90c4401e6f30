//! The FIDE Laws of Chess beyond legal moves: history, outcomes, claims, clocks, whole games.
//!
//! | question | article | item |
//! |---|---|---|
//! | How often has this position occurred? | 9.2.2, 9.2.3 | [`Game::repetition_count`] |
//! | Can a draw be claimed, now or with a move? | 9.2, 9.3 | [`Game::may_claim_repetition`], [`Game::may_claim_fifty_moves`] |
//! | Is the game over? | 5.1.1, 5.2.1, 5.2.2, 9.6 | [`Game::outcome`], [`is_evidently_dead`] |
//! | Can a player still win? | 5.2.2, 6.9 | [`crate::unwinnable::can_win`] |
//! | How much time is left, and whose flag fell? | 6.2, 6.3, A.1, B.1 | [`TimeControl`], [`Clock`] |
//! | What is the result of a flag fall, a resignation, an illegal move? | 5.1.2, 6.9, 7.5.5 | [`adjudicate`] |
//! | Which moves are left after touching a piece? | 4.3-4.5 | [`touch_obligation`] |
//! | Which pieces are on an edited, possibly illegal board? | | [`EditableGame`] |
//! | What is the state of a whole game, with offers, claims, flags, sealed moves? | all | [`PlayedGame`] |
//! | How do the editions and sites differ? | all | [`RuleSet`] |
//! | Do the players have the material to mate? | 5.2.2 | [`crate::position::Position::has_insufficient_material`] |
//!
//! Article numbers are those of the FIDE Laws in force since 1 January 2023.

mod adjudication;
mod claims;
mod clock;
mod dead_position;
mod editable;
mod editable_history;
mod game;
mod material;
mod outcome;
mod played;
mod repetition;
mod result;
mod rule_set;
mod score;
mod termination;
mod time_control;
mod touch;
mod unchecked;
mod wings;

pub use adjudication::{Adjudication, adjudicate};
pub use clock::{Clock, ClockError, ClockState, PlayerTime};
pub use dead_position::is_evidently_dead;
pub use editable::EditableGame;
pub use editable_history::NotPseudoLegal;
pub use game::Game;
pub use played::{
    Claim, ClaimResult, Effort, Envelope, Event, EventKind, GameTextError, InvalidClaim,
    Irregularity, OpenedEnvelope, PlayError, PlayedGame, Ruling, SealedMove,
};
pub use repetition::{Earlier, RepetitionWindow};
pub use result::{GameResult, GameResultError};
#[cfg(feature = "python")]
pub(crate) use rule_set::rule_set_options;
pub use rule_set::{Penalty, RuleSet, WinnabilityRule};
pub use score::Score;
pub use termination::{Outcome, Termination};
pub use time_control::{
    Bonus, LawsEdition, LichessClass, Period, TimeClass, TimeControl, TimeControlError,
    TimeControlErrorKind,
};
pub use touch::{EmptySquare, touch_obligation};

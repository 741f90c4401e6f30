//! Errors of [`PlayedGame`](super::PlayedGame).

use thiserror::Error;

use super::EventKind;
use crate::movegen::IllegalMove;
use crate::pool::Interrupted;
use crate::rules::{ClockError, EmptySquare, Outcome};
use crate::types::{Color, Move};

/// A call that the state of a game does not allow. The game is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over: {}, {}", .0.score, .0.termination.name())]
    Over(Outcome),
    /// The game is adjourned.
    #[error("the game is adjourned: open the sealed move first")]
    Adjourned,
    /// The game is not adjourned.
    #[error("the game is not adjourned")]
    NotAdjourned,
    /// The move is not legal.
    #[error(transparent)]
    Illegal(IllegalMove),
    /// The move reported as illegal is legal.
    #[error("{}", self.message(|m| m.to_string()))]
    Legal(Move),
    /// The move does not move or capture the touched pieces (FIDE 4.3).
    #[error("{}", self.message(|m| m.to_string()))]
    TouchMove(Move),
    /// This move was announced with a claim and must be played (FIDE 9.5.3).
    #[error("{}", self.message(|m| m.to_string()))]
    MustPlay(Move),
    /// The opponent has not offered a draw.
    #[error("the opponent has not offered a draw")]
    NoOffer,
    /// There is already a draw offer, by this player (FIDE 9.1.2.1).
    #[error("{0} has already offered a draw")]
    OfferOpen(Color),
    /// Each player must make this number of moves before a draw can be agreed (FIDE 5.2.3).
    #[error(
        "no draw by agreement before {moves} move{plural} of each player (FIDE 5.2.3)",
        moves = .0,
        plural = if *.0 == 1 { "" } else { "s" }
    )]
    TooEarly(u32),
    /// This player is not to move.
    #[error("{0} is not to move")]
    NotToMove(Color),
    /// A touched square is empty.
    #[error(transparent)]
    EmptySquare(EmptySquare),
    /// The game has fewer plies.
    #[error("the game has no ply {0}")]
    NoSuchPly(usize),
    /// The rules do not count this as an illegal move; the arbiter decides on the penalty.
    #[error(
        "{kind} is not an illegal move in {rules}: the arbiter decides on the penalty",
        kind = .0.name(),
        rules = .1
    )]
    NotCounted(EventKind, &'static str),
    /// The outcome contradicts the game, with the reason.
    #[error("{0}")]
    Contradiction(String),
    /// The game has no clock.
    #[error("the game has no clock")]
    NoClock,
    /// An error of the clock.
    #[error(transparent)]
    Clock(#[from] ClockError),
    /// The caller stopped the search.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl PlayError {
    /// The message, with moves written by `name`, since the notation of castling depends on the
    /// game.
    pub fn message(&self, name: impl Fn(Move) -> String) -> String {
        match self {
            PlayError::Legal(m) => format!("{} is legal", name(*m)),
            PlayError::TouchMove(m) => {
                let m = name(*m);
                format!("{m} does not move or capture the touched pieces (FIDE 4.3)")
            }
            PlayError::MustPlay(m) => {
                let m = name(*m);
                format!("{m} was announced with a claim and must be played (FIDE 9.5.3)")
            }
            error => error.to_string(),
        }
    }
}

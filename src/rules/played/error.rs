//! Errors of [`PlayedGame`](super::PlayedGame).

use std::fmt;

use super::EventKind;
use crate::movegen::IllegalMove;
use crate::pool::Interrupted;
use crate::rules::{ClockError, EmptySquare, Outcome};
use crate::types::{Color, Move};

/// A call that the state of a game does not allow. The game is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The game is over.
    Over(Outcome),
    /// The game is adjourned.
    Adjourned,
    /// The game is not adjourned.
    NotAdjourned,
    /// The move is not legal.
    Illegal(IllegalMove),
    /// The move reported as illegal is legal.
    Legal(Move),
    /// The move does not move or capture the touched pieces (FIDE 4.3).
    TouchMove(Move),
    /// This move was announced with a claim and must be played (FIDE 9.5.3).
    MustPlay(Move),
    /// The opponent has not offered a draw.
    NoOffer,
    /// There is already a draw offer, by this player (FIDE 9.1.2.1).
    OfferOpen(Color),
    /// Each player must make this number of moves before a draw can be agreed (FIDE 5.2.3).
    TooEarly(u32),
    /// This player is not to move.
    NotToMove(Color),
    /// A touched square is empty.
    EmptySquare(EmptySquare),
    /// The game has fewer plies.
    NoSuchPly(usize),
    /// The rules do not count this as an illegal move; the arbiter decides on the penalty.
    NotCounted(EventKind, &'static str),
    /// The outcome contradicts the game, with the reason.
    Contradiction(String),
    /// The game has no clock.
    NoClock,
    /// An error of the clock.
    Clock(ClockError),
    /// The caller stopped the search.
    Interrupted,
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

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Over(outcome) => {
                let name = outcome.termination.name();
                write!(f, "the game is over: {}, {name}", outcome.score)
            }
            PlayError::Adjourned => {
                f.write_str("the game is adjourned: open the sealed move first")
            }
            PlayError::NotAdjourned => f.write_str("the game is not adjourned"),
            PlayError::Illegal(error) => error.fmt(f),
            PlayError::Legal(_) | PlayError::TouchMove(_) | PlayError::MustPlay(_) => {
                f.write_str(&self.message(|m| m.to_string()))
            }
            PlayError::NoOffer => f.write_str("the opponent has not offered a draw"),
            PlayError::OfferOpen(color) => write!(f, "{color} has already offered a draw"),
            PlayError::TooEarly(moves) => {
                let (moves, plural) = (*moves, if *moves == 1 { "" } else { "s" });
                write!(
                    f,
                    "no draw by agreement before {moves} move{plural} of each player (FIDE 5.2.3)"
                )
            }
            PlayError::NotToMove(color) => write!(f, "{color} is not to move"),
            PlayError::EmptySquare(error) => error.fmt(f),
            PlayError::NoSuchPly(ply) => write!(f, "the game has no ply {ply}"),
            PlayError::NotCounted(kind, rules) => {
                let kind = kind.name();
                write!(
                    f,
                    "{kind} is not an illegal move in {rules}: the arbiter decides on the penalty"
                )
            }
            PlayError::Contradiction(reason) => f.write_str(reason),
            PlayError::NoClock => f.write_str("the game has no clock"),
            PlayError::Clock(error) => error.fmt(f),
            PlayError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for PlayError {}

impl From<ClockError> for PlayError {
    fn from(error: ClockError) -> PlayError {
        PlayError::Clock(error)
    }
}

impl From<Interrupted> for PlayError {
    fn from(_: Interrupted) -> PlayError {
        PlayError::Interrupted
    }
}

//! Why something was refused.

use std::fmt;

use super::EventKind;
use crate::movegen::IllegalMove;
use crate::pool::Interrupted;
use crate::rules::{ClockError, EmptySquare, Outcome};
use crate::types::{Color, Move};

/// Something that cannot be done in a game now. The game is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The game is over; an outcome is set once.
    Over(Outcome),
    /// The game is adjourned: the sealed move has to be opened first.
    Adjourned,
    /// The game is not adjourned.
    NotAdjourned,
    /// The move is not legal.
    Illegal(IllegalMove),
    /// The move is legal, and was said not to be.
    Legal(Move),
    /// The move does not move or capture what was touched (FIDE 4.3).
    TouchMove(Move),
    /// This move was announced with a claim and has to be played (FIDE 9.5.3).
    MustPlay(Move),
    /// There is no draw offer of the opponent's.
    NoOffer,
    /// There is a draw offer already, by this player; it cannot be withdrawn (FIDE 9.1.2.1).
    OfferStands(Color),
    /// Each player has to make so many moves before a draw can be agreed (FIDE 5.2.3).
    TooEarly(u32),
    /// It is the other player who is to move.
    NotOnTheMove(Color),
    /// No piece stands on a square that was touched.
    EmptySquare(EmptySquare),
    /// The game has not so many plies.
    NoSuchPly(usize),
    /// These rules do not count this as an illegal move: the arbiter decides what it costs.
    NotCounted(EventKind, &'static str),
    /// The game cannot have ended so, and why.
    Contradiction(String),
    /// The game has no clock.
    NoClock,
    /// The clock refuses.
    Clock(ClockError),
    /// The search for an answer was told to stop.
    Interrupted,
}

impl PlayError {
    /// The message, with moves written as `name` does: a move alone does not know how a game writes
    /// castling.
    pub fn message(&self, name: impl Fn(Move) -> String) -> String {
        match self {
            PlayError::Legal(m) => format!("{} is legal", name(*m)),
            PlayError::TouchMove(m) => {
                let m = name(*m);
                format!("{m} does not move or capture the pieces that were touched (FIDE 4.3)")
            }
            PlayError::MustPlay(m) => {
                let m = name(*m);
                format!("{m} was announced with a claim and has to be played (FIDE 9.5.3)")
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
            PlayError::NoOffer => f.write_str("the opponent offers no draw"),
            PlayError::OfferStands(color) => write!(f, "a draw offer of {color} stands already"),
            PlayError::TooEarly(moves) => {
                let (moves, plural) = (*moves, if *moves == 1 { "" } else { "s" });
                write!(f, "no draw by agreement before {moves} move{plural} of each (FIDE 5.2.3)")
            }
            PlayError::NotOnTheMove(color) => write!(f, "{color} is not to move"),
            PlayError::EmptySquare(error) => error.fmt(f),
            PlayError::NoSuchPly(ply) => write!(f, "the game has no ply {ply}"),
            PlayError::NotCounted(kind, rules) => {
                let kind = kind.name();
                write!(f, "{kind} is no illegal move in {rules}: the arbiter decides what it costs")
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

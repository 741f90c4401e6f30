//! Events of a game other than moves.

use serde::{Deserialize, Serialize};

use crate::named_enum::named_enum;
use crate::rules::Termination;
use crate::types::{Color, Move};

named_enum! {
    /// The kind of an [`Event`]. Names are in lower case with underscores.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum EventKind {
        /// The player offered a draw (FIDE 9.1.2).
        Offer = "offer",
        /// The player declined the opponent's offer, explicitly, by a move or by touching a piece.
        Declined = "declined",
        /// The player made an invalid draw claim (FIDE 9.5.3).
        InvalidClaim = "invalid_claim",
        /// The player completed an illegal move (FIDE 7.5.1).
        IllegalMove = "illegal_move",
        /// The player pressed the clock with a pawn on the last rank; it became a queen (FIDE
        /// 7.5.2).
        UnpromotedPawn = "unpromoted_pawn",
        /// The player pressed the clock without a move (FIDE 7.5.3).
        NoMove = "no_move",
        /// The player made a move with two hands (FIDE 7.5.4).
        TwoHands = "two_hands",
        /// The player sealed a move (FIDE Guideline I).
        Sealed = "sealed",
        /// The game was resumed after an adjournment; the player is the one who sealed.
        Resumed = "resumed",
        /// The game ended; the player is the one who ended it, for example by resigning.
        End = "end",
    }
}

impl EventKind {
    /// Whether it is an irregularity of FIDE 7.5.
    pub const fn is_irregularity(self) -> bool {
        matches!(
            self,
            EventKind::IllegalMove
                | EventKind::UnpromotedPawn
                | EventKind::NoMove
                | EventKind::TwoHands
        )
    }
}

/// An event of a game other than a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Event {
    /// Number of plies played before it; for an irregularity, after going back.
    pub ply: usize,
    /// The kind of event.
    pub kind: EventKind,
    /// The player who caused it, if one did.
    pub player: Option<Color>,
    /// The move announced with a claim, or the irregular move.
    #[serde(rename = "move")]
    pub m: Option<Move>,
    /// Whether that move is castling (king takes rook).
    pub castling: bool,
    /// Milliseconds added to the opponent's clock.
    pub penalty: u64,
    /// For `End`, the reason why the game ended.
    pub termination: Option<Termination>,
}

impl Event {
    pub(super) fn new(ply: usize, kind: EventKind, player: Option<Color>) -> Event {
        Event { ply, kind, player, m: None, castling: false, penalty: 0, termination: None }
    }
}

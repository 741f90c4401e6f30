//! What happens in a game beside its moves.

use super::super::Termination;
use crate::types::{Color, Move};

/// The kind of an [`Event`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EventKind {
    /// The player offered a draw (FIDE 9.1.2).
    Offer,
    /// The player declined the opponent's offer: in words, by a move, or by touching a piece.
    Declined,
    /// The player claimed a draw that was not due (FIDE 9.5.3).
    InvalidClaim,
    /// The player completed an illegal move (FIDE 7.5.1).
    IllegalMove,
    /// The player pressed the clock with a pawn on the last rank; it became a queen (FIDE 7.5.2).
    UnpromotedPawn,
    /// The player pressed the clock without a move (FIDE 7.5.3).
    NoMove,
    /// The player made a move with two hands (FIDE 7.5.4).
    TwoHands,
    /// The player sealed a move (FIDE Guideline I).
    Sealed,
    /// The game went on after an adjournment; the player is who had sealed.
    Resumed,
    /// The game ended; the player is who ended it (resigned, say), if anybody did.
    End,
}

impl EventKind {
    /// All of them.
    pub const ALL: [EventKind; 10] = [
        EventKind::Offer,
        EventKind::Declined,
        EventKind::InvalidClaim,
        EventKind::IllegalMove,
        EventKind::UnpromotedPawn,
        EventKind::NoMove,
        EventKind::TwoHands,
        EventKind::Sealed,
        EventKind::Resumed,
        EventKind::End,
    ];

    /// Whether it is one of FIDE 7.5, which counts and sets the game back.
    pub const fn is_irregularity(self) -> bool {
        matches!(
            self,
            EventKind::IllegalMove
                | EventKind::UnpromotedPawn
                | EventKind::NoMove
                | EventKind::TwoHands
        )
    }

    /// A name for programs: lower case, with underscores.
    pub const fn name(self) -> &'static str {
        match self {
            EventKind::Offer => "offer",
            EventKind::Declined => "declined",
            EventKind::InvalidClaim => "invalid_claim",
            EventKind::IllegalMove => "illegal_move",
            EventKind::UnpromotedPawn => "unpromoted_pawn",
            EventKind::NoMove => "no_move",
            EventKind::TwoHands => "two_hands",
            EventKind::Sealed => "sealed",
            EventKind::Resumed => "resumed",
            EventKind::End => "end",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<EventKind> {
        EventKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Something that happened in a game beside its moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// How many plies had been played; for an irregularity, where the game was set back to.
    pub ply: usize,
    /// What happened.
    pub kind: EventKind,
    /// Whose doing it was.
    pub player: Option<Color>,
    /// The move that was announced with a claim, or that was irregular.
    pub m: Option<Move>,
    /// Whether that is castling, the king taking the rook.
    pub castling: bool,
    /// Milliseconds that the opponent got for it.
    pub penalty: u64,
    /// What ended the game, of an end.
    pub termination: Option<Termination>,
}

impl Event {
    pub(super) fn new(ply: usize, kind: EventKind, player: Option<Color>) -> Event {
        Event { ply, kind, player, m: None, castling: false, penalty: 0, termination: None }
    }
}

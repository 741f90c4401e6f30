//! Draws that players offer and claim (FIDE 9.1 to 9.5).

use super::{EventKind, PlayError, PlayedGame};
use crate::movegen::is_legal;
use crate::rules::{Outcome, Termination, TimeControl};
use crate::types::{Color, Move};

/// What a draw is claimed by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// Threefold repetition (FIDE 9.2).
    Repetition,
    /// Fifty moves without capture or pawn move (FIDE 9.3).
    FiftyMoves,
}

/// Why a claim is not due.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InvalidClaim {
    /// Only the player to move can claim (FIDE 9.2, 9.3).
    NotOnTheMove,
    /// The player has touched a piece on this move (FIDE 9.4).
    Touched,
    /// The intended move is not legal.
    IllegalMove,
    /// The position has occurred so many times only, or would have after the intended move.
    Occurrences(u32),
    /// So many plies have been made without capture or pawn move only, the intended move included.
    Plies(u32),
}

impl std::fmt::Display for InvalidClaim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            InvalidClaim::NotOnTheMove => f.write_str("only the player to move can claim"),
            InvalidClaim::Touched => f.write_str("a piece was touched on this move (FIDE 9.4)"),
            InvalidClaim::IllegalMove => f.write_str("the intended move is not legal"),
            InvalidClaim::Occurrences(1) => f.write_str("the position occurs for the first time"),
            InvalidClaim::Occurrences(count) => write!(f, "the position occurs {count} times"),
            InvalidClaim::Plies(plies) => {
                write!(f, "{plies} plies without capture or pawn move, not 100")
            }
        }
    }
}

/// What became of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClaimResult {
    /// It was due: the game is drawn.
    Drawn(Outcome),
    /// It was not. The claim stays as a draw offer (FIDE 9.1.2.3).
    Rejected {
        /// Why.
        reason: InvalidClaim,
        /// Milliseconds that the opponent gets (FIDE 9.5.3); the game's clock has them already.
        penalty: u64,
        /// The intended move, if it is legal: it has to be played (FIDE 9.5.3).
        must_play: Option<Move>,
    },
}

impl PlayedGame {
    /// Offers a draw (FIDE 9.1.2). The Laws' time for it is after one's own move and before the clock,
    /// but an offer at another time stands too. It stands until the opponent accepts it, declines it,
    /// touches a piece or moves, and cannot be withdrawn.
    ///
    /// # Errors
    /// [`PlayError::OfferStands`] if there is an offer, of either player: the opponent's is accepted.
    /// [`PlayError::Over`], [`PlayError::Adjourned`].
    pub fn offer_draw(&mut self, color: Color) -> Result<(), PlayError> {
        self.going_on()?;
        if let Some(other) = self.offer {
            return Err(PlayError::OfferStands(other));
        }
        self.offer = Some(color);
        self.record(EventKind::Offer, Some(color));
        Ok(())
    }

    /// Accepts the opponent's offer: the game is drawn (FIDE 5.2.3).
    ///
    /// # Errors
    /// [`PlayError::NoOffer`]; [`PlayError::TooEarly`] where the rules want moves of both players
    /// first; [`PlayError::Over`]. An offer can be accepted while the game is adjourned
    /// (FIDE Guideline I.10.1).
    pub fn accept_draw(&mut self, color: Color) -> Result<Outcome, PlayError> {
        self.check_offer(color)?;
        let least = self.rules.moves_before_agreement;
        // counted by the move number, so that a position from which a game goes on has its moves
        let position = self.position();
        let number = position.fullmove_number().saturating_sub(1);
        let made = |player| number + (player == Color::White && position.turn() != player) as u32;
        if Color::ALL.into_iter().any(|player| made(player) < least) {
            return Err(PlayError::TooEarly(least));
        }
        Ok(self.finish(Outcome::draw(Termination::Agreement), Some(color)))
    }

    /// Declines the opponent's offer in words.
    ///
    /// # Errors
    /// [`PlayError::NoOffer`], [`PlayError::Over`].
    pub fn decline_draw(&mut self, color: Color) -> Result<(), PlayError> {
        self.check_offer(color)?;
        self.offer = None;
        self.record(EventKind::Declined, Some(color));
        Ok(())
    }

    fn check_offer(&self, color: Color) -> Result<(), PlayError> {
        match (self.outcome, self.offer) {
            (Some(outcome), _) => Err(PlayError::Over(outcome)),
            (None, Some(offerer)) if offerer != color => Ok(()),
            _ => Err(PlayError::NoOffer),
        }
    }

    /// Claims a draw: as the position stands (`None`), or with a move that the player writes down and
    /// does not play (FIDE 9.2.1, 9.3.1). A claim that is due ends the game. One that is not is
    /// answered with its reason, costs time by the rules, stays as a draw offer, and binds the player
    /// to the intended move.
    ///
    /// # Errors
    /// [`PlayError::Over`], [`PlayError::Adjourned`]. A claim that is not due is none.
    pub fn claim_draw(
        &mut self,
        color: Color,
        claim: Claim,
        intended: Option<Move>,
    ) -> Result<ClaimResult, PlayError> {
        self.going_on()?;
        let is_legal = intended.is_none_or(|m| is_legal(self.position(), m));
        let reason = if color != self.position().turn() {
            Some(InvalidClaim::NotOnTheMove)
        } else if !self.touched.is_empty() {
            Some(InvalidClaim::Touched)
        } else if !is_legal {
            Some(InvalidClaim::IllegalMove)
        } else {
            self.missing(claim, intended)
        };
        let Some(reason) = reason else {
            let termination = match claim {
                Claim::Repetition => Termination::ThreefoldRepetition,
                Claim::FiftyMoves => Termination::FiftyMoves,
            };
            return Ok(ClaimResult::Drawn(self.finish(Outcome::draw(termination), Some(color))));
        };
        let penalty = self.rules.invalid_claim_penalty.in_class(self.time_class(color));
        if let Some(clock) = &mut self.clock {
            clock.add(!color, penalty);
        }
        let on_the_move = reason != InvalidClaim::NotOnTheMove;
        let must_play = intended.filter(|_| is_legal && on_the_move);
        let due = must_play.filter(|&m| self.check_move(m).is_ok());
        self.must_play = due.or(self.must_play);
        let castling = intended.is_some_and(|m| is_legal && self.is_castling(m));
        let event = self.record(EventKind::InvalidClaim, Some(color));
        (event.m, event.castling, event.penalty) = (intended, castling, penalty);
        if self.offer.is_none() {
            self.offer = Some(color);
        }
        Ok(ClaimResult::Rejected { reason, penalty, must_play: due })
    }

    /// What a claim of the player to move lacks, with a legal move.
    fn missing(&self, claim: Claim, intended: Option<Move>) -> Option<InvalidClaim> {
        match claim {
            Claim::Repetition if self.game.may_claim_repetition(intended) => None,
            Claim::FiftyMoves if self.game.may_claim_fifty_moves(intended) => None,
            Claim::Repetition => Some(InvalidClaim::Occurrences(match intended {
                None => self.game.repetition_count(),
                Some(m) => self.game.repetition_count_after(m),
            })),
            Claim::FiftyMoves => Some(InvalidClaim::Plies(match intended {
                None => self.position().halfmove_clock(),
                Some(m) => self.position().after(m).halfmove_clock(),
            })),
        }
    }

    /// The class of a player's game by the Laws, if the time control tells.
    pub(super) fn time_class(&self, color: Color) -> Option<crate::rules::TimeClass> {
        let control: &TimeControl = self.time_control(color);
        control.class(self.rules.edition)
    }
}

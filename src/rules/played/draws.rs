//! Draw offers and claims (FIDE 9.1 to 9.5).

use thiserror::Error;

use super::{EventKind, PlayError, PlayedGame};
use crate::movegen::is_legal;
use crate::rules::{Outcome, Termination, TimeControl};
use crate::types::{Color, Move};

/// The reason of a draw claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// Threefold repetition (FIDE 9.2).
    Repetition,
    /// Fifty moves without capture or pawn move (FIDE 9.3).
    FiftyMoves,
}

/// Why a claim is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
pub enum InvalidClaim {
    /// Only the player to move can claim (FIDE 9.2, 9.3).
    #[error("only the player to move can claim")]
    NotToMove,
    /// The player has touched a piece on this move (FIDE 9.4).
    #[error("a piece was touched on this move (FIDE 9.4)")]
    Touched,
    /// The intended move is not legal.
    #[error("the intended move is not legal")]
    IllegalMove,
    /// The position has occurred only this number of times, or would have after the intended move.
    #[error("the position occurs {}", match .0 {
        1 => "for the first time".to_owned(),
        count => format!("{count} times"),
    })]
    Occurrences(u32),
    /// There were only this number of plies without capture or pawn move, including the intended
    /// move.
    #[error("{0} plies without capture or pawn move, not 100")]
    Plies(u32),
}

/// The result of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClaimResult {
    /// The claim is valid: the game is drawn.
    Drawn(Outcome),
    /// The claim is invalid and counts as a draw offer (FIDE 9.1.2.3).
    Rejected {
        /// The reason.
        reason: InvalidClaim,
        /// Milliseconds added to the opponent's clock (FIDE 9.5.3).
        penalty: u64,
        /// The intended move if it is legal, which must be played (FIDE 9.5.3).
        must_play: Option<Move>,
    },
}

impl PlayedGame {
    /// Offers a draw (FIDE 9.1.2). By the Laws this is done after the player's move, but an offer
    /// at another time is valid too. It cannot be withdrawn and is open until the opponent accepts
    /// it, declines it, touches a piece or moves.
    ///
    /// # Errors
    /// [`PlayError::OfferOpen`] if there is an open offer of either player.
    /// [`PlayError::Over`], [`PlayError::Adjourned`].
    pub fn offer_draw(&mut self, color: Color) -> Result<(), PlayError> {
        self.check_in_progress()?;
        if let Some(other) = self.offer {
            return Err(PlayError::OfferOpen(other));
        }
        self.offer = Some(color);
        self.record(EventKind::Offer, Some(color));
        Ok(())
    }

    /// Accepts the opponent's draw offer; the game is drawn (FIDE 5.2.3).
    ///
    /// # Errors
    /// [`PlayError::NoOffer`]; [`PlayError::TooEarly`] if the rules require more moves first;
    /// [`PlayError::Over`]. An offer can be accepted while the game is adjourned (FIDE Guideline
    /// I.10.1).
    pub fn accept_draw(&mut self, color: Color) -> Result<Outcome, PlayError> {
        self.check_offer(color)?;
        let least = self.rules.moves_before_agreement;
        // by move number, so that moves before the start position count
        let position = self.position();
        let number = position.fullmove_number().saturating_sub(1);
        let moves_made =
            |player| number + (player == Color::White && position.turn() != player) as u32;
        if Color::ALL.into_iter().any(|player| moves_made(player) < least) {
            return Err(PlayError::TooEarly(least));
        }
        Ok(self.finish(Outcome::draw(Termination::Agreement), Some(color)))
    }

    /// Declines the opponent's draw offer.
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

    /// Claims a draw for the current position (`None`), or with an intended move that is announced
    /// and not played (FIDE 9.2.1, 9.3.1). A valid claim ends the game. An invalid one costs time,
    /// counts as a draw offer, and obliges the player to play the intended move.
    ///
    /// # Errors
    /// [`PlayError::Over`], [`PlayError::Adjourned`]. An invalid claim is not an error.
    pub fn claim_draw(
        &mut self,
        color: Color,
        claim: Claim,
        intended: Option<Move>,
    ) -> Result<ClaimResult, PlayError> {
        self.check_in_progress()?;
        let is_legal = intended.is_none_or(|m| is_legal(self.position(), m));
        let reason = if color != self.position().turn() {
            Some(InvalidClaim::NotToMove)
        } else if !self.touched.is_empty() {
            Some(InvalidClaim::Touched)
        } else if !is_legal {
            Some(InvalidClaim::IllegalMove)
        } else {
            self.invalid_reason(claim, intended)
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
        let is_to_move = reason != InvalidClaim::NotToMove;
        let must_play = intended.filter(|_| is_legal && is_to_move);
        let announced = must_play.filter(|&m| self.check_move(m).is_ok());
        self.must_play = announced.or(self.must_play);
        let castling = intended.is_some_and(|m| is_legal && self.is_castling(m));
        let event = self.record(EventKind::InvalidClaim, Some(color));
        (event.m, event.castling, event.penalty) = (intended, castling, penalty);
        if self.offer.is_none() {
            self.offer = Some(color);
        }
        Ok(ClaimResult::Rejected { reason, penalty, must_play: announced })
    }

    /// Returns why a claim of the player to move is invalid, if it is; the intended move is legal.
    fn invalid_reason(&self, claim: Claim, intended: Option<Move>) -> Option<InvalidClaim> {
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

    /// Returns the class of the game by a player's time control.
    pub(super) fn time_class(&self, color: Color) -> Option<crate::rules::TimeClass> {
        let control: &TimeControl = self.time_control(color);
        control.class(self.rules.edition)
    }
}

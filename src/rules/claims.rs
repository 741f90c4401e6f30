//! Draw claims (FIDE 9.2, 9.3).

use super::Game;
use crate::movegen::{has_legal_move, is_legal, legal_moves};
use crate::types::{Move, PieceType};

/// The number of plies without capture or pawn move after which a draw can be claimed: 50 moves of
/// each player (FIDE 9.3).
const FIFTY_MOVES: u32 = 100;

impl Game {
    /// Whether the player to move can claim a draw by threefold repetition: for the current
    /// position (FIDE 9.2.2, `None`), or with an intended move that is not played (FIDE 9.2.1).
    /// With an illegal move the claim is invalid.
    ///
    /// ```
    /// use enroque::{notation::uci, rules::Game};
    /// let mut game = Game::default();
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
    ///     let m = uci::read(game.position(), text).unwrap();
    ///     game.push(m).unwrap();
    /// }
    /// let back = uci::read(game.position(), "f6g8").unwrap();
    /// assert!(!game.may_claim_repetition(None));
    /// assert!(game.may_claim_repetition(Some(back)));
    /// ```
    pub fn may_claim_repetition(&self, intended: Option<Move>) -> bool {
        match intended {
            None => self.is_repetition(3),
            Some(m) => is_legal(self.position(), m) && self.repetition_count_after(m) >= 3,
        }
    }

    /// Whether the player to move can claim threefold repetition for the current position or with
    /// some legal move.
    pub fn can_claim_repetition(&self) -> bool {
        // three occurrences take four plies, even with null moves
        self.is_repetition(3)
            || self.position().halfmove_clock() >= 3
                && legal_moves(self.position())
                    .into_iter()
                    .any(|m| self.repetition_count_after(m) >= 3)
    }

    /// Whether the player to move can claim a draw by the fifty-move rule: for the current position
    /// (FIDE 9.3.2, `None`), or with an intended move that completes the fifty moves (FIDE 9.3.1).
    /// Not after mate or stalemate.
    pub fn may_claim_fifty_moves(&self, intended: Option<Move>) -> bool {
        let position = self.position();
        match intended {
            None => position.halfmove_clock() >= FIFTY_MOVES && has_legal_move(position),
            Some(m) => {
                let placement = position.placement();
                let captures = placement.by_color(!position.turn()).has(m.to());
                let is_quiet =
                    !captures && placement.type_at_unchecked(m.from()) != PieceType::Pawn;
                position.halfmove_clock() + 1 >= FIFTY_MOVES && is_quiet && is_legal(position, m)
            }
        }
    }

    /// Whether the player to move can claim the fifty-move rule for the current position or with
    /// some legal move.
    pub fn can_claim_fifty_moves(&self) -> bool {
        self.position().halfmove_clock() + 1 >= FIFTY_MOVES
            && (self.may_claim_fifty_moves(None)
                || legal_moves(self.position())
                    .into_iter()
                    .any(|m| self.may_claim_fifty_moves(Some(m))))
    }
}

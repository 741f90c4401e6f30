//! Draws that a player may claim (FIDE 9.2, 9.3).

use super::Game;
use crate::movegen::{has_legal_move, is_legal, legal_moves};
use crate::types::{Move, PieceType};

/// Plies without capture or pawn move after which a draw may be claimed: 50 moves of each player
/// (FIDE 9.3).
const FIFTY_MOVES: u32 = 100;

impl Game {
    /// Whether the player to move may claim a draw by threefold repetition: as the position stands
    /// (FIDE 9.2.2, `None`), or with a move that he writes down and does not play (FIDE 9.2.1).
    /// An intended move that is not legal claims nothing.
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

    /// Whether there is any claim by threefold repetition, as the position stands or with some
    /// legal move.
    pub fn can_claim_repetition(&self) -> bool {
        // three occurrences take four plies even where both players pass
        self.is_repetition(3)
            || self.position().halfmove_clock() >= 3
                && legal_moves(self.position())
                    .into_iter()
                    .any(|m| self.repetition_count_after(m) >= 3)
    }

    /// Whether the player to move may claim a draw because each player has made 50 moves without a
    /// capture or a pawn's move: as the position stands (FIDE 9.3.2, `None`), or with a move that
    /// completes them (FIDE 9.3.1). Nobody claims once the game is over by mate or stalemate.
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

    /// Whether there is any claim by the fifty-move rule, as the position stands or with some
    /// legal move.
    pub fn can_claim_fifty_moves(&self) -> bool {
        self.may_claim_fifty_moves(None)
            || legal_moves(self.position()).into_iter().any(|m| self.may_claim_fifty_moves(Some(m)))
    }
}

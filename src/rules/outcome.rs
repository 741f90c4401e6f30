//! Games that end by themselves.

use super::{Game, GameResult};
use crate::movegen::has_legal_move;
use crate::types::Color;

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// The side to move is mated (FIDE 5.1.1).
    Checkmate,
    /// The side to move has no legal move and is not in check (FIDE 5.2.1).
    Stalemate,
    /// Neither player has the men to mate: the plainest dead position (FIDE 5.2.2).
    InsufficientMaterial,
    /// The position has occurred for the fifth time (FIDE 9.6.1).
    FivefoldRepetition,
    /// Each player has made 75 moves without a capture or a pawn's move (FIDE 9.6.2).
    SeventyFiveMoves,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// What ended it.
    pub termination: Termination,
    /// Who won; `None` if it is a draw.
    pub winner: Option<Color>,
}

impl Outcome {
    /// As PGN writes it.
    pub fn result(self) -> GameResult {
        self.winner.map_or(GameResult::Draw, GameResult::won_by)
    }
}

/// Plies without capture or pawn move after which the game is drawn: 75 moves of each player.
const SEVENTY_FIVE_MOVES: u32 = 150;

impl Game {
    /// Whether and how the game is over by what stands on the board and what was played, without
    /// anybody's claim. Mate and stalemate come first: a mate on the 75th move is a mate
    /// (FIDE 9.6.2).
    ///
    /// ```
    /// use enroque::{notation::fen, rules::{Game, Termination}, types::Color};
    /// let mated = fen::read("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
    /// let outcome = Game::new(mated).outcome().unwrap();
    /// assert_eq!(outcome.termination, Termination::Checkmate);
    /// assert_eq!(outcome.winner, Some(Color::White));
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        let draw = |termination| Some(Outcome { termination, winner: None });
        if !has_legal_move(position) {
            if !position.is_check() {
                return draw(Termination::Stalemate);
            }
            let winner = Some(!position.turn());
            return Some(Outcome { termination: Termination::Checkmate, winner });
        }
        if position.is_insufficient_material() {
            draw(Termination::InsufficientMaterial)
        } else if self.is_repetition(5) {
            draw(Termination::FivefoldRepetition)
        } else if position.halfmove_clock() >= SEVENTY_FIVE_MOVES {
            draw(Termination::SeventyFiveMoves)
        } else {
            None
        }
    }
}

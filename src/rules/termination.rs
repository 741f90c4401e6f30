//! Outcomes of games and their reasons.

use serde::{Deserialize, Serialize};

use super::{GameResult, Score};
use crate::named_enum::named_enum;
use crate::types::Color;

named_enum! {
    /// The reason why a game ended.
    ///
    /// Names are in upper case with underscores; those of python-chess if it has one.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Termination {
        /// The side to move is mated (FIDE 5.1.1).
        Checkmate = "CHECKMATE",
        /// The side to move has no legal move and is not in check (FIDE 5.2.1).
        Stalemate = "STALEMATE",
        /// Neither player has the material to mate, the simplest dead position (FIDE 5.2.2).
        InsufficientMaterial = "INSUFFICIENT_MATERIAL",
        /// Each player has made 75 moves without a capture or pawn move (FIDE 9.6.2).
        SeventyFiveMoves = "SEVENTYFIVE_MOVES",
        /// The position has occurred for the fifth time (FIDE 9.6.1).
        FivefoldRepetition = "FIVEFOLD_REPETITION",
        /// A player claimed a draw by the fifty-move rule (FIDE 9.3), or the rule set needs no
        /// claim.
        FiftyMoves = "FIFTY_MOVES",
        /// A player claimed a draw by threefold repetition (FIDE 9.2), or the rule set needs no
        /// claim.
        ThreefoldRepetition = "THREEFOLD_REPETITION",
        /// Neither player can mate by any series of legal moves, despite sufficient material (FIDE
        /// 5.2.2).
        DeadPosition = "DEAD_POSITION",
        /// A player's flag fell (FIDE 6.9).
        TimeForfeit = "TIME_FORFEIT",
        /// A player resigned (FIDE 5.1.2).
        Resignation = "RESIGNATION",
        /// The players agreed on a draw (FIDE 5.2.3).
        Agreement = "AGREEMENT",
        /// A player completed one illegal move too many (FIDE 7.5.5).
        IllegalMove = "ILLEGAL_MOVE",
        /// The sealed move was ambiguous, unclear or illegal (FIDE Guideline I.9).
        SealedMove = "SEALED_MOVE",
        /// A player broke another rule, arrived too late (FIDE 6.7) or refused to comply with the
        /// Laws (FIDE 11.7).
        RulesInfraction = "RULES_INFRACTION",
        /// The game was abandoned.
        Abandoned = "ABANDONED",
        /// An arbiter decided the result.
        Adjudication = "ADJUDICATION",
        /// A player died.
        Death = "DEATH",
        /// The game could not continue for external reasons.
        Emergency = "EMERGENCY",
    }
}

impl Termination {
    /// The value of PGN's tag `Termination` (PGN standard 9.8.1); `unterminated` is for games that
    /// are not over.
    pub const fn pgn_tag(self) -> &'static str {
        match self {
            Termination::TimeForfeit => "time forfeit",
            Termination::IllegalMove | Termination::SealedMove | Termination::RulesInfraction => {
                "rules infraction"
            }
            Termination::Abandoned => "abandoned",
            Termination::Adjudication => "adjudication",
            Termination::Death => "death",
            Termination::Emergency => "emergency",
            _ => "normal",
        }
    }
}

/// The outcome of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The reason.
    pub termination: Termination,
    /// The points of both players.
    pub score: Score,
}

impl Outcome {
    /// A draw.
    pub const fn draw(termination: Termination) -> Outcome {
        Outcome { termination, score: Score::DRAW }
    }

    /// A win.
    pub const fn won_by(color: Color, termination: Termination) -> Outcome {
        Outcome { termination, score: Score::won_by(color) }
    }

    /// The winner, if any.
    pub const fn winner(self) -> Option<Color> {
        self.score.winner()
    }

    /// The result in PGN; `*` if PGN has none for the score.
    pub const fn result(self) -> GameResult {
        self.score.result()
    }
}

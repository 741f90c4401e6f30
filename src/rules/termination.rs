//! Outcomes of games and their reasons.

use super::{GameResult, Score};
use crate::types::Color;

/// The reason why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// The side to move is mated (FIDE 5.1.1).
    Checkmate,
    /// The side to move has no legal move and is not in check (FIDE 5.2.1).
    Stalemate,
    /// Neither player has the material to mate, the simplest dead position (FIDE 5.2.2).
    InsufficientMaterial,
    /// Neither player can mate by any series of legal moves, despite sufficient material (FIDE
    /// 5.2.2).
    DeadPosition,
    /// The position has occurred for the fifth time (FIDE 9.6.1).
    FivefoldRepetition,
    /// Each player has made 75 moves without a capture or pawn move (FIDE 9.6.2).
    SeventyFiveMoves,
    /// A player claimed a draw by threefold repetition (FIDE 9.2), or the rule set needs no claim.
    ThreefoldRepetition,
    /// A player claimed a draw by the fifty-move rule (FIDE 9.3), or the rule set needs no claim.
    FiftyMoves,
    /// The players agreed on a draw (FIDE 5.2.3).
    Agreement,
    /// A player resigned (FIDE 5.1.2).
    Resignation,
    /// A player's flag fell (FIDE 6.9).
    TimeForfeit,
    /// A player completed one illegal move too many (FIDE 7.5.5).
    IllegalMove,
    /// The sealed move was ambiguous, unclear or illegal (FIDE Guideline I.9).
    SealedMove,
    /// A player broke another rule, arrived too late (FIDE 6.7) or refused to comply with the Laws
    /// (FIDE 11.7).
    RulesInfraction,
    /// The game was abandoned.
    Abandoned,
    /// An arbiter decided the result.
    Adjudication,
    /// A player died.
    Death,
    /// The game could not continue for external reasons.
    Emergency,
}

impl Termination {
    /// All terminations.
    pub const ALL: [Termination; 18] = [
        Termination::Checkmate,
        Termination::Stalemate,
        Termination::InsufficientMaterial,
        Termination::DeadPosition,
        Termination::FivefoldRepetition,
        Termination::SeventyFiveMoves,
        Termination::ThreefoldRepetition,
        Termination::FiftyMoves,
        Termination::Agreement,
        Termination::Resignation,
        Termination::TimeForfeit,
        Termination::IllegalMove,
        Termination::SealedMove,
        Termination::RulesInfraction,
        Termination::Abandoned,
        Termination::Adjudication,
        Termination::Death,
        Termination::Emergency,
    ];

    /// The name in upper case with underscores; that of python-chess if it has one.
    pub const fn name(self) -> &'static str {
        match self {
            Termination::Checkmate => "CHECKMATE",
            Termination::Stalemate => "STALEMATE",
            Termination::InsufficientMaterial => "INSUFFICIENT_MATERIAL",
            Termination::DeadPosition => "DEAD_POSITION",
            Termination::FivefoldRepetition => "FIVEFOLD_REPETITION",
            Termination::SeventyFiveMoves => "SEVENTYFIVE_MOVES",
            Termination::ThreefoldRepetition => "THREEFOLD_REPETITION",
            Termination::FiftyMoves => "FIFTY_MOVES",
            Termination::Agreement => "AGREEMENT",
            Termination::Resignation => "RESIGNATION",
            Termination::TimeForfeit => "TIME_FORFEIT",
            Termination::IllegalMove => "ILLEGAL_MOVE",
            Termination::SealedMove => "SEALED_MOVE",
            Termination::RulesInfraction => "RULES_INFRACTION",
            Termination::Abandoned => "ABANDONED",
            Termination::Adjudication => "ADJUDICATION",
            Termination::Death => "DEATH",
            Termination::Emergency => "EMERGENCY",
        }
    }

    /// The termination with this name.
    pub fn from_name(name: &str) -> Option<Termination> {
        Termination::ALL.into_iter().find(|termination| termination.name() == name)
    }

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

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

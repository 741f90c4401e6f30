//! One game in the words of trainers' files, on its way from or to columns.

use crate::games::GameRef;
use crate::games::Games;
use crate::pgn::NO_EVAL;
use crate::position::Position;
use crate::rules::GameResult;
use crate::types::Move;

/// The tag that holds what the evaluations' column has no place for: that of the start position, as a
/// number of the column's kind.
pub const START_EVAL_TAG: &str = "StartEval";

/// A game as trainers' files have it: an evaluation belongs to the position before a move, where the
/// column of [`Games`] has that after it.
#[derive(Clone, Debug)]
pub(super) struct ScoredGame {
    pub(super) start: Position,
    pub(super) moves: Vec<Move>,
    /// White's evaluation of the position before each move, and perhaps of the last position too;
    /// [`NO_EVAL`] where there is none.
    pub(super) evals: Vec<i32>,
    pub(super) result: GameResult,
}

impl ScoredGame {
    pub(super) fn new() -> ScoredGame {
        ScoredGame {
            start: Position::standard(),
            moves: Vec::new(),
            evals: Vec::new(),
            result: GameResult::Unknown,
        }
    }

    /// Begins another game.
    pub(super) fn restart(&mut self, start: Position, result: GameResult) {
        (self.start, self.result) = (start, result);
        self.moves.clear();
        self.evals.clear();
    }

    pub(super) fn push(&mut self, m: Move, eval: i32) {
        self.moves.push(m);
        self.evals.push(eval);
    }

    /// Takes over one of many games.
    pub(super) fn set(&mut self, game: GameRef<'_>) {
        self.restart(game.start(), game.result());
        self.moves.extend_from_slice(game.moves());
        if self.moves.is_empty() {
            return;
        }
        let start = game.header(START_EVAL_TAG).and_then(|text| text.parse().ok());
        self.evals.push(start.unwrap_or(NO_EVAL));
        if let Some(evals) = game.evals() {
            self.evals.extend_from_slice(evals);
        }
        self.evals.resize(self.moves.len() + 1, NO_EVAL);
    }

    /// Adds the game to many. `buffer` is memory to use.
    pub(super) fn push_to(&self, games: &mut Games, buffer: &mut Vec<i32>) {
        buffer.clear();
        let (first, later) = match self.evals.split_first() {
            Some((&first, later)) => (first, later),
            None => (NO_EVAL, &[][..]),
        };
        if later.iter().any(|&eval| eval != NO_EVAL) {
            buffer.extend_from_slice(later);
            buffer.resize(self.moves.len(), NO_EVAL);
        }
        let text;
        let tags = if first == NO_EVAL {
            &[][..]
        } else {
            text = first.to_string();
            &[(START_EVAL_TAG, text.as_str())][..]
        };
        games.push_played(&self.start, &self.moves, buffer, self.result, tags);
    }
}

//! One game with evaluations shifted as training formats store them.

use crate::games::{GameRef, Games, PlayedMoves, PlyColumns};
use crate::position::Position;
use crate::rules::GameResult;
use crate::tensor::centipawns_of_value;
use crate::types::{Color, Move, NO_EVAL};

/// The tag that stores the evaluation of the start position, which the column of evaluations does
/// not have, as a number in the column's unit.
pub const START_EVAL_TAG: &str = "StartEval";

/// A game in which each evaluation belongs to the position before a move, as in training formats;
/// the column of [`Games`] stores those after the moves.
#[derive(Clone, Default, Debug)]
pub(super) struct ScoredGame {
    pub(super) start: Position,
    pub(super) moves: Vec<Move>,
    /// The position after the moves, of a game that is read.
    pub(super) last: Position,
    /// The evaluation of the position before each move, from White's side; optionally also that of
    /// the last position. [`NO_EVAL`] if there is none. In a game copied from [`Games`], the value
    /// of a search replaces a missing one.
    pub(super) evals: Vec<i32>,
    pub(super) result: GameResult,
    /// The search results of the position before each move.
    pub(super) search: PlyColumns,
}

impl ScoredGame {
    /// Clears the moves and sets the start and the result of the next game.
    pub(super) fn restart(&mut self, start: Position, result: GameResult) {
        (self.start, self.last, self.result) = (start, start, result);
        self.moves.clear();
        self.evals.clear();
        self.search = PlyColumns::default();
    }

    /// Adds a move that was played in `last`, and the evaluation before it.
    pub(super) fn push(&mut self, m: Move, eval: i32) {
        self.moves.push(m);
        self.evals.push(eval);
    }

    /// Copies a game from [`Games`].
    pub(super) fn set(&mut self, game: GameRef<'_>) {
        self.restart(game.start(), game.result());
        self.moves.extend_from_slice(game.moves());
        if self.moves.is_empty() {
            return;
        }
        self.search = game.ply_columns();
        let start = game.header(START_EVAL_TAG).and_then(|text| text.parse().ok());
        self.evals.push(start.unwrap_or(NO_EVAL));
        if let Some(evals) = game.evals() {
            self.evals.extend_from_slice(evals);
        }
        self.evals.resize(self.moves.len() + 1, NO_EVAL);
        self.fill_from_values();
    }

    /// Computes evaluations that are missing from the values of searches.
    fn fill_from_values(&mut self) {
        let Some(values) = &self.search.search_values else { return };
        let mut turn = self.start.turn();
        for (eval, &value) in self.evals.iter_mut().zip(values) {
            if *eval == NO_EVAL && !value.is_nan() {
                let centipawns = centipawns_of_value(f64::from(value)).round() as i32;
                *eval = if turn == Color::White { centipawns } else { -centipawns };
            }
            turn = !turn;
        }
    }

    /// Appends the game to [`Games`]; `buffer` is reused memory.
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
        games.push_played(&PlayedMoves {
            start: &self.start,
            moves: &self.moves,
            last: self.last.placement(),
            evals: buffer,
            result: self.result,
            is_chess960: false,
            tags,
        });
        games.push_columns(&self.search);
    }
}

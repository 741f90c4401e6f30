//! The games of batch calls.

use crate::games::{FIRST_OTHER_CODE, Games};
use crate::position::Position;
use crate::rules::GameResult;
use crate::types::{Color, Move};

/// A list of games.
pub trait GameList: Sync {
    /// Returns the number of games.
    fn game_count(&self) -> usize;

    /// Returns the start position of a game.
    fn start(&self, game: usize) -> Position;

    /// Returns the side to move in the start position.
    fn first_to_move(&self, game: usize) -> Color;

    /// Returns the moves of a game.
    fn moves(&self, game: usize) -> &[Move];

    /// Returns the result of a game.
    fn result(&self, game: usize) -> GameResult;

    /// Returns the evaluation after each move, in centipawns from White's view; `None` if there are
    /// none. See [`crate::games::Games::evals`].
    fn evals(&self, _game: usize) -> Option<&[i32]> {
        None
    }
}

impl GameList for Games {
    fn game_count(&self) -> usize {
        self.len()
    }

    fn start(&self, game: usize) -> Position {
        self.game(game).map_or_else(Position::standard, |game| game.start())
    }

    fn first_to_move(&self, game: usize) -> Color {
        match self.start_codes().get(game) {
            // in all other start positions, White is to move
            Some(FIRST_OTHER_CODE..) => GameList::start(self, game).turn(),
            _ => Color::White,
        }
    }

    fn evals(&self, game: usize) -> Option<&[i32]> {
        self.evals.as_deref()?.get(self.range(game))
    }

    fn moves(&self, game: usize) -> &[Move] {
        self.game(game).map_or(&[], |game| game.moves())
    }

    fn result(&self, game: usize) -> GameResult {
        self.game(game).map_or(GameResult::Unknown, |game| game.result())
    }
}

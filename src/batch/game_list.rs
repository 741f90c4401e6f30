//! The games that positions are picked from.

use crate::games::{FIRST_OTHER_CODE, Games};
use crate::position::Position;
use crate::rules::GameResult;
use crate::types::{Color, Move};

/// Games of which positions are picked.
pub trait GameList: Sync {
    /// How many games.
    fn game_count(&self) -> usize;

    /// Where a game starts.
    fn start(&self, game: usize) -> Position;

    /// Who moves first in a game.
    fn first_to_move(&self, game: usize) -> Color;

    /// The moves of a game.
    fn moves(&self, game: usize) -> &[Move];

    /// How a game ended.
    fn result(&self, game: usize) -> GameResult;

    /// The evaluation of each position after the start, in centipawns from White's view, as long as
    /// the moves; `None` if there are none. See [`crate::games::Games::evals`].
    fn evals(&self, _game: usize) -> Option<&[i32]> {
        None
    }
}

/// Pairs of a game and a ply are picked from games in place.
impl GameList for Games {
    fn game_count(&self) -> usize {
        self.len()
    }

    fn start(&self, game: usize) -> Position {
        self.game(game).map_or_else(Position::standard, |game| game.start())
    }

    fn first_to_move(&self, game: usize) -> Color {
        match self.start_codes().get(game) {
            // all others are White's
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

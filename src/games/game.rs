//! One game of many.

use super::headers::Tags;
use super::store::{Games, result_of_number};
use crate::pgn::Arrow;
use crate::position::Position;
use crate::rules::GameResult;
use crate::types::Move;

/// One game of a [`Games`], in place.
#[derive(Clone, Copy)]
pub struct GameRef<'a> {
    games: &'a Games,
    index: usize,
}

impl<'a> GameRef<'a> {
    pub(crate) fn new(games: &'a Games, index: usize) -> Option<GameRef<'a>> {
        (index < games.len()).then_some(GameRef { games, index })
    }

    /// A game that is known to be there.
    pub(crate) fn of(games: &'a Games, index: usize) -> GameRef<'a> {
        debug_assert!(index < games.len());
        GameRef { games, index }
    }

    /// The games that it is one of.
    pub(crate) fn games(&self) -> &'a Games {
        self.games
    }

    /// Its place among the games, from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The position before the first move.
    pub fn start(&self) -> Position {
        self.games.starts.position(self.start_code()).unwrap_or_default()
    }

    /// The code of the start position; see [`Games::start_codes`].
    pub fn start_code(&self) -> u32 {
        self.games.start[self.index]
    }

    /// White's and Black's rating; 0 unknown.
    pub fn elo(&self) -> (i16, i16) {
        (self.games.white_elo[self.index], self.games.black_elo[self.index])
    }

    /// The moves of the main line.
    pub fn moves(&self) -> &'a [Move] {
        self.games.moves.get(self.games.range(self.index)).unwrap_or_default()
    }

    /// How the game ended.
    pub fn result(&self) -> GameResult {
        result_of_number(self.games.results[self.index]).unwrap_or_default()
    }

    /// Whether this is a game of Chess960.
    pub fn is_chess960(&self) -> bool {
        self.games.chess960[self.index]
    }

    /// Whether the game ended early because something in its text was wrong.
    pub fn is_broken(&self) -> bool {
        self.games.broken[self.index]
    }

    /// The position after so many half-moves; `None` if the game has fewer.
    pub fn position_at(&self, ply: usize) -> Option<Position> {
        let mut position = self.start();
        for &m in self.moves().get(..ply)? {
            position.play_unchecked(m);
        }
        Some(position)
    }

    /// The tags in the order of the text.
    pub fn headers(&self) -> Tags<'a> {
        self.games.headers.of(self.index)
    }

    /// The value of a tag; the last one if there are several.
    pub fn header(&self, name: &str) -> Option<&'a str> {
        self.games.headers.get(self.index, name)
    }

    /// The evaluation after each move; see [`Games::evals`]. `None` if no game of the list has any.
    pub fn evals(&self) -> Option<&'a [i32]> {
        self.games.evals.as_deref()?.get(self.games.range(self.index))
    }

    /// the side to move's clock after each move; see [`Games::clocks`]. `None` if no game of the list has
    /// any.
    pub fn clocks(&self) -> Option<&'a [i32]> {
        self.games.clocks.as_deref()?.get(self.games.range(self.index))
    }
}

impl<'a> GameRef<'a> {
    /// How long the side to move thought about each move; see [`Games::move_times`]. `None` if no game of the list
    /// has any.
    pub fn move_times(&self) -> Option<&'a [i32]> {
        self.games.move_times.as_deref()?.get(self.games.range(self.index))
    }

    /// The arrows and colored squares after a move, by its index.
    pub fn arrows(&self, ply: usize) -> impl Iterator<Item = Arrow> + use<'a> {
        let place = self.games.range(self.index).nth(ply);
        let arrows = self.games.arrows.as_ref().zip(place);
        arrows.into_iter().flat_map(|(arrows, place)| arrows.of(place))
    }

    /// The name of the source that the game comes from; empty if it is not known. See
    /// [`Games::source_names`].
    pub fn source(&self) -> &'a str {
        let number = self.games.sources().get(self.index).copied().unwrap_or_default();
        self.games.source_names().get(number as usize).map_or("", |name| name)
    }
}

impl std::fmt::Debug for GameRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameRef")
            .field("index", &self.index)
            .field("moves", &self.moves())
            .field("result", &self.result())
            .finish()
    }
}

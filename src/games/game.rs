//! Views of single games.

use super::signature::Signature;
use super::start::{FIRST_OTHER_CODE, INVALID_START_CODE};
use super::store::{Games, result_of_number};
use super::tag_bytes::Tags;
use crate::pgn::Arrow;
use crate::position::Position;
use crate::rules::GameResult;
use crate::types::{Color, Move};

/// A view of one game of a [`Games`].
#[derive(Clone, Copy)]
pub struct GameRef<'a> {
    games: &'a Games,
    index: usize,
}

impl<'a> GameRef<'a> {
    /// Returns the game with an index that is known to be in range.
    pub(crate) fn of(games: &'a Games, index: usize) -> GameRef<'a> {
        debug_assert!(index < games.len());
        GameRef { games, index }
    }

    /// Returns the games that contain this one.
    pub(crate) fn games(&self) -> &'a Games {
        self.games
    }

    /// Returns the index of the game, from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the index of the start position among the positions of all games in which a move was
    /// played.
    pub(crate) fn first_position(&self) -> usize {
        self.games.range(self.index).start
    }

    /// Returns the side to move in the start position.
    pub(crate) fn first_to_move(&self) -> Color {
        match self.start_code() {
            FIRST_OTHER_CODE.. => self.start().turn(),
            // in all other start positions, White is to move
            _ => Color::White,
        }
    }

    /// Whether the start position is known: a game whose `FEN` tag is invalid, or whose variant is
    /// not supported, has no positions and no moves.
    pub fn has_start(&self) -> bool {
        self.start_code() != INVALID_START_CODE
    }

    /// Returns the start position; the standard one of a game [without](GameRef::has_start) one.
    pub fn start(&self) -> Position {
        self.games.starts.position(self.start_code()).unwrap_or_default()
    }

    /// Returns the code of the start position; see [`Games::start_codes`].
    pub fn start_code(&self) -> u32 {
        self.games.start[self.index]
    }

    /// The signature, by which searches exclude games.
    #[inline(always)]
    pub(crate) fn signature(&self) -> Signature {
        self.games.signatures[self.index]
    }

    /// Returns White's and Black's ratings; 0 if unknown.
    pub fn elo(&self) -> (i16, i16) {
        (self.games.white_elo[self.index], self.games.black_elo[self.index])
    }

    /// Returns the moves of the main line.
    pub fn moves(&self) -> &'a [Move] {
        self.games.moves.get(self.games.range(self.index)).unwrap_or_default()
    }

    /// Returns the result.
    pub fn result(&self) -> GameResult {
        result_of_number(self.games.results[self.index]).unwrap_or_default()
    }

    /// Whether this is a Chess960 game.
    pub fn is_chess960(&self) -> bool {
        self.games.chess960[self.index]
    }

    /// Whether the game was cut off at an error in its text.
    pub fn is_broken(&self) -> bool {
        self.games.broken[self.index]
    }

    /// Returns the position after `ply` plies; `None` if the game is shorter or has no start
    /// position.
    pub fn position_at(&self, ply: usize) -> Option<Position> {
        if !self.has_start() {
            return None;
        }
        let mut position = self.start();
        for &m in self.moves().get(..ply)? {
            position.play_unchecked(m);
        }
        Some(position)
    }

    /// Returns the tags in the order of the text.
    pub fn headers(&self) -> Tags<'a> {
        self.games.headers.of(self.index)
    }

    /// Returns the value of a tag; the last one if the tag is repeated.
    pub fn header(&self, name: &str) -> Option<&'a str> {
        self.games.headers.get(self.index, name)
    }

    /// Returns the evaluation after each move; see [`Games::evals`]. `None` if no game has any.
    pub fn evals(&self) -> Option<&'a [i32]> {
        self.games.evals.as_deref()?.get(self.games.range(self.index))
    }

    /// Returns the moving side's clock after each move; see [`Games::clocks`]. `None` if no game
    /// has any.
    pub fn clocks(&self) -> Option<&'a [i32]> {
        self.games.clocks.as_deref()?.get(self.games.range(self.index))
    }

    /// Returns the time used for each move; see [`Games::move_times`]. `None` if no game has any.
    pub fn move_times(&self) -> Option<&'a [i32]> {
        self.games.move_times.as_deref()?.get(self.games.range(self.index))
    }

    /// Returns the arrows and colored squares after the move with index `ply`.
    pub fn arrows(&self, ply: usize) -> impl Iterator<Item = Arrow> + use<'a> {
        let index = self.games.range(self.index).nth(ply);
        let arrows = self.games.arrows.as_ref().zip(index);
        arrows.into_iter().flat_map(|(arrows, index)| arrows.of(index))
    }

    /// Returns the name of the game's source; empty if unknown. See
    /// [`Games::source_names`].
    pub fn source(&self) -> &'a str {
        let number = self.games.sources().get(self.index).copied().unwrap_or_default();
        self.games.source_names().get(number as usize).map_or("", |name| name)
    }
}

impl Games {
    /// Returns a game; `None` if the index is out of range.
    pub fn game(&self, index: usize) -> Option<GameRef<'_>> {
        (index < self.len()).then_some(GameRef { games: self, index })
    }

    /// Returns an iterator over all games.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = GameRef<'_>> + DoubleEndedIterator {
        (0..self.len()).map(|index| GameRef { games: self, index })
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

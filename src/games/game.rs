//! Views of single games.

use std::ops::Range;

use super::signature::Signature;
use super::start::{FIRST_OTHER_CODE, INVALID_START_CODE};
use super::store::{Games, result_of_number};
use super::stored::PlyColumns;
use super::tag_bytes::Tags;
use crate::pgn::Arrow;
use crate::pool::{self, Interrupted, Run};
use crate::position::Position;
use crate::rules::GameResult;
use crate::store::Ragged;
use crate::types::{Bitboard, Color, Move};

/// The number of games that a thread handles at a time.
const GAMES_PER_JOB: usize = 256;

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
        self.plies().start
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
    pub(crate) fn signature(&self) -> Signature {
        self.games.signatures[self.index]
    }

    /// Returns White's and Black's ratings; 0 if unknown.
    pub fn elo(&self) -> (i16, i16) {
        (self.games.white_elo()[self.index], self.games.black_elo()[self.index])
    }

    /// Returns the moves of the main line.
    pub fn moves(&self) -> &'a [Move] {
        self.games.moves.row(self.index)
    }

    /// Returns the result.
    pub fn result(&self) -> GameResult {
        result_of_number(self.games.result()[self.index]).unwrap_or_default()
    }

    /// Whether this is a Chess960 game.
    pub fn is_chess960(&self) -> bool {
        self.games.chess960()[self.index]
    }

    /// Whether the game was cut off at an error in its text.
    pub fn is_broken(&self) -> bool {
        self.games.broken()[self.index]
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

    /// Returns the plies with which White and Black castle.
    pub fn castling_plies(&self) -> [Option<usize>; 2] {
        let (mut found, start) = ([None; 2], self.start());
        let mut rooks =
            Color::ALL.map(|color| start.castling().0 & start.placement().by_color(color));
        let mut turn = start.turn();
        for (ply, m) in self.moves().iter().enumerate() {
            let own = &mut rooks[turn as usize];
            // castling is a king's first move, to a rook that has not moved
            if m.from() == start.king(turn) && !own.is_empty() {
                found[turn as usize] = own.has(m.to()).then_some(ply);
                *own = Bitboard::EMPTY;
            }
            rooks = rooks.map(|rooks| rooks & !(Bitboard::from(m.from()) | Bitboard::from(m.to())));
            if rooks.iter().all(|rooks| rooks.is_empty()) {
                break;
            }
            turn = !turn;
        }
        found
    }

    /// Returns the tags in the order of the text.
    pub fn headers(&self) -> Tags<'a> {
        self.games.headers.of(self.index)
    }

    /// Returns the value of a tag; the last one if the tag is repeated.
    pub fn header(&self, name: &str) -> Option<&'a str> {
        self.games.headers.get(self.index, name)
    }

    /// The plies of the game among those of all games.
    pub(super) fn plies(&self) -> Range<usize> {
        self.games.range(self.index)
    }

    /// Returns the game's part of the columns of plies.
    pub(crate) fn ply_columns(&self) -> PlyColumns {
        let mut columns = PlyColumns::default();
        columns.extend(&self.games.of_plies, self.plies(), 0);
        columns
    }

    /// Returns the list of a ply in a column.
    fn list<T: Copy>(&self, lists: Option<&'a Ragged<T>>, ply: usize) -> &'a [T] {
        let index = self.plies().nth(ply);
        lists.zip(index).and_then(|(lists, index)| lists.get(index)).unwrap_or_default()
    }

    /// Returns the arrows and colored squares after the move with index `ply`.
    pub fn arrows(&self, ply: usize) -> impl Iterator<Item = Arrow> + use<'a> {
        self.list(self.games.arrows(), ply).iter().filter_map(|&bits| Arrow::from_bits(bits))
    }

    /// Returns the moves that the search in the position after `ply` plies visited, as bits, and
    /// their counts; empty if there are none.
    pub fn visits(&self, ply: usize) -> &'a [[u16; 2]] {
        self.list(self.games.visits(), ply)
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

    /// Returns what a function appends for each game, on several threads.
    pub(crate) fn of_each<T: Clone + Send>(
        &self,
        run: Run<'_>,
        append: impl Fn(&GameRef<'_>, &mut Vec<T>) + Sync,
    ) -> Result<Vec<T>, Interrupted> {
        let found = pool::map(run, pool::ranges(self.len(), GAMES_PER_JOB), |indices| {
            let mut found = Vec::new();
            indices.for_each(|index| append(&GameRef::of(self, index), &mut found));
            found
        })?;
        Ok(found.concat())
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

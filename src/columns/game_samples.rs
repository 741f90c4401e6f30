//! Positions of games as samples.

use std::ops::Range;

use super::error::{VISITS, lacks, wrong_ply};
use super::needs::Needs;
use super::sample::{Histories, Labels, Sample, SampleHistory, Samples, Visits};
use crate::attacks::Backend;
use crate::error::{CallError, call_error, ensure};
use crate::games::{GameRef, Games, INVALID_START, Players};
use crate::memory::OutOfMemory;
use crate::rules::GameResult;
use crate::types::{Color, Move, NO_EVAL};

/// The minimum number of samples of a job, which takes tens of microseconds.
const SAMPLES_PER_JOB: usize = 64;

/// Positions of games: ply n is the position after n moves. They may be in any order and may repeat;
/// each game is replayed once.
#[derive(Debug)]
pub struct GameSamples<'a> {
    games: &'a Games,
    /// In the order of replay.
    places: Vec<Place>,
    /// The first of the arguments that is the last position of its game.
    without_move: Option<Place>,
}

/// A position and its row. The order of the fields is the order of replay.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Place {
    game: usize,
    ply: usize,
    row: usize,
}

impl<'a> GameSamples<'a> {
    /// The positions after `ply[n]` moves of game `game[n]`.
    ///
    /// # Errors
    /// If the lengths differ, or a game or ply does not exist.
    pub fn new(games: &'a Games, game: &[i64], ply: &[i32]) -> Result<Self, CallError> {
        ensure!(
            game.len() == ply.len(),
            Array("ply"),
            "game has {} entries, ply has {}: they must have the same length",
            game.len(),
            ply.len()
        );
        let mut places = Vec::new();
        places.try_reserve_exact(game.len()).map_err(OutOfMemory::from)?;
        let (mut without_move, mut is_sorted) = (None, true);
        // the entry before: the index of its game, the number of its moves, and its ply
        let (mut current, mut last, mut before) = (None, 0, 0);
        for (row, (&number, &ply)) in game.iter().zip(ply).enumerate() {
            if current != Some(number) {
                let found = usize::try_from(number).ok().and_then(|index| games.game(index));
                let Some(game) = found else {
                    return Err(call_error!(
                        Index("game"),
                        "entry {row}: game {number} does not exist; there are {} games",
                        games.len()
                    ));
                };
                ensure!(
                    game.has_start(),
                    Index("game"),
                    "entry {row}: game {number} has no positions: {INVALID_START}"
                );
                is_sorted &= current < Some(number);
                (current, last, before) = (Some(number), game.moves().len(), 0);
            }
            let Some(ply) = usize::try_from(ply).ok().filter(|&ply| ply <= last) else {
                return Err(wrong_ply(row, number, ply, last + 1));
            };
            let place = Place { game: number as usize, ply, row };
            is_sorted &= ply >= before;
            before = ply;
            if ply == last {
                without_move = without_move.or(Some(place));
            }
            places.push(place);
        }
        if !is_sorted {
            places.sort_unstable();
        }
        Ok(GameSamples { games, places, without_move })
    }

    /// Positions in which a move was played: those of each game are together, in ascending order.
    pub(crate) fn by_game(
        games: &'a Games,
        positions: impl Iterator<Item = (usize, usize)>,
    ) -> GameSamples<'a> {
        let place = |(row, (game, ply))| Place { game, ply, row };
        let places = positions.enumerate().map(place).collect();
        GameSamples { games, places, without_move: None }
    }

    /// The game and the ply of a row of samples that are in the order of their rows.
    pub(crate) fn game_and_ply(&self, row: usize) -> Option<(usize, usize)> {
        self.places.get(row).map(|place| (place.game, place.ply))
    }
}

/// The replay of a thread, and its current sample.
#[derive(Debug)]
pub struct GameCursor<'a> {
    /// Whether moves are played.
    replays: bool,
    histories: Histories,
    game: Option<GameRef<'a>>,
    moves: &'a [Move],
    ply: usize,
    first_to_move: Color,
    /// Whether the players are read, and those of the game.
    reads_players: bool,
    players: Option<Players<'a>>,
}

impl<'a> GameCursor<'a> {
    /// A cursor for labels, which plays no moves.
    pub(crate) fn of_labels(needs: &Needs) -> GameCursor<'a> {
        GameCursor::new(&Needs { players: needs.players, ..Needs::default() })
    }

    fn new(needs: &Needs) -> GameCursor<'a> {
        GameCursor {
            replays: needs.position,
            histories: Histories::new(needs),
            game: None,
            moves: &[],
            ply: 0,
            first_to_move: Color::White,
            reads_players: needs.players,
            players: None,
        }
    }

    /// Moves to a position, which is not before the current one if it is of the same game.
    #[inline(always)]
    pub(crate) fn go_to(&mut self, game: GameRef<'a>, ply: usize) {
        if self.game.is_none_or(|current| current.index() != game.index()) {
            self.ply = 0;
            self.moves = game.moves();
            self.first_to_move = game.first_to_move();
            if self.replays {
                self.histories.restart(game.start());
            }
            self.players = self.reads_players.then(|| game.players());
            self.game = Some(game);
        }
        if self.replays {
            self.histories.play(&self.moves[self.ply..ply]);
        }
        self.ply = ply;
    }
}

impl Labels for GameCursor<'_> {
    fn result(&self) -> GameResult {
        self.game.map_or(GameResult::Unknown, |game| game.result())
    }

    fn eval(&self) -> Option<i32> {
        let eval = *self.game?.evals()?.get(self.ply.checked_sub(1)?)?;
        (eval != NO_EVAL).then_some(eval)
    }

    fn players(&self) -> Option<&Players<'_>> {
        self.players.as_ref()
    }

    fn moves(&self) -> &[Move] {
        self.moves.get(self.ply..).unwrap_or_default()
    }

    fn search_values(&self) -> &[f32] {
        let values = || self.game?.search_values()?.get(self.ply..);
        values().unwrap_or_default()
    }

    fn search_wdls(&self) -> &[[f32; 3]] {
        let wdls = || self.game?.search_wdl()?.get(self.ply..);
        wdls().unwrap_or_default()
    }

    fn visits(&self) -> Visits<'_> {
        Visits(self.game.map_or(&[], |game| game.visits(self.ply)))
    }

    fn network_value(&self) -> f32 {
        let value = || self.game?.network_values()?.get(self.ply).copied();
        value().unwrap_or(f32::NAN)
    }

    fn search_weight(&self) -> f32 {
        let weight = || self.game?.search_weights()?.get(self.ply).copied();
        weight().unwrap_or(f32::NAN)
    }

    fn plies_left(&self) -> i32 {
        (self.moves.len() - self.ply) as i32
    }

    fn game_and_ply(&self) -> (usize, usize) {
        (self.game.map_or(0, |game| game.index()), self.ply)
    }

    fn position_index(&self) -> usize {
        self.game.map_or(0, |game| game.first_position()) + self.ply
    }
}

// SAFETY: the jobs divide `places`, and rows are the indices of the arguments.
unsafe impl<'a> Samples for GameSamples<'a> {
    type Cursor<'c>
        = GameCursor<'a>
    where
        Self: 'c;

    fn len(&self) -> usize {
        self.places.len()
    }

    fn check(&self, needs: &Needs) -> Result<(), CallError> {
        if (needs.next_move || needs.search || needs.search_value)
            && let Some(Place { game, ply, row }) = self.without_move
        {
            return Err(wrong_ply(row, game as i64, ply as i32, ply));
        }
        let has_visits = |place: &&Place| {
            let game = GameRef::of(self.games, place.game);
            Visits(game.visits(place.ply)).total() > 0
        };
        let without_visits = self.places.iter().filter(|place| needs.visits && !has_visits(place));
        match without_visits.min_by_key(|place| place.row) {
            Some(Place { game, ply, row }) => {
                Err(lacks(&format!("entry {row}: game {game}, ply {ply}"), VISITS))
            }
            None => Ok(()),
        }
    }

    fn label_counts(&self) -> (usize, usize) {
        (self.games.len(), self.games.moves().len())
    }

    /// Whole games, which are not replayed twice.
    fn jobs(&self, _: &Needs) -> Vec<Range<usize>> {
        let mut jobs = Vec::with_capacity(self.places.len() / SAMPLES_PER_JOB + 1);
        let mut begin = 0;
        while begin < self.places.len() {
            let least = (begin + SAMPLES_PER_JOB).min(self.places.len());
            let game = self.places[least - 1].game;
            let same_game = |place: &&Place| place.game == game;
            let end = least + self.places[least..].iter().take_while(same_game).count();
            jobs.push(begin..end);
            begin = end;
        }
        jobs
    }

    fn cursor(&self, needs: &Needs) -> GameCursor<'a> {
        GameCursor::new(needs)
    }

    #[inline(always)]
    fn sample<'c, B: Backend>(
        &'c self,
        _: B,
        cursor: &'c mut GameCursor<'a>,
        n: usize,
    ) -> Sample<'c> {
        let Place { game, ply, row } = self.places[n];
        cursor.go_to(GameRef::of(self.games, game), ply);
        let first = cursor.first_to_move;
        Sample {
            position: cursor.histories.position(),
            history: SampleHistory::Whole(cursor.histories.by_rule()),
            legal_moves: None,
            next: cursor.moves.get(ply).copied(),
            turn: if ply.is_multiple_of(2) { first } else { !first },
            labels: cursor,
            row,
        }
    }
}

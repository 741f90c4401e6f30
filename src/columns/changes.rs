//! Changes of sparse features along games, for the accumulators of networks.

use arrayvec::ArrayVec;

use super::error::{EncodeError, RowError};
use super::ragged::Ragged;
use crate::attacks::{Backend, Task, dispatch};
use crate::games::{GameRef, Games};
use crate::pool::{self, Run};
use crate::position::Position;
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};
use crate::types::{Color, Square};

/// The number of games of a job.
const GAMES_PER_JOB: usize = 64;

/// The changes of sparse features along games.
///
/// Each game has a row for each position, from the start to the last, and perspective: White's,
/// then Black's. A row lists the features to remove from and to add to those of the previous
/// position from the same perspective. If all features change (at the start, and when the own king
/// moves to another bucket), the row is a refresh: it adds all features and removes none.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FeatureChanges {
    /// The removed features, by row.
    pub removed: Ragged,
    /// The added features, by row.
    pub added: Ragged,
    /// Whether a row is a refresh.
    pub refresh: Vec<bool>,
    /// The first row of each game, and the end of the rows of the last.
    pub offsets: Vec<i64>,
}

impl FeatureChanges {
    fn new() -> FeatureChanges {
        let empty = Ragged::default;
        FeatureChanges { removed: empty(), added: empty(), refresh: vec![], offsets: vec![0] }
    }

    /// Reserves memory for a number of positions; a move removes and adds one or two pieces.
    fn reserve(&mut self, positions: usize) {
        let rows = 2 * positions;
        self.refresh.reserve(rows);
        for ragged in [&mut self.removed, &mut self.added] {
            ragged.offsets.reserve(rows);
            ragged.values.reserve(2 * rows);
        }
    }

    #[inline(always)]
    fn push(&mut self, is_refresh: bool, removed: &[i32], added: &[i32]) {
        self.refresh.push(is_refresh);
        self.removed.push(removed.iter().copied());
        self.added.push(added.iter().copied());
    }

    fn append(&mut self, other: FeatureChanges) {
        if self.refresh.is_empty() && self.offsets.len() == 1 {
            *self = other;
            return;
        }
        let rows = self.refresh.len() as i64;
        self.refresh.extend_from_slice(&other.refresh);
        self.offsets.extend(other.offsets[1..].iter().map(|offset| offset + rows));
        for (own, other) in [(&mut self.removed, &other.removed), (&mut self.added, &other.added)] {
            let base = own.values.len() as i64;
            own.values.extend_from_slice(&other.values);
            own.offsets.extend(other.offsets[1..].iter().map(|offset| offset + base));
        }
    }
}

/// Returns the changes of features along games, in the order of `game`.
///
/// # Errors
/// If a game does not exist, if a position has more than 32 pieces, or if `run.stop` returns true.
pub fn feature_changes(
    games: &Games,
    game: &[i64],
    set: FeatureSet,
    run: Run<'_>,
) -> Result<FeatureChanges, EncodeError> {
    let count = games.len();
    for (index, &number) in game.iter().enumerate() {
        if usize::try_from(number).map_or(true, |number| number >= count) {
            return Err(EncodeError::Game { index, game: number, games: count });
        }
        if !GameRef::of(games, number as usize).has_start() {
            return Err(EncodeError::Start { index, game: number });
        }
    }
    let jobs = game.chunks(GAMES_PER_JOB).enumerate();
    let done = pool::map(run, jobs, |(n, game)| {
        let first = n * GAMES_PER_JOB;
        dispatch(ChangesJob { games, game, first, set })
    });
    let mut all = FeatureChanges::new();
    for changes in done? {
        all.append(changes?);
    }
    Ok(all)
}

/// The changes of a few games.
struct ChangesJob<'a> {
    games: &'a Games,
    game: &'a [i64],
    /// The index of the first one in the argument.
    first: usize,
    set: FeatureSet,
}

impl Task for ChangesJob<'_> {
    type Output = Result<FeatureChanges, EncodeError>;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> Self::Output {
        let ChangesJob { games, game, first, set } = self;
        let mut all = FeatureChanges::new();
        let game_of = |number: i64| GameRef::of(games, number as usize);
        all.reserve(game.iter().map(|&number| game_of(number).moves().len() + 1).sum());
        let mut active = [0; MAX_ACTIVE];
        for (n, &number) in game.iter().enumerate() {
            let unsupported = |error| EncodeError::Row {
                sample: format!("entry {}", first + n),
                error: RowError::Features(error),
            };
            let game = game_of(number);
            let mut position = game.start();
            let frame = |position: &Position, color| set.frame(color, position.king(color));
            let mut frames = Color::ALL.map(|color| frame(&position, color));
            for perspective in Color::ALL {
                let count = set.write(&position, perspective, &mut active).map_err(unsupported)?;
                all.push(true, &[], &active[..count]);
            }
            for &m in game.moves() {
                let after = position.after(m);
                let mut pieces: [ArrayVec<(Square, usize), MAX_MOVED>; 2] = Default::default();
                set.for_each_change(&position, &after, |square, piece, is_added| {
                    let _ = pieces[usize::from(is_added)].try_push((square, piece));
                });
                for perspective in Color::ALL {
                    let own = &mut frames[perspective.index()];
                    if position.king(perspective) != after.king(perspective) {
                        let new = frame(&after, perspective);
                        if new != *own {
                            *own = new;
                            let count =
                                set.write(&after, perspective, &mut active).map_err(unsupported)?;
                            all.push(true, &[], &active[..count]);
                            continue;
                        }
                    }
                    let features = pieces.each_ref().map(|pieces| {
                        let feature =
                            |&(square, piece): &(Square, usize)| own.feature(square, piece) as i32;
                        pieces.iter().map(feature).collect::<ArrayVec<i32, MAX_MOVED>>()
                    });
                    all.push(false, &features[0], &features[1]);
                }
                position = after;
            }
            all.offsets.push(all.refresh.len() as i64);
        }
        Ok(all)
    }
}

/// The maximum number of pieces that a legal move removes from, and adds to, squares: two in
/// captures and castling.
const MAX_MOVED: usize = 2;

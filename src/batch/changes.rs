//! How sparse features change along games: what an accumulator adds and takes away.

use arrayvec::ArrayVec;

use super::error::BatchError;
use super::game_list::GameList;
use crate::attacks::{Backend, Task, dispatch};
use crate::pool::{self, Run};
use crate::position::Position;
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};
use crate::tensor::rows::{Ragged, RowError};
use crate::types::{Color, Square};

/// So many games are gone through in one go.
const GAMES_A_PIECE: usize = 64;

/// The features that come and go along games.
///
/// A row is a position from one perspective: of each game, all positions from the start to the last, of
/// each position White's perspective and then Black's. What a row takes away and adds leads there from
/// the same perspective of the position before. Where all features are other ones (at the start, and
/// when the own king has gone to another bucket) a row is a refresh: it adds all and takes none away.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FeatureChanges {
    /// The features that go, by row.
    pub removed: Ragged,
    /// The features that come, by row.
    pub added: Ragged,
    /// Whether a row begins anew.
    pub refresh: Vec<bool>,
    /// The first row of each game, and where the last one's end.
    pub offsets: Vec<i64>,
}

impl FeatureChanges {
    fn new() -> FeatureChanges {
        let empty = Ragged::default;
        FeatureChanges { removed: empty(), added: empty(), refresh: vec![], offsets: vec![0] }
    }

    /// Makes room for so many positions, where a move takes away and adds one piece or two.
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

/// The features that come and go along games, by their numbers, in their order.
///
/// # Errors
/// When there is no such game, when a position has more than 32 pieces (`at` is the place in `game`), or
/// when `run.stop` says so.
pub fn feature_changes(
    games: &impl GameList,
    game: &[i64],
    set: FeatureSet,
    run: Run<'_>,
) -> Result<FeatureChanges, BatchError> {
    let count = games.game_count();
    for (at, &number) in game.iter().enumerate() {
        if usize::try_from(number).map_or(true, |number| number >= count) {
            return Err(BatchError::Game { at, game: number, games: count });
        }
    }
    let pieces = game.chunks(GAMES_A_PIECE).enumerate();
    let done = pool::map(
        run,
        pieces,
        || (),
        |(), (n, game)| {
            let first = n * GAMES_A_PIECE;
            dispatch(Follow { games, game, first, set })
        },
    );
    let mut all = FeatureChanges::new();
    for part in done? {
        all.append(part?);
    }
    Ok(all)
}

/// Goes through a few games.
struct Follow<'a, G> {
    games: &'a G,
    game: &'a [i64],
    /// The place of the first one.
    first: usize,
    set: FeatureSet,
}

impl<G: GameList> Task for Follow<'_, G> {
    type Output = Result<FeatureChanges, BatchError>;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> Self::Output {
        let Follow { games, game, first, set } = self;
        let mut all = FeatureChanges::new();
        all.reserve(game.iter().map(|&number| games.moves(number as usize).len() + 1).sum());
        let mut active = [0; MAX_ACTIVE];
        for (n, &number) in game.iter().enumerate() {
            let wrong = |error| BatchError::Row { at: first + n, error: RowError::Features(error) };
            let number = number as usize;
            let mut position = games.start(number);
            let frame = |position: &Position, color| set.frame(color, position.king(color));
            let mut frames = Color::ALL.map(|color| frame(&position, color));
            for perspective in Color::ALL {
                let count = set.write(&position, perspective, &mut active).map_err(wrong)?;
                all.push(true, &[], &active[..count]);
            }
            for &m in games.moves(number) {
                let after = position.after(m);
                // castling moves two pieces, a capture takes one away
                let mut pieces: [ArrayVec<(Square, usize), MAX_MOVED>; 2] = Default::default();
                set.for_each_change(&position, &after, |square, piece, comes| {
                    let _ = pieces[usize::from(comes)].try_push((square, piece));
                });
                for perspective in Color::ALL {
                    let own = &mut frames[perspective.index()];
                    if position.king(perspective) != after.king(perspective) {
                        let new = frame(&after, perspective);
                        if new != *own {
                            *own = new;
                            let count =
                                set.write(&after, perspective, &mut active).map_err(wrong)?;
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

/// A legal move takes two pieces from their squares at most, and puts two on others.
const MAX_MOVED: usize = 2;

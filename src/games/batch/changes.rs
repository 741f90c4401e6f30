//! How sparse features change along games: what an accumulator adds and takes away.

use super::{BatchError, GameList, Ragged};
use crate::attacks::{Backend, Task, dispatch};
use crate::pool::{self, Run};
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};
use crate::tensor::rows::RowError;
use crate::types::Color;

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
        let empty = || Ragged { values: Vec::new(), offsets: vec![0] };
        FeatureChanges { removed: empty(), added: empty(), refresh: vec![], offsets: vec![0] }
    }

    fn push(
        &mut self,
        is_refresh: bool,
        removed: impl Iterator<Item = i32>,
        added: impl Iterator<Item = i32>,
    ) {
        self.refresh.push(is_refresh);
        self.removed.values.extend(removed);
        self.removed.offsets.push(self.removed.values.len() as i64);
        self.added.values.extend(added);
        self.added.offsets.push(self.added.values.len() as i64);
    }

    fn append(&mut self, other: &FeatureChanges) {
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
/// When there is no such game, when a position has more than 32 men (`at` is the place in `game`), or
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
        all.append(&part?);
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
        let mut active = [0; MAX_ACTIVE];
        for (n, &number) in game.iter().enumerate() {
            let wrong = |error| BatchError::Row { at: first + n, error: RowError::Features(error) };
            let number = number as usize;
            let mut position = games.start(number);
            for perspective in Color::ALL {
                let count = set.write(&position, perspective, &mut active).map_err(wrong)?;
                all.push(true, [].into_iter(), active[..count].iter().copied());
            }
            for &m in games.moves(number) {
                let after = position.after(m);
                for perspective in Color::ALL {
                    let changes = set.changes(&position, &after, perspective);
                    if changes.is_refresh() {
                        let count = set.write(&after, perspective, &mut active).map_err(wrong)?;
                        all.push(true, [].into_iter(), active[..count].iter().copied());
                    } else {
                        let (removed, added) = (changes.removed(), changes.added());
                        let number = |&feature: &u32| feature as i32;
                        all.push(false, removed.iter().map(number), added.iter().map(number));
                    }
                }
                position = after;
            }
            all.offsets.push(all.refresh.len() as i64);
        }
        Ok(all)
    }
}

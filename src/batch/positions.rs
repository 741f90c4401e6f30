//! The positions that are asked for, checked and put in order.

use super::error::BatchError;
use super::game_list::GameList;

/// Which positions: the n-th is after `ply[n]` moves of game `game[n]`.
#[derive(Clone, Copy, Debug)]
pub struct Pairs<'a> {
    /// Numbers of games, from 0.
    pub game: &'a [i64],
    /// Moves played before the position, from 0.
    pub ply: &'a [i32],
}

/// A pair and its row's place. The order of fields is the order in which they are worked on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub(super) game: usize,
    pub(super) ply: usize,
    pub(super) at: usize,
}

impl Pairs<'_> {
    /// The pairs by game and ply, if all of them are there. `is_played`: whether a move must have
    /// been played in the position, so that the last one of a game does not count.
    pub(super) fn sorted(
        self,
        games: &impl GameList,
        is_played: bool,
    ) -> Result<Vec<Pair>, BatchError> {
        if self.game.len() != self.ply.len() {
            return Err(BatchError::Lengths { game: self.game.len(), ply: self.ply.len() });
        }
        let checked = |(at, (&game, &ply)): (usize, (&i64, &i32))| {
            let index = usize::try_from(game).ok().filter(|&index| index < games.game_count());
            let Some(index) = index else {
                return Err(BatchError::Game { at, game, games: games.game_count() });
            };
            let plies = games.moves(index).len() + usize::from(!is_played);
            match usize::try_from(ply).ok().filter(|&ply| ply < plies) {
                Some(ply) => Ok(Pair { game: index, ply, at }),
                None => Err(BatchError::Ply { at, game, ply, plies }),
            }
        };
        let pairs = self.game.iter().zip(self.ply).enumerate().map(checked);
        let mut pairs = pairs.collect::<Result<Vec<Pair>, BatchError>>()?;
        if !pairs.is_sorted() {
            pairs.sort_unstable();
        }
        Ok(pairs)
    }

    /// Whether a buffer has `stride` elements for each pair.
    pub(super) fn check_size<T>(&self, stride: usize, out: &[T]) -> Result<(), BatchError> {
        let expected = self.game.len() * stride;
        if out.len() != expected {
            return Err(BatchError::Size { expected, found: out.len() });
        }
        Ok(())
    }

    /// One row of `stride` elements for each pair, in the order of `sorted`.
    pub(super) fn rows<'a, T>(
        &self,
        sorted: &[Pair],
        stride: usize,
        out: &'a mut [T],
    ) -> Result<Vec<&'a mut [T]>, BatchError> {
        self.check_size(stride, out)?;
        let mut rows: Vec<Option<&mut [T]>> = out.chunks_exact_mut(stride).map(Some).collect();
        Ok(sorted.iter().filter_map(|pair| rows[pair.at].take()).collect())
    }
}

//! The requested positions, checked and sorted.

use super::error::BatchError;
use super::game_list::GameList;

/// The requested positions: the n-th is after `ply[n]` moves of game `game[n]`.
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a> {
    /// Indices of games.
    pub game: &'a [i64],
    /// Plies: the numbers of moves before the positions.
    pub ply: &'a [i32],
}

/// A position and its row in the result. The order of the fields is the order of replay.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sample {
    pub(super) game: usize,
    pub(super) ply: usize,
    pub(super) row: usize,
}

impl Positions<'_> {
    /// Returns the positions by game and ply, if all of them exist. `needs_move` excludes the last
    /// position of a game, which has no next move.
    pub(super) fn sorted(
        self,
        games: &impl GameList,
        needs_move: bool,
    ) -> Result<Vec<Sample>, BatchError> {
        if self.game.len() != self.ply.len() {
            return Err(BatchError::Lengths { game: self.game.len(), ply: self.ply.len() });
        }
        let sample = |(row, (&game, &ply)): (usize, (&i64, &i32))| {
            let index = usize::try_from(game).ok().filter(|&index| index < games.game_count());
            let Some(index) = index else {
                return Err(BatchError::Game { index: row, game, games: games.game_count() });
            };
            let plies = games.moves(index).len() + usize::from(!needs_move);
            match usize::try_from(ply).ok().filter(|&ply| ply < plies) {
                Some(ply) => Ok(Sample { game: index, ply, row }),
                None => Err(BatchError::Ply { index: row, game, ply, plies }),
            }
        };
        let samples = self.game.iter().zip(self.ply).enumerate().map(sample);
        let mut samples = samples.collect::<Result<Vec<Sample>, BatchError>>()?;
        if !samples.is_sorted() {
            samples.sort_unstable();
        }
        Ok(samples)
    }

    /// Checks that a buffer has `width` elements for each position.
    pub(super) fn check_size<T>(&self, width: usize, out: &[T]) -> Result<(), BatchError> {
        let expected = self.game.len() * width;
        if out.len() != expected {
            return Err(BatchError::Size { expected, found: out.len() });
        }
        Ok(())
    }

    /// Returns the row of `width` elements of each position, in the order of `sorted`.
    pub(super) fn rows<'a, T>(
        &self,
        sorted: &[Sample],
        width: usize,
        out: &'a mut [T],
    ) -> Result<Vec<&'a mut [T]>, BatchError> {
        self.check_size(width, out)?;
        let mut rows: Vec<Option<&mut [T]>> = out.chunks_exact_mut(width).map(Some).collect();
        Ok(sorted.iter().filter_map(|sample| rows[sample.row].take()).collect())
    }
}

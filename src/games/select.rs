//! Selecting and appending games.

use std::ops::Range;

use super::errors::{GameError, OF_GAME};
use super::start::FIRST_OTHER_CODE;
use super::store::Games;
use crate::error::{CallError, call_error};
use crate::memory;
use crate::pool::{Interrupted, Run};
use crate::store::Rows;

/// The error of an index of a game that does not exist.
fn wrong_index(index: usize, len: usize) -> CallError {
    call_error!(Index("games"), "game index {index} is out of range for {len} games")
}

impl Games {
    /// Returns the games with these indices, in this order, with their errors and warnings; errors
    /// of sources are dropped. Indices may be repeated.
    ///
    /// # Errors
    /// When an index is out of range, or there is not enough memory.
    ///
    /// ```
    /// use enroque::games::Games;
    /// let games = Games::from_pgn_text("text", b"1. e4 * 1. d4 d5 * 1. c4 *");
    /// let some = games.select([1, 1, 0]).unwrap();
    /// assert_eq!(some.offsets(), [0, 2, 4, 5]);
    /// assert!(games.select([3]).is_err());
    /// ```
    pub fn select(&self, indices: impl IntoIterator<Item = usize>) -> Result<Games, CallError> {
        let indices: Vec<usize> = indices.into_iter().collect();
        let mut plies = 0;
        for &index in &indices {
            let game = self.game(index).ok_or_else(|| wrong_index(index, self.len()))?;
            plies += game.moves().len();
        }
        let ratio = |count: usize, of: usize| count as f64 / of.max(1) as f64;
        let ratio = ratio(indices.len(), self.len()).max(ratio(plies, self.moves().len()));
        let bytes = self.heap_bytes() - self.starts.heap_bytes();
        memory::check((ratio * bytes as f64) as usize)?;
        Ok(self.select_valid(indices))
    }

    /// [`Games::select`] of indices that are in range.
    pub(crate) fn select_valid(&self, indices: Vec<usize>) -> Games {
        let mut games = Games::new();
        // consecutive games are copied together
        let mut run = 0..0;
        for &index in &indices {
            if index == run.end && !run.is_empty() {
                run.end += 1;
            } else {
                games.copy_rows(self, run);
                run = index..index + 1;
            }
        }
        games.copy_rows(self, run);
        games.errors = self.errors.select(&indices);
        games.warnings = self.warnings.select(&indices);
        // the list of errors is limited, but each broken game has one
        let broken = games.of_games.broken.iter().map(|&broken| u64::from(broken)).sum();
        games.errors.set_count(OF_GAME, broken);
        games
    }

    /// Returns consecutive games with their errors and warnings. One of a source belongs to the game
    /// before it, so that all parts together have all of them.
    pub fn part(&self, rows: Range<usize>) -> Games {
        let mut part = Games::new_like(self.headers());
        part.copy_rows(self, rows.clone());
        part.errors = self.errors.part(rows.clone(), self.len());
        part.warnings = self.warnings.part(rows, self.len());
        part
    }

    /// Returns the games whose flag is set.
    ///
    /// # Errors
    /// When the number of flags is not the number of games.
    pub fn select_by_mask(&self, flags: &[bool]) -> Result<Games, CallError> {
        if flags.len() != self.len() {
            return Err(wrong_index(flags.len(), self.len()));
        }
        self.select(flags.iter().enumerate().filter_map(|(index, &flag)| flag.then_some(index)))
    }
}

impl Rows for Games {
    fn row_count(&self) -> usize {
        self.len()
    }

    fn heap_bytes(&self) -> usize {
        self.heap_bytes()
    }

    fn row_keys(&self, _: Run<'_>) -> Result<Vec<u64>, Interrupted> {
        Ok(self.fingerprints())
    }

    fn select_rows(&self, indices: Vec<usize>) -> Result<Games, CallError> {
        self.select(indices)
    }

    fn copy_reports(&mut self, other: &Games, before: usize) {
        let raise = |error: &mut GameError| error.index = error.index.map(|index| index + before);
        self.errors.extend(&other.errors, raise);
        self.warnings.extend(&other.warnings, raise);
        self.filtered_out.extend(&other.filtered_out);
    }

    fn copy_rows(&mut self, other: &Games, rows: Range<usize>) {
        if rows.is_empty() {
            return;
        }
        self.start.reserve(rows.len());
        for &code in &other.start[rows.clone()] {
            let code = match code {
                FIRST_OTHER_CODE.. => {
                    self.starts.code(&other.starts.position(code).unwrap_or_default())
                }
                code => code,
            };
            self.start.push(code);
        }
        self.of_games.extend(&other.of_games, rows.clone());
        self.signatures.extend_from_slice(&other.signatures[rows.clone()]);
        let before = self.moves.items().len();
        self.moves.extend_from(&other.moves, rows.clone());
        self.of_plies.extend(&other.of_plies, other.moves.range(rows.clone()), before);
        self.origins.extend(&other.origins, rows.clone());
        self.headers.extend(&other.headers, rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::NO_EVAL;

    const TEXT: &[u8] = b"[White \"A\"]\n1. e4 {[%clk 0:01:00]} e5 *\n[White \"B\"]\n1. d5 *\n\
        [White \"C\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"]\n1. O-O Kd8 *\n\
        [White \"D\"]\n[Foo \"x\"]\n1. c4 {[%eval 0.1]} ! c5 *\n";

    #[test]
    fn selects_all_columns() {
        let games = Games::from_pgn_text("t", TEXT);
        assert_eq!((games.len(), games.error_count()), (4, 1));
        let some = games.select([3, 1, 2, 1]).unwrap();
        let names: Vec<_> = some.headers().column("White").flatten().collect();
        assert_eq!(names, ["D", "B", "C", "B"]);
        assert_eq!(some.broken(), [false, true, false, true]);
        assert_eq!(some.game(0).unwrap().evals(), Some(&[10, NO_EVAL][..]));
        assert_eq!(
            some.game(2).unwrap().start().to_setup(),
            games.game(2).unwrap().start().to_setup()
        );
        assert_eq!(some.errors().iter().map(|e| e.index).collect::<Vec<_>>(), [Some(1), Some(3)]);
        assert_eq!(some.error_count(), 2);
        assert!(games.select([4]).is_err());
        let flags = games.select_by_mask(&[true, false, false, true]).unwrap();
        assert_eq!(flags.len(), 2);
        assert!(games.select_by_mask(&[true]).is_err());
    }

    #[test]
    fn append_inverts_select() {
        let games = Games::from_pgn_text("t", TEXT);
        for cut in 0..=4 {
            let mut joined = games.select(0..cut).unwrap();
            joined.append(&games.select(cut..4).unwrap());
            assert_eq!(joined.moves(), games.moves());
            assert_eq!(joined.offsets(), games.offsets());
            assert_eq!(joined.evals(), games.evals());
            assert_eq!(joined.clocks(), games.clocks());
            assert_eq!(joined.broken(), games.broken());
            assert_eq!(joined.errors(), games.errors());
            for (a, b) in joined.iter().zip(games.iter()) {
                assert!(a.headers().eq(b.headers()));
                assert_eq!(a.start(), b.start());
            }
        }
    }
}

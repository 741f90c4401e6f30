//! A limit of games per bin of ratings.

use std::num::NonZeroU16;

use super::store::Games;
use crate::store::OF_SOURCE;

/// A maximum number of games per bin of mean ratings, with the numbers of games counted so far. The
/// first games of each bin are kept; games with an unknown rating share a bin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EloBinLimit {
    games: u64,
    bin_width: NonZeroU16,
    /// The number of games kept of each bin; the first bin is of games with an unknown rating.
    counts: Vec<u64>,
}

impl EloBinLimit {
    /// Creates a limit. With a width of 100, the first bin is of ratings from 0 to 99. `counts` are
    /// the numbers of games that have been kept: empty, or those of another limit.
    pub fn new(games: u64, bin_width: NonZeroU16, counts: Vec<u64>) -> EloBinLimit {
        EloBinLimit { games, bin_width, counts }
    }

    /// Returns the number of games kept of each bin; the first bin is of games with an unknown
    /// rating.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Counts a game if its bin is not full, and returns whether it was not.
    fn accepts(&mut self, white: i16, black: i16) -> bool {
        let bin = match (white, black) {
            (1.., 1..) => 1 + usize::from((white as u16 + black as u16) / 2 / self.bin_width),
            _ => 0,
        };
        if self.counts.len() <= bin {
            self.counts.resize(bin + 1, 0);
        }
        let has_room = self.counts[bin] < self.games;
        self.counts[bin] += u64::from(has_room);
        has_room
    }
}

impl Games {
    /// Returns the games whose bins of `limit` are not full, and counts them there, so that the
    /// limit of several batches is that of all their games. Errors of sources are kept.
    ///
    /// ```
    /// use enroque::games::{EloBinLimit, Games};
    /// let games = Games::from_pgn_text("text", b"1. e4 * 1. d4 * 1. c4 *");
    /// let mut limit = EloBinLimit::new(2, 100.try_into().unwrap(), Vec::new());
    /// assert_eq!(games.limit_per_elo_bin(&mut limit).len(), 2);
    /// assert_eq!(games.limit_per_elo_bin(&mut limit).len(), 0);
    /// ```
    pub fn limit_per_elo_bin(&self, limit: &mut EloBinLimit) -> Games {
        let ratings = self.white_elo().iter().zip(self.black_elo());
        let accepted = ratings.map(|(&white, &black)| limit.accepts(white, black));
        let accepted: Vec<bool> = accepted.collect();
        // cannot fail: there is a flag for each game
        let mut games = self.select_by_mask(&accepted).unwrap_or_default();
        for error in self.errors.list().iter().filter(|error| error.is_of_source()) {
            games.errors.push(OF_SOURCE, || error.clone());
        }
        games.filtered_out = self.filtered_out.clone();
        games
    }
}

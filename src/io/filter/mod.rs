//! Filters of games, by their tags and by their moves.

mod candidate;
mod criteria;
mod table;
mod values;

pub use criteria::{Criterion, Filter};
pub use values::{
    Date, DateRange, EcoRange, Fraction, RawValue, TimeControlClass, ValueError, ValueKind,
    Wildcard,
};

use criteria::Headers;

use crate::games::Games;
use crate::pgn::{PgnGame, Verdict};
use crate::store::KindCounts;

impl Filter {
    /// Checks what is known before the moves of a game that is being read. Returns the criterion
    /// that rejects it, if any, and the verdict.
    pub(super) fn check_headers(&self, game: &PgnGame<'_>) -> (Option<Criterion>, Verdict) {
        if self.variant.is_some() && !game.record.has_start {
            return (None, Verdict::NotYet);
        }
        match self.rejected_by_headers(&Headers::new(game)) {
            Some(criterion) => (Some(criterion), Verdict::Unwanted),
            None => (None, Verdict::Wanted),
        }
    }
}

impl KindCounts {
    /// Returns how many games a criterion rejected.
    pub fn of(&self, criterion: Criterion) -> u64 {
        self.get(criterion as usize)
    }

    /// Returns the criteria that rejected games, with the counts.
    pub fn iter(&self) -> impl Iterator<Item = (Criterion, u64)> {
        Criterion::ALL.into_iter().map(|one| (one, self.of(one))).filter(|&(_, count)| count > 0)
    }

    pub(super) fn count(&mut self, criterion: Criterion) {
        self.add(criterion as usize, 1);
    }
}

impl Games {
    /// Returns the games that a filter accepts; their [`Games::filtered_out`] has the number of
    /// rejected games by criterion. The games are the same as those of reading with the filter.
    /// Ratings and results are those of the columns; the other criteria of tags check the tags.
    ///
    /// ```
    /// use enroque::games::Games;
    /// use enroque::io::{Criterion, Filter};
    /// let games = Games::from_pgn_text("text", b"1. e4 * 1. d4 d5 * 1. c4 *");
    /// let filter = Filter { min_plies: Some(2), ..Filter::default() };
    /// let accepted = games.filter(&filter);
    /// assert_eq!((accepted.len(), accepted.filtered_out().of(Criterion::MinPlies)), (1, 2));
    /// ```
    pub fn filter(&self, filter: &Filter) -> Games {
        let mut filtered_out = KindCounts::default();
        let accepted = self.iter().filter(|game| {
            let rejected = filter
                .rejected_by_headers(&Headers::new(game))
                .or_else(|| filter.rejected_by_moves(game));
            if let Some(criterion) = rejected {
                filtered_out.count(criterion);
            }
            rejected.is_none()
        });
        let accepted: Vec<usize> = accepted.map(|game| game.index()).collect();
        // cannot fail: all indices are in range
        let mut games = self.select(accepted).unwrap_or_default();
        games.filtered_out = filtered_out;
        games
    }
}

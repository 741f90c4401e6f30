//! The criteria of filters, and counts of the games that each rejected.

use crate::named_enum::named_enum;

named_enum! {
    /// The criterion of a filter that rejected a game.
    ///
    /// The order is that of the checks. The names are the arguments of Python's `Filter`.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
    pub enum Criterion {
        /// [`Filter::min_elo`](crate::io::Filter::min_elo).
        MinElo = "min_elo",
        /// [`Filter::max_elo`](crate::io::Filter::max_elo).
        MaxElo = "max_elo",
        /// [`Filter::either_min_elo`](crate::io::Filter::either_min_elo).
        EitherMinElo = "either_min_elo",
        /// [`Filter::either_max_elo`](crate::io::Filter::either_max_elo).
        EitherMaxElo = "either_max_elo",
        /// [`Filter::time_classes`](crate::io::Filter::time_classes).
        TimeClass = "time_class",
        /// [`Filter::since`](crate::io::Filter::since).
        Since = "since",
        /// [`Filter::until`](crate::io::Filter::until).
        Until = "until",
        /// [`Filter::eco`](crate::io::Filter::eco).
        Eco = "eco",
        /// [`Filter::terminations`](crate::io::Filter::terminations).
        Termination = "termination",
        /// [`Filter::events`](crate::io::Filter::events).
        Event = "event",
        /// [`Filter::titles`](crate::io::Filter::titles).
        Title = "title",
        /// [`Filter::either_titles`](crate::io::Filter::either_titles).
        EitherTitle = "either_title",
        /// [`Filter::bots`](crate::io::Filter::bots).
        Bots = "bots",
        /// [`Filter::tags`](crate::io::Filter::tags).
        Tags = "tags",
        /// [`Filter::chess960`](crate::io::Filter::chess960).
        Variant = "variant",
        /// [`Filter::results`](crate::io::Filter::results).
        Result = "result",
        /// [`Filter::sample`](crate::io::Filter::sample).
        Sample = "sample_fraction",
        /// [`Filter::min_plies`](crate::io::Filter::min_plies).
        MinPlies = "min_plies",
        /// [`Filter::max_plies`](crate::io::Filter::max_plies).
        MaxPlies = "max_plies",
        /// [`Filter::evals`](crate::io::Filter::evals).
        Evals = "evals",
        /// [`Filter::clocks`](crate::io::Filter::clocks).
        Clocks = "clocks",
        /// [`Filter::broken`](crate::io::Filter::broken).
        Broken = "broken",
        /// [`Filter::elo_bin_limit`](crate::io::Filter::elo_bin_limit).
        EloBinLimit = "max_games_per_elo_bin",
    }
}

/// The numbers of rejected games by criterion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FilterCounts([u64; Criterion::ALL.len()]);

impl FilterCounts {
    /// Returns how many games a criterion rejected.
    pub fn of(&self, criterion: Criterion) -> u64 {
        self.0.get(criterion as usize).copied().unwrap_or_default()
    }

    /// Returns the criteria that rejected games, with the counts.
    pub fn iter(&self) -> impl Iterator<Item = (Criterion, u64)> {
        Criterion::ALL.into_iter().zip(self.0).filter(|&(_, count)| count > 0)
    }

    /// Returns the number of all rejected games.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    pub(crate) fn count(&mut self, criterion: Criterion) {
        if let Some(count) = self.0.get_mut(criterion as usize) {
            *count += 1;
        }
    }

    pub(crate) fn add(&mut self, other: FilterCounts) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

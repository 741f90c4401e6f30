//! The criteria of filters, and counts of the games that each rejected.

/// The criterion of a filter that rejected a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Criterion {
    /// [`Filter::min_elo`](crate::io::Filter::min_elo).
    MinElo,
    /// [`Filter::max_elo`](crate::io::Filter::max_elo).
    MaxElo,
    /// [`Filter::either_min_elo`](crate::io::Filter::either_min_elo).
    EitherMinElo,
    /// [`Filter::either_max_elo`](crate::io::Filter::either_max_elo).
    EitherMaxElo,
    /// [`Filter::time_classes`](crate::io::Filter::time_classes).
    TimeClass,
    /// [`Filter::since`](crate::io::Filter::since).
    Since,
    /// [`Filter::until`](crate::io::Filter::until).
    Until,
    /// [`Filter::eco`](crate::io::Filter::eco).
    Eco,
    /// [`Filter::terminations`](crate::io::Filter::terminations).
    Termination,
    /// [`Filter::events`](crate::io::Filter::events).
    Event,
    /// [`Filter::titles`](crate::io::Filter::titles).
    Title,
    /// [`Filter::either_titles`](crate::io::Filter::either_titles).
    EitherTitle,
    /// [`Filter::bots`](crate::io::Filter::bots).
    Bots,
    /// [`Filter::tags`](crate::io::Filter::tags).
    Tags,
    /// [`Filter::chess960`](crate::io::Filter::chess960).
    Variant,
    /// [`Filter::results`](crate::io::Filter::results).
    Result,
    /// [`Filter::sample`](crate::io::Filter::sample).
    Sample,
    /// [`Filter::min_plies`](crate::io::Filter::min_plies).
    MinPlies,
    /// [`Filter::max_plies`](crate::io::Filter::max_plies).
    MaxPlies,
    /// [`Filter::evals`](crate::io::Filter::evals).
    Evals,
    /// [`Filter::clocks`](crate::io::Filter::clocks).
    Clocks,
    /// [`Filter::broken`](crate::io::Filter::broken).
    Broken,
    /// [`Filter::elo_bin_limit`](crate::io::Filter::elo_bin_limit).
    EloBinLimit,
}

impl Criterion {
    /// All criteria, in the order in which they are checked.
    pub const ALL: [Criterion; 23] = [
        Criterion::MinElo,
        Criterion::MaxElo,
        Criterion::EitherMinElo,
        Criterion::EitherMaxElo,
        Criterion::TimeClass,
        Criterion::Since,
        Criterion::Until,
        Criterion::Eco,
        Criterion::Termination,
        Criterion::Event,
        Criterion::Title,
        Criterion::EitherTitle,
        Criterion::Bots,
        Criterion::Tags,
        Criterion::Variant,
        Criterion::Result,
        Criterion::Sample,
        Criterion::MinPlies,
        Criterion::MaxPlies,
        Criterion::Evals,
        Criterion::Clocks,
        Criterion::Broken,
        Criterion::EloBinLimit,
    ];

    /// Returns the name: the argument of Python's `Filter`.
    pub fn name(self) -> &'static str {
        match self {
            Criterion::MinElo => "min_elo",
            Criterion::MaxElo => "max_elo",
            Criterion::EitherMinElo => "either_min_elo",
            Criterion::EitherMaxElo => "either_max_elo",
            Criterion::TimeClass => "time_class",
            Criterion::Since => "since",
            Criterion::Until => "until",
            Criterion::Eco => "eco",
            Criterion::Termination => "termination",
            Criterion::Event => "event",
            Criterion::Title => "title",
            Criterion::EitherTitle => "either_title",
            Criterion::Bots => "bots",
            Criterion::Tags => "tags",
            Criterion::Variant => "variant",
            Criterion::Result => "result",
            Criterion::Sample => "sample_fraction",
            Criterion::MinPlies => "min_plies",
            Criterion::MaxPlies => "max_plies",
            Criterion::Evals => "evals",
            Criterion::Clocks => "clocks",
            Criterion::Broken => "broken",
            Criterion::EloBinLimit => "max_games_per_elo_bin",
        }
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

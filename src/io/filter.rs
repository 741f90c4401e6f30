//! Filters of games, by their tags and by their moves.

use super::candidate::{Candidate, FilterTags, MoveFacts};
use super::criteria::{Date, EcoRange, Sample, TimeControlClass, Wildcard};
use super::elo_bins::{EloBinCounts, EloBinLimit};
use crate::games::GameRef;
use crate::games::Games;
use crate::games::{Criterion, FilterCounts};
use crate::pgn::{PgnGame, Variant, Verdict};
use crate::rules::{GameResult, LawsEdition, TimeControl};

/// A filter of games. The default accepts every game. Criteria are checked in the order of
/// [`Criterion`], and the first that rejects a game is counted.
///
/// Criteria of tags are checked before the moves are parsed: the text of a rejected game is only
/// skipped.
///
/// ```
/// use enroque::games::{Criterion, Games};
/// use enroque::io::{Filter, ReadOptions, Source};
/// let text = b"[WhiteElo \"2500\"]\n[BlackElo \"2300\"]\n1. e4 *\n[White \"A\"]\n1. d4 *".as_slice();
/// let filter = Filter { min_elo: Some(2200), ..Filter::default() };
/// let options = ReadOptions { filter: Some(&filter), ..ReadOptions::default() };
/// let source = Source::Stream("text".to_owned(), Box::new(text));
/// let games = Games::from_pgn(vec![source], options, |_| {}).unwrap();
/// assert_eq!((games.len(), games.filtered_out().of(Criterion::MinElo)), (1, 1));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Filter {
    /// The minimum rating of both players; unknown ratings are rejected.
    pub min_elo: Option<i16>,
    /// The maximum rating of both players; unknown ratings are rejected.
    pub max_elo: Option<i16>,
    /// The minimum rating of at least one player.
    pub either_min_elo: Option<i16>,
    /// The maximum rating of at least one player.
    pub either_max_elo: Option<i16>,
    /// The accepted classes of time controls.
    pub time_classes: Option<Vec<TimeControlClass>>,
    /// The first accepted date. The date is that of the `UTCDate` tag, or else of `Date`; of a
    /// partial date every possible day must be accepted.
    pub since: Option<Date>,
    /// The last accepted date.
    pub until: Option<Date>,
    /// The accepted ranges of the `ECO` tag.
    pub eco: Option<Vec<EcoRange>>,
    /// The accepted values of the `Termination` tag, in any letter case.
    pub terminations: Option<Vec<String>>,
    /// The accepted patterns of the `Event` tag.
    pub events: Option<Vec<Wildcard>>,
    /// The accepted titles of both players, in any letter case.
    pub titles: Option<Vec<String>>,
    /// The accepted titles of at least one player, in any letter case.
    pub either_titles: Option<Vec<String>>,
    /// Whether a player has the title `BOT`.
    pub bots: Option<bool>,
    /// The accepted values of other tags. A missing tag has an empty value.
    pub tags: Vec<(String, Vec<String>)>,
    /// Whether the game is Chess960 (and not standard chess), by its `Variant` tag or its castling
    /// rights. Games of other variants are rejected.
    pub chess960: Option<bool>,
    /// The accepted results, of the `Result` tag, or else after the moves.
    pub results: Option<Vec<GameResult>>,
    /// A random sample of the games.
    pub sample: Option<Sample>,
    /// The minimum number of plies of the main line.
    pub min_plies: Option<usize>,
    /// The maximum number of plies of the main line.
    pub max_plies: Option<usize>,
    /// Whether a move has an evaluation.
    pub evals: Option<bool>,
    /// Whether a move has a clock time.
    pub clocks: Option<bool>,
    /// Whether the game ends early because of an error in its text.
    pub broken: Option<bool>,
    /// The maximum number of games per bin of ratings.
    pub elo_bin_limit: Option<EloBinLimit>,
}

impl Filter {
    /// Checks the tags of a game that is being read. Returns the criterion that rejects it, if
    /// any, and the verdict, which is provisional while the sample needs more of the text after
    /// the tags. `bin_counts` are the games kept so far.
    pub(super) fn check_tags(
        &self,
        game: &PgnGame<'_>,
        bin_counts: &EloBinCounts,
    ) -> (Option<Criterion>, Verdict) {
        if self.chess960.is_some() && !game.has_start() {
            return (None, Verdict::NotYet);
        }
        if let Some(rejected) = self.rejected_by_tags(game, bin_counts) {
            return (Some(rejected), Verdict::Unwanted);
        }
        let Some(sample) = &self.sample else { return (None, Verdict::Wanted) };
        let (is_sampled, is_provisional) = sample.contains(game);
        match (is_sampled, is_provisional) {
            (true, false) => (None, Verdict::Wanted),
            (true, true) => (None, Verdict::WantedSoFar),
            (false, false) => (Some(Criterion::Sample), Verdict::Unwanted),
            (false, true) => (Some(Criterion::Sample), Verdict::UnwantedSoFar),
        }
    }

    /// Returns the criterion of tags that rejects a game, if any. The sample is not checked.
    #[inline]
    pub(super) fn rejected_by_tags(
        &self,
        game: &impl Candidate,
        bin_counts: &EloBinCounts,
    ) -> Option<Criterion> {
        let tags = if self.needs_tags() { game.filter_tags() } else { FilterTags::default() };
        let (white, black) = game.ratings(&tags);
        let rejected = self.rejected_by_ratings(white, black);
        if rejected.is_some() {
            return rejected;
        }
        if let Some(classes) = &self.time_classes
            && !classes.iter().any(|class| class.contains(tags.time_control))
        {
            return Some(Criterion::TimeClass);
        }
        if self.since.is_some() || self.until.is_some() {
            let date = if tags.utc_date.is_empty() { tags.date } else { tags.utc_date };
            let span = Date::span(date);
            if self.since.is_some_and(|since| span.is_none_or(|(first, _)| first < since)) {
                return Some(Criterion::Since);
            }
            if self.until.is_some_and(|until| span.is_none_or(|(_, last)| last > until)) {
                return Some(Criterion::Until);
            }
        }
        if let Some(ranges) = &self.eco
            && !ranges.iter().any(|range| range.contains(tags.eco))
        {
            return Some(Criterion::Eco);
        }
        let is_among = |value: &[u8], list: &[String]| {
            list.iter().any(|one| one.as_bytes().eq_ignore_ascii_case(value.trim_ascii()))
        };
        if self.terminations.as_ref().is_some_and(|list| !is_among(tags.termination, list)) {
            return Some(Criterion::Termination);
        }
        if let Some(patterns) = &self.events
            && !patterns.iter().any(|pattern| pattern.matches(tags.event))
        {
            return Some(Criterion::Event);
        }
        let titles = [tags.white_title, tags.black_title];
        let is_bot = |title: &&[u8]| title.eq_ignore_ascii_case(b"BOT");
        let lacks = |list: &Vec<String>, needed: usize| {
            titles.iter().filter(|title| is_among(title, list)).count() < needed
        };
        if self.titles.as_ref().is_some_and(|list| lacks(list, 2)) {
            return Some(Criterion::Title);
        }
        if self.either_titles.as_ref().is_some_and(|list| lacks(list, 1)) {
            return Some(Criterion::EitherTitle);
        }
        if self.bots.is_some_and(|wanted| wanted != titles.iter().any(is_bot)) {
            return Some(Criterion::Bots);
        }
        let is_rejected = |(name, values): &(String, Vec<String>)| {
            let value = game.value(name).unwrap_or_default();
            !values.iter().any(|wanted| *wanted == value)
        };
        if self.tags.iter().any(is_rejected) {
            return Some(Criterion::Tags);
        }
        if let Some(wanted) = self.chess960 {
            let variant = game.value("Variant").map(|value| Variant::from_tag(&value));
            if wanted != game.is_chess960_game() || variant == Some(Variant::Unsupported) {
                return Some(Criterion::Variant);
            }
        }
        if let Some(results) = &self.results
            && let Some(result) = game.result_before_moves()
            && result != GameResult::Unknown
            && !results.contains(&result)
        {
            return Some(Criterion::Result);
        }
        // bins that fill up later are checked when chunks are merged
        let is_full = self
            .elo_bin_limit
            .is_some_and(|limit| bin_counts.is_full(limit, limit.bin(white, black)));
        is_full.then_some(Criterion::EloBinLimit)
    }

    /// Whether a criterion needs [`FilterTags`].
    fn needs_tags(&self) -> bool {
        let elos = [self.min_elo, self.max_elo, self.either_min_elo, self.either_max_elo];
        let lists = [&self.terminations, &self.titles, &self.either_titles];
        elos.iter().any(Option::is_some)
            || lists.iter().any(|list| list.is_some())
            || self.time_classes.is_some()
            || self.since.or(self.until).is_some()
            || self.eco.is_some()
            || self.events.is_some()
            || self.bots.is_some()
            || self.elo_bin_limit.is_some()
    }

    /// Returns the rating bin of a game, if the number of games per bin is limited.
    #[inline]
    pub(super) fn elo_bin(&self, game: &impl Candidate) -> Option<u16> {
        let limit = self.elo_bin_limit?;
        let (white, black) = game.ratings(&game.filter_tags());
        Some(limit.bin(white, black))
    }

    #[inline]
    fn rejected_by_ratings(&self, white: i16, black: i16) -> Option<Criterion> {
        let (low, high) = (white.min(black), white.max(black));
        if self.min_elo.is_some_and(|least| low == 0 || low < least) {
            return Some(Criterion::MinElo);
        }
        if self.max_elo.is_some_and(|most| low == 0 || high > most) {
            return Some(Criterion::MaxElo);
        }
        if self.either_min_elo.is_some_and(|least| high == 0 || high < least) {
            return Some(Criterion::EitherMinElo);
        }
        let lowest_known = if low > 0 { low } else { high };
        let is_too_high = |most| lowest_known == 0 || lowest_known > most;
        self.either_max_elo.is_some_and(is_too_high).then_some(Criterion::EitherMaxElo)
    }

    /// Returns the criterion of moves that rejects a game, if any.
    pub(super) fn rejected_by_moves(&self, game: &impl Candidate) -> Option<Criterion> {
        let MoveFacts { plies, result, has_evals, has_clocks, is_broken } = game.move_facts();
        let rejects = |wanted: Option<bool>, is_so| wanted.is_some_and(|wanted| wanted != is_so);
        let is_unwanted_result = |wanted: &Vec<GameResult>| !wanted.contains(&result);
        let checks = [
            (self.results.as_ref().is_some_and(is_unwanted_result), Criterion::Result),
            (self.min_plies.is_some_and(|least| plies < least), Criterion::MinPlies),
            (self.max_plies.is_some_and(|most| plies > most), Criterion::MaxPlies),
            (rejects(self.evals, has_evals), Criterion::Evals),
            (rejects(self.clocks, has_clocks), Criterion::Clocks),
            (rejects(self.broken, is_broken), Criterion::Broken),
        ];
        checks.into_iter().find_map(|(rejects, criterion)| rejects.then_some(criterion))
    }
}

impl TimeControlClass {
    /// Whether a `TimeControl` tag is of this class.
    fn contains(self, tag: &[u8]) -> bool {
        let text = std::str::from_utf8(tag).unwrap_or_default();
        let Ok(control) = text.parse::<TimeControl>() else { return false };
        match self {
            TimeControlClass::Lichess(class) => control.lichess_class() == Some(class),
            TimeControlClass::Fide(class) => control.class(LawsEdition::default()) == Some(class),
        }
    }
}

impl Games {
    /// Returns the games that a filter accepts; their [`Games::filtered_out`] has the number of
    /// rejected games by criterion. Ratings and results are those of the columns; the other
    /// criteria of tags check the tags. `bin_counts` are the numbers of games kept by earlier
    /// calls; this call adds to them.
    ///
    /// A [sample](Sample) depends on the start position and the moves only, so that it has the same
    /// games whatever the file format they were read from. While PGN is read, it depends on the
    /// text and has other games.
    ///
    /// ```
    /// use enroque::games::{Criterion, Games};
    /// use enroque::io::{EloBinCounts, Filter};
    /// let games = Games::from_pgn_text("text", b"1. e4 * 1. d4 d5 * 1. c4 *");
    /// let filter = Filter { min_plies: Some(2), ..Filter::default() };
    /// let accepted = games.filter(&filter, &mut EloBinCounts::default());
    /// assert_eq!((accepted.len(), accepted.filtered_out().of(Criterion::MinPlies)), (1, 2));
    /// ```
    pub fn filter(&self, filter: &Filter, bin_counts: &mut EloBinCounts) -> Games {
        let mut filtered_out = FilterCounts::default();
        let is_sampled = |game: &GameRef<'_>| {
            filter.sample.is_none_or(|sample| sample.contains_fingerprint(game.fingerprint()))
        };
        let accepted = self.iter().filter(|game| {
            let rejected = filter
                .rejected_by_tags(game, bin_counts)
                .or_else(|| (!is_sampled(game)).then_some(Criterion::Sample))
                .or_else(|| filter.rejected_by_moves(game));
            if let Some(criterion) = rejected {
                filtered_out.count(criterion);
            } else if let Some(limit) = filter.elo_bin_limit {
                let (white, black) = game.elo();
                bin_counts.try_add(limit, limit.bin(white, black));
            }
            rejected.is_none()
        });
        let accepted: Vec<usize> = accepted.map(|game| game.index()).collect();
        let mut games = self.select_valid(accepted);
        games.filtered_out = filtered_out;
        games
    }
}

//! Which games are wanted: by their tags, before any move is read, and by what the moves have.

use super::candidate::{Asked, Judged, ReadGame};
use super::criteria::{Date, EcoRange, Pace, Sample, Wildcard};
use crate::games::Criterion;
use crate::pgn::{PgnGame, Variant, Verdict};
use crate::rules::{GameResult, LawsEdition, TimeControl};

/// What a game must be. The default wants every game; each criterion that is set leaves some out.
/// They are asked in the order of [`Criterion`], and the first that refuses is counted.
///
/// What the tags say is asked before any move is read: a game that they refuse costs only the way
/// over its text.
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
    /// Both players' ratings are known and at least this.
    pub min_elo: Option<i16>,
    /// Both players' ratings are known and at most this.
    pub max_elo: Option<i16>,
    /// Some player's rating is known and at least this.
    pub either_min_elo: Option<i16>,
    /// Some player's rating is known and at most this.
    pub either_max_elo: Option<i16>,
    /// The time control is of one of these classes.
    pub paces: Option<Vec<Pace>>,
    /// Every day that the `UTCDate` tag, or else `Date`, can mean is this one or later.
    pub since: Option<Date>,
    /// Every day that it can mean is this one or earlier.
    pub until: Option<Date>,
    /// The `ECO` tag is in one of these ranges.
    pub eco: Option<Vec<EcoRange>>,
    /// The `Termination` tag is one of these, in any letter case.
    pub terminations: Option<Vec<String>>,
    /// The `Event` tag fits one of these.
    pub events: Option<Vec<Wildcard>>,
    /// Both players' titles are among these, in any letter case.
    pub titles: Option<Vec<String>>,
    /// Some player's title is among these, in any letter case.
    pub either_titles: Option<Vec<String>>,
    /// Some player's title is `BOT`, or none is.
    pub bots: Option<bool>,
    /// Each of these tags has one of these values; a tag that is not there has the empty value.
    pub tags: Vec<(String, Vec<String>)>,
    /// The game is one of Chess960, or of standard chess: by its `Variant` tag or its castling rights. One whose
    /// tag names no chess that is known is neither.
    pub chess960: Option<bool>,
    /// The result is one of these: by the `Result` tag, or by the end of the moves if it says none.
    pub results: Option<Vec<GameResult>>,
    /// The game falls into a sample.
    pub sample: Option<Sample>,
    /// Moves in the main line, in plies, at least.
    pub min_plies: Option<usize>,
    /// Moves in the main line, in plies, at most.
    pub max_plies: Option<usize>,
    /// Some move has an evaluation, or none has.
    pub evals: Option<bool>,
    /// Some move has a clock, or none has.
    pub clocks: Option<bool>,
    /// The game ended early because something in its text was wrong, or did not.
    pub broken: Option<bool>,
    /// No more than so many games whose mean rating is in the same class.
    pub cap: Option<Cap>,
}

/// At most so many games of a class of ratings, the first that come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cap {
    /// So many games.
    pub games: u64,
    /// The classes are so wide: of 100, the first is 0 to 99. Games in which a rating is not known
    /// are a class of their own.
    pub elo_width: u16,
}

impl Cap {
    /// The class of a game.
    pub(super) fn class(self, white: i16, black: i16) -> u16 {
        match (white, black) {
            (1.., 1..) => {
                let mean = (white as u16 + black as u16) / 2;
                1 + mean / self.elo_width.max(1)
            }
            _ => 0,
        }
    }
}

/// How many games of each class a cap has let through.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Taken(Vec<u64>);

impl Taken {
    /// As many of each class, those without ratings first.
    pub fn of_classes(counts: Vec<u64>) -> Taken {
        Taken(counts)
    }

    /// How many of each class.
    pub fn by_class(&self) -> &[u64] {
        &self.0
    }

    /// Whether there is room in a class; then it has one game more.
    pub(super) fn take(&mut self, cap: Cap, class: u16) -> bool {
        let class = usize::from(class);
        if self.0.len() <= class {
            self.0.resize(class + 1, 0);
        }
        let is_free = self.0[class] < cap.games;
        self.0[class] += u64::from(is_free);
        is_free
    }

    /// Whether no more games of a class are let through.
    pub(super) fn is_full(&self, cap: Cap, class: u16) -> bool {
        cap.games <= self.0.get(usize::from(class)).copied().unwrap_or_default()
    }
}

impl Filter {
    /// Why a game is not wanted by its tags, if it is not, where so many games of the cap's classes
    /// were taken before. Of the text after them, the sample looks
    /// at some; the verdict says if that was not all there.
    pub(super) fn judge_tags(
        &self,
        game: &PgnGame<'_>,
        taken: &Taken,
    ) -> (Option<Criterion>, Verdict) {
        if self.chess960.is_some() && !game.knows_start() {
            return (None, Verdict::NotYet);
        }
        if let Some(refused) = self.refusal_by_tags(game, taken) {
            return (Some(refused), Verdict::Unwanted);
        }
        let Some(sample) = &self.sample else { return (None, Verdict::Wanted) };
        let (is_in, saw_end) = sample.has(game);
        match (is_in, saw_end) {
            (true, false) => (None, Verdict::Wanted),
            (true, true) => (None, Verdict::WantedSoFar),
            (false, false) => (Some(Criterion::Sample), Verdict::Unwanted),
            (false, true) => (Some(Criterion::Sample), Verdict::UnwantedSoFar),
        }
    }

    /// Why a game is not wanted by its tags, if it is not; the sample is asked elsewhere.
    #[inline]
    pub(super) fn refusal_by_tags(&self, game: &impl Judged, taken: &Taken) -> Option<Criterion> {
        // a sample alone asks for none of them
        let asked = if self.asks_for_tags() { game.asked() } else { Asked::default() };
        let (white, black) = game.ratings(&asked);
        let refused = self.refusal_by_ratings(white, black);
        if refused.is_some() {
            return refused;
        }
        if let Some(paces) = &self.paces
            && !paces.iter().any(|pace| pace.is_of(asked.time_control))
        {
            return Some(Criterion::TimeClass);
        }
        if self.since.is_some() || self.until.is_some() {
            let date = if asked.utc_date.is_empty() { asked.date } else { asked.utc_date };
            let span = Date::span(date);
            if self.since.is_some_and(|since| span.is_none_or(|(first, _)| first < since)) {
                return Some(Criterion::Since);
            }
            if self.until.is_some_and(|until| span.is_none_or(|(_, last)| last > until)) {
                return Some(Criterion::Until);
            }
        }
        if let Some(ranges) = &self.eco
            && !ranges.iter().any(|range| range.contains(asked.eco))
        {
            return Some(Criterion::Eco);
        }
        let is_one = |value: &[u8], list: &[String]| {
            list.iter().any(|one| one.as_bytes().eq_ignore_ascii_case(value.trim_ascii()))
        };
        if self.terminations.as_ref().is_some_and(|list| !is_one(asked.termination, list)) {
            return Some(Criterion::Termination);
        }
        if let Some(patterns) = &self.events
            && !patterns.iter().any(|pattern| pattern.fits(asked.event))
        {
            return Some(Criterion::Event);
        }
        let titles = [asked.white_title, asked.black_title];
        let is_bot = |title: &&[u8]| title.eq_ignore_ascii_case(b"BOT");
        let refused = |list: &Vec<String>, needed: usize| {
            titles.iter().filter(|title| is_one(title, list)).count() < needed
        };
        if self.titles.as_ref().is_some_and(|list| refused(list, 2)) {
            return Some(Criterion::Title);
        }
        if self.either_titles.as_ref().is_some_and(|list| refused(list, 1)) {
            return Some(Criterion::EitherTitle);
        }
        if self.bots.is_some_and(|wanted| wanted != titles.iter().any(is_bot)) {
            return Some(Criterion::Bots);
        }
        let is_refused = |(name, values): &(String, Vec<String>)| {
            let value = game.value(name).unwrap_or_default();
            !values.iter().any(|wanted| *wanted == value)
        };
        if self.tags.iter().any(is_refused) {
            return Some(Criterion::Tags);
        }
        if let Some(wanted) = self.chess960 {
            let variant = game.value("Variant").map(|value| Variant::from_tag(&value));
            if wanted != game.is_of_chess960() || variant == Some(Variant::Unsupported) {
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
        // a class that is full already; one that fills is found out when games are put together
        let is_full = self.cap.is_some_and(|cap| taken.is_full(cap, cap.class(white, black)));
        is_full.then_some(Criterion::Cap)
    }

    /// Whether something is asked that [`Asked`] answers.
    fn asks_for_tags(&self) -> bool {
        let elos = [self.min_elo, self.max_elo, self.either_min_elo, self.either_max_elo];
        let lists = [&self.terminations, &self.titles, &self.either_titles];
        elos.iter().any(Option::is_some)
            || lists.iter().any(|list| list.is_some())
            || self.paces.is_some()
            || self.since.or(self.until).is_some()
            || self.eco.is_some()
            || self.events.is_some()
            || self.bots.is_some()
            || self.cap.is_some()
    }

    /// The class of a game, if there is a cap.
    #[inline]
    pub(super) fn class(&self, game: &impl Judged) -> Option<u16> {
        let cap = self.cap?;
        let (white, black) = game.ratings(&game.asked());
        Some(cap.class(white, black))
    }

    /// Counts a game that is wanted; its class was not full.
    pub(super) fn take(&self, (white, black): (i16, i16), taken: &mut Taken) {
        if let Some(cap) = self.cap {
            taken.take(cap, cap.class(white, black));
        }
    }

    #[inline]
    fn refusal_by_ratings(&self, white: i16, black: i16) -> Option<Criterion> {
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

    /// Why a game that has been read is not wanted, if it is not.
    pub(super) fn refusal_by_moves(&self, game: &impl Judged) -> Option<Criterion> {
        let ReadGame { plies, result, has_evals, has_clocks, is_broken } = game.read();
        if self.results.as_ref().is_some_and(|results| !results.contains(&result)) {
            return Some(Criterion::Result);
        }
        if self.min_plies.is_some_and(|least| plies < least) {
            return Some(Criterion::MinPlies);
        }
        if self.max_plies.is_some_and(|most| plies > most) {
            return Some(Criterion::MaxPlies);
        }
        if self.evals.is_some_and(|wanted| wanted != has_evals) {
            return Some(Criterion::Evals);
        }
        if self.clocks.is_some_and(|wanted| wanted != has_clocks) {
            return Some(Criterion::Clocks);
        }
        self.broken.is_some_and(|wanted| wanted != is_broken).then_some(Criterion::Broken)
    }
}

impl Pace {
    /// Whether a `TimeControl` tag is of this class.
    fn is_of(self, tag: &[u8]) -> bool {
        let text = std::str::from_utf8(tag).unwrap_or_default();
        let Ok(control) = text.parse::<TimeControl>() else { return false };
        match self {
            Pace::Lichess(class) => control.lichess_class() == Some(class),
            Pace::Laws(class) => control.class(LawsEdition::default()) == Some(class),
        }
    }
}

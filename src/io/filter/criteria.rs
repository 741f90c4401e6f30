//! The table of all criteria, from which Rust's and Python's `Filter`, its TOML files and the options
//! of the command line are made.
//!
//! To add a criterion, add a row here, and run `python tools/write_filter`.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use super::candidate::Candidate;
use super::table::{condition, criteria, filter_tags};
use super::values::{
    DateRange, EcoRange, FilterValue, Fraction, RawValue, TimeControlClass, ValueError, ValueKind,
    Wildcard, is_among,
};
use crate::find::Program;
use crate::find::openings::name_of;
use crate::games::elo;
use crate::named_enum::named_enum;
use crate::pgn::Variant;
use crate::random::split_mix;
use crate::rules::{GameResult, TimeControl};
use crate::types::Color;

filter_tags! {
    white_elo = b"WhiteElo",
    black_elo = b"BlackElo",
    time_control = b"TimeControl",
    date = b"Date",
    utc_date = b"UTCDate",
    eco = b"ECO",
    termination = b"Termination",
    event = b"Event",
    white_title = b"WhiteTitle",
    black_title = b"BlackTitle",
    white = b"White",
    black = b"Black",
}

criteria! {
    (filter, game, value)

    /// Both players are rated at least this.
    MinElo min_elo: i16, ratings { game.elo_range().0 >= (*value).max(1) };

    /// Both players are rated at most this.
    MaxElo max_elo: i16, ratings {
        let (low, high) = game.elo_range();
        low > 0 && high <= *value
    };

    /// A player is rated at least this.
    EitherMinElo either_min_elo: i16, ratings { game.elo_range().1 >= (*value).max(1) };

    /// A player is rated at most this.
    EitherMaxElo either_max_elo: i16, ratings {
        let (low, high) = game.elo_range();
        let lowest_known = if low > 0 { low } else { high };
        lowest_known > 0 && lowest_known <= *value
    };

    /// One or several classes of time controls: Lichess's `ultrabullet`, `bullet`, `blitz`, `rapid`,
    /// `classical` and `correspondence`, or FIDE's `fide:blitz`, `fide:rapid` and `fide:standard`.
    TimeClass time_class: Vec<TimeControlClass>, tags {
        value.iter().any(|class| class.contains(game.tags().time_control))
    };

    /// The time for the first period of the tag `TimeControl` is at least this many seconds.
    MinBaseTime min_base_time: u64, tags { game.base_time().is_some_and(|time| time >= *value) };

    /// The time for the first period of the tag `TimeControl` is at most this many seconds.
    MaxBaseTime max_base_time: u64, tags { game.base_time().is_some_and(|time| time <= *value) };

    /// The earliest date, from the tag `UTCDate` or else `Date`: `2024`, `2024-02` or `2024-02-29`. An
    /// incomplete date must be in range entirely.
    Since since: DateRange, tags { game.date().is_some_and(|date| date.first >= value.first) };

    /// The latest date.
    Until until: DateRange, tags { game.date().is_some_and(|date| date.last <= value.last) };

    /// One or several openings: `B90`, `B` for all codes with that prefix, or `B90-C19`.
    Eco eco: Vec<EcoRange>, tags { value.iter().any(|range| range.contains(game.tags().eco)) };

    /// One or several values of the tag `Termination`, ignoring case.
    Termination termination: Vec<String>, tags { is_among(game.tags().termination, value) };

    /// One or several patterns for the tag `Event`: `*` matches any text, `?` any character.
    Event event: Vec<Wildcard>, tags {
        value.iter().any(|pattern| pattern.matches(game.tags().event))
    };

    /// One or several titles, one of which both players have.
    Title title: Vec<String>, tags { game.titles().iter().all(|title| is_among(title, value)) };

    /// One or several titles, one of which a player has.
    EitherTitle either_title: Vec<String>, tags {
        game.titles().iter().any(|title| is_among(title, value))
    };

    /// Whether a player must have the title `BOT`, or none may.
    Bots bots: bool, tags {
        game.titles().iter().any(|title| title.eq_ignore_ascii_case(b"BOT")) == *value
    };

    /// One or several patterns for the name of a player, as for `event`.
    Player player: Vec<Wildcard>, tags { game.has_players(Some(value), None, None) };

    /// One or several patterns for the name of the opponent, of `player` if that is given.
    Opponent opponent: Vec<Wildcard>, tags {
        game.has_players(filter.player.as_ref(), Some(value), None)
    };

    /// The color of `player`, `white` or `black`; without it, that of the opponent of `opponent`.
    Color color: Color, tags {
        game.has_players(filter.player.as_ref(), filter.opponent.as_ref(), Some(*value))
    };

    /// Other tags, each with one or several patterns as for `event`; a missing tag is empty.
    Tags tags: Vec<(String, Vec<Wildcard>)>, tags {
        value.iter().all(|(name, values)| {
            let text = game.value(name);
            values.iter().any(|pattern| pattern.matches(text.as_bytes()))
        })
    };

    /// `standard` or `chess960`; games of other variants are neither.
    Variant variant: Variant, start { game.variant() == *value };

    /// One or several of `1-0`, `0-1`, `1/2-1/2` and `*`.
    Result result: Vec<GameResult>,
        result { game.known_result().is_none_or(|result| value.contains(&result)) },
        moves { value.contains(&game.result()) };

    /// The fraction of all games to keep, 0 to 1. It depends on the start position and the moves: the
    /// same games are kept for the same `sample_seed`, in files of any format, for any number of
    /// threads and splits.
    SampleFraction sample_fraction: Fraction, moves {
        let key = split_mix(filter.sample_seed.unwrap_or_default() ^ 0x9E37_79B9_7F4A_7C15);
        // 53 bits, the precision of f64
        ((split_mix(game.fingerprint() ^ key) >> 11) as f64) < value.0 * (1u64 << 53) as f64
    };

    /// The seed of `sample_fraction`; 0 if omitted.
    SampleSeed sample_seed: u64;

    /// The least number of plies of the main line.
    MinPlies min_plies: usize, moves { game.plies() >= *value };

    /// The largest number of plies of the main line.
    MaxPlies max_plies: usize, moves { game.plies() <= *value };

    /// Whether a move must have an evaluation, or none may.
    Evals evals: bool, moves { game.has_evals() == *value };

    /// Whether a move must have a clock, or none may.
    Clocks clocks: bool, moves { game.has_clocks() == *value };

    /// Whether the game must be broken, or must not.
    Broken broken: bool, moves { game.is_broken() == *value };

    /// One or several patterns for the name of the opening, as for `event`, or for the beginning of
    /// its name: `Sicilian Defense` for all its variations. It is the name by position, as in
    /// `Games.openings`, not the tag.
    Opening opening: Vec<Wildcard>, moves {
        game.line().and_then(|line| name_of(&line)).is_some_and(|name| {
            let ends = name.match_indices([':', ',']).map(|(end, _)| end).chain([name.len()]);
            let mut starts = ends.map(|end| &name.as_bytes()[..end]);
            starts.any(|start| value.iter().any(|pattern| pattern.matches(start)))
        })
    };

    /// A position of the game matches this query of `enroque.find`, or is that of this board or FEN.
    Position position: Arc<Program>, moves {
        game.line().is_some_and(|line| value.matches_line(&line))
    };
}

/// The data of a game before its moves.
pub(super) struct Headers<'a, C> {
    game: &'a C,
    tags: OnceCell<FilterTags<'a>>,
}

impl<'a, C: Candidate> Headers<'a, C> {
    pub(super) fn new(game: &'a C) -> Headers<'a, C> {
        Headers { game, tags: OnceCell::new() }
    }

    /// Returns the tags that have criteria, found in one pass over all tags.
    fn tags(&self) -> &FilterTags<'a> {
        self.tags.get_or_init(|| FilterTags::of(self.game.byte_tags()))
    }

    /// Returns the lower and the higher rating; 0 if unknown.
    fn elo_range(&self) -> (i16, i16) {
        let of_tags = || (elo(self.tags().white_elo), elo(self.tags().black_elo));
        let (white, black) = self.game.ratings(of_tags);
        (white.min(black), white.max(black))
    }

    /// Returns the titles of both players.
    fn titles(&self) -> [&'a [u8]; 2] {
        [self.tags().white_title, self.tags().black_title]
    }

    /// Whether a player has one of some names and a color, and the opponent one of others.
    fn has_players(
        &self,
        player: Option<&Vec<Wildcard>>,
        opponent: Option<&Vec<Wildcard>>,
        color: Option<Color>,
    ) -> bool {
        let names = [self.tags().white, self.tags().black];
        let is_one = |patterns: Option<&Vec<Wildcard>>, color: Color| {
            let name = names[color.index()];
            patterns.is_none_or(|patterns| patterns.iter().any(|pattern| pattern.matches(name)))
        };
        let mut colors =
            Color::ALL.into_iter().filter(|&own| color.is_none_or(|color| color == own));
        colors.any(|own| is_one(player, own) && is_one(opponent, !own))
    }

    /// Returns the value of any tag.
    fn value(&self, name: &str) -> Cow<'a, str> {
        self.game.value(name).unwrap_or_default()
    }

    /// Returns the variant, by the `Variant` tag or the castling rights.
    fn variant(&self) -> Variant {
        match self.game.value("Variant").map(|value| Variant::from_tag(&value)) {
            Some(Variant::Unsupported) => Variant::Unsupported,
            _ if self.game.is_chess960_game() => Variant::Chess960,
            _ => Variant::Standard,
        }
    }

    /// Returns the result if it is known before the moves.
    fn known_result(&self) -> Option<GameResult> {
        self.game.result_before_moves().filter(|&result| result != GameResult::Unknown)
    }

    /// Returns the time for the first period in seconds.
    fn base_time(&self) -> Option<u64> {
        let text = std::str::from_utf8(self.tags().time_control).ok()?;
        match text.parse().ok()? {
            TimeControl::Periods(periods) => Some(periods.first()?.time / 1000),
            _ => None,
        }
    }

    /// Returns the range of days of the game.
    fn date(&self) -> Option<DateRange> {
        let tags = self.tags();
        DateRange::of(if tags.utc_date.is_empty() { tags.date } else { tags.utc_date })
    }
}

impl Filter {
    /// Checks that no minimum is greater than its maximum.
    ///
    /// # Errors
    /// The names of the two criteria.
    pub fn check_ranges(&self) -> Result<(), (Criterion, Criterion)> {
        fn is_above<T: PartialOrd>(min: &Option<T>, max: &Option<T>) -> bool {
            min.as_ref().zip(max.as_ref()).is_some_and(|(min, max)| min > max)
        }
        let dates = (self.since.map(|range| range.first), self.until.map(|range| range.last));
        let pairs = [
            (is_above(&self.min_elo, &self.max_elo), Criterion::MinElo, Criterion::MaxElo),
            (
                is_above(&self.min_base_time, &self.max_base_time),
                Criterion::MinBaseTime,
                Criterion::MaxBaseTime,
            ),
            (is_above(&dates.0, &dates.1), Criterion::Since, Criterion::Until),
            (is_above(&self.min_plies, &self.max_plies), Criterion::MinPlies, Criterion::MaxPlies),
        ];
        match pairs.into_iter().find(|pair| pair.0) {
            Some((_, min, max)) => Err((min, max)),
            None => Ok(()),
        }
    }
}

//! What a filter asks of a game: of one that is being read from PGN, and of one in columns.

use std::borrow::Cow;

use super::filter::{Filter, Taken};
use crate::games::GameRef;
use crate::games::Games;
use crate::games::elo;
use crate::games::{Criterion, FilterCounts};
use crate::pgn::{NO_CLOCK, NO_EVAL, PgnGame};
use crate::rules::GameResult;

/// The values of tags that criteria ask for, as bytes; empty where a tag is not there.
#[derive(Default)]
pub(super) struct Asked<'a> {
    pub(super) white_elo: &'a [u8],
    pub(super) black_elo: &'a [u8],
    pub(super) time_control: &'a [u8],
    pub(super) date: &'a [u8],
    pub(super) utc_date: &'a [u8],
    pub(super) eco: &'a [u8],
    pub(super) termination: &'a [u8],
    pub(super) event: &'a [u8],
    pub(super) white_title: &'a [u8],
    pub(super) black_title: &'a [u8],
}

impl<'a> Asked<'a> {
    #[inline]
    fn of(tags: impl Iterator<Item = (&'a [u8], &'a [u8])>) -> Asked<'a> {
        let mut asked = Asked::default();
        for (name, value) in tags {
            match name {
                b"WhiteElo" => asked.white_elo = value,
                b"BlackElo" => asked.black_elo = value,
                b"TimeControl" => asked.time_control = value,
                b"Date" => asked.date = value,
                b"UTCDate" => asked.utc_date = value,
                b"ECO" => asked.eco = value,
                b"Termination" => asked.termination = value,
                b"Event" => asked.event = value,
                b"WhiteTitle" => asked.white_title = value,
                b"BlackTitle" => asked.black_title = value,
                _ => {}
            }
        }
        asked
    }
}

/// What is known when the moves have been read.
pub(super) struct ReadGame {
    pub(super) plies: usize,
    pub(super) result: GameResult,
    pub(super) has_evals: bool,
    pub(super) has_clocks: bool,
    pub(super) is_broken: bool,
}

/// A game that a filter can be asked about.
pub(super) trait Judged {
    /// The tags that have criteria of their own.
    fn asked(&self) -> Asked<'_>;
    /// White's and Black's rating; 0 unknown.
    fn ratings(&self, asked: &Asked<'_>) -> (i16, i16);
    /// The value of any tag.
    fn value(&self, name: &str) -> Option<Cow<'_, str>>;
    /// Whether it is a game of Chess960.
    fn is_of_chess960(&self) -> bool;
    /// The result, so far as it is known before the moves.
    fn result_before_moves(&self) -> Option<GameResult>;
    /// What the moves say.
    fn read(&self) -> ReadGame;
}

impl Judged for PgnGame<'_> {
    #[inline]
    fn asked(&self) -> Asked<'_> {
        Asked::of(self.raw_tags().map(|(name, value, _)| (name, value)))
    }

    #[inline]
    fn ratings(&self, asked: &Asked<'_>) -> (i16, i16) {
        (elo(asked.white_elo), elo(asked.black_elo))
    }

    fn value(&self, name: &str) -> Option<Cow<'_, str>> {
        self.tag(name)
    }

    fn is_of_chess960(&self) -> bool {
        self.is_chess960()
    }

    fn result_before_moves(&self) -> Option<GameResult> {
        self.result_tag()
    }

    fn read(&self) -> ReadGame {
        ReadGame {
            plies: self.moves().len(),
            result: self.result(),
            has_evals: !self.evals().is_empty(),
            has_clocks: !self.clocks().is_empty(),
            is_broken: self.error().is_some(),
        }
    }
}

impl Judged for GameRef<'_> {
    fn asked(&self) -> Asked<'_> {
        Asked::of(self.headers().map(|(name, value)| (name.as_bytes(), value.as_bytes())))
    }

    fn ratings(&self, _: &Asked<'_>) -> (i16, i16) {
        self.elo()
    }

    fn value(&self, name: &str) -> Option<Cow<'_, str>> {
        self.header(name).map(Cow::Borrowed)
    }

    fn is_of_chess960(&self) -> bool {
        self.is_chess960()
    }

    fn result_before_moves(&self) -> Option<GameResult> {
        Some(self.result())
    }

    fn read(&self) -> ReadGame {
        let has = |column: Option<&[i32]>, missing| {
            column.is_some_and(|values| values.iter().any(|&value| value != missing))
        };
        ReadGame {
            plies: self.moves().len(),
            result: self.result(),
            has_evals: has(self.evals(), NO_EVAL),
            has_clocks: has(self.clocks(), NO_CLOCK),
            is_broken: self.is_broken(),
        }
    }
}

impl Games {
    /// The games that a filter wants, and in [`Games::filtered_out`] how many each criterion left out. Ratings
    /// and results are those of the columns, all else that a filter asks of tags is asked of the tags. The
    /// cap counts the games that were `taken` before, and then these.
    ///
    /// In a [sample](super::Sample) are other games than of the PGN, where it is asked of the text: here
    /// it is asked of the start and the moves alone, so that a game is in it or not whatever kind of file
    /// it comes from.
    ///
    /// ```
    /// use enroque::games::{Criterion, Games};
    /// use enroque::io::{Filter, Taken};
    /// let games = Games::from_pgn_text("text", b"1. e4 * 1. d4 d5 * 1. c4 *");
    /// let filter = Filter { min_plies: Some(2), ..Filter::default() };
    /// let some = games.filter(&filter, &mut Taken::default());
    /// assert_eq!((some.len(), some.filtered_out().of(Criterion::MinPlies)), (1, 2));
    /// ```
    pub fn filter(&self, filter: &Filter, taken: &mut Taken) -> Games {
        let mut filtered_out = FilterCounts::default();
        let is_sampled = |game: &GameRef<'_>| {
            filter.sample.is_none_or(|sample| sample.has_number(game.fingerprint()))
        };
        let wanted = self.iter().filter(|game| {
            let refused = filter
                .refusal_by_tags(game, taken)
                .or_else(|| (!is_sampled(game)).then_some(Criterion::Sample))
                .or_else(|| filter.refusal_by_moves(game));
            match refused {
                Some(criterion) => filtered_out.count(criterion),
                None => filter.take(game.elo(), taken),
            }
            refused.is_none()
        });
        let wanted: Vec<usize> = wanted.map(|game| game.index()).collect();
        // all indices are of games
        let mut games = self.select(wanted).unwrap_or_default();
        games.filtered_out = filtered_out;
        games
    }
}

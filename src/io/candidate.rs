//! Games as a filter sees them: while they are read from PGN, and in
//! [`Games`](crate::games::Games).

use std::borrow::Cow;

use crate::games::GameRef;
use crate::games::elo;
use crate::pgn::{NO_CLOCK, NO_EVAL, PgnGame};
use crate::rules::GameResult;

/// The values of the tags that have criteria, as bytes; a missing tag is empty.
#[derive(Default)]
pub(super) struct FilterTags<'a> {
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

impl<'a> FilterTags<'a> {
    #[inline]
    fn of(tags: impl Iterator<Item = (&'a [u8], &'a [u8])>) -> FilterTags<'a> {
        let mut found = FilterTags::default();
        for (name, value) in tags {
            match name {
                b"WhiteElo" => found.white_elo = value,
                b"BlackElo" => found.black_elo = value,
                b"TimeControl" => found.time_control = value,
                b"Date" => found.date = value,
                b"UTCDate" => found.utc_date = value,
                b"ECO" => found.eco = value,
                b"Termination" => found.termination = value,
                b"Event" => found.event = value,
                b"WhiteTitle" => found.white_title = value,
                b"BlackTitle" => found.black_title = value,
                _ => {}
            }
        }
        found
    }
}

/// The properties of a game that are known when its moves have been read.
pub(super) struct MoveFacts {
    pub(super) plies: usize,
    pub(super) result: GameResult,
    pub(super) has_evals: bool,
    pub(super) has_clocks: bool,
    pub(super) is_broken: bool,
}

/// A game that a filter can check.
pub(super) trait Candidate {
    /// Returns the tags that have criteria.
    fn filter_tags(&self) -> FilterTags<'_>;
    /// Returns White's and Black's rating; 0 if unknown.
    fn ratings(&self, tags: &FilterTags<'_>) -> (i16, i16);
    /// Returns the value of any tag.
    fn value(&self, name: &str) -> Option<Cow<'_, str>>;
    /// Whether it is a game of Chess960.
    fn is_chess960_game(&self) -> bool;
    /// Returns the result if it is known before the moves.
    fn result_before_moves(&self) -> Option<GameResult>;
    /// Returns the properties that depend on the moves.
    fn move_facts(&self) -> MoveFacts;
}

impl Candidate for PgnGame<'_> {
    #[inline]
    fn filter_tags(&self) -> FilterTags<'_> {
        FilterTags::of(self.raw_tags().map(|(name, value, _)| (name, value)))
    }

    #[inline]
    fn ratings(&self, tags: &FilterTags<'_>) -> (i16, i16) {
        (elo(tags.white_elo), elo(tags.black_elo))
    }

    fn value(&self, name: &str) -> Option<Cow<'_, str>> {
        self.tag(name)
    }

    fn is_chess960_game(&self) -> bool {
        self.is_chess960()
    }

    fn result_before_moves(&self) -> Option<GameResult> {
        self.result_tag()
    }

    fn move_facts(&self) -> MoveFacts {
        MoveFacts {
            plies: self.moves().len(),
            result: self.result(),
            has_evals: !self.evals().is_empty(),
            has_clocks: !self.clocks().is_empty(),
            is_broken: self.error().is_some(),
        }
    }
}

impl Candidate for GameRef<'_> {
    fn filter_tags(&self) -> FilterTags<'_> {
        FilterTags::of(self.headers().map(|(name, value)| (name.as_bytes(), value.as_bytes())))
    }

    fn ratings(&self, _: &FilterTags<'_>) -> (i16, i16) {
        self.elo()
    }

    fn value(&self, name: &str) -> Option<Cow<'_, str>> {
        self.header(name).map(Cow::Borrowed)
    }

    fn is_chess960_game(&self) -> bool {
        self.is_chess960()
    }

    fn result_before_moves(&self) -> Option<GameResult> {
        Some(self.result())
    }

    fn move_facts(&self) -> MoveFacts {
        let has = |column: Option<&[i32]>, missing| {
            column.is_some_and(|values| values.iter().any(|&value| value != missing))
        };
        MoveFacts {
            plies: self.moves().len(),
            result: self.result(),
            has_evals: has(self.evals(), NO_EVAL),
            has_clocks: has(self.clocks(), NO_CLOCK),
            is_broken: self.is_broken(),
        }
    }
}

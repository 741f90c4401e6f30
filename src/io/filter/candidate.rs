//! Games as a filter sees them: while they are read from PGN, and in
//! [`Games`](crate::games::Games).

use std::borrow::Cow;
use std::cell::LazyCell;

use crate::find::GameLine;
use crate::games::{GameRef, Players, elo, pgn_fingerprint};
use crate::pgn::PgnGame;
use crate::rules::GameResult;
use crate::types::{NO_CLOCK, NO_EVAL};

/// A game that a filter can check. What depends on the moves is known when they have been read.
pub(in crate::io) trait Candidate {
    /// Returns the names and values of all tags.
    fn byte_tags(&self) -> impl Iterator<Item = (&[u8], &[u8])>;
    /// Returns White's and Black's rating; 0 if unknown.
    fn ratings(&self, tags: impl Fn() -> (i16, i16)) -> (i16, i16);
    /// Returns the value of any tag.
    fn value(&self, name: &str) -> Option<Cow<'_, str>>;
    /// Whether it is a game of Chess960.
    fn is_chess960_game(&self) -> bool;
    /// Returns the result if it is known before the moves.
    fn result_before_moves(&self) -> Option<GameResult>;
    /// Returns the number of plies of the main line.
    fn plies(&self) -> usize;
    /// Returns the result.
    fn result(&self) -> GameResult;
    /// Whether a move has an evaluation.
    fn has_evals(&self) -> bool;
    /// Whether a move has a clock time.
    fn has_clocks(&self) -> bool;
    /// Whether the game ends early because of an error in its text.
    fn is_broken(&self) -> bool;
    /// Returns the game as queries see it; `None` if it has no start position.
    fn line(&self) -> Option<GameLine<'_>>;
    /// Returns a hash of the start position and the moves; see [`GameRef::fingerprint`].
    fn fingerprint(&self) -> u64;
}

impl Candidate for PgnGame<'_> {
    #[inline]
    fn byte_tags(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.raw_tags().map(|(name, value, _)| (name, value))
    }

    #[inline]
    fn ratings(&self, tags: impl Fn() -> (i16, i16)) -> (i16, i16) {
        tags()
    }

    fn value(&self, name: &str) -> Option<Cow<'_, str>> {
        self.tag(name)
    }

    fn is_chess960_game(&self) -> bool {
        self.record.chess960
    }

    fn result_before_moves(&self) -> Option<GameResult> {
        self.result_tag()
    }

    fn plies(&self) -> usize {
        self.record.moves.len()
    }

    fn result(&self) -> GameResult {
        self.result()
    }

    fn has_evals(&self) -> bool {
        !self.record.evals.is_empty()
    }

    fn has_clocks(&self) -> bool {
        !self.record.clocks.is_empty()
    }

    fn is_broken(&self) -> bool {
        self.record.error.is_some()
    }

    fn line(&self) -> Option<GameLine<'_>> {
        let record = self.record;
        let start = record.start;
        record.has_start.then(|| GameLine {
            start,
            moves: &record.moves,
            evals: &record.evals,
            players: LazyCell::new(Box::new(move || {
                let tag = |name| self.tag(name).unwrap_or_default();
                let rating = |name| elo(tag(name).as_bytes());
                Players::new(
                    start.turn(),
                    (rating("WhiteElo"), rating("BlackElo")),
                    &tag("TimeControl"),
                    &record.clocks,
                    &record.move_times,
                )
            })),
        })
    }

    fn fingerprint(&self) -> u64 {
        pgn_fingerprint(self)
    }
}

/// Whether a column has a value other than `missing`.
fn has_values(column: Option<&[i32]>, missing: i32) -> bool {
    column.is_some_and(|values| values.iter().any(|&value| value != missing))
}

impl Candidate for GameRef<'_> {
    fn byte_tags(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.headers().map(|(name, value)| (name.as_bytes(), value.as_bytes()))
    }

    fn ratings(&self, _: impl Fn() -> (i16, i16)) -> (i16, i16) {
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

    fn plies(&self) -> usize {
        self.moves().len()
    }

    fn result(&self) -> GameResult {
        self.result()
    }

    fn has_evals(&self) -> bool {
        has_values(self.evals(), NO_EVAL)
    }

    fn has_clocks(&self) -> bool {
        has_values(self.clocks(), NO_CLOCK)
    }

    fn is_broken(&self) -> bool {
        self.is_broken()
    }

    fn line(&self) -> Option<GameLine<'_>> {
        self.has_start().then(|| GameLine::of(*self))
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint()
    }
}

//! Which games are wanted, by their tags alone: before any move is read.

use super::push::elo;
use crate::pgn::PgnGame;
use crate::rules::GameResult;

/// What a game's tags must say. The default wants every game; each criterion that is set leaves some
/// out. They are asked in the order of [`Criterion`], and the first that refuses is counted.
///
/// ```
/// use enroque::games::{Filter, Games, ReadOptions, Source};
/// let text = b"[WhiteElo \"2500\"]\n[BlackElo \"2300\"]\n1. e4 *\n[White \"A\"]\n1. d4 *".as_slice();
/// let filter = Filter { min_elo: Some(2200), ..Filter::default() };
/// let options = ReadOptions { filter: Some(&filter), ..ReadOptions::default() };
/// let source = Source::Stream("text".to_owned(), Box::new(text));
/// let games = Games::from_pgn(vec![source], options, |_| {}).unwrap();
/// assert_eq!((games.len(), games.removed().rating), (1, 1));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Both players' ratings are known and at least this.
    pub min_elo: Option<i16>,
    /// Both players' ratings are known and at most this.
    pub max_elo: Option<i16>,
    /// The game is one of Chess960, or is not: by its `Variant` tag or its castling rights.
    pub chess960: Option<bool>,
    /// The `Result` tag is one of these.
    pub results: Option<Vec<GameResult>>,
    /// Each of these tags has one of these values; a tag that is not there has the empty value.
    pub tags: Vec<(String, Vec<String>)>,
}

/// What a game was left out for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Criterion {
    /// [`Filter::min_elo`] or [`Filter::max_elo`].
    Rating,
    /// [`Filter::chess960`].
    Variant,
    /// [`Filter::results`].
    Result,
    /// [`Filter::tags`].
    Tag,
}

/// How many games were left out, by criterion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Removed {
    /// For a rating that is too low, too high or unknown.
    pub rating: u64,
    /// For being a game of Chess960, or none.
    pub variant: u64,
    /// For the `Result` tag.
    pub result: u64,
    /// For the value of another tag.
    pub tag: u64,
}

impl Removed {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.rating + self.variant + self.result + self.tag
    }

    pub(super) fn count(&mut self, criterion: Criterion) {
        match criterion {
            Criterion::Rating => self.rating += 1,
            Criterion::Variant => self.variant += 1,
            Criterion::Result => self.result += 1,
            Criterion::Tag => self.tag += 1,
        }
    }

    pub(super) fn add(&mut self, other: Removed) {
        self.rating += other.rating;
        self.variant += other.variant;
        self.result += other.result;
        self.tag += other.tag;
    }
}

impl Filter {
    /// Why a game is not wanted, if it is not.
    pub fn reason(&self, game: &PgnGame<'_>) -> Option<Criterion> {
        if self.min_elo.is_some() || self.max_elo.is_some() {
            let (mut white, mut black) = (0, 0);
            for (name, value, _) in game.raw_tags() {
                match name {
                    b"WhiteElo" => white = elo(value),
                    b"BlackElo" => black = elo(value),
                    _ => {}
                }
            }
            let (low, high) = (white.min(black), white.max(black));
            let too_low = self.min_elo.is_some_and(|least| low < least);
            let too_high = self.max_elo.is_some_and(|most| high > most);
            if low == 0 || too_low || too_high {
                return Some(Criterion::Rating);
            }
        }
        if self.chess960.is_some_and(|wanted| wanted != game.is_chess960()) {
            return Some(Criterion::Variant);
        }
        if let Some(results) = &self.results
            && !results.contains(&game.result_tag().unwrap_or_default())
        {
            return Some(Criterion::Result);
        }
        let is_refused = |(name, values): &(String, Vec<String>)| {
            let value = game.tag(name).unwrap_or_default();
            !values.iter().any(|wanted| *wanted == value)
        };
        self.tags.iter().any(is_refused).then_some(Criterion::Tag)
    }
}

//! The moves played in a position, with their results.

use super::program::Program;
use super::query::Query;
use super::search::Occurrences;
use crate::error::CallError;
use crate::games::{GameRef, Games, UNKNOWN_RESULT, result_number};
use crate::pool::{self, Run};
use crate::position::Position;
use crate::types::{Color, Move, NO_EVAL};

/// The number of games that a thread counts at a time.
const GAMES_PER_JOB: usize = 1024;

/// The largest evaluation in a mean, in centipawns; mates count as this.
const LARGEST_EVAL: i32 = 1000;

/// The largest difference between a performance and the rating of the opponents.
const LARGEST_DIFFERENCE: f64 = 800.0;

/// Statistics of the games in which a move was played.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// The number of games.
    pub games: u64,
    /// The number of games that White won, of draws, and of games that Black won.
    pub results: [u64; 3],
    /// The first and the last year.
    pub years: Option<(i32, i32)>,
    /// The ratings of the players to move.
    elo: Sum,
    /// The ratings of the opponents, in games with a result.
    opponents: Sum,
    /// The half points of the players to move against the opponents with a rating.
    half_points: i64,
    pub(super) evals: Sum,
}

/// A sum of known values.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Sum {
    pub(super) sum: i64,
    pub(super) count: u64,
}

impl Sum {
    fn add(&mut self, value: i32) {
        self.sum += i64::from(value);
        self.count += 1;
    }

    fn merge(&mut self, other: Sum) {
        self.sum += other.sum;
        self.count += other.count;
    }

    fn mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }
}

impl Tally {
    pub(super) fn add(&mut self, game: GameRef<'_>, ply: usize, turn: Color, year: Option<i32>) {
        self.games += 1;
        let (white, black) = game.elo();
        let (own, other) = if turn == Color::White { (white, black) } else { (black, white) };
        if own > 0 {
            self.elo.add(own.into());
        }
        let value = result_number(game.result());
        if value != UNKNOWN_RESULT {
            self.results[(1 - value) as usize] += 1;
            if other > 0 {
                self.opponents.add(other.into());
                self.half_points +=
                    1 + i64::from(if turn == Color::White { value } else { -value });
            }
        }
        let eval = game.evals().and_then(|evals| evals.get(ply)).filter(|&&eval| eval != NO_EVAL);
        if let Some(&eval) = eval {
            self.evals.add(eval.clamp(-LARGEST_EVAL, LARGEST_EVAL));
        }
        self.add_years(year.map(|year| (year, year)));
    }

    fn add_years(&mut self, years: Option<(i32, i32)>) {
        let known = self.years.into_iter().chain(years);
        self.years = known.reduce(|(first, last), (one, other)| (first.min(one), last.max(other)));
    }

    fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.results = std::array::from_fn(|n| self.results[n] + other.results[n]);
        self.add_years(other.years);
        self.elo.merge(other.elo);
        self.opponents.merge(other.opponents);
        self.half_points += other.half_points;
        self.evals.merge(other.evals);
    }

    /// The points per game of a player, of the games with a result.
    pub fn score(&self, color: Color) -> Option<f64> {
        let count: u64 = self.results.iter().sum();
        let [white, draws, black] = self.results;
        let wins = if color == Color::White { white } else { black };
        (count > 0).then(|| (wins as f64 + draws as f64 / 2.0) / count as f64)
    }

    /// The mean rating of the players to move.
    pub fn average_elo(&self) -> Option<f64> {
        self.elo.mean()
    }

    /// The performance of the players to move: the rating at which their points against the rated
    /// opponents are expected, at most 800 from the mean of those.
    pub fn performance(&self) -> Option<f64> {
        let score = self.half_points as f64 / 2.0 / self.opponents.count as f64;
        let difference = 400.0 * (score / (1.0 - score)).log10();
        Some(self.opponents.mean()? + difference.clamp(-LARGEST_DIFFERENCE, LARGEST_DIFFERENCE))
    }

    /// The mean evaluation after the move in centipawns from White's view. Larger evaluations and
    /// mates count as 1,000.
    pub fn average_eval(&self) -> Option<f64> {
        self.evals.mean()
    }
}

/// The tags with a game's date: their numbers in the headers.
#[derive(Clone, Copy)]
pub(super) struct DateTags([Option<u32>; 2]);

impl DateTags {
    pub(super) fn of(games: &Games) -> DateTags {
        DateTags(["Date", "UTCDate"].map(|name| games.headers().find_number(name)))
    }

    /// The year of a game's `Date` tag, or else of `UTCDate`.
    pub(super) fn year(self, games: &Games, game: usize) -> Option<i32> {
        let year = |tag: Option<u32>| {
            let digits = games.headers().by_number(game, tag?)?.trim_start().get(..4)?;
            digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
        };
        let [date, utc_date] = self.0;
        year(date).or_else(|| year(utc_date)).filter(|&year| year > 0)
    }
}

/// The moves played in a position. A game counts once: its first occurrence of the position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Explorer {
    /// The moves, the most frequent first.
    pub moves: Vec<(Move, Tally)>,
    /// All games with the position, also those that end there.
    pub total: Tally,
}

impl Explorer {
    /// Finds a position in games, by any order of moves.
    ///
    /// ```
    /// use enroque::find::Explorer;
    /// use enroque::games::Games;
    /// use enroque::pool::Run;
    /// use enroque::position::Position;
    /// let games = Games::from_pgn_text("text", b"1. e4 1-0 1. d4 0-1 1. e4 e5 1/2-1/2");
    /// let explorer = Explorer::new(&games, &Position::standard(), Run::default()).unwrap();
    /// assert_eq!((explorer.total.games, explorer.moves[0].1.games), (3, 2));
    /// ```
    ///
    /// # Errors
    /// An interruption.
    pub fn new(games: &Games, position: &Position, run: Run<'_>) -> Result<Explorer, CallError> {
        let program = Program::new(&Query::from(position));
        let hits = program.search(games, Occurrences::First, run)?;
        let (turn, run) = (position.turn(), Run { progress: None, ..run });
        let jobs = hits.game.chunks(GAMES_PER_JOB).zip(hits.ply.chunks(GAMES_PER_JOB));
        let date_tags = DateTags::of(games);
        let counted = pool::map(run, jobs, |(game, ply)| {
            let mut tallies = Tallies::default();
            for (&game, &ply) in game.iter().zip(ply) {
                let year = date_tags.year(games, game as usize);
                let (game, ply) = (GameRef::of(games, game as usize), ply as usize);
                let next = game.moves().get(ply).copied();
                tallies.of(next).add(game, ply, turn, year);
            }
            tallies
        })?;
        let mut tallies = Tallies::default();
        for (m, tally) in counted.iter().flat_map(|part| &part.0) {
            tallies.of(*m).merge(tally);
        }
        Ok(tallies.explorer())
    }
}

/// The tallies of the moves in a position; `None` is the end of the game.
#[derive(Clone, Default)]
pub(super) struct Tallies(Vec<(Option<Move>, Tally)>);

impl Tallies {
    /// The tally of a move. Most games are among the first few, so that these are compared in turn.
    pub(super) fn of(&mut self, m: Option<Move>) -> &mut Tally {
        let index = self.0.iter().position(|(other, _)| *other == m).unwrap_or(self.0.len());
        if index == self.0.len() {
            self.0.push((m, Tally::default()));
        }
        &mut self.0[index].1
    }

    /// Returns the tallies as an explorer.
    pub(super) fn explorer(&self) -> Explorer {
        let mut total = Tally::default();
        self.0.iter().for_each(|(_, tally)| total.merge(tally));
        let moves = self.0.iter().filter_map(|(m, tally)| Some(((*m)?, tally.clone())));
        let mut moves: Vec<_> = moves.collect();
        moves.sort_by_key(|(m, tally)| (std::cmp::Reverse(tally.games), *m));
        Explorer { moves, total }
    }
}

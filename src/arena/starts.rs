//! The start positions of an arena's games.

use std::ops::RangeInclusive;
use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::book::Book;
use crate::chess960;
use crate::error::{CallError, call_error, ensure};
use crate::movegen::{has_legal_move, legal_moves};
use crate::named_enum::named_enum;
use crate::position::Position;
use crate::random::{self, Purpose, below};
use crate::rules::is_evidently_dead;

/// The largest number of random plies before a game, and of plies of a walk through a book.
pub const MAX_RANDOM_PLIES: u32 = 1000;

/// A source of start positions.
#[derive(Clone, Debug)]
pub enum StartSource {
    /// The start position of standard chess.
    Standard,
    /// A random start position of Chess960.
    Chess960,
    /// Independent random start positions of Chess960 for both sides.
    DoubleChess960,
    /// A list of positions.
    Positions {
        /// The positions; not empty.
        positions: Vec<Position>,
        /// Their order.
        order: StartOrder,
        /// Whether the games are of Chess960, also those from position 518, that of standard chess.
        is_chess960: bool,
    },
    /// The position after some moves of a book, which are chosen by their weights.
    Book {
        /// The book.
        book: Arc<Book>,
        /// The position before these moves.
        from: Position,
        /// The largest number of moves.
        plies: u32,
    },
}

impl StartSource {
    /// A list of positions. Its games are of Chess960 if all are start positions, and not only that
    /// of standard chess.
    pub fn positions(positions: Vec<Position>, order: StartOrder) -> StartSource {
        let standard = (chess960::STANDARD, chess960::STANDARD);
        let mut numbers = positions.iter().map(chess960::position_numbers);
        let are_starts = numbers.clone().all(|numbers| numbers.is_some());
        let is_chess960 = are_starts && numbers.any(|numbers| numbers != Some(standard));
        StartSource::Positions { positions, order, is_chess960 }
    }
}

named_enum! {
    /// The order in which a list of start positions is used.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum StartOrder {
        /// Independent random choices.
        #[default]
        Random = "random",
        /// By the number of the game, from the first position again after the last.
        InTurn = "in_turn",
    }
}

/// Start positions of games by their numbers: a weighted mixture of sources.
#[derive(Clone, Debug)]
pub struct Starts {
    /// Each source with the sum of the weights up to it.
    sources: Vec<(f64, StartSource)>,
    pairs: bool,
    random_plies: RangeInclusive<u32>,
}

/// The error of random plies that are out of range.
pub(crate) fn plies_error() -> CallError {
    call_error!(
        Value("plies"),
        "plies before a game must be from 0 to {MAX_RANDOM_PLIES}, the lower limit first"
    )
}

impl Default for Starts {
    /// Standard chess.
    fn default() -> Starts {
        Starts { sources: vec![(1.0, StartSource::Standard)], pairs: false, random_plies: 0..=0 }
    }
}

impl Starts {
    /// A mixture of sources with their weights. With `pairs`, games 2n and 2n + 1 have the same
    /// start position, so that two players can exchange colors.
    ///
    /// # Errors
    /// When there is no source, a list is empty, or a weight is impossible.
    pub fn new(sources: Vec<(f64, StartSource)>, pairs: bool) -> Result<Starts, CallError> {
        ensure!(
            !sources.is_empty(),
            Value("starts"),
            "there must be at least one source of start positions"
        );
        let (mut sum, mut is_valid) = (0.0, true);
        let mut cumulative = Vec::with_capacity(sources.len());
        for (weight, source) in sources {
            if matches!(&source, StartSource::Positions { positions, .. } if positions.is_empty()) {
                return Err(call_error!(Value("starts"), "a list of start positions is empty"));
            }
            if matches!(&source, StartSource::Book { plies, .. } if *plies > MAX_RANDOM_PLIES) {
                return Err(plies_error());
            }
            is_valid &= weight.is_finite() && weight >= 0.0;
            sum += weight;
            cumulative.push((sum, source));
        }
        ensure!(
            is_valid && sum.is_finite() && sum > 0.0,
            Value("starts"),
            "weights of start positions must be finite, 0 or more, and not all 0"
        );
        Ok(Starts { sources: cumulative, pairs, random_plies: 0..=0 })
    }

    /// These start positions, and from them random legal moves, of a random number in a range. A
    /// position that ends the game is not reached.
    ///
    /// # Errors
    /// When the range is empty or exceeds [`MAX_RANDOM_PLIES`].
    pub fn with_random_plies(self, plies: RangeInclusive<u32>) -> Result<Starts, CallError> {
        if plies.is_empty() || *plies.end() > MAX_RANDOM_PLIES {
            return Err(plies_error());
        }
        Ok(Starts { random_plies: plies, ..self })
    }

    /// Whether all games are of Chess960, also those from the start position of standard chess.
    pub fn is_chess960(&self) -> bool {
        let mut last = 0.0;
        self.sources.iter().all(|(sum, source)| {
            let is_used = *sum > std::mem::replace(&mut last, *sum);
            !is_used
                || match source {
                    StartSource::Chess960 | StartSource::DoubleChess960 => true,
                    StartSource::Positions { is_chess960, .. } => *is_chess960,
                    StartSource::Standard | StartSource::Book { .. } => false,
                }
        })
    }

    /// The start position of a game.
    pub fn position(&self, seed: u64, game: u64) -> Position {
        let number = if self.pairs { game / 2 } else { game };
        let mut rng = random::generator(seed, 0, Purpose::Starts, 0, number);
        let source = match &self.sources[..] {
            [(_, only)] => only,
            sources => {
                let total = sources.last().map_or(0.0, |last| last.0);
                let chosen = rng.random::<f64>() * total;
                let found = sources.iter().find(|(sum, _)| chosen < *sum);
                found.or(sources.last()).map_or(&StartSource::Standard, |(_, source)| source)
            }
        };
        let drawn = match source {
            StartSource::Standard => None,
            StartSource::Chess960 => chess960::position(chess960::random_number(&mut rng)),
            StartSource::DoubleChess960 => {
                let white = chess960::random_number(&mut rng);
                chess960::double_position(white, chess960::random_number(&mut rng))
            }
            StartSource::Positions { positions, order: StartOrder::Random, .. } => {
                positions.get(below(&mut rng, positions.len())).copied()
            }
            StartSource::Positions { positions, order: StartOrder::InTurn, .. } => {
                positions.get((number % positions.len() as u64) as usize).copied()
            }
            StartSource::Book { book, from, plies } => Some(book.walk(*from, *plies, &mut rng)),
        };
        let (first, last) = (*self.random_plies.start(), *self.random_plies.end());
        let plies = match last {
            0 => 0,
            _ => first + below(&mut rng, (last - first) as usize + 1) as u32,
        };
        random_walk(drawn.unwrap_or_default(), plies, &mut rng)
    }
}

/// The plies without capture or pawn move that random moves before a game do not exceed.
const FIFTY_MOVES: u32 = 100;

/// The position after random legal moves, fewer where the next would end the game.
fn random_walk(start: Position, plies: u32, rng: &mut ChaCha8Rng) -> Position {
    let mut position = start;
    for _ in 0..plies {
        let moves = legal_moves(&position);
        let Some(&m) = moves.get(below(rng, moves.len())) else { break };
        let after = position.after(m);
        let is_over = !has_legal_move(&after) || after.halfmove_clock() >= FIFTY_MOVES;
        if is_over || is_evidently_dead(&after) {
            break;
        }
        position = after;
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_and_pairs() {
        let sources = vec![
            (1.0, StartSource::Standard),
            (3.0, StartSource::Chess960),
            (0.0, StartSource::DoubleChess960),
        ];
        let starts = Starts::new(sources, true).unwrap();
        let mut standard = 0;
        for pair in 0..4000 {
            let position = starts.position(7, 2 * pair);
            assert_eq!(position, starts.position(7, 2 * pair + 1));
            let (white, black) = chess960::position_numbers(&position).unwrap();
            assert_eq!(white, black);
            standard += u32::from(white == chess960::STANDARD);
        }
        assert!((900..1100).contains(&standard), "{standard}");
    }

    #[test]
    fn lists_in_turn() {
        let positions: Vec<Position> = (0..3).filter_map(chess960::position).collect();
        let list = StartSource::positions(positions.clone(), StartOrder::InTurn);
        let sources = vec![(1.0, list), (0.0, StartSource::Standard)];
        let starts = Starts::new(sources, false).unwrap();
        for game in 0..9 {
            assert_eq!(starts.position(1, game), positions[game as usize % 3]);
        }
        assert!(starts.is_chess960() && !Starts::default().is_chess960());
    }

    #[test]
    fn random_plies() {
        let mut counts = [0; 5];
        let starts = Starts::default().with_random_plies(1..=4).unwrap();
        for game in 0..2000 {
            let position = starts.position(3, game);
            assert_eq!(position, starts.position(3, game));
            counts[position.ply() as usize] += 1;
        }
        assert_eq!(counts[0], 0);
        assert!(counts[1..].iter().all(|count| (400..600).contains(count)), "{counts:?}");
        // a game does not begin with its end
        let starts = Starts::default().with_random_plies(1000..=1000).unwrap();
        for game in 0..100 {
            let position = starts.position(3, game);
            assert!(has_legal_move(&position) && !is_evidently_dead(&position));
            assert!(position.halfmove_clock() < FIFTY_MOVES);
        }
        for plies in [RangeInclusive::new(3, 2), 0..=1001] {
            let error = Starts::default().with_random_plies(plies).unwrap_err();
            assert_eq!(error, plies_error());
        }
    }

    #[test]
    fn impossible_sources() {
        let new = |sources| Starts::new(sources, false).unwrap_err().message;
        assert!(new(vec![]).contains("at least one source"));
        let list = StartSource::positions(vec![], StartOrder::InTurn);
        assert!(new(vec![(1.0, list)]).contains("list of start positions is empty"));
        for weight in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(new(vec![(weight, StartSource::Standard)]).contains("not all 0"));
        }
    }
}

//! The start positions of an arena's games.

use rand::RngExt;

use crate::chess960;
use crate::position::Position;
use crate::random::{self, Purpose, below};

/// Where start positions come from.
#[derive(Clone, Debug)]
pub enum StartSource {
    /// The start position of standard chess.
    Standard,
    /// A random start position of Chess960.
    Chess960,
    /// Independent random start positions of Chess960 for both sides.
    DoubleChess960,
    /// A list of positions; not empty.
    Positions(Vec<Position>, StartOrder),
}

/// The order in which a list of start positions is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum StartOrder {
    /// Independent random choices.
    #[default]
    Random,
    /// By the number of the game, from the first position again after the last.
    InTurn,
}

/// Start positions of games by their numbers: a weighted mixture of sources.
#[derive(Clone, Debug)]
pub struct Starts {
    /// Each source with the sum of the weights up to it.
    sources: Vec<(f64, StartSource)>,
    pairs: bool,
}

/// Sources that cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartsError {
    /// There is no source.
    Empty,
    /// A list of positions is empty.
    NoPositions,
    /// A weight is negative or not finite, or all are 0.
    Weight,
}

impl std::fmt::Display for StartsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            StartsError::Empty => "there must be at least one source of start positions",
            StartsError::NoPositions => "a list of start positions is empty",
            StartsError::Weight => {
                "weights of start positions must be finite, 0 or more, and not all 0"
            }
        })
    }
}

impl std::error::Error for StartsError {}

impl Default for Starts {
    /// Standard chess.
    fn default() -> Starts {
        Starts { sources: vec![(1.0, StartSource::Standard)], pairs: false }
    }
}

impl Starts {
    /// A mixture of sources with their weights. With `pairs`, games 2n and 2n + 1 have the same
    /// start position, so that two players can exchange colors.
    ///
    /// # Errors
    /// When there is no source, a list is empty, or a weight is impossible.
    pub fn new(sources: Vec<(f64, StartSource)>, pairs: bool) -> Result<Starts, StartsError> {
        if sources.is_empty() {
            return Err(StartsError::Empty);
        }
        let mut sum = 0.0;
        let mut cumulative = Vec::with_capacity(sources.len());
        for (weight, source) in sources {
            if matches!(&source, StartSource::Positions(positions, _) if positions.is_empty()) {
                return Err(StartsError::NoPositions);
            }
            if !(weight.is_finite() && weight >= 0.0) {
                return Err(StartsError::Weight);
            }
            sum += weight;
            cumulative.push((sum, source));
        }
        if !(sum.is_finite() && sum > 0.0) {
            return Err(StartsError::Weight);
        }
        Ok(Starts { sources: cumulative, pairs })
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
            StartSource::Positions(positions, StartOrder::Random) => {
                positions.get(below(&mut rng, positions.len())).copied()
            }
            StartSource::Positions(positions, StartOrder::InTurn) => {
                positions.get((number % positions.len() as u64) as usize).copied()
            }
        };
        drawn.unwrap_or_default()
    }
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
        let sources = vec![(1.0, StartSource::Positions(positions.clone(), StartOrder::InTurn))];
        let starts = Starts::new(sources, false).unwrap();
        for game in 0..9 {
            assert_eq!(starts.position(1, game), positions[game as usize % 3]);
        }
    }

    #[test]
    fn impossible_sources() {
        let new = |sources| Starts::new(sources, false).unwrap_err();
        assert_eq!(new(vec![]), StartsError::Empty);
        let list = StartSource::Positions(vec![], StartOrder::InTurn);
        assert_eq!(new(vec![(1.0, list)]), StartsError::NoPositions);
        for weight in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(new(vec![(weight, StartSource::Standard)]), StartsError::Weight);
        }
    }
}

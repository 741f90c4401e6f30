//! Samples of some kinds more often than of others.

use super::config::ConfigError;
use crate::rules::GameResult;
use crate::types::Color;

/// How often samples are wanted, relative to each other: by the number of pieces on the board, by the ply,
/// by the result for the side to move. A sample is kept with the product of its weights, each divided by the
/// largest of its kind.
///
/// ```
/// use enroque::loader::Weights;
/// // endings of eight pieces and fewer twice as often as all else
/// let mut pieces = vec![2.0; 9];
/// pieces.push(1.0);
/// let weights = Weights::new(pieces, vec![], vec![]).unwrap();
/// assert!(Weights::new(vec![-1.0], vec![], vec![]).is_err());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    pieces: Vec<f64>,
    ply: Vec<f64>,
    result: Vec<f64>,
}

impl Weights {
    /// Weights by the number of pieces from 0, by the ply from 0, and of lost, drawn and won samples. The
    /// last of the first two goes for all that follow; an empty list means no difference.
    ///
    /// # Errors
    /// When a weight is negative or no number, when all of a kind are 0, when there are not three results.
    pub fn new(pieces: Vec<f64>, ply: Vec<f64>, result: Vec<f64>) -> Result<Weights, ConfigError> {
        let kinds = [
            ("weight of pieces", &pieces),
            ("weight of plies", &ply),
            ("weight of results", &result),
        ];
        for (option, weights) in kinds {
            let wrong = |value: String, allowed: &str| {
                Err(ConfigError::Range { option, value, allowed: allowed.to_owned() })
            };
            if let Some(weight) =
                weights.iter().find(|weight| !(0.0..f64::INFINITY).contains(*weight))
            {
                return wrong(weight.to_string(), "0 or more");
            }
            if !weights.is_empty() && weights.iter().all(|&weight| weight == 0.0) {
                return wrong("0 throughout".to_owned(), "more than 0 somewhere");
            }
        }
        if !matches!(result.len(), 0 | 3) {
            let (option, value) = ("weight of results", format!("of {}", result.len()));
            return Err(ConfigError::Range {
                option,
                value,
                allowed: "lost, drawn, won".to_owned(),
            });
        }
        let normal = |weights: Vec<f64>| {
            let most = weights.iter().copied().fold(0.0, f64::max);
            weights.into_iter().map(|weight| weight / most).collect()
        };
        Ok(Weights { pieces: normal(pieces), ply: normal(ply), result: normal(result) })
    }

    /// The weights by pieces, by ply and by result, each divided by the largest of its kind.
    pub fn lists(&self) -> [&[f64]; 3] {
        [&self.pieces, &self.ply, &self.result]
    }

    /// Whether the number of pieces matters.
    pub(super) fn needs_pieces(&self) -> bool {
        !self.pieces.is_empty()
    }

    /// The probability with which a sample is kept; an unknown result counts as the likeliest.
    pub(super) fn chance(&self, pieces: u32, ply: u32, result: GameResult, stm: Color) -> f64 {
        let of = |weights: &[f64], number: u32| match weights.get(number as usize) {
            Some(&weight) => weight,
            None => weights.last().copied().unwrap_or(1.0),
        };
        let place = match (result.winner(), result) {
            (Some(winner), _) => Some(if winner == stm { 2 } else { 0 }),
            (None, GameResult::Draw) => Some(1),
            (None, _) => None,
        };
        let by_result = place.map_or(1.0, |place| of(&self.result, place));
        of(&self.pieces, pieces) * of(&self.ply, ply) * by_result
    }
}

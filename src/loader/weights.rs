//! Sampling weights.

use super::error::out_of_range;
use crate::error::CallError;
use crate::rules::GameResult;
use crate::types::Color;

/// Sampling weights by the number of pieces, by the ply, by the result for the side to move, and by its
/// rating.
///
/// The probability to keep a sample is the product of its weights, each divided by the
/// largest weight in its list.
///
/// ```
/// use enroque::loader::Weights;
/// // positions of up to eight pieces twice as often as others
/// let mut pieces = vec![2.0; 9];
/// pieces.push(1.0);
/// let weights = Weights::new(pieces, vec![], vec![], vec![]).unwrap();
/// assert!(Weights::new(vec![-1.0], vec![], vec![], vec![]).is_err());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    pub(super) pieces: Vec<f64>,
    pub(super) ply: Vec<f64>,
    pub(super) result: Vec<f64>,
    pub(super) rating: Vec<f64>,
}

impl Weights {
    /// Weights by the number of pieces from 0, by the ply from 0, of lost, drawn and won samples, and
    /// by hundreds of the rating: 0 to 99, 100 to 199, and so on.
    ///
    /// The last entries of lists without a fixed length extend to all larger numbers. An empty list has no
    /// effect.
    ///
    /// # Errors
    /// If a weight is negative, NaN or infinite, if all of a list are 0, or if there are not three
    /// weights of results.
    pub fn new(
        pieces: Vec<f64>,
        ply: Vec<f64>,
        result: Vec<f64>,
        rating: Vec<f64>,
    ) -> Result<Weights, CallError> {
        let range =
            |option, value: String, allowed: &str| Err(out_of_range(option, value, allowed));
        for (option, weights) in [
            ("weights of piece_count", &pieces),
            ("weights of ply", &ply),
            ("weights of result", &result),
            ("weights of rating", &rating),
        ] {
            let is_valid = |weight: &&f64| (0.0..f64::INFINITY).contains(*weight);
            if let Some(weight) = weights.iter().find(|weight| !is_valid(weight)) {
                return range(option, weight.to_string(), "finite and 0 or more");
            }
            if !weights.is_empty() && weights.iter().all(|&weight| weight == 0.0) {
                return range(option, "all 0".to_owned(), "positive for at least one entry");
            }
        }
        if !matches!(result.len(), 0 | 3) {
            let value = format!("{} numbers", result.len());
            return range("weights of result", value, "three numbers (lost, drawn, won)");
        }
        let normalized = |weights: Vec<f64>| {
            let largest = weights.iter().copied().fold(0.0, f64::max);
            weights.into_iter().map(|weight| weight / largest).collect()
        };
        Ok(Weights {
            pieces: normalized(pieces),
            ply: normalized(ply),
            result: normalized(result),
            rating: normalized(rating),
        })
    }

    /// The weights by pieces, ply, result and rating, each divided by the largest in its list.
    pub fn lists(&self) -> [&[f64]; 4] {
        [&self.pieces, &self.ply, &self.result, &self.rating]
    }

    /// The probability to keep a sample; an unknown result and a rating of 0 have the largest weight.
    pub(super) fn factor(
        &self,
        pieces: u32,
        ply: u32,
        result: GameResult,
        stm: Color,
        rating: i16,
    ) -> f64 {
        let of = |weights: &[f64], number: u32| match weights.get(number as usize) {
            Some(&weight) => weight,
            None => weights.last().copied().unwrap_or(1.0),
        };
        let index = match (result.winner(), result) {
            (Some(winner), _) => Some(if winner == stm { 2 } else { 0 }),
            (None, GameResult::Draw) => Some(1),
            (None, _) => None,
        };
        let by_result = index.map_or(1.0, |index| of(&self.result, index));
        let by_rating = match u32::try_from(rating) {
            Ok(rating @ 1..) => of(&self.rating, rating / 100),
            _ => 1.0,
        };
        of(&self.pieces, pieces) * of(&self.ply, ply) * by_result * by_rating
    }
}

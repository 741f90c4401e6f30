//! Results and evaluations as training targets.

use crate::named_enum::named_enum;
use crate::rules::GameResult;
use crate::types::Color;

/// Returns the result for a player: 1 won, 0 drawn, -1 lost, NaN unknown, so that training on
/// unknown results is noticed.
///
/// ```
/// use enroque::{rules::GameResult, tensor, types::Color};
/// assert_eq!(tensor::value(GameResult::WhiteWins, Color::Black), -1.0);
/// assert!(tensor::value(GameResult::Unknown, Color::White).is_nan());
/// ```
#[inline]
pub fn value(result: GameResult, viewer: Color) -> f32 {
    match (result.winner(), result) {
        (Some(winner), _) if winner == viewer => 1.0,
        (Some(_), _) => -1.0,
        (None, GameResult::Draw) => 0.0,
        (None, _) => f32::NAN,
    }
}

/// Returns the result for a player as win, draw and loss: a one-hot vector, or all NaN if it is
/// unknown.
///
/// ```
/// use enroque::{rules::GameResult, tensor, types::Color};
/// assert_eq!(tensor::win_draw_loss(GameResult::Draw, Color::White), [0.0, 1.0, 0.0]);
/// assert_eq!(tensor::win_draw_loss(GameResult::BlackWins, Color::White), [0.0, 0.0, 1.0]);
/// ```
#[inline]
pub fn win_draw_loss(result: GameResult, viewer: Color) -> [f32; 3] {
    match (result.winner(), result) {
        (Some(winner), _) if winner == viewer => [1.0, 0.0, 0.0],
        (Some(_), _) => [0.0, 0.0, 1.0],
        (None, GameResult::Draw) => [0.0, 1.0, 0.0],
        (None, _) => [f32::NAN; 3],
    }
}

/// The bound of centipawns: evaluations above it are mates, as in [`crate::games::Games::evals`].
const MATE: f64 = 900_000.0;
/// The steepness of the curve of Lichess and ChessBench.
const STEEPNESS: f64 = 0.003_682_08;

named_enum! {
    /// A model of the win probability, or expected score, by the evaluation in centipawns.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum WinModel {
        /// Lichess: a logistic curve; evaluations and mates are limited to ±1,000.
        Lichess = "lichess",
        /// ChessBench: the same curve without the limit; mates are 1 or 0.
        ChessBench = "chessbench",
    }
}

impl WinModel {
    /// Returns the win probability of an evaluation; NaN for NaN.
    ///
    /// ```
    /// use enroque::tensor::WinModel;
    /// assert_eq!(WinModel::Lichess.win_probability(0.0), 0.5);
    /// assert!((WinModel::Lichess.win_probability(100.0) - 0.591).abs() < 0.001);
    /// assert_eq!(WinModel::ChessBench.win_probability(999_997.0), 1.0);
    /// ```
    pub fn win_probability(self, centipawns: f64) -> f64 {
        let curve = |centipawns: f64| 1.0 / (1.0 + (-STEEPNESS * centipawns).exp());
        match self {
            WinModel::Lichess => curve(centipawns.clamp(-1000.0, 1000.0)),
            WinModel::ChessBench if centipawns > MATE => 1.0,
            WinModel::ChessBench if centipawns < -MATE => 0.0,
            WinModel::ChessBench => curve(centipawns),
        }
    }
}

/// Returns the centipawns at which the curve of [`WinModel`] has an expected value, -1 (lost) to 1
/// (won), limited to ±10,000; NaN for NaN.
///
/// ```
/// use enroque::tensor::{WinModel, centipawns_of_value};
/// assert_eq!(centipawns_of_value(0.0), 0.0);
/// let value = 2.0 * WinModel::Lichess.win_probability(100.0) - 1.0;
/// assert!((centipawns_of_value(value) - 100.0).abs() < 1e-9);
/// assert_eq!(centipawns_of_value(-1.0), -10_000.0);
/// ```
pub fn centipawns_of_value(value: f64) -> f64 {
    (2.0 * value.atanh() / STEEPNESS).clamp(-10_000.0, 10_000.0)
}

/// Stockfish's model of wins, draws and losses, with the parameters of a release: two cubic
/// polynomials in the material, highest power first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StockfishWdl {
    /// The evaluation at which half of the games are won.
    pub a: [f64; 4],
    /// The scale of the evaluation.
    pub b: [f64; 4],
}

impl StockfishWdl {
    /// Returns the probabilities of win, draw and loss for an evaluation in centipawns as Stockfish
    /// prints it (100 is a win probability of one half). `material` is the sum of both sides: 1 for
    /// a pawn, 3 for a minor piece, 5 for a rook, 9 for a queen, limited to 17 to 78.
    pub fn win_draw_loss(&self, centipawns: f64, material: f64) -> [f64; 3] {
        let m = material.clamp(17.0, 78.0) / 58.0;
        let polynomial = |c: [f64; 4]| ((c[0] * m + c[1]) * m + c[2]) * m + c[3];
        let (a, b) = (polynomial(self.a), polynomial(self.b));
        let value = centipawns * a / 100.0;
        let win = 1.0 / (1.0 + ((a - value) / b).exp());
        let loss = 1.0 / (1.0 + ((a + value) / b).exp());
        [win, 1.0 - win - loss, loss]
    }
}

/// Returns the index of the bucket of a win probability, for `buckets` of equal width, as in
/// ChessBench. A probability on a border is in the lower bucket; NaN has none.
///
/// ```
/// use enroque::tensor::value_bucket;
/// assert_eq!([0.0, 0.5, 0.51, 1.0].map(|p| value_bucket(p, 128)), [Some(0), Some(63), Some(65), Some(127)]);
/// assert_eq!(value_bucket(f64::NAN, 128), None);
/// ```
pub fn value_bucket(probability: f64, buckets: u32) -> Option<u32> {
    if probability.is_nan() || buckets == 0 {
        return None;
    }
    // the number of smaller borders, from an estimate that rounding may have shifted
    let border = |n: u32| f64::from(n) * (1.0 / f64::from(buckets));
    let mut bucket = ((probability * f64::from(buckets)) as u32).min(buckets - 1);
    while bucket > 0 && border(bucket) >= probability {
        bucket -= 1;
    }
    while bucket + 1 < buckets && border(bucket + 1) < probability {
        bucket += 1;
    }
    Some(bucket)
}

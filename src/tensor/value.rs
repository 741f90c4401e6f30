//! The result of a game as a training target.

use crate::rules::GameResult;
use crate::types::Color;

/// The result for a player: 1 won, 0 drawn, -1 lost; NaN if it is unknown, so that nothing can be
/// trained on it unawares.
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

/// The result for a player as win, draw and loss: 1 in its place, 0 elsewhere; three times NaN if it
/// is unknown.
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

/// How far an evaluation may be from a mate for [`WinModel::ChessBench`]: those above are mates, as
/// [`crate::games::Games::evals`] writes them.
const MATE: f64 = 900_000.0;
/// The steepness of Lichess' and ChessBench's curve.
const STEEPNESS: f64 = 0.003_682_08;

/// A curve from an evaluation in centipawns to the probability, or expected score, of the player
/// from whose view it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum WinModel {
    /// Lichess: a logistic curve, evaluations beyond 1,000 (mates too) counting as 1,000.
    Lichess,
    /// ChessBench: the same curve without the bound; mates are 1 or 0.
    ChessBench,
}

impl WinModel {
    /// The names, as options have them.
    pub const NAMES: [(&'static str, WinModel); 2] =
        [("lichess", WinModel::Lichess), ("chessbench", WinModel::ChessBench)];

    /// The probability for an evaluation; NaN for NaN.
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

/// Stockfish's model of wins, draws and losses, with the parameters that each release prints anew:
/// two polynomials of the third degree in the material, the highest power first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StockfishWdl {
    /// Of the evaluation at which half of the games are won.
    pub a: [f64; 4],
    /// Of how much it takes to win more.
    pub b: [f64; 4],
}

impl StockfishWdl {
    /// Win, draw and loss for an evaluation in centipawns as Stockfish prints it (100 for even
    /// chances to win), with this material on the board: 1 a pawn, 3 a minor piece, 5 a rook, 9 a
    /// queen, both sides' together. It counts from 17 to 78.
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

/// The number of the bucket of a win probability, from 0, when 0 to 1 is cut into equal parts: how
/// ChessBench makes classes of values. A probability on a border belongs to the bucket below; NaN has
/// none.
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
    // how many of the borders between buckets are smaller, from a guess that rounding may have put off
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

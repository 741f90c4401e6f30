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

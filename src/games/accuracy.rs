//! The accuracy of players by the evaluations of a game, with Lichess's formulas.

use super::{GameRef, Games, INVALID_START_CODE};
use crate::pool::{Interrupted, Run};
use crate::tensor::WinModel;
use crate::types::{Color, NO_EVAL};

/// Lichess's evaluation of the start position.
const START_EVAL: f64 = 15.0;

/// The limit of evaluations and mates in centipawns.
const MAX_EVAL: f64 = 1000.0;

/// The loss of a move for its player.
struct Loss {
    centipawns: f64,
    /// The win percentage.
    percent: f64,
    /// The number of known evaluations up to the move, that of the start included.
    known: usize,
}

/// Returns White's win percentages by the known evaluations of a game, with that of the start, and
/// the loss of each move that has evaluations before and after it.
fn losses(game: &GameRef<'_>) -> (Vec<f64>, Vec<Option<Loss>>) {
    let positive = |loss: f64| if loss > 0.0 { loss } else { 0.0 };
    let rated = |eval: f64| (eval, 100.0 * WinModel::Lichess.win_probability(eval));
    // a position that was set up may have any evaluation
    let mut before = (game.start_code() < INVALID_START_CODE).then(|| rated(START_EVAL));
    let mut percents = Vec::from_iter(before.map(|before| before.1));
    let mut sign = if game.first_to_move() == Color::White { 1.0 } else { -1.0 };
    let each = |&eval: &i32| {
        let after = (eval != NO_EVAL).then(|| rated(f64::from(eval).clamp(-MAX_EVAL, MAX_EVAL)));
        percents.extend(after.map(|after| after.1));
        let loss = before.zip(after).map(|(before, after)| Loss {
            centipawns: positive(sign * (before.0 - after.0)),
            percent: positive(sign * (before.1 - after.1)),
            known: percents.len(),
        });
        (before, sign) = (after, -sign);
        loss
    };
    let found = game.evals().unwrap_or_default().iter().map(each).collect();
    (percents, found)
}

/// Returns the accuracy of White and Black and their average centipawn loss; NaN without a loss.
fn quality(game: &GameRef<'_>) -> [f64; 4] {
    let (percents, found) = losses(game);
    let width = (percents.len().saturating_sub(1) / 10).clamp(2, 8);
    let mut sums = [[0.0; 5]; 2];
    for (ply, loss) in found.iter().enumerate() {
        let Some(loss) = loss else { continue };
        let accuracy = accuracy(loss.percent);
        let window = &percents[loss.known.saturating_sub(width)..][..width];
        let weight = deviation(window).clamp(0.5, 12.0);
        let added = [1.0, loss.centipawns, weight, weight * accuracy, 1.0 / accuracy.max(1.0)];
        let sums = &mut sums[(game.first_to_move().index() + ply) % 2];
        sums.iter_mut().zip(added).for_each(|(sum, added)| *sum += added);
    }
    let [white, black] = sums.map(|[count, centipawns, weights, weighted, inverse]| {
        [(weighted / weights + count / inverse) / 2.0, centipawns / count]
    });
    [white[0], black[0], white[1], black[1]]
}

/// Returns Lichess's accuracy of a move that loses a win percentage.
fn accuracy(lost: f64) -> f64 {
    if lost <= 0.0 {
        return 100.0;
    }
    // 1 more than the published curve: Lichess's allowance for the errors of its analysis
    let curve = 103.1668100711649 * (-0.04354415386753951 * lost).exp() - 3.166924740191411;
    (curve + 1.0).clamp(0.0, 100.0)
}

/// Returns the standard deviation of some numbers.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

impl Games {
    /// Returns the win percentage that each move loses its player, by the evaluations before and after
    /// it; NaN where one of them is unknown.
    ///
    /// ```
    /// use enroque::games::Games;
    /// use enroque::pool::Run;
    /// let games = Games::from_pgn_text("text", b"1. f3 {[%eval -0.85]} e5 {[%eval -0.85]} 2. g4 *");
    /// let lost = games.win_percent_lost(Run::default()).unwrap();
    /// assert_eq!((lost[0].round(), lost[1]), (9.0, 0.0));
    /// assert!(lost[2].is_nan());
    /// ```
    ///
    /// # Errors
    /// An interruption.
    pub fn win_percent_lost(&self, run: Run<'_>) -> Result<Vec<f32>, Interrupted> {
        self.of_each(run, |game, lost| {
            let end = lost.len() + game.moves().len();
            let percent = |loss: Option<Loss>| loss.map_or(f32::NAN, |loss| loss.percent as f32);
            lost.extend(losses(game).1.into_iter().map(percent));
            lost.resize(end, f32::NAN);
        })
    }

    /// Returns for each game the accuracy of White and of Black, and their average centipawn loss; NaN
    /// for a player without a move that has evaluations before and after it.
    ///
    /// # Errors
    /// An interruption.
    pub fn quality(&self, run: Run<'_>) -> Result<Vec<[f64; 4]>, Interrupted> {
        self.of_each(run, |game, found| found.push(quality(game)))
    }
}

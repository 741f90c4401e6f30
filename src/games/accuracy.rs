//! The accuracy of players by the evaluations of a game, with Lichess's formulas.

use super::{GameRef, Games, INVALID_START_CODE};
use crate::pool::{Interrupted, Run};
use crate::tensor::WinModel;
use crate::types::{Color, NO_EVAL};

/// Lichess's evaluation of the start position.
const START_EVAL: f64 = 15.0;

/// The limit of evaluations and mates in centipawns.
const MAX_EVAL: f64 = 1000.0;

/// A measure of a player's moves in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quality {
    /// Lichess's accuracy, 0 to 100.
    Accuracy,
    /// The average centipawn loss.
    CentipawnLoss,
}

/// A move with an evaluation before and after it, for the player.
struct EvaluatedMove {
    player: Color,
    /// The centipawns lost.
    centipawns: f64,
    /// The win percentage lost.
    percent: f64,
    /// The index of the evaluation after it among those of the game, that of the start included.
    after: usize,
}

/// The known evaluations of a game, with that of the start position, as White's win percentages.
struct Evaluated {
    percents: Vec<f64>,
    moves: Vec<Option<EvaluatedMove>>,
}

impl Evaluated {
    fn new(game: &GameRef<'_>) -> Evaluated {
        let rated = |eval: f64| (eval, 100.0 * WinModel::Lichess.win_probability(eval));
        let known = |eval: i32| {
            (eval != NO_EVAL).then(|| rated(f64::from(eval).clamp(-MAX_EVAL, MAX_EVAL)))
        };
        // a position that was set up may have any evaluation
        let has_usual_start = game.start_code() < INVALID_START_CODE;
        let mut before = has_usual_start.then(|| rated(START_EVAL));
        let mut percents: Vec<f64> = before.iter().map(|before| before.1).collect();
        let mut player = game.first_to_move();
        let each = |&eval: &i32| {
            let after = known(eval);
            percents.extend(after.map(|after| after.1));
            let sign = if player == Color::White { 1.0 } else { -1.0 };
            let found = before.zip(after).map(|(before, after)| EvaluatedMove {
                player,
                centipawns: (sign * (before.0 - after.0)).max(0.0),
                percent: (sign * (before.1 - after.1)).max(0.0),
                after: percents.len() - 1,
            });
            (before, player) = (after, !player);
            found
        };
        let moves = game.evals().unwrap_or_default().iter().map(each).collect();
        Evaluated { percents, moves }
    }

    /// Returns the measure of White and of Black; NaN for a player without evaluated moves.
    fn quality(&self, quality: Quality) -> [f64; 2] {
        let width = (self.percents.len().saturating_sub(1) / 10).clamp(2, 8);
        [Color::White, Color::Black].map(|color| {
            let (mut count, mut sum, mut weights, mut weighted, mut inverse) =
                (0.0, 0.0, 0.0, 0.0, 0.0);
            for played in self.moves.iter().flatten().filter(|played| played.player == color) {
                let accuracy = accuracy(played.percent);
                let first = (played.after + 1).saturating_sub(width);
                let weight = deviation(&self.percents[first..][..width]).clamp(0.5, 12.0);
                count += 1.0;
                sum += played.centipawns;
                weights += weight;
                weighted += weight * accuracy;
                inverse += 1.0 / accuracy.max(1.0);
            }
            match quality {
                Quality::Accuracy => (weighted / weights + count / inverse) / 2.0,
                Quality::CentipawnLoss => sum / count,
            }
        })
    }
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
            let percent = |played: Option<EvaluatedMove>| played.map_or(f64::NAN, |m| m.percent);
            lost.extend(Evaluated::new(game).moves.into_iter().map(|m| percent(m) as f32));
            lost.resize(end, f32::NAN);
        })
    }

    /// Returns a measure of White's and Black's moves in each game; NaN for a player without a move
    /// that has evaluations before and after it.
    ///
    /// # Errors
    /// An interruption.
    pub fn quality(&self, quality: Quality, run: Run<'_>) -> Result<Vec<[f64; 2]>, Interrupted> {
        self.of_each(run, |game, found| found.push(Evaluated::new(game).quality(quality)))
    }
}

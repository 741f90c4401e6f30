//! Evaluations, search values and numbers of players, from the side of a viewer.

use super::error::RowError;
use super::needs::OnMissing;
use super::sample::Sample;
use crate::games::Players;
use crate::tensor::{View, WinModel};
use crate::types::Color;

/// Checks that the label of a column is there, unless its absence has another effect.
pub(super) fn check(label: f32, on_missing: OnMissing, name: &'static str) -> Result<(), RowError> {
    match on_missing {
        OnMissing::Raise if label.is_nan() => Err(RowError::Missing(name)),
        _ => Ok(()),
    }
}

/// The evaluation in centipawns.
pub(super) fn eval(view: View, sample: &Sample<'_>) -> Option<i32> {
    let eval = sample.labels.eval()?;
    Some(if view.viewer(sample.turn) == Color::White { eval } else { -eval })
}

/// The probability of a win by the evaluation; NaN without one.
pub(super) fn win_probability(model: WinModel, view: View, sample: &Sample<'_>) -> f32 {
    let probability = |eval: i32| model.win_probability(f64::from(eval)) as f32;
    eval(view, sample).map_or(f32::NAN, probability)
}

/// A value for the side to move, from the side of a viewer.
pub(super) fn value(view: View, sample: &Sample<'_>, value: f32) -> f32 {
    if view.viewer(sample.turn) == sample.turn { value } else { -value }
}

/// A number of the players or NaN: of a player by color, and of a ply.
pub(super) fn of_players(
    sample: &Sample<'_>,
    number: impl FnOnce(&Players<'_>, usize) -> Option<i32>,
) -> [f32; 1] {
    let players = sample.labels.players();
    let number = players.and_then(|players| number(players, sample.labels.game_and_ply().1));
    [number.map_or(f32::NAN, |number| number as f32)]
}

/// Win, draw and loss of the search.
pub(super) fn search_wdl(view: View, sample: &Sample<'_>) -> [f32; 3] {
    let mut wdl = sample.labels.search_wdl();
    if view.viewer(sample.turn) != sample.turn {
        wdl.reverse();
    }
    wdl
}

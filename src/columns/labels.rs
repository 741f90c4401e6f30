//! Evaluations and search values, from the side of a viewer.

use super::error::RowError;
use super::needs::OnMissing;
use super::sample::Sample;
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

/// Win, draw and loss of the search.
pub(super) fn search_wdl(view: View, sample: &Sample<'_>) -> [f32; 3] {
    let mut wdl = sample.labels.search_wdl();
    if view.viewer(sample.turn) != sample.turn {
        wdl.reverse();
    }
    wdl
}

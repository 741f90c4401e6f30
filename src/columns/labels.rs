//! Evaluations and search values, from the side of a viewer.

use super::sample::Sample;
use crate::tensor::{View, WinModel};
use crate::types::Color;

/// The probability of a win by the evaluation; NaN without one.
pub(super) fn win_probability(model: WinModel, view: View, sample: &Sample<'_>) -> f32 {
    let sign = if view.viewer(sample.turn) == Color::White { 1.0 } else { -1.0 };
    let probability = |eval: i32| model.win_probability(sign * f64::from(eval)) as f32;
    sample.labels.eval().map_or(f32::NAN, probability)
}

/// The value of the search.
pub(super) fn search_value(view: View, sample: &Sample<'_>) -> f32 {
    let value = sample.labels.search_value();
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

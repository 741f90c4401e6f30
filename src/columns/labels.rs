//! Results, evaluations and search values.

use super::array::ElementsMut;
use super::column::Column;
use super::sample::Sample;
use crate::tensor::{self, View};
use crate::types::Color;

/// Writes a column that needs no position.
#[inline(always)]
pub(super) fn write(column: &Column, sample: &Sample<'_>, row: ElementsMut<'_>) {
    let viewer = |view: &View| view.viewer(sample.turn);
    match (column, row) {
        (Column::Value(view), ElementsMut::Float32(row)) => {
            row.fill(tensor::value(sample.labels.result(), viewer(view)));
        }
        (Column::Wdl(view), ElementsMut::Float32(row)) => {
            row.copy_from_slice(&tensor::win_draw_loss(sample.labels.result(), viewer(view)));
        }
        (Column::WinProbability(model, view), ElementsMut::Float32(row)) => {
            let sign = if viewer(view) == Color::White { 1.0 } else { -1.0 };
            let probability = |eval: i32| model.win_probability(sign * f64::from(eval)) as f32;
            row.fill(sample.labels.eval().map_or(f32::NAN, probability));
        }
        (Column::SearchValue(view), ElementsMut::Float32(row)) => {
            let value = sample.labels.search_value();
            row.fill(if viewer(view) == sample.turn { value } else { -value });
        }
        (Column::SearchWdl(view), ElementsMut::Float32(row)) => {
            let mut wdl = sample.labels.search_wdl();
            if viewer(view) != sample.turn {
                wdl.reverse();
            }
            row.copy_from_slice(&wdl);
        }
        (Column::PliesLeft, ElementsMut::Int32(row)) => row.fill(sample.labels.plies_left()),
        (Column::Game, ElementsMut::Int64(row)) => {
            row.fill(sample.labels.game_and_ply().0 as i64);
        }
        (Column::Ply, ElementsMut::Int32(row)) => row.fill(sample.labels.game_and_ply().1 as i32),
        // arrays are checked to be of the column's element type
        _ => {}
    }
}

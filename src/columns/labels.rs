//! Evaluations, search values and numbers of players, from the side of a viewer.

use super::error::RowError;
use super::later::{Td, short_term};
use super::needs::OnMissing;
use super::sample::Sample;
use crate::games::Players;
use crate::tensor::{View, WinModel, maia2, maia3};
use crate::types::Color;

/// An element that may be absent.
pub(super) trait MaybeMissing {
    /// Whether it is absent.
    fn is_missing(&self) -> bool;
}

impl MaybeMissing for f32 {
    fn is_missing(&self) -> bool {
        self.is_nan()
    }
}

impl MaybeMissing for i64 {
    fn is_missing(&self) -> bool {
        *self < 0
    }
}

/// Checks that the label of a column is there, unless its absence has another effect.
pub(super) fn check(
    label: impl MaybeMissing,
    on_missing: OnMissing,
    name: &'static str,
) -> Result<(), RowError> {
    match on_missing {
        OnMissing::Raise if label.is_missing() => Err(RowError::Missing(name)),
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

/// The bins of Maia-2 of the ratings of the side to move and of the opponent, -1 if one is unknown.
pub(super) fn maia2_ratings(sample: &Sample<'_>) -> [i64; 2] {
    let players = sample.labels.players();
    let bin = |color| players?.rating(color).map(maia2::rating_bin);
    match [bin(sample.turn), bin(!sample.turn)] {
        [Some(own), Some(other)] => [own, other],
        _ => [-1; 2],
    }
}

/// The time control, the clock of the side to move and the time of the move as Maia-3 scales them; NaN
/// if one is unknown.
pub(super) fn maia3_times(sample: &Sample<'_>) -> [f32; 4] {
    let times = sample.labels.players().and_then(|players| {
        let ply = sample.labels.game_and_ply().1;
        let clock = players.clock(ply, sample.turn)?;
        Some([players.base_time()?, players.increment()?, clock, players.move_time(ply)?])
    });
    times.map_or([f32::NAN; 4], |times| times.map(maia3::scaled_time))
}

/// The value of the search, mixed with what follows.
pub(super) fn search_value(view: View, td: Td, sample: &Sample<'_>) -> f32 {
    let found = if td == Td::default() {
        sample.labels.search_value()
    } else {
        let (values, _) = sample.labels.search_values().as_chunks();
        short_term(values, td, |[value]| [-value])[0]
    };
    value(view, sample, found)
}

/// Win, draw and loss of the search, mixed with what follows.
pub(super) fn search_wdl(view: View, td: Td, sample: &Sample<'_>) -> [f32; 3] {
    let of_opponent = |[win, draw, loss]: [f32; 3]| [loss, draw, win];
    let mut wdl = short_term(sample.labels.search_wdls(), td, of_opponent);
    if view.viewer(sample.turn) != sample.turn {
        wdl.reverse();
    }
    wdl
}

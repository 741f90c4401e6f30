//! Training targets of positions from the results and evaluations of their games.

use super::error::BatchError;
use super::game_list::GameList;
use super::positions::{Positions, Sample};
use crate::pgn::NO_EVAL;
use crate::pool::Run;
use crate::tensor::records::{Label, RecordKind};
use crate::tensor::rows::{self, Unsupported};
use crate::tensor::{self, View, WinModel, score_of};
use crate::types::Color;

/// Writes the result of each position's game for the viewer, `(positions)`; see [`tensor::value`].
///
/// # Errors
/// See [`BatchError`].
pub fn value(
    games: &impl GameList,
    positions: Positions<'_>,
    view: View,
    out: &mut [f32],
) -> Result<(), BatchError> {
    write_labels(games, positions, out, |sample| {
        [tensor::value(games.result(sample.game), viewer(games, sample, view))]
    })
}

/// Writes the result of each position's game for the viewer as win, draw and loss,
/// `(positions, 3)`; see [`tensor::win_draw_loss`].
///
/// # Errors
/// See [`BatchError`].
pub fn win_draw_loss(
    games: &impl GameList,
    positions: Positions<'_>,
    view: View,
    out: &mut [f32],
) -> Result<(), BatchError> {
    write_labels(games, positions, out, |sample| {
        tensor::win_draw_loss(games.result(sample.game), viewer(games, sample, view))
    })
}

/// Writes the win probability of the viewer by the evaluation of each position, `(positions)`; NaN
/// without evaluation, as for every start position.
///
/// # Errors
/// See [`BatchError`].
pub fn win_probability(
    games: &impl GameList,
    positions: Positions<'_>,
    model: WinModel,
    view: View,
    out: &mut [f32],
) -> Result<(), BatchError> {
    write_labels(games, positions, out, |sample| {
        let eval = eval(games, sample).map(|eval| match viewer(games, sample, view) {
            Color::White => eval,
            Color::Black => -eval,
        });
        [eval.map_or(f32::NAN, |eval| model.win_probability(f64::from(eval)) as f32)]
    })
}

/// Writes the number of plies to the end of each position's game, `(positions)`.
///
/// # Errors
/// See [`BatchError`].
pub fn plies_left(
    games: &impl GameList,
    positions: Positions<'_>,
    out: &mut [i32],
) -> Result<(), BatchError> {
    write_labels(games, positions, out, |sample| {
        [(games.moves(sample.game).len() - sample.ply) as i32]
    })
}

/// Writes records, `(positions, 32)`, labeled with evaluations (0 if there is none; mates as in
/// [`score_of`]) and results (an unknown one is a draw).
///
/// # Errors
/// See [`BatchError`].
pub fn records(
    games: &impl GameList,
    positions: Positions<'_>,
    kind: RecordKind,
    out: &mut [u8],
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<(), BatchError> {
    super::write(games, positions, &rows::Records(kind), &mut *out, unsupported, run)?;
    let (records, _) = out.as_chunks_mut::<32>();
    for sample in positions.sorted(games, false)? {
        if records[sample.row] == [0; 32] {
            continue; // an unsupported position
        }
        let stm = viewer(games, sample, View::SideToMove);
        let score = score_of(eval(games, sample).unwrap_or(0), stm, kind.view());
        let value = tensor::value(games.result(sample.game), viewer(games, sample, kind.view()));
        let result = if value > 0.0 { 2 } else { u8::from(value.is_nan() || value == 0.0) };
        kind.relabel(&mut records[sample.row], Label { score, result });
    }
    Ok(())
}

/// Writes `N` elements for each position.
fn write_labels<T, const N: usize>(
    games: &impl GameList,
    positions: Positions<'_>,
    out: &mut [T],
    label: impl Fn(Sample) -> [T; N],
) -> Result<(), BatchError> {
    let sorted = positions.sorted(games, false)?;
    positions.check_size(N, out)?;
    let (rows, _) = out.as_chunks_mut::<N>();
    for sample in sorted {
        rows[sample.row] = label(sample);
    }
    Ok(())
}

/// Returns the evaluation of a position from White's view.
fn eval(games: &impl GameList, sample: Sample) -> Option<i32> {
    let eval = *games.evals(sample.game)?.get(sample.ply.checked_sub(1)?)?;
    (eval != NO_EVAL).then_some(eval)
}

/// Returns the viewer of a position, without replaying its game.
fn viewer(games: &impl GameList, sample: Sample, view: View) -> Color {
    let first = games.first_to_move(sample.game);
    view.viewer(if sample.ply.is_multiple_of(2) { first } else { !first })
}

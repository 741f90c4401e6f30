//! Many positions of many games at once: (game, ply) pairs in, arrays out, on all cores.
//!
//! Ply n is the position after n moves, 0 the start. Pairs may come in any order and more than once;
//! a game is played through once a call, whatever the order. The arrays are row-major, one row a
//! pair, in the pairs' order, and the same for any number of threads. Nothing is allocated per
//! position: a call allocates a few words a pair, and a history for each thread.

mod changes;
mod error;
mod game_list;
mod positions;
mod ragged;
mod replay;

pub use crate::tensor::rows::Ragged;
pub use changes::{FeatureChanges, feature_changes};
pub use error::BatchError;
pub use game_list::GameList;
pub use positions::Pairs;
pub use ragged::{active_features, legal_indices};

use crate::pgn::NO_EVAL;
use crate::pool::Run;
use crate::tensor::nnue::FeatureSet;
use crate::tensor::records::{Label, RecordKind};
use crate::tensor::rows::{self, Unsupported, WriteRow};
use crate::tensor::score_of;
use crate::tensor::{self, Element, PlaneEncoding, Policy, TokenEncoding, View, WinModel};
use crate::types::Color;
use positions::Pair;
use replay::write_all;

/// Writes a row for each pair: whatever [`rows`] has a writer for.
///
/// ```
/// use enroque::{batch::{self, Pairs}, games::Games};
/// use enroque::pool::Run;
/// use enroque::tensor::rows::{LegalMask, Unsupported};
/// use enroque::tensor::lc0::Lc0Policy;
/// let games = Games::from_pgn_text("text", b"1. e4 e5 *");
/// let pairs = Pairs { game: &[0, 0], ply: &[0, 1] };
/// let mut mask = [false; 2 * 1858];
/// let writer = LegalMask(&Lc0Policy::default());
/// batch::write(&games, pairs, &writer, &mut mask, Unsupported::Raise, Run::default()).unwrap();
/// assert_eq!(mask.iter().filter(|&&legal| legal).count(), 40);
/// ```
///
/// # Errors
/// See [`BatchError`].
pub fn write<'a, T: Send, W: WriteRow<&'a mut [T]>>(
    games: &impl GameList,
    pairs: Pairs<'_>,
    writer: &W,
    out: &'a mut [T],
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<(), BatchError> {
    writer.check().map_err(BatchError::Planes)?;
    let sorted = pairs.sorted(games, writer.needs_move())?;
    let mut rows = pairs.rows(&sorted, writer.width(), out)?;
    write_all(games, &sorted, &mut rows, writer, unsupported, run)
}

/// Writes planes, `(pairs, channels, 8, 8)`.
///
/// # Errors
/// See [`BatchError`].
pub fn planes<E: PlaneEncoding, T: Element>(
    games: &impl GameList,
    pairs: Pairs<'_>,
    encoding: &E,
    out: &mut [T],
    run: Run<'_>,
) -> Result<(), BatchError> {
    write(games, pairs, &rows::Dense(encoding), out, Unsupported::Raise, run)
}

/// Writes planes in bit form: `masks` is `(pairs, channels)`, and `scales` has for each pair a value
/// for each channel of [`PlaneEncoding::scaled`]. See [`crate::tensor::Planes`].
///
/// # Errors
/// See [`BatchError`].
pub fn planes_bits<E: PlaneEncoding>(
    games: &impl GameList,
    pairs: Pairs<'_>,
    encoding: &E,
    masks: &mut [u64],
    scales: &mut [f32],
    run: Run<'_>,
) -> Result<(), BatchError> {
    let writer = rows::Bits(encoding);
    writer.check().map_err(BatchError::Planes)?;
    let sorted = pairs.sorted(games, false)?;
    let masks = pairs.rows(&sorted, writer.width(), masks)?;
    let scaled = encoding.scaled().len();
    let mut rows: Vec<(&mut [u64], &mut [f32])> = if scaled == 0 {
        pairs.check_size(0, scales)?;
        masks.into_iter().map(|row| (row, [].as_mut_slice())).collect()
    } else {
        masks.into_iter().zip(pairs.rows(&sorted, scaled, scales)?).collect()
    };
    write_all(games, &sorted, &mut rows, &writer, Unsupported::Raise, run)
}

/// Writes the index of the move that was played in each position, `(pairs)`. The last position of a
/// game has none.
///
/// # Errors
/// See [`BatchError`].
pub fn policy<P: Policy>(
    games: &impl GameList,
    pairs: Pairs<'_>,
    policy: &P,
    out: &mut [i64],
    run: Run<'_>,
) -> Result<(), BatchError> {
    write(games, pairs, &rows::Played(policy), out, Unsupported::Raise, run)
}

/// Writes the legal move with an index in each position, `(pairs)`, as 16 bits: what a network chose.
///
/// ```
/// use enroque::{batch::{self, Pairs}, games::Games};
/// use enroque::pool::Run;
/// use enroque::tensor::lc0::Lc0Policy;
/// use enroque::tensor::rows::Unsupported;
/// let games = Games::from_pgn_text("text", b"1. e4 e5 *");
/// let (pairs, policy) = (Pairs { game: &[0], ply: &[0] }, Lc0Policy::default());
/// let mut moves = [0];
/// let (raise, run) = (Unsupported::Raise, Run::default());
/// batch::policy_moves(&games, pairs, &policy, &[322], &mut moves, raise, run).unwrap();
/// assert_eq!(moves, [games.move_bits()[0]]);
/// ```
///
/// # Errors
/// See [`BatchError`]: of a row where no legal move has the index.
pub fn policy_moves<P: Policy>(
    games: &impl GameList,
    pairs: Pairs<'_>,
    policy: &P,
    indices: &[i64],
    out: &mut [u16],
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<(), BatchError> {
    let sorted = pairs.sorted(games, false)?;
    pairs.check_size(1, indices)?;
    let rows = pairs.rows(&sorted, 1, out)?.into_iter();
    let mut rows: Vec<(&mut [u16], i64)> =
        rows.zip(&sorted).map(|(row, pair)| (row, indices[pair.at])).collect();
    write_all(games, &sorted, &mut rows, &rows::MoveOfIndex(policy), unsupported, run)
}

/// Writes the legal masks, `(pairs, size)`: 1 at the index of each legal move.
///
/// # Errors
/// See [`BatchError`].
pub fn legal_mask<P: Policy, T: Element>(
    games: &impl GameList,
    pairs: Pairs<'_>,
    policy: &P,
    out: &mut [T],
    run: Run<'_>,
) -> Result<(), BatchError> {
    write(games, pairs, &rows::LegalMask(policy), out, Unsupported::Raise, run)
}

/// Writes tokens, `(pairs, count)`.
///
/// # Errors
/// See [`BatchError`].
pub fn tokens(
    games: &impl GameList,
    pairs: Pairs<'_>,
    encoding: TokenEncoding,
    out: &mut [u8],
    run: Run<'_>,
) -> Result<(), BatchError> {
    write(games, pairs, &rows::Tokens(encoding), out, Unsupported::Raise, run)
}

/// Writes active features, `(pairs, 2, 32)`; see [`rows::Features`].
///
/// # Errors
/// See [`BatchError`].
pub fn features(
    games: &impl GameList,
    pairs: Pairs<'_>,
    set: FeatureSet,
    out: &mut [i32],
    run: Run<'_>,
) -> Result<(), BatchError> {
    write(games, pairs, &rows::Features(set), out, Unsupported::Raise, run)
}

/// Writes the result of each position's game for the viewer, `(pairs)`; see [`tensor::value`].
///
/// # Errors
/// See [`BatchError`].
pub fn value(
    games: &impl GameList,
    pairs: Pairs<'_>,
    view: View,
    out: &mut [f32],
) -> Result<(), BatchError> {
    let sorted = pairs.sorted(games, false)?;
    pairs.check_size(1, out)?;
    for pair in sorted {
        out[pair.at] = tensor::value(games.result(pair.game), viewer(games, pair, view));
    }
    Ok(())
}

/// Writes the result of each position's game for the viewer as win, draw and loss, `(pairs, 3)`; see
/// [`tensor::win_draw_loss`].
///
/// # Errors
/// See [`BatchError`].
pub fn win_draw_loss(
    games: &impl GameList,
    pairs: Pairs<'_>,
    view: View,
    out: &mut [f32],
) -> Result<(), BatchError> {
    let sorted = pairs.sorted(games, false)?;
    pairs.check_size(3, out)?;
    let (rows, _) = out.as_chunks_mut::<3>();
    for pair in sorted {
        rows[pair.at] = tensor::win_draw_loss(games.result(pair.game), viewer(games, pair, view));
    }
    Ok(())
}

/// Writes how likely the viewer is to win each position by the evaluation that its game has of it,
/// `(pairs)`; NaN where there is none, as of every start.
///
/// # Errors
/// See [`BatchError`].
pub fn win_probability(
    games: &impl GameList,
    pairs: Pairs<'_>,
    model: WinModel,
    view: View,
    out: &mut [f32],
) -> Result<(), BatchError> {
    let sorted = pairs.sorted(games, false)?;
    pairs.check_size(1, out)?;
    for pair in sorted {
        let eval = pair.ply.checked_sub(1).and_then(|n| games.evals(pair.game)?.get(n).copied());
        let eval =
            eval.filter(|&eval| eval != NO_EVAL).map(|eval| match viewer(games, pair, view) {
                Color::White => eval,
                Color::Black => -eval,
            });
        out[pair.at] = eval.map_or(f32::NAN, |eval| model.win_probability(f64::from(eval)) as f32);
    }
    Ok(())
}

/// Writes how many plies each position's game went on for, `(pairs)`.
///
/// # Errors
/// See [`BatchError`].
pub fn plies_left(
    games: &impl GameList,
    pairs: Pairs<'_>,
    out: &mut [i32],
) -> Result<(), BatchError> {
    let sorted = pairs.sorted(games, false)?;
    pairs.check_size(1, out)?;
    for pair in sorted {
        out[pair.at] = (games.moves(pair.game).len() - pair.ply) as i32;
    }
    Ok(())
}

/// Writes Stockfish's bucket of each position, `(pairs)`; see [`crate::tensor::nnue::bucket`].
///
/// # Errors
/// See [`BatchError`].
pub fn buckets(
    games: &impl GameList,
    pairs: Pairs<'_>,
    out: &mut [i32],
    run: Run<'_>,
) -> Result<(), BatchError> {
    write(games, pairs, &rows::Bucket, out, Unsupported::Raise, run)
}

/// Writes records, `(pairs, 32)`, labeled with the games' evaluations (0 where there is none; mates as
/// [`score_of`] has them) and results (an unknown one counts as drawn).
///
/// # Errors
/// See [`BatchError`].
pub fn records(
    games: &impl GameList,
    pairs: Pairs<'_>,
    kind: RecordKind,
    out: &mut [u8],
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<(), BatchError> {
    write(games, pairs, &rows::Records(kind), &mut *out, unsupported, run)?;
    let (records, _) = out.as_chunks_mut::<32>();
    for pair in pairs.sorted(games, false)? {
        if records[pair.at] == [0; 32] {
            continue; // it did not fit
        }
        let seen_by = viewer(games, pair, kind.view());
        let eval = pair.ply.checked_sub(1).and_then(|n| games.evals(pair.game)?.get(n).copied());
        let stm = viewer(games, pair, View::SideToMove);
        let eval = eval.filter(|&eval| eval != NO_EVAL).unwrap_or(0);
        let score = score_of(eval, stm, kind.view());
        let value = tensor::value(games.result(pair.game), seen_by);
        let result = if value > 0.0 { 2 } else { u8::from(value.is_nan() || value == 0.0) };
        kind.relabel(&mut records[pair.at], Label { score, result });
    }
    Ok(())
}

/// Through whose eyes a position is seen, without playing up to it.
fn viewer(games: &impl GameList, pair: Pair, view: View) -> Color {
    let first = games.first_to_move(pair.game);
    view.viewer(if pair.ply.is_multiple_of(2) { first } else { !first })
}

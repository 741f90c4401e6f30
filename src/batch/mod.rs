//! Encodings of many positions at once: game indices and plies in, arrays out, on all cores.
//!
//! Ply n is the position after n moves. Positions may be in any order and may repeat; each game is
//! replayed once per call. Arrays are row-major with one row for each position, in the order of the
//! argument, and do not depend on the number of threads. Nothing is allocated per position: a call
//! allocates a few words for each position, and a history for each thread.

mod changes;
mod error;
mod game_list;
mod labels;
mod positions;
mod ragged;
mod replay;
mod targets;

pub use crate::tensor::rows::Ragged;
pub use changes::{FeatureChanges, feature_changes};
pub use error::BatchError;
pub use game_list::GameList;
pub use labels::{plies_left, records, value, win_draw_loss, win_probability};
pub use positions::Positions;
pub use ragged::{active_features, legal_indices};
pub use targets::{SparseRows, policy_target, policy_target_csr};

use crate::pool::Run;
use crate::stream;
use crate::tensor::rows::{self, Unsupported, WriteRow};
use crate::tensor::{PlaneEncoding, Policy};
use replay::write_all;

/// Writes a row for each position, with any writer of [`rows`].
///
/// ```
/// use enroque::{batch::{self, Positions}, games::Games};
/// use enroque::pool::Run;
/// use enroque::tensor::rows::{LegalMask, Unsupported};
/// use enroque::tensor::lc0::Lc0Policy;
/// let games = Games::from_pgn_text("text", b"1. e4 e5 *");
/// let positions = Positions { game: &[0, 0], ply: &[0, 1] };
/// let mut mask = [false; 2 * 1858];
/// let writer = LegalMask(&Lc0Policy::default());
/// batch::write(&games, positions, &writer, &mut mask, Unsupported::Raise, Run::default()).unwrap();
/// assert_eq!(mask.iter().filter(|&&legal| legal).count(), 40);
/// ```
///
/// # Errors
/// See [`BatchError`].
pub fn write<'a, T: Send, W: WriteRow<&'a mut [T]>>(
    games: &impl GameList,
    positions: Positions<'_>,
    writer: &W,
    out: &'a mut [T],
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<(), BatchError> {
    writer.check().map_err(BatchError::Planes)?;
    let sorted = positions.sorted(games, writer.needs_move())?;
    let is_large = stream::is_large(out);
    let mut rows = positions.rows(&sorted, writer.width(), out)?;
    write_all(games, &sorted, &mut rows, writer, is_large, unsupported, run)
}

/// Writes planes in the bit form (see [`crate::tensor::Planes`]): `masks` is
/// `(positions, channels)`, and `scales` has a value for each position and each channel of
/// [`PlaneEncoding::scaled`].
///
/// # Errors
/// See [`BatchError`].
pub fn planes_bits<E: PlaneEncoding>(
    games: &impl GameList,
    positions: Positions<'_>,
    encoding: &E,
    masks: &mut [u64],
    scales: &mut [f32],
    run: Run<'_>,
) -> Result<(), BatchError> {
    let writer = rows::Bits(encoding);
    writer.check().map_err(BatchError::Planes)?;
    let sorted = positions.sorted(games, false)?;
    let masks = positions.rows(&sorted, writer.width(), masks)?;
    let scaled = encoding.scaled().len();
    let mut rows: Vec<(&mut [u64], &mut [f32])> = if scaled == 0 {
        positions.check_size(0, scales)?;
        masks.into_iter().map(|row| (row, [].as_mut_slice())).collect()
    } else {
        masks.into_iter().zip(positions.rows(&sorted, scaled, scales)?).collect()
    };
    write_all(games, &sorted, &mut rows, &writer, false, Unsupported::Raise, run)
}

/// Writes the legal move with a policy index in each position, `(positions)`, as 16 bits.
///
/// ```
/// use enroque::{batch::{self, Positions}, games::Games};
/// use enroque::pool::Run;
/// use enroque::tensor::lc0::Lc0Policy;
/// use enroque::tensor::rows::Unsupported;
/// let games = Games::from_pgn_text("text", b"1. e4 e5 *");
/// let (positions, policy) = (Positions { game: &[0], ply: &[0] }, Lc0Policy::default());
/// let mut moves = [0];
/// let (raise, run) = (Unsupported::Raise, Run::default());
/// batch::policy_moves(&games, positions, &policy, &[322], &mut moves, raise, run).unwrap();
/// assert_eq!(moves, [games.move_bits()[0]]);
/// ```
///
/// # Errors
/// See [`BatchError`]; it is an error of the row if no legal move has the index.
pub fn policy_moves<P: Policy>(
    games: &impl GameList,
    positions: Positions<'_>,
    policy: &P,
    indices: &[i64],
    out: &mut [u16],
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<(), BatchError> {
    let sorted = positions.sorted(games, false)?;
    positions.check_size(1, indices)?;
    let rows = positions.rows(&sorted, 1, out)?.into_iter();
    let mut rows: Vec<(&mut [u16], i64)> =
        rows.zip(&sorted).map(|(row, sample)| (row, indices[sample.row])).collect();
    let writer = rows::MoveOfIndex(policy);
    write_all(games, &sorted, &mut rows, &writer, false, unsupported, run)
}

//! Rows of different lengths, one after the other: what others call CSR.

use super::{BatchError, GameList, Pairs, write};
use crate::pool::Run;
use crate::tensor::Policy;
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};
use crate::tensor::rows::{Features, LegalIndices, Unsupported, WriteRow};

/// So many pairs have their rows written side by side, before they are moved together: some 70 MB.
const PAIRS_AT_ONCE: usize = 1 << 15;

/// Rows of different lengths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ragged {
    /// The values of all rows.
    pub values: Vec<i32>,
    /// Where each row begins, and where the last one ends: one more than there are rows.
    pub offsets: Vec<i64>,
}

/// The indices of the legal moves of each position, in the order of
/// [`crate::movegen::legal_moves`].
///
/// # Errors
/// See [`BatchError`].
pub fn legal_indices<P: Policy>(
    games: &impl GameList,
    pairs: Pairs<'_>,
    policy: &P,
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<Ragged, BatchError> {
    let writer = LegalIndices(policy);
    let width = <LegalIndices<'_, P> as WriteRow<&mut [i32]>>::width(&writer);
    ragged(games, pairs, &writer, width, unsupported, run)
}

/// The active features of each position, two rows a pair: the mover's perspective, then the
/// opponent's.
///
/// # Errors
/// See [`BatchError`].
pub fn active_features(
    games: &impl GameList,
    pairs: Pairs<'_>,
    set: FeatureSet,
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<Ragged, BatchError> {
    ragged(games, pairs, &Features(set), MAX_ACTIVE, unsupported, run)
}

/// Moves the rows of a writer together, each up to its first negative number.
fn ragged<W: for<'a> WriteRow<&'a mut [i32]>>(
    games: &impl GameList,
    pairs: Pairs<'_>,
    writer: &W,
    row: usize,
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<Ragged, BatchError> {
    // what is wrong with a pair is told by its place among all of them
    pairs.sorted(games, false)?;
    let mut ragged = Ragged { values: Vec::new(), offsets: vec![0] };
    let mut buffer = Vec::new();
    let width = writer.width();
    let chunks = pairs.game.chunks(PAIRS_AT_ONCE).zip(pairs.ply.chunks(PAIRS_AT_ONCE));
    for (n, (game, ply)) in chunks.enumerate() {
        buffer.resize(game.len() * width, -1);
        let chunk = Pairs { game, ply };
        write(games, chunk, writer, &mut buffer, unsupported, run)
            .map_err(|error| error.later(n * PAIRS_AT_ONCE))?;
        for row in buffer.chunks_exact(row) {
            let end = row.iter().position(|&value| value < 0).unwrap_or(row.len());
            ragged.values.extend_from_slice(&row[..end]);
            ragged.offsets.push(ragged.values.len() as i64);
        }
    }
    Ok(ragged)
}

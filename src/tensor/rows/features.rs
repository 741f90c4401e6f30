//! Rows of sparse features.

use super::{Ragged, RowError, WriteRow};
use crate::attacks::Backend;
use crate::position::Position;
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE, bucket};
use crate::types::{Color, Move};

/// The index of Stockfish's layer stack; see [`bucket`].
#[derive(Clone, Copy, Debug)]
pub struct Bucket;

impl WriteRow<&mut [i32]> for Bucket {
    type State = Position;

    fn width(&self) -> usize {
        1
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        _: B,
        position: &Position,
        _: Option<Move>,
        row: &mut &mut [i32],
    ) -> Result<(), RowError> {
        row.fill(bucket(position) as i32);
        Ok(())
    }
}

/// Active features, `(2, 32)`: the perspectives of the side to move and of the opponent, padded
/// with -1; see [`FeatureSet::write`].
#[derive(Clone, Copy, Debug)]
pub struct Features(pub FeatureSet);

impl WriteRow<&mut [i32]> for Features {
    type State = Position;

    fn width(&self) -> usize {
        2 * MAX_ACTIVE
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        _: B,
        position: &Position,
        _: Option<Move>,
        row: &mut &mut [i32],
    ) -> Result<(), RowError> {
        let (perspectives, _) = row.as_chunks_mut::<MAX_ACTIVE>();
        let us: Color = position.turn();
        for (perspective, active) in [us, !us].into_iter().zip(&mut *perspectives) {
            if let Err(error) = self.0.write(position, perspective, active) {
                perspectives.as_flattened_mut().fill(-1);
                return Err(RowError::Features(error));
            }
        }
        Ok(())
    }
}

/// Active features without padding: two rows of a [`Ragged`], which are empty for an unsupported
/// position.
impl WriteRow<Ragged> for Features {
    type State = Position;

    /// The minimum.
    fn width(&self) -> usize {
        0
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        _: B,
        position: &Position,
        _: Option<Move>,
        rows: &mut Ragged,
    ) -> Result<(), RowError> {
        let us: Color = position.turn();
        let (mut active, mut result) = ([0; MAX_ACTIVE], Ok(()));
        for perspective in [us, !us] {
            let count = self.0.write(position, perspective, &mut active).unwrap_or_else(|error| {
                result = Err(RowError::Features(error));
                0
            });
            rows.push(active[..count].iter().copied());
        }
        result
    }
}

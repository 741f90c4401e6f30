//! Rows of bytes: tokens and records.

use super::{RowError, WriteRow};
use crate::attacks::Backend;
use crate::position::Position;
use crate::tensor::TokenEncoding;
use crate::tensor::records::{self, Label, RecordKind};
use crate::types::Move;

/// Tokens; 255s for an unsupported position.
#[derive(Clone, Copy, Debug)]
pub struct Tokens(pub TokenEncoding);

impl WriteRow<&mut [u8]> for Tokens {
    type State = Position;

    fn width(&self) -> usize {
        self.0.count()
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        _: B,
        position: &Position,
        _: Option<Move>,
        row: &mut &mut [u8],
    ) -> Result<(), RowError> {
        self.0.write(position, row).map_err(|error| {
            row.fill(TokenEncoding::NO_TOKEN);
            RowError::Tokens(error)
        })
    }
}

/// Records with the label score 0 and draw; zeros for an unsupported position.
#[derive(Clone, Copy, Debug)]
pub struct Records(pub RecordKind);

impl WriteRow<&mut [u8]> for Records {
    type State = Position;

    fn width(&self) -> usize {
        records::BYTES
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        _: B,
        position: &Position,
        _: Option<Move>,
        row: &mut &mut [u8],
    ) -> Result<(), RowError> {
        row.fill(0);
        let record = self.0.write(position, Label { score: 0, result: 1 });
        row.copy_from_slice(&record.map_err(RowError::Record)?);
        Ok(())
    }
}

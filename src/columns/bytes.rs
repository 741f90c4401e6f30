//! Tokens and records.

use super::error::RowError;
use super::sample::Sample;
use crate::tensor::records::{BYTES, RecordKind, RecordLabel};
use crate::tensor::{self, TokenEncoding, score_of};

/// An upper bound of the number of tokens of a position.
const MAX_TOKENS: usize = 128;

/// Writes tokens; 255s for an unsupported position.
pub(super) fn tokens(
    encoding: TokenEncoding,
    sample: &Sample<'_>,
    row: &mut [u8],
) -> Result<(), RowError> {
    encoding.write(sample.position, row).map_err(|error| {
        row.fill(TokenEncoding::NO_TOKEN);
        RowError::Tokens(error)
    })
}

/// Whether the position has tokens.
pub(super) fn has_tokens(encoding: TokenEncoding, sample: &Sample<'_>) -> bool {
    let mut tokens = [0; MAX_TOKENS];
    let tokens = tokens.get_mut(..encoding.count());
    tokens.is_some_and(|tokens| encoding.write(sample.position, tokens).is_ok())
}

/// Whether the position fits into a record.
pub(super) fn has_record(kind: RecordKind, sample: &Sample<'_>) -> bool {
    record(kind, sample, &mut [0; BYTES]).is_ok()
}

/// Writes a record, with the evaluation (0 if unknown; mates as in [`score_of`]) and the result (a
/// draw if unknown); zeros for an unsupported position.
pub(super) fn record(
    kind: RecordKind,
    sample: &Sample<'_>,
    row: &mut [u8],
) -> Result<(), RowError> {
    let score = score_of(sample.labels.eval().unwrap_or(0), sample.turn, kind.view());
    let value = tensor::value(sample.labels.result(), kind.view().viewer(sample.turn));
    let result = if value > 0.0 { 2 } else { u8::from(value.is_nan() || value == 0.0) };
    let record = kind.write(sample.position, RecordLabel { score, result });
    row.copy_from_slice(&record.unwrap_or([0; BYTES]));
    record.map(|_| ()).map_err(RowError::Record)
}

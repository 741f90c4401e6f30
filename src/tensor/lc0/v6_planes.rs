//! Planes of training records.

use thiserror::Error;

use super::v6::{V6_BYTES, V6Error, V6Record};
use super::{HistoryFill, Lc0};
use crate::attacks::{dispatch, task};
use crate::tensor::planes::{check_element, expand_planes};
use crate::tensor::{Element, PlanesError};

/// Writes the planes of consecutive records: `(records, 112, 8, 8)`.
///
/// # Errors
/// The index of the first invalid record, or of the first whose values the element type cannot
/// represent.
pub fn v6_planes<T: Element>(records: &[u8], out: &mut [T]) -> Result<(), (usize, V6PlanesError)> {
    let (records, rest) = records.as_chunks::<V6_BYTES>();
    let expected = records.len() * 112 * 64;
    if !rest.is_empty() || out.len() != expected {
        let found = out.len();
        return Err((records.len(), V6PlanesError::Planes(PlanesError::Size { expected, found })));
    }
    type Written = Result<(), (usize, V6PlanesError)>;
    dispatch(task!(<T: Element> |backend, records: &[[u8; V6_BYTES]], out: &mut [T]| -> Written {
        let rows = out.chunks_exact_mut(112 * 64);
        for (n, (record, row)) in records.iter().zip(rows).enumerate() {
            let record =
                V6Record::from_bytes(record).map_err(|error| (n, V6PlanesError::Record(error)))?;
            let encoding = Lc0 { format: record.format(), fill: HistoryFill::No };
            check_element::<Lc0, T>(&encoding)
                .map_err(|error| (n, V6PlanesError::Planes(error)))?;
            let (masks, rule_50) = record.planes();
            expand_planes(backend, &encoding, &masks, &[rule_50], row);
        }
        Ok(())
    }))
}

/// An error of writing the planes of a record.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum V6PlanesError {
    /// The record is invalid.
    #[error(transparent)]
    Record(V6Error),
    /// The array has the wrong size or element type.
    #[error(transparent)]
    Planes(PlanesError),
}

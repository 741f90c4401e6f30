//! Planes of training records.

use super::v6::{V6_BYTES, V6Record};
use super::{HistoryFill, Lc0};
use crate::attacks::{dispatch, task};
use crate::error::{CallError, call_error, ensure};
use crate::tensor::Element;
use crate::tensor::planes::{check_element, expand_planes};

/// Writes the planes of consecutive records: `(records, 112, 8, 8)`.
///
/// # Errors
/// The first invalid record, or the first whose values the element type cannot represent.
pub fn v6_planes<T: Element>(records: &[u8], out: &mut [T]) -> Result<(), CallError> {
    let (records, rest) = records.as_chunks::<V6_BYTES>();
    let expected = records.len() * 112 * 64;
    ensure!(
        rest.is_empty() && out.len() == expected,
        Array("out"),
        "record {}: the planes have {expected} elements, but the buffer has {}",
        records.len(),
        out.len()
    );
    type Written = Result<(), CallError>;
    dispatch(task!(<T: Element> |backend, records: &[[u8; V6_BYTES]], out: &mut [T]| -> Written {
        let rows = out.chunks_exact_mut(112 * 64);
        for (n, (record, row)) in records.iter().zip(rows).enumerate() {
            let record = V6Record::from_bytes(record)
                .map_err(|error| call_error!(Encoding("records"), "record {n}: {error}"))?;
            let encoding = Lc0 { format: record.format(), fill: HistoryFill::No };
            check_element::<Lc0, T>(&encoding)
                .map_err(|error| call_error!(Array("dtype"), "record {n}: {error}"))?;
            let (masks, rule_50) = record.planes();
            expand_planes(backend, &encoding, &masks, &[rule_50], row);
        }
        Ok(())
    }))
}

//! A table from columns, as in a file: everything is validated.

use std::sync::Arc;

use super::labels::{Labels, NO_MOVE};
use super::packed::PackedPosition;
use super::reports::RowError;
use super::store::Positions;
use crate::attacks::{dispatch, task};
use crate::movegen::{is_legal, play_without_key};
use crate::pool::{self, Run};
use crate::position::Position;
use crate::store::{Reports, Sources};
use crate::types::Move;

/// The number of rows that a thread validates at a time.
const ROWS_PER_JOB: usize = 4096;

/// The columns of [`Positions`].
#[derive(Clone, Debug, Default)]
pub struct PositionColumns {
    /// 32 bytes for each row; see [`PackedPosition`].
    pub packed: Vec<[u8; 32]>,
    /// [`Positions::labels`].
    pub labels: Labels,
    /// [`Positions::source_names`].
    pub source_names: Vec<Arc<str>>,
    /// [`Positions::sources`].
    pub sources: Vec<u32>,
    /// [`Positions::source_rows`].
    pub source_rows: Vec<u32>,
    /// [`Positions::errors`].
    pub errors: Reports<RowError>,
    /// [`Positions::warnings`].
    pub warnings: Reports<RowError>,
}

impl Positions {
    /// Builds a table from columns: validates lengths, values, positions, moves and lines.
    ///
    /// # Errors
    /// The first error in the columns.
    pub fn from_columns(columns: PositionColumns, run: Run<'_>) -> Result<Positions, String> {
        let rows = columns.packed.len();
        let lengths =
            [("sources", columns.sources.len()), ("source_row", columns.source_rows.len())];
        let wrong = lengths.into_iter().find(|(_, len)| *len != rows);
        if let Some((name, len)) = columns.labels.wrong_length(rows).or(wrong) {
            return Err(format!("the column {name} has {len} rows, not {rows}"));
        }
        if let Some((name, row, value)) = columns.labels.first_invalid() {
            return Err(format!("row {row}: invalid value {value} in the column {name}"));
        }
        let count = columns.source_names.len();
        let sources = Sources::from_parts(&columns.source_names, &columns.sources)
            .ok_or_else(|| format!("a source is not one of {count}"))?;
        let mut packed = vec![PackedPosition::NONE; rows];
        let jobs = packed.chunks_mut(ROWS_PER_JOB).enumerate();
        let errors = pool::map(run, jobs, |(job, packed)| {
            for (packed, row) in packed.iter_mut().zip(job * ROWS_PER_JOB..) {
                match validated(&columns, row) {
                    Ok(valid) => *packed = valid,
                    Err(reason) => return Some(format!("row {row}: {reason}")),
                }
            }
            None
        });
        let errors = errors.map_err(|error| error.to_string())?;
        if let Some(error) = errors.into_iter().flatten().next() {
            return Err(error);
        }
        let PositionColumns { labels, source_rows, errors, warnings, .. } = columns;
        let labels = labels.without_absent();
        Ok(Positions { packed, labels, sources, source_rows, errors, warnings })
    }
}

/// Validates the position, the move and the line of a row.
fn validated(columns: &PositionColumns, row: usize) -> Result<PackedPosition, String> {
    let (packed, position) =
        PackedPosition::validated(&columns.packed[row]).map_err(|error| error.to_string())?;
    let best = columns.labels.moves().map_or(NO_MOVE, |moves| moves[row]);
    let line = columns.labels.lines.as_ref().map_or(&[][..], |lines| lines.row(row));
    if best == NO_MOVE && line.is_empty() {
        return Ok(packed);
    }
    let position = position.ok_or("a move without a position")?;
    let is_move = |position: &Position, bits| {
        Move::from_bits(bits).filter(|&m| is_legal(position, m)).ok_or("an illegal move")
    };
    if best != NO_MOVE {
        is_move(&position, best)?;
    }
    let is_legal_line = dispatch(task!(|backend, position: Position, line: &[u16]| -> bool {
        let mut now = position;
        line.iter()
            .all(|&m| Move::from_bits(m).is_some_and(|m| play_without_key(backend, &mut now, m)))
    }));
    if is_legal_line { Ok(packed) } else { Err("an illegal line".to_owned()) }
}

//! A table from columns, as in a file: everything is validated.

use std::sync::Arc;

use super::labels::{Labels, NO_MOVE};
use super::lists::NameLists;
use super::packed::PackedPosition;
use super::reports::Reports;
use super::store::Positions;
use crate::attacks::{dispatch, task};
use crate::movegen::{is_legal, play_with};
use crate::pool::{self, Run};
use crate::position::Position;
use crate::store::Ragged;
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
    /// [`Positions::lines`].
    pub lines: Option<Ragged<u16>>,
    /// [`Positions::themes`].
    pub themes: Option<NameLists>,
    /// [`Positions::openings`].
    pub openings: Option<NameLists>,
    /// [`Positions::ids`].
    pub ids: Option<Ragged<u8>>,
    /// [`Positions::source_names`].
    pub source_names: Vec<Arc<str>>,
    /// [`Positions::sources`].
    pub sources: Vec<u32>,
    /// [`Positions::source_rows`].
    pub source_rows: Vec<u32>,
    /// [`Positions::errors`].
    pub errors: Reports,
    /// [`Positions::warnings`].
    pub warnings: Reports,
}

impl Positions {
    /// Builds a table from columns: validates lengths, positions, moves and lines.
    ///
    /// # Errors
    /// The first error in the columns.
    pub fn from_columns(columns: PositionColumns, run: Run<'_>) -> Result<Positions, String> {
        let rows = columns.packed.len();
        let check = |name: &str, len: Option<usize>| match len {
            Some(len) if len != rows => {
                Err(format!("the column {name} has {len} rows, not {rows}"))
            }
            _ => Ok(()),
        };
        check("labels", Some(columns.labels.len()))?;
        check("lines", columns.lines.as_ref().map(Ragged::len))?;
        check("themes", columns.themes.as_ref().map(|names| names.lists().len()))?;
        check("openings", columns.openings.as_ref().map(|names| names.lists().len()))?;
        check("ids", columns.ids.as_ref().map(Ragged::len))?;
        check("sources", Some(columns.sources.len()))?;
        check("source_row", Some(columns.source_rows.len()))?;
        let count = columns.source_names.len();
        if columns.sources.iter().any(|&source| source as usize >= count) {
            return Err(format!("a source is not one of {count}"));
        }
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
        Ok(Positions {
            packed,
            labels: columns.labels,
            lines: columns.lines,
            themes: columns.themes,
            openings: columns.openings,
            ids: columns.ids,
            source_names: columns.source_names,
            sources: columns.sources,
            source_rows: columns.source_rows,
            errors: columns.errors,
            warnings: columns.warnings,
        })
    }
}

/// Validates the position, the move and the line of a row.
fn validated(columns: &PositionColumns, row: usize) -> Result<PackedPosition, String> {
    let packed =
        PackedPosition::from_bytes(columns.packed[row]).map_err(|error| error.to_string())?;
    let best = columns.labels.moves().map_or(NO_MOVE, |moves| moves[row]);
    let line = columns.lines.as_ref().map_or(&[][..], |lines| lines.row(row));
    if best == NO_MOVE && line.is_empty() {
        return Ok(packed);
    }
    let position = packed.position().ok_or("a move without a position")?;
    let is_move = |position: &Position, bits| {
        Move::from_bits(bits).filter(|&m| is_legal(position, m)).ok_or("an illegal move")
    };
    if best != NO_MOVE {
        is_move(&position, best)?;
    }
    let is_legal_line = dispatch(task!(|backend, position: Position, line: &[u16]| -> bool {
        let mut now = position;
        line.iter()
            .all(|&bits| Move::from_bits(bits).is_some_and(|m| play_with(backend, &mut now, m)))
    }));
    if is_legal_line { Ok(packed) } else { Err("an illegal line".to_owned()) }
}

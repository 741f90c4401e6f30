//! Reading the records of training formats as rows of [`Positions`].
//!
//! | record | position | labels |
//! |---|---|---|
//! | bulletformat | with White to move: that of the side to move, without castling and en passant | evaluation, result |
//! | lc0 | the newest of its history, with the move number 1 | best move, result, nodes; of a search, the expected score |
//! | ChessBench | that of its FEN | move, expected score (of action values, after the move) |

use std::path::Path;
use std::sync::Arc;

use super::bag::Bag;
use super::error::{FormatError, FormatErrorKind};
use super::record_reader::RecordReader;
use super::registry::Format;
use crate::positions::{OnRowError, Positions, RowReadError};

/// The records of a file that have not been read.
enum RecordSource {
    Fixed(RecordReader, usize),
    Bag(Box<Bag>),
    /// The file is damaged at its beginning.
    Damaged(FormatError),
    /// All were read, or the file is damaged from here on.
    None,
}

/// A reader of the records of a file as positions, in batches.
///
/// ```no_run
/// use enroque::formats::{Format, PositionRecordReader};
/// use enroque::positions::OnRowError;
/// let path = std::path::Path::new("data.bullet");
/// let mut reader =
///     PositionRecordReader::open(Format::Bulletformat, path, OnRowError::Skip).unwrap();
/// while let Some(positions) = reader.next_positions(10_000).unwrap() {
///     println!("{:?}", positions.labels().evals());
/// }
/// ```
pub struct PositionRecordReader {
    source: Arc<str>,
    format: Format,
    on_error: OnRowError,
    records: RecordSource,
    /// The number of records so far.
    number: u32,
}

impl PositionRecordReader {
    /// Opens a file; compression and archives are detected from the first bytes.
    ///
    /// # Errors
    /// When it cannot be opened, or the format has no records of positions.
    pub fn open(
        format: Format,
        path: &Path,
        on_error: OnRowError,
    ) -> Result<PositionRecordReader, FormatError> {
        let source: Arc<str> = path.display().to_string().into();
        let records = match format.record_bytes() {
            None if format.is_chessbench() => {
                match Bag::open(path).map_err(|error| error.in_file(&source, 0)) {
                    Ok(bag) => RecordSource::Bag(Box::new(bag)),
                    Err(error) if matches!(error.kind, FormatErrorKind::Open(_)) => {
                        return Err(error);
                    }
                    Err(error) => RecordSource::Damaged(error),
                }
            }
            bytes => RecordSource::Fixed(RecordReader::open(format, path)?, bytes.unwrap_or(1)),
        };
        Ok(PositionRecordReader { source, format, on_error, records, number: 0 })
    }

    /// Returns the next rows, at most the given number; `None` at the end. The damage of a file is
    /// an error of its last rows.
    ///
    /// # Errors
    /// The first error of a row, if it is to be raised.
    pub fn next_positions(&mut self, max_rows: usize) -> Result<Option<Positions>, RowReadError> {
        let mut positions = Positions::of_source(&self.source);
        let row_of = self.format.info().row_of;
        let (number, keeps_row) = (&mut self.number, self.on_error == OnRowError::Mask);
        let mut push = |record: &[u8]| {
            *number = number.saturating_add(1);
            match row_of(record) {
                Ok(row) => positions.push(&row, *number),
                Err(problem) => positions.report_error(problem, *number, keeps_row),
            }
        };
        let (mut is_at_end, mut damage) = (false, None);
        match &mut self.records {
            RecordSource::None => return Ok(None),
            RecordSource::Damaged(_) => {
                if let RecordSource::Damaged(error) =
                    std::mem::replace(&mut self.records, RecordSource::None)
                {
                    damage = Some(error);
                }
            }
            RecordSource::Fixed(reader, bytes) => match reader.next_records(max_rows) {
                Ok(Some(records)) => records.chunks_exact(*bytes).for_each(&mut push),
                Ok(None) => is_at_end = true,
                Err(error) => damage = Some(error),
            },
            RecordSource::Bag(bag) => {
                for _ in 0..max_rows.max(1) {
                    match bag.next() {
                        Ok(Some((_, record))) => push(record),
                        Ok(None) => is_at_end = true,
                        Err(error) => damage = Some(error.in_file(&self.source, 0)),
                    }
                    if is_at_end || damage.is_some() {
                        break;
                    }
                }
            }
        }
        if let Some(error) = damage {
            positions.report_source(format_args!("byte {}: {}", error.offset, error.kind));
            is_at_end = true;
        } else if is_at_end && self.number == 0 {
            positions.report_source("there are no positions");
        }
        if is_at_end {
            self.records = RecordSource::None;
        }
        let has_some = !positions.is_empty() || positions.errors().count() > 0;
        Ok(if has_some { Some(positions.checked(self.on_error)?) } else { None })
    }
}

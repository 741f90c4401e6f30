//! Reading records of fixed size from training formats.

use std::io::Read;
use std::path::Path;

use super::error::FormatError;
use super::format::{RECORDS, wrong_format};
use super::reader_state::ReaderState;
use super::registry::Format;

/// A reader of the records of bulletformat or lc0, in batches. Each record is validated.
///
/// ```
/// use enroque::formats::{Format, RecordReader};
/// use enroque::position::Position;
/// use enroque::tensor::records::{RecordLabel, bullet};
/// let record = bullet(&Position::standard(), RecordLabel { score: 20, result: 1 }).unwrap();
/// let stream = Box::new(std::io::Cursor::new(record.repeat(3)));
/// let mut reader = RecordReader::new(Format::Bulletformat, "memory", stream).unwrap();
/// assert_eq!(reader.next_records(2).unwrap().unwrap().len(), 2 * 32);
/// assert_eq!(reader.next_records(2).unwrap().unwrap(), record);
/// assert!(reader.next_records(2).unwrap().is_none());
/// ```
pub struct RecordReader {
    state: ReaderState,
    record_bytes: usize,
}

impl RecordReader {
    /// Opens a file; compression and archives are detected from the first bytes.
    ///
    /// # Errors
    /// When it cannot be opened, or the format has no records of fixed size.
    pub fn open(format: Format, path: &Path) -> Result<RecordReader, FormatError> {
        RecordReader::with_state(format, ReaderState::open(format, path)?)
    }

    /// Reads an uncompressed stream; `name` is its name in messages.
    ///
    /// # Errors
    /// When the format has no records of fixed size.
    pub fn new(
        format: Format,
        name: &str,
        stream: Box<dyn Read + Send>,
    ) -> Result<RecordReader, FormatError> {
        RecordReader::with_state(format, ReaderState::new(format, name, stream))
    }

    fn with_state(format: Format, state: ReaderState) -> Result<RecordReader, FormatError> {
        let wrong = || wrong_format(format.name(), RECORDS).in_file(&state.source, 0);
        let record_bytes = format.record_bytes().ok_or_else(wrong)?;
        Ok(RecordReader { state, record_bytes })
    }

    /// Returns the bytes of the next records, at most `max_records`; `None` at the end.
    ///
    /// # Errors
    /// When the file is damaged. The records before the error are returned first, the error by the
    /// next call, then `None`.
    pub fn next_records(&mut self, max_records: usize) -> Result<Option<Vec<u8>>, FormatError> {
        let mut bytes = Vec::new();
        while !self.state.is_finished() && bytes.len() / self.record_bytes < max_records.max(1) {
            self.state.advance(|format, input| format.records().read_record(input, &mut bytes));
        }
        self.state.result((!bytes.is_empty()).then_some(bytes))
    }
}

//! Reading records of fixed size from training formats.

use std::io::Read;
use std::path::Path;

use super::byte_reader::ByteReader;
use super::error::{FormatError, FormatErrorKind, OffsetError};
use super::reader_state::ReaderState;
use super::{Format, bulletformat, lc0};
use crate::tensor::lc0::V6Record;
use crate::tensor::records;

/// A reader of the records of bulletformat or lc0, in batches. Each record is validated.
///
/// ```
/// use enroque::formats::{Format, RecordReader};
/// use enroque::position::Position;
/// use enroque::tensor::records::{Label, bullet};
/// let record = bullet(&Position::standard(), Label { score: 20, result: 1 }).unwrap();
/// let stream = Box::new(std::io::Cursor::new(record.repeat(3)));
/// let mut reader = RecordReader::new(Format::Bulletformat, "memory", stream).unwrap();
/// assert_eq!(reader.next_records(2).unwrap().unwrap().len(), 2 * 32);
/// assert_eq!(reader.next_records(2).unwrap().unwrap(), record);
/// assert!(reader.next_records(2).unwrap().is_none());
/// ```
pub struct RecordReader {
    format: Format,
    state: ReaderState,
    record_bytes: usize,
    input: ByteReader,
    records: lc0::Records,
    record: V6Record,
}

impl RecordReader {
    /// Opens a file; compression and archives are detected from the first bytes.
    ///
    /// # Errors
    /// When it cannot be opened, or the format has no records of fixed size.
    pub fn open(format: Format, path: &Path) -> Result<RecordReader, FormatError> {
        let (state, stream) = ReaderState::open(path)?;
        RecordReader::with_state(state, format, stream)
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
        RecordReader::with_state(ReaderState::new(name), format, stream)
    }

    fn with_state(
        state: ReaderState,
        format: Format,
        stream: Box<dyn Read + Send>,
    ) -> Result<RecordReader, FormatError> {
        let Some(record_bytes) = format.record_bytes() else {
            let what = "records of fixed size";
            let kind = FormatErrorKind::WrongFormat { format: format.name(), what };
            return Err(OffsetError::new(0, kind).in_file(&state.source, 0));
        };
        Ok(RecordReader {
            format,
            state,
            record_bytes,
            input: ByteReader::new(stream),
            records: lc0::Records::default(),
            record: V6Record::empty(),
        })
    }

    /// Number of bytes read from the file, before decompression; 0 for a stream.
    pub fn bytes_read(&self) -> u64 {
        self.state.bytes_read()
    }

    /// Returns the bytes of the next records, at most `max_records`; `None` at the end.
    ///
    /// # Errors
    /// When the file is damaged. The records before the error are returned first, the error by the
    /// next call, then `None`.
    pub fn next_records(&mut self, max_records: usize) -> Result<Option<Vec<u8>>, FormatError> {
        let mut bytes = Vec::new();
        while !self.state.is_finished() && bytes.len() / self.record_bytes < max_records.max(1) {
            let next = self.next(&mut bytes);
            self.state.record(next, self.records.member());
        }
        self.state.result((!bytes.is_empty()).then_some(bytes))
    }

    fn next(&mut self, bytes: &mut Vec<u8>) -> Result<bool, OffsetError> {
        if self.format == Format::Lc0 {
            let found = self.records.next(&mut self.input, self.record.bytes_mut(), &mut false)?;
            if found {
                let offset = self.records.offset;
                let record_error = |error| OffsetError::new(offset, FormatErrorKind::Lc0(error));
                self.record.setup().map_err(record_error)?;
                bytes.extend_from_slice(self.record.bytes());
            }
            return Ok(found);
        }
        let start = self.input.offset();
        let Some(record) = self.input.array::<{ records::BYTES }>("a record")? else {
            return Ok(false);
        };
        bulletformat::validate(&record, start)?;
        bytes.extend_from_slice(&record);
        Ok(true)
    }
}

impl std::fmt::Debug for RecordReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RecordReader")
            .field("source", &self.state.source)
            .field("format", &self.format)
            .field("entries", &self.state.entries)
            .finish_non_exhaustive()
    }
}

//! Reading records of one length from trainers' files, as they are.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::error::{Fault, FormatError, FormatErrorKind};
use super::input::Input;
use super::read::open;
use super::{Format, bulletformat, lc0};
use crate::tensor::lc0::V6Record;
use crate::tensor::records;

/// Records of bulletformat or lc0, read so many at a time; each is looked at before it is given out.
///
/// ```
/// use enroque::games::formats::{Format, RecordReader};
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
    source: Arc<str>,
    format: Format,
    record_bytes: usize,
    input: Input,
    records: lc0::Records,
    record: V6Record,
    /// Records read so far.
    entries: u64,
    read: Arc<AtomicU64>,
    fault: Option<FormatError>,
    is_over: bool,
}

impl RecordReader {
    /// Opens a file; compression is recognised by the first bytes, an archive of lc0's too.
    ///
    /// # Errors
    /// When it is not there or cannot be read, or the format has no records of one length.
    pub fn open(format: Format, path: &Path) -> Result<RecordReader, FormatError> {
        let read = Arc::new(AtomicU64::new(0));
        let (source, stream) = open(path, &read)?;
        Ok(RecordReader { read, ..RecordReader::new(format, &source, stream)? })
    }

    /// Reads a stream of bytes that are not compressed; `name` is for messages.
    ///
    /// # Errors
    /// When the format has no records of one length.
    pub fn new(
        format: Format,
        name: &str,
        stream: Box<dyn Read + Send>,
    ) -> Result<RecordReader, FormatError> {
        let source: Arc<str> = name.into();
        let Some(record_bytes) = format.record_bytes() else {
            let what = "records of one length";
            let kind = FormatErrorKind::NotOf { format: format.name(), what };
            return Err(Fault::new(0, kind).of(&source, 0));
        };
        Ok(RecordReader {
            source,
            format,
            record_bytes,
            input: Input::new(stream),
            records: lc0::Records::default(),
            record: V6Record::blank(),
            entries: 0,
            read: Arc::default(),
            fault: None,
            is_over: false,
        })
    }

    /// Bytes of the file that were read, before decompression; 0 of a stream.
    pub fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// The bytes of the next records, at most so many; `None` at the end.
    ///
    /// # Errors
    /// When the file is not what it should be. The records before the fault come first, the error with
    /// the next call, and then the end.
    pub fn next_records(&mut self, max_records: usize) -> Result<Option<Vec<u8>>, FormatError> {
        let mut bytes = Vec::new();
        while !self.is_over && bytes.len() / self.record_bytes < max_records.max(1) {
            match self.next(&mut bytes) {
                Ok(true) => self.entries += 1,
                Ok(false) => self.is_over = true,
                Err(fault) => {
                    self.fault = Some(fault.of(&self.name(), self.entries + 1));
                    self.is_over = true;
                }
            }
        }
        if !bytes.is_empty() {
            return Ok(Some(bytes));
        }
        match self.fault.take() {
            Some(fault) => Err(fault),
            None => Ok(None),
        }
    }

    /// The file, and the one in the archive.
    fn name(&self) -> Arc<str> {
        match self.records.member() {
            Some(member) => format!("{}: {member}", self.source).into(),
            None => self.source.clone(),
        }
    }

    fn next(&mut self, bytes: &mut Vec<u8>) -> Result<bool, Fault> {
        if self.format == Format::Lc0 {
            let is_there =
                self.records.next(&mut self.input, self.record.bytes_mut(), &mut false)?;
            if is_there {
                let offset = self.records.offset;
                let wrong = |error| Fault::new(offset, FormatErrorKind::Lc0(error));
                self.record.setup().map_err(wrong)?;
                bytes.extend_from_slice(self.record.bytes());
            }
            return Ok(is_there);
        }
        let begin = self.input.offset();
        let Some(record) = self.input.array::<{ records::BYTES }>("a record")? else {
            return Ok(false);
        };
        bulletformat::check(&record, begin)?;
        bytes.extend_from_slice(&record);
        Ok(true)
    }
}

impl std::fmt::Debug for RecordReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RecordReader")
            .field("source", &self.source)
            .field("format", &self.format)
            .field("entries", &self.entries)
            .finish_non_exhaustive()
    }
}

//! Reading records of one length from trainers' files, as they are.

use std::io::Read;
use std::path::Path;

use super::course::Course;
use super::error::{Fault, FormatError, FormatErrorKind};
use super::input::Input;
use super::{Format, bulletformat, lc0};
use crate::tensor::lc0::V6Record;
use crate::tensor::records;

/// Records of bulletformat or lc0, read so many at a time; each is looked at before it is given out.
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
    course: Course,
    record_bytes: usize,
    input: Input,
    records: lc0::Records,
    record: V6Record,
}

impl RecordReader {
    /// Opens a file; compression is recognized by the first bytes, an archive of lc0's too.
    ///
    /// # Errors
    /// When it is not there or cannot be read, or the format has no records of one length.
    pub fn open(format: Format, path: &Path) -> Result<RecordReader, FormatError> {
        let (course, stream) = Course::open(path)?;
        RecordReader::at(course, format, stream)
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
        RecordReader::at(Course::new(name), format, stream)
    }

    fn at(
        course: Course,
        format: Format,
        stream: Box<dyn Read + Send>,
    ) -> Result<RecordReader, FormatError> {
        let Some(record_bytes) = format.record_bytes() else {
            let what = "records of one length";
            let kind = FormatErrorKind::NotOf { format: format.name(), what };
            return Err(Fault::new(0, kind).of(&course.source, 0));
        };
        Ok(RecordReader {
            format,
            course,
            record_bytes,
            input: Input::new(stream),
            records: lc0::Records::default(),
            record: V6Record::space(),
        })
    }

    /// Bytes of the file that were read, before decompression; 0 of a stream.
    pub fn bytes_read(&self) -> u64 {
        self.course.bytes_read()
    }

    /// The bytes of the next records, at most so many; `None` at the end.
    ///
    /// # Errors
    /// When the file is not what it should be. The records before the fault come first, the error with
    /// the next call, and then the end.
    pub fn next_records(&mut self, max_records: usize) -> Result<Option<Vec<u8>>, FormatError> {
        let mut bytes = Vec::new();
        while !self.course.is_over() && bytes.len() / self.record_bytes < max_records.max(1) {
            let next = self.next(&mut bytes);
            self.course.has_more(next, self.records.member());
        }
        self.course.give((!bytes.is_empty()).then_some(bytes))
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
            .field("source", &self.course.source)
            .field("format", &self.format)
            .field("entries", &self.course.entries)
            .finish_non_exhaustive()
    }
}

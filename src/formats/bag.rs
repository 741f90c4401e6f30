//! Bags: files of records of variable length, in the format of DeepMind's bagz.
//!
//! The file has the records without separators, then a table with the end offset of each record
//! (eight bytes, little-endian). The last entry is thus the offset of the table. In a `.bagz` file
//! each record is a zstd frame.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::error::{FormatErrorKind, OffsetError};
use crate::io::record_decoder;

/// The longest record, compressed or not; those of ChessBench have about 80 bytes.
const MAX_RECORD: u64 = 1 << 20;

/// Size in bytes that the table may have in memory before it is moved to a temporary file.
const MAX_IN_MEMORY: usize = 8 << 20;

/// A seekable stream.
pub(super) trait ReadSeek: Read + Seek + Send {}

impl<R: Read + Seek + Send> ReadSeek for R {}

/// A reader of a bag, from the first record to the last.
pub(super) struct Bag {
    records: BufReader<Box<dyn ReadSeek>>,
    offset_table: BufReader<Box<dyn ReadSeek>>,
    /// Number of records not yet read.
    left: u64,
    /// Offset of the next record.
    next_offset: u64,
    /// Offset of the table.
    table_offset: u64,
    is_compressed: bool,
    buffer: Vec<u8>,
}

impl Bag {
    /// Opens a bag and reads the offset of its table; the suffix `.bagz` means compressed records.
    pub(super) fn open(path: &Path) -> Result<Bag, OffsetError> {
        let open_error = |error| OffsetError::new(0, FormatErrorKind::Open(error));
        let records = File::open(path).map_err(open_error)?;
        let offset_table = File::open(path).map_err(open_error)?;
        if records.metadata().map_err(open_error)?.is_dir() {
            let error = io::Error::new(io::ErrorKind::IsADirectory, "is a directory");
            return Err(open_error(error));
        }
        let is_compressed = path.extension().is_some_and(|extension| extension == "bagz");
        Bag::new(Box::new(records), Box::new(offset_table), is_compressed)
    }

    /// Makes a reader from two independent handles on the same bag.
    pub(super) fn new(
        records: Box<dyn ReadSeek>,
        mut offset_table: Box<dyn ReadSeek>,
        is_compressed: bool,
    ) -> Result<Bag, OffsetError> {
        let read_error = |error| OffsetError::new(0, FormatErrorKind::Read(error));
        let size = offset_table.seek(SeekFrom::End(0)).map_err(read_error)?;
        let mut table_offset = 0;
        if size > 0 {
            let mut last = [0; 8];
            if size < 8 {
                return Err(OffsetError::unexpected_end(size, "a bag"));
            }
            offset_table.seek(SeekFrom::Start(size - 8)).map_err(read_error)?;
            offset_table.read_exact(&mut last).map_err(read_error)?;
            table_offset = u64::from_le_bytes(last);
            if table_offset > size - 8 || !(size - table_offset).is_multiple_of(8) {
                let value = i64::try_from(table_offset).unwrap_or(-1);
                return Err(OffsetError::value(size - 8, "the offset of the table", value));
            }
            offset_table.seek(SeekFrom::Start(table_offset)).map_err(read_error)?;
        }
        Ok(Bag {
            records: BufReader::with_capacity(256 << 10, records),
            offset_table: BufReader::new(offset_table),
            left: (size - table_offset) / 8,
            next_offset: 0,
            table_offset,
            is_compressed,
            buffer: Vec::new(),
        })
    }

    /// Returns the next record and its offset in the file; `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<(u64, &[u8])>, OffsetError> {
        if self.left == 0 {
            return Ok(None);
        }
        let start = self.next_offset;
        let read_error = |error| OffsetError::new(start, FormatErrorKind::Read(error));
        let mut end = [0; 8];
        self.offset_table.read_exact(&mut end).map_err(read_error)?;
        let end = u64::from_le_bytes(end);
        if end < start || end > self.table_offset {
            let value = i64::try_from(end).unwrap_or(-1);
            return Err(OffsetError::value(start, "the end of a record", value));
        }
        if end - start > MAX_RECORD {
            return Err(OffsetError::too_long(start, "a record", MAX_RECORD));
        }
        self.buffer.resize((end - start) as usize, 0);
        self.records.read_exact(&mut self.buffer).map_err(read_error)?;
        if self.is_compressed {
            let decoder = record_decoder(&self.buffer).map_err(read_error)?;
            let mut record = Vec::new();
            decoder.take(MAX_RECORD + 1).read_to_end(&mut record).map_err(read_error)?;
            if record.len() as u64 > MAX_RECORD {
                return Err(OffsetError::too_long(start, "a record", MAX_RECORD));
            }
            self.buffer = record;
        }
        (self.next_offset, self.left) = (end, self.left - 1);
        Ok(Some((start, &self.buffer)))
    }
}

/// The table of a bag that is being written: the end offsets of the records, in memory or, if there
/// are many, in a temporary file.
#[derive(Debug, Default)]
pub(super) struct OffsetTable {
    end: u64,
    bytes: Vec<u8>,
    file: Option<TemporaryFile>,
}

/// A file that is removed when it is dropped.
#[derive(Debug)]
struct TemporaryFile {
    path: std::path::PathBuf,
    file: File,
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // if this fails, the operating system cleans its temporary folder
        let _ = std::fs::remove_file(&self.path);
    }
}

impl OffsetTable {
    /// Adds a record of this length.
    pub(super) fn push(&mut self, length: usize) {
        self.end += length as u64;
        self.bytes.extend_from_slice(&self.end.to_le_bytes());
    }

    /// Moves the table to a temporary file if it is large. Call it between games.
    pub(super) fn spill(&mut self) -> io::Result<()> {
        if self.bytes.len() < MAX_IN_MEMORY {
            return Ok(());
        }
        if self.file.is_none() {
            let name = format!("enroque-{}-{:p}.ends", std::process::id(), self);
            let path = std::env::temp_dir().join(name);
            let file = File::options().read(true).write(true).create_new(true).open(&path)?;
            self.file = Some(TemporaryFile { path, file });
        }
        if let Some(temporary) = &mut self.file {
            temporary.file.write_all(&self.bytes)?;
            self.bytes.clear();
        }
        Ok(())
    }

    /// Writes the table; returns its size in bytes.
    pub(super) fn finish(&mut self, out: &mut impl Write) -> io::Result<u64> {
        let mut written = 0;
        if let Some(mut temporary) = self.file.take() {
            temporary.file.rewind()?;
            written += io::copy(&mut temporary.file, out)?;
        }
        out.write_all(&self.bytes)?;
        Ok(written + self.bytes.len() as u64)
    }
}

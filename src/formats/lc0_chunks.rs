//! The records in files of lc0, and in archives of such files.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::byte_reader::ByteReader;
use super::error::{FormatErrorKind, OffsetError};
use super::tar;
use crate::error::call_error;
use crate::io::Source;
use crate::tensor::lc0::{V6_BYTES, record_version};

/// The records of a file, or of all files in an archive.
#[derive(Default)]
pub(super) struct ChunkRecords {
    has_started: bool,
    is_tar: bool,
    /// The current file of the archive and its name.
    member: Option<(ByteReader, String)>,
    buffer: Vec<u8>,
    /// The offset of the last record.
    pub(super) offset: u64,
    /// The version that all records have; `None` for that of the first.
    pub(super) version: Option<u32>,
    /// The fields of the last record after those of version 6.
    pub(super) tail: Vec<u8>,
}

impl ChunkRecords {
    /// Reads the next record; returns `false` at the end. Sets `is_first` if it is the first of its
    /// file.
    pub(super) fn next(
        &mut self,
        input: &mut ByteReader,
        record: &mut [u8; V6_BYTES],
        is_first: &mut bool,
    ) -> Result<bool, OffsetError> {
        if !self.has_started {
            self.has_started = true;
            *is_first = true;
            self.is_tar = tar::is_tar(input.peek(2 * tar::BLOCK)?);
        }
        if !self.is_tar {
            self.offset = input.offset();
            return self.read_record(input, record);
        }
        loop {
            if let Some((mut member, name)) = self.member.take() {
                self.offset = member.offset();
                let found = self.read_record(&mut member, record);
                if !matches!(found, Ok(false)) {
                    self.member = Some((member, name));
                    return found;
                }
            }
            *is_first = true;
            let Some(name) = tar::next_file(input, &mut self.buffer)? else { return Ok(false) };
            let bytes = std::io::Cursor::new(std::mem::take(&mut self.buffer));
            let stream = Source::Stream(name.clone(), Box::new(bytes), None)
                .open(&Arc::new(AtomicU64::new(0)))
                .map_err(|error| OffsetError::new(0, FormatErrorKind::Read(error)))?;
            self.member = Some((ByteReader::new(stream), name));
        }
    }

    /// Reads a record with a known input format; returns `false` at the end.
    fn read_record(
        &mut self,
        input: &mut ByteReader,
        record: &mut [u8; V6_BYTES],
    ) -> Result<bool, OffsetError> {
        let start = input.offset();
        let head = input.fill(&mut record[..8])?;
        if head == 0 {
            return Ok(false);
        }
        // records of other versions have other sizes, so the version is checked first
        if head == 8 {
            let error = |error| OffsetError::new(start, FormatErrorKind::Lc0(error));
            let (version, bytes) = record_version(record).map_err(error)?;
            let expected = *self.version.get_or_insert(version);
            if version != expected {
                return Err(OffsetError::new(
                    start,
                    FormatErrorKind::Lc0(call_error!(
                        Data("record"),
                        "the record has version {version}, not {expected}: all records of a file have \
                        the same version, 6 in the format lc0 and 7 in lc0_v7"
                    )),
                ));
            }
            self.tail.resize(bytes - V6_BYTES, 0);
        }
        let rest = input.fill(&mut record[head..])?;
        if head + rest < V6_BYTES || input.fill(&mut self.tail)? < self.tail.len() {
            return Err(OffsetError::unexpected_end(input.offset(), "a record"));
        }
        Ok(true)
    }

    /// The name of the current file of the archive.
    pub(super) fn member(&self) -> Option<&str> {
        self.member.as_ref().map(|(_, name)| name.as_str())
    }
}

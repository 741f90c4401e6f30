//! A reader's file and its progress in it.
//!
//! Data before an error is returned first, then the error once, then the end.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::byte_reader::ByteReader;
use super::error::{FormatError, FormatErrorKind, OffsetError};
use super::registry::{Format, FormatReader};
use crate::io::Source;

/// The file of a reader and the progress in it.
pub(super) struct ReaderState {
    /// The name of the file in messages.
    pub(super) source: Arc<str>,
    input: ByteReader,
    reader: FormatReader,
    /// Number of games or records read so far.
    entries: u64,
    /// Number of bytes read so far, before decompression.
    bytes_read: Arc<AtomicU64>,
    /// The error that ended reading, until it is returned.
    error: Option<FormatError>,
    is_finished: bool,
}

impl ReaderState {
    /// The state at the beginning of an uncompressed stream; `name` is its name in messages.
    pub(super) fn new(format: Format, name: &str, stream: Box<dyn Read + Send>) -> ReaderState {
        ReaderState {
            source: name.into(),
            input: ByteReader::new(stream),
            reader: format.reader(),
            entries: 0,
            bytes_read: Arc::default(),
            error: None,
            is_finished: false,
        }
    }

    /// The state at the beginning of a file, whose compression is detected.
    pub(super) fn open(format: Format, path: &Path) -> Result<ReaderState, FormatError> {
        let (name, bytes_read) = (path.display().to_string(), Arc::default());
        let source = Source::Path(path.to_owned());
        // opening a directory succeeds, so its size is read first
        let stream = source.byte_len().and_then(|_| source.open(&bytes_read)).map_err(|error| {
            OffsetError::new(0, FormatErrorKind::Open(error)).in_file(&name.as_str().into(), 0)
        })?;
        Ok(ReaderState { bytes_read, ..ReaderState::new(format, &name, stream) })
    }

    pub(super) fn bytes_read(&self) -> u64 {
        self.bytes_read.load(Ordering::Relaxed)
    }

    pub(super) fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Reads the next entry; returns whether there was one.
    #[inline(always)]
    pub(super) fn advance(
        &mut self,
        read: impl FnOnce(&mut FormatReader, &mut ByteReader) -> Result<bool, OffsetError>,
    ) -> bool {
        match read(&mut self.reader, &mut self.input) {
            Ok(true) => {
                self.entries += 1;
                return true;
            }
            Ok(false) => {}
            Err(error) => {
                let source = match self.reader.records().member() {
                    Some(member) => format!("{}: {member}", self.source).into(),
                    None => self.source.clone(),
                };
                self.error = Some(error.in_file(&source, self.entries + 1));
            }
        }
        self.is_finished = true;
        false
    }

    /// Returns the data if there is any; else the error, once; and then `None`.
    pub(super) fn result<T>(&mut self, data: Option<T>) -> Result<Option<T>, FormatError> {
        match self.error.take_if(|_| data.is_none()) {
            Some(error) => Err(error),
            None => Ok(data),
        }
    }
}

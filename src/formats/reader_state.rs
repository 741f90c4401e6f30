//! The progress of a reader through its file.
//!
//! Data before an error is returned first, then the error once, then the end.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::error::{FormatError, FormatErrorKind, OffsetError};
use crate::io::Source;

/// The file of a reader and the progress in it.
pub(super) struct ReaderState {
    /// The name of the file in messages.
    pub(super) source: Arc<str>,
    /// Number of games or records read so far.
    pub(super) entries: u64,
    /// Number of bytes read so far, before decompression.
    bytes_read: Arc<AtomicU64>,
    /// The error that ended reading, until it is returned.
    error: Option<FormatError>,
    is_finished: bool,
}

impl ReaderState {
    /// The state at the beginning of a stream.
    pub(super) fn new(name: &str) -> ReaderState {
        ReaderState {
            source: name.into(),
            entries: 0,
            bytes_read: Arc::default(),
            error: None,
            is_finished: false,
        }
    }

    /// Opens a file; returns the state at its beginning and a stream of its decompressed bytes.
    pub(super) fn open(path: &Path) -> Result<(ReaderState, Box<dyn Read + Send>), FormatError> {
        let state = ReaderState::new(&path.display().to_string());
        let open_error =
            |error| OffsetError::new(0, FormatErrorKind::Open(error)).in_file(&state.source, 0);
        let source = Source::Path(path.to_owned());
        // opening a directory succeeds, so its size is read first
        source.byte_len().map_err(open_error)?;
        let stream = source.open(&state.bytes_read).map_err(open_error)?;
        Ok((state, stream))
    }

    pub(super) fn bytes_read(&self) -> u64 {
        self.bytes_read.load(Ordering::Relaxed)
    }

    pub(super) fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Records the result of reading the next entry; returns whether there was one.
    ///
    /// `member` is the file of an archive that it was read from.
    pub(super) fn record(&mut self, next: Result<bool, OffsetError>, member: Option<&str>) -> bool {
        match next {
            Ok(true) => {
                self.entries += 1;
                return true;
            }
            Ok(false) => {}
            Err(error) => {
                let source = match member {
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

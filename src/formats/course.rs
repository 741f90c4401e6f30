//! How far a reader has come in its file: what is good comes first, then the fault, then the end.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::error::{Fault, FormatError, FormatErrorKind};
use crate::io::Source;

/// A reader's file and place.
pub(super) struct Course {
    /// The name, for messages.
    pub(super) source: Arc<str>,
    /// Games or records read so far.
    pub(super) entries: u64,
    /// Bytes of the file read so far, before decompression.
    read: Arc<AtomicU64>,
    /// What ends the file.
    fault: Option<FormatError>,
    is_over: bool,
}

impl Course {
    /// At the beginning of a stream.
    pub(super) fn new(name: &str) -> Course {
        Course {
            source: name.into(),
            entries: 0,
            read: Arc::default(),
            fault: None,
            is_over: false,
        }
    }

    /// At the beginning of a file, and its bytes, decompressed.
    pub(super) fn open(path: &Path) -> Result<(Course, Box<dyn Read + Send>), FormatError> {
        let course = Course::new(&path.display().to_string());
        let fail = |error| Fault::new(0, FormatErrorKind::Open(error)).of(&course.source, 0);
        let source = Source::Path(path.to_owned());
        // a directory opens, and fails only when it is read
        source.byte_len().map_err(fail)?;
        let stream = source.open(&course.read).map_err(fail)?;
        Ok((course, stream))
    }

    pub(super) fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Takes down whether there was one more, in which file of an archive; `false` if that was the end.
    pub(super) fn has_more(&mut self, next: Result<bool, Fault>, member: Option<&str>) -> bool {
        match next {
            Ok(true) => {
                self.entries += 1;
                return true;
            }
            Ok(false) => {}
            Err(fault) => {
                let source = match member {
                    Some(member) => format!("{}: {member}", self.source).into(),
                    None => self.source.clone(),
                };
                self.fault = Some(fault.of(&source, self.entries + 1));
            }
        }
        self.is_over = true;
        false
    }

    /// What is given out: something good; if there is nothing, the fault, once; and then the end.
    pub(super) fn give<T>(&mut self, good: Option<T>) -> Result<Option<T>, FormatError> {
        match self.fault.take_if(|_| good.is_none()) {
            Some(fault) => Err(fault),
            None => Ok(good),
        }
    }
}

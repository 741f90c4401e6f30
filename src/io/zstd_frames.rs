//! Finding the frames of a zstd file without decompressing them (RFC 8878).
//!
//! The crate `zstd` finds the end of a frame only if the whole frame is in memory. This reads the
//! block headers and seeks over the blocks, so that planning the splits of a large file is quick.

use std::fs::File;
use std::io::{self, BufReader, Read};

/// A reader that can skip bytes.
pub(super) trait Skip: Read {
    /// Skips this many bytes.
    fn skip(&mut self, bytes: u64) -> io::Result<()>;
}

impl Skip for BufReader<File> {
    fn skip(&mut self, bytes: u64) -> io::Result<()> {
        self.seek_relative(i64::try_from(bytes).map_err(io::Error::other)?)
    }
}

/// A frame of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    /// The offset of the frame.
    pub(super) start: u64,
    /// The decompressed size, if it is in the header; 0 for a skippable frame.
    pub(super) content_size: Option<u64>,
}

/// An iterator over the frames of a file. It ends at the end of the file, and before a frame that
/// is truncated or invalid.
pub(super) struct FrameScanner<S> {
    pub(super) source: S,
    offset: u64,
    file_bytes: u64,
}

impl FrameScanner<BufReader<File>> {
    /// Creates a scanner of a file.
    pub(super) fn new(file: File, file_bytes: u64) -> Self {
        FrameScanner::with_source(BufReader::with_capacity(4096, file), file_bytes)
    }
}

impl<S: Skip> FrameScanner<S> {
    /// Creates a scanner of a source of at most `file_bytes` bytes.
    pub(super) fn with_source(source: S, file_bytes: u64) -> Self {
        FrameScanner { source, offset: 0, file_bytes }
    }

    /// Returns the offset of the end of the last frame.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.source.read_exact(&mut bytes)?;
        self.offset += N as u64;
        Ok(bytes)
    }

    fn number(&mut self, size: usize) -> io::Result<u64> {
        let mut bytes = [0; 8];
        let field = bytes.get_mut(..size).unwrap_or_default();
        self.source.read_exact(field)?;
        self.offset += size as u64;
        Ok(u64::from_le_bytes(bytes))
    }

    fn skip(&mut self, bytes: u64) -> io::Result<()> {
        self.source.skip(bytes)?;
        self.offset = self.offset.saturating_add(bytes);
        if self.offset > self.file_bytes {
            Err(io::ErrorKind::UnexpectedEof.into())
        } else {
            Ok(())
        }
    }

    /// Reads the next frame; `None` if there is no complete one.
    fn frame(&mut self) -> io::Result<Option<Frame>> {
        let start = self.offset;
        let magic = u32::from_le_bytes(self.bytes()?);
        if magic & 0xFFFF_FFF0 == 0x184D_2A50 {
            let size = self.number(4)?;
            self.skip(size)?;
            return Ok(Some(Frame { start, content_size: Some(0) }));
        }
        if magic != 0xFD2F_B528 {
            return Ok(None);
        }
        let [descriptor] = self.bytes()?;
        let is_single_segment = descriptor & 0x20 != 0;
        let field_size = match descriptor >> 6 {
            0 => usize::from(is_single_segment),
            flag => 1 << flag,
        };
        let dictionary_size = [0, 1, 2, 4][usize::from(descriptor & 3)];
        self.skip(u64::from(!is_single_segment) + dictionary_size)?;
        let mut content_size = Some(self.number(field_size)?);
        match field_size {
            0 => content_size = None,
            2 => content_size = content_size.map(|size| size + 256),
            _ => {}
        }
        loop {
            let header = self.number(3)?;
            let is_rle = header >> 1 & 3 == 1;
            self.skip(if is_rle { 1 } else { header >> 3 })?;
            if header & 1 == 1 {
                break;
            }
        }
        // the checksum
        self.skip(if descriptor & 4 != 0 { 4 } else { 0 })?;
        Ok(Some(Frame { start, content_size }))
    }
}

impl<S: Skip> Iterator for FrameScanner<S> {
    type Item = Frame;

    fn next(&mut self) -> Option<Frame> {
        if self.offset >= self.file_bytes {
            return None;
        }
        match self.frame() {
            Ok(Some(frame)) => Some(frame),
            _ => {
                self.offset = self.file_bytes;
                None
            }
        }
    }
}

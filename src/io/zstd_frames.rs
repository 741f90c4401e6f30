//! The frames of a zstd file, found without decompressing them.

use std::fs::File;
use std::io::{self, BufReader, Read};

/// Where frames are walked through.
pub(super) trait Skip: Read {
    /// Goes over so many bytes.
    fn skip(&mut self, bytes: u64) -> io::Result<()>;
}

impl Skip for BufReader<File> {
    fn skip(&mut self, bytes: u64) -> io::Result<()> {
        self.seek_relative(i64::try_from(bytes).map_err(io::Error::other)?)
    }
}

/// A frame of a file. The zstd format is RFC 8878.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    /// Where it begins.
    pub(super) start: u64,
    /// The bytes that it decompresses to, if its header says so; 0 for one that is to be skipped.
    pub(super) content: Option<u64>,
}

/// Goes from frame to frame, by their block headers alone. It ends where the file does, and before a
/// frame that is cut or none.
pub(super) struct FrameWalk<S> {
    pub(super) source: S,
    place: u64,
    file_bytes: u64,
}

impl FrameWalk<BufReader<File>> {
    /// From the file's beginning.
    pub(super) fn new(file: File, file_bytes: u64) -> Self {
        FrameWalk::of(BufReader::with_capacity(4096, file), file_bytes)
    }
}

impl<S: Skip> FrameWalk<S> {
    /// From the beginning of something that has at most so many bytes.
    pub(super) fn of(source: S, file_bytes: u64) -> Self {
        FrameWalk { source, place: 0, file_bytes }
    }

    /// Where the last frame ends.
    pub(super) fn place(&self) -> u64 {
        self.place
    }

    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.source.read_exact(&mut bytes)?;
        self.place += N as u64;
        Ok(bytes)
    }

    fn number(&mut self, size: usize) -> io::Result<u64> {
        let mut bytes = [0; 8];
        let room = bytes.get_mut(..size).unwrap_or_default();
        self.source.read_exact(room)?;
        self.place += size as u64;
        Ok(u64::from_le_bytes(bytes))
    }

    fn skip(&mut self, bytes: u64) -> io::Result<()> {
        self.source.skip(bytes)?;
        self.place = self.place.saturating_add(bytes);
        if self.place > self.file_bytes { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    /// The frame at the place; `None` if there is no whole one.
    fn frame(&mut self) -> io::Result<Option<Frame>> {
        let start = self.place;
        let magic = u32::from_le_bytes(self.bytes()?);
        if magic & 0xFFFF_FFF0 == 0x184D_2A50 {
            let size = self.number(4)?;
            self.skip(size)?;
            return Ok(Some(Frame { start, content: Some(0) }));
        }
        if magic != 0xFD2F_B528 {
            return Ok(None);
        }
        let [descriptor] = self.bytes()?;
        let is_single_segment = descriptor & 0x20 != 0;
        let content_size = match descriptor >> 6 {
            0 => usize::from(is_single_segment),
            flag => 1 << flag,
        };
        let dictionary_size = [0, 1, 2, 4][usize::from(descriptor & 3)];
        self.skip(u64::from(!is_single_segment) + dictionary_size)?;
        let mut content = Some(self.number(content_size)?);
        match content_size {
            0 => content = None,
            2 => content = content.map(|content| content + 256),
            _ => {}
        }
        loop {
            let header = self.number(3)?;
            let is_run = header >> 1 & 3 == 1;
            self.skip(if is_run { 1 } else { header >> 3 })?;
            if header & 1 == 1 {
                break;
            }
        }
        // the checksum
        self.skip(if descriptor & 4 != 0 { 4 } else { 0 })?;
        Ok(Some(Frame { start, content }))
    }
}

impl<S: Skip> Iterator for FrameWalk<S> {
    type Item = Frame;

    fn next(&mut self) -> Option<Frame> {
        if self.place >= self.file_bytes {
            return None;
        }
        match self.frame() {
            Ok(Some(frame)) => Some(frame),
            _ => {
                self.place = self.file_bytes;
                None
            }
        }
    }
}

//! A buffered byte stream that counts the bytes read.

use std::io::{self, BufReader, Read};

use super::error::{FormatErrorKind, OffsetError};

/// Size of the read buffer.
const BUFFER: usize = 256 << 10;

/// A byte stream with the offset of its next byte.
pub(super) struct ByteReader {
    stream: BufReader<Box<dyn Read + Send>>,
    /// Bytes that were peeked at and are read next.
    peeked: Vec<u8>,
    offset: u64,
}

impl ByteReader {
    pub(super) fn new(stream: Box<dyn Read + Send>) -> ByteReader {
        ByteReader {
            stream: BufReader::with_capacity(BUFFER, stream),
            peeked: Vec::new(),
            offset: 0,
        }
    }

    /// The offset of the next byte.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns up to `count` next bytes without consuming them; fewer at the end of the file.
    pub(super) fn peek(&mut self, count: usize) -> Result<&[u8], OffsetError> {
        if self.peeked.is_empty() {
            let mut peeked = vec![0; count];
            let filled = self.fill(&mut peeked)?;
            peeked.truncate(filled);
            self.offset -= filled as u64;
            self.peeked = peeked;
        }
        Ok(&self.peeked)
    }

    /// Skips `count` bytes; `what` names them in an error.
    pub(super) fn skip(&mut self, count: u64, what: &'static str) -> Result<(), OffsetError> {
        let mut left = count;
        let mut buffer = [0; 8192];
        while left > 0 {
            let size = left.min(buffer.len() as u64) as usize;
            if self.fill(&mut buffer[..size])? < size {
                return Err(self.unexpected_end(what));
            }
            left -= size as u64;
        }
        Ok(())
    }

    /// Fills the buffer, or less of it at the end of the file; returns the number of bytes.
    pub(super) fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, OffsetError> {
        let mut filled = self.peeked.len().min(buffer.len());
        for (target, byte) in buffer.iter_mut().zip(self.peeked.drain(..filled)) {
            *target = byte;
        }
        while let Some(free) = buffer.get_mut(filled..).filter(|free| !free.is_empty()) {
            match self.stream.read(free) {
                Ok(0) => break,
                Ok(bytes) => filled += bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let offset = self.offset + filled as u64;
                    return Err(OffsetError::new(offset, FormatErrorKind::Read(error)));
                }
            }
        }
        self.offset += filled as u64;
        Ok(filled)
    }

    /// Returns the next `N` bytes, or `None` at the end of the file; `what` names them in an error.
    ///
    /// # Errors
    /// When the file ends in the middle of them.
    pub(super) fn array<const N: usize>(
        &mut self,
        what: &'static str,
    ) -> Result<Option<[u8; N]>, OffsetError> {
        let mut bytes = [0; N];
        match self.fill(&mut bytes)? {
            0 if N > 0 => Ok(None),
            filled if filled == N => Ok(Some(bytes)),
            _ => Err(self.unexpected_end(what)),
        }
    }

    /// Returns the next `N` bytes; the end of the file is an error.
    pub(super) fn expect<const N: usize>(
        &mut self,
        what: &'static str,
    ) -> Result<[u8; N], OffsetError> {
        self.array(what)?.ok_or_else(|| self.unexpected_end(what))
    }

    /// Appends the next `count` bytes to a buffer, which grows only by the bytes in the file.
    pub(super) fn append(
        &mut self,
        buffer: &mut Vec<u8>,
        count: u64,
        what: &'static str,
    ) -> Result<(), OffsetError> {
        let peeked = self.peeked.len().min(usize::try_from(count).unwrap_or(usize::MAX));
        buffer.extend(self.peeked.drain(..peeked));
        self.offset += peeked as u64;
        let count = count - peeked as u64;
        match self.stream.by_ref().take(count).read_to_end(buffer) {
            Ok(bytes) => {
                self.offset += bytes as u64;
                if bytes as u64 == count { Ok(()) } else { Err(self.unexpected_end(what)) }
            }
            Err(error) => Err(OffsetError::new(self.offset, FormatErrorKind::Read(error))),
        }
    }

    fn unexpected_end(&self, what: &'static str) -> OffsetError {
        OffsetError::unexpected_end(self.offset, what)
    }
}

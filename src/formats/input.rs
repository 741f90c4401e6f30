//! Bytes from a file, counted.

use std::io::{self, BufReader, Read};

use super::error::{Fault, FormatErrorKind};

/// Bytes asked of a file at once.
const BUFFER: usize = 256 << 10;

/// A stream that knows how many bytes it has given.
pub(super) struct Input {
    stream: BufReader<Box<dyn Read + Send>>,
    /// Bytes that were looked at.
    ahead: Vec<u8>,
    offset: u64,
}

impl Input {
    pub(super) fn new(stream: Box<dyn Read + Send>) -> Input {
        Input { stream: BufReader::with_capacity(BUFFER, stream), ahead: Vec::new(), offset: 0 }
    }

    /// The place of the next byte.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// The next bytes, at most so many, without reading on; fewer at the end of the file.
    pub(super) fn peek(&mut self, count: usize) -> Result<&[u8], Fault> {
        if self.ahead.is_empty() {
            let mut ahead = vec![0; count];
            let filled = self.fill(&mut ahead)?;
            ahead.truncate(filled);
            self.offset -= filled as u64;
            self.ahead = ahead;
        }
        Ok(&self.ahead)
    }

    /// Passes over so many bytes.
    pub(super) fn skip(&mut self, count: u64, what: &'static str) -> Result<(), Fault> {
        let mut left = count;
        let mut buffer = [0; 8192];
        while left > 0 {
            let part = left.min(buffer.len() as u64) as usize;
            if self.fill(&mut buffer[..part])? < part {
                return Err(self.cut(what));
            }
            left -= part as u64;
        }
        Ok(())
    }

    /// Fills the buffer as far as there are bytes; how many there were.
    pub(super) fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, Fault> {
        let mut filled = self.ahead.len().min(buffer.len());
        for (place, byte) in buffer.iter_mut().zip(self.ahead.drain(..filled)) {
            *place = byte;
        }
        while let Some(free) = buffer.get_mut(filled..).filter(|free| !free.is_empty()) {
            match self.stream.read(free) {
                Ok(0) => break,
                Ok(bytes) => filled += bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let offset = self.offset + filled as u64;
                    return Err(Fault::new(offset, FormatErrorKind::Read(error)));
                }
            }
        }
        self.offset += filled as u64;
        Ok(filled)
    }

    /// The next bytes; `None` at the end of the file.
    ///
    /// # Errors
    /// When the file ends in the middle of them; `what` names them.
    pub(super) fn array<const N: usize>(
        &mut self,
        what: &'static str,
    ) -> Result<Option<[u8; N]>, Fault> {
        let mut bytes = [0; N];
        match self.fill(&mut bytes)? {
            0 if N > 0 => Ok(None),
            filled if filled == N => Ok(Some(bytes)),
            _ => Err(self.cut(what)),
        }
    }

    /// The next bytes, which must be there.
    pub(super) fn expect<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], Fault> {
        self.array(what)?.ok_or_else(|| self.cut(what))
    }

    /// So many bytes onto the end of a buffer, which grows only as far as there are bytes.
    pub(super) fn append(
        &mut self,
        buffer: &mut Vec<u8>,
        count: u64,
        what: &'static str,
    ) -> Result<(), Fault> {
        let ahead = self.ahead.len().min(usize::try_from(count).unwrap_or(usize::MAX));
        buffer.extend(self.ahead.drain(..ahead));
        self.offset += ahead as u64;
        let count = count - ahead as u64;
        match self.stream.by_ref().take(count).read_to_end(buffer) {
            Ok(bytes) => {
                self.offset += bytes as u64;
                if bytes as u64 == count { Ok(()) } else { Err(self.cut(what)) }
            }
            Err(error) => Err(Fault::new(self.offset, FormatErrorKind::Read(error))),
        }
    }

    fn cut(&self, what: &'static str) -> Fault {
        Fault::new(self.offset, FormatErrorKind::Cut { what })
    }
}

//! Reading a file of an archive.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

use super::archive::{Archive, LOCAL_HEADER, LOCAL_MAGIC, damaged, number};
use crate::io::codecs::{self, Codec, Crc};
use crate::io::decompress::NamedDecoder;

/// A file in an archive.
#[derive(Clone, Debug)]
pub(in crate::io) struct Entry {
    pub(super) archive: Archive,
    pub(in crate::io) name: String,
    pub(super) method: u16,
    pub(super) is_encrypted: bool,
    pub(super) crc: u32,
    pub(super) compressed_size: u64,
    pub(super) size: u64,
    /// The offset of the local header.
    pub(super) header: u64,
}

impl Entry {
    /// Opens the file. Its checksum is verified at the end. Compressed bytes are read through
    /// `count`.
    pub(in crate::io) fn open<R: Read + Send + 'static>(
        &self,
        count: impl FnOnce(Box<dyn Read + Send>) -> R,
    ) -> io::Result<Box<dyn Read + Send>> {
        if self.is_encrypted {
            return Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "the file is encrypted, which is not supported",
            ));
        }
        let mut file = self.archive.open()?;
        file.seek(SeekFrom::Start(self.header))?;
        let mut header = [0; LOCAL_HEADER];
        match file.read_exact(&mut header) {
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error),
            read if read.is_err() || !header.starts_with(&LOCAL_MAGIC) => {
                return Err(damaged("the file is not at the offset in the directory"));
            }
            _ => {}
        }
        let skip = number::<2>(&header, 26)? + number::<2>(&header, 28)?;
        file.seek(SeekFrom::Current(skip as i64))?;
        let compressed =
            BufReader::with_capacity(256 << 10, count(Box::new(file.take(self.compressed_size))));
        let source: Box<dyn Read + Send> = match self.method {
            // without the feature, the checksum could not be verified
            0 if cfg!(feature = "compression") => Box::new(compressed),
            0 => codecs::decoder(Codec::Deflate, compressed)?,
            8 => codecs::decoder(Codec::Deflate, compressed)?,
            12 => codecs::decoder(Codec::Bzip2, compressed)?,
            93 => codecs::decoder(Codec::Zstd, compressed)?,
            method => {
                let reason = format!("zip compression method {method} is not supported");
                return Err(io::Error::new(io::ErrorKind::Unsupported, reason));
            }
        };
        let (expected, size) = (self.crc, self.size);
        let checked = CheckedReader { source, sum: Crc::default(), expected, size, read: 0 };
        Ok(Box::new(NamedDecoder { name: "zip", source: checked }))
    }
}

/// A reader that ends with an error if the size or the checksum is not that of the directory.
struct CheckedReader {
    source: Box<dyn Read + Send>,
    sum: Crc,
    expected: u32,
    size: u64,
    read: u64,
}

impl Read for CheckedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let damaged = |reason| Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        if self.read > self.size {
            return damaged("the file is longer than its size in the directory");
        }
        let count = self.source.read(buffer)?;
        if count == 0 && !buffer.is_empty() {
            return match self.read == self.size {
                true if self.sum.sum() == self.expected => Ok(0),
                true => damaged("the checksum is wrong"),
                false => Err(io::ErrorKind::UnexpectedEof.into()),
            };
        }
        self.sum.update(buffer.get(..count).unwrap_or_default());
        self.read += count as u64;
        Ok(count)
    }
}

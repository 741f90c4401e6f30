//! Zip archives: the texts in them. The format is APPNOTE 6.3 of PKWARE.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use super::decompress::{MAX_WINDOW_LOG, Named};

/// Where an archive's bytes are.
#[derive(Clone, Debug)]
pub(super) enum Archive {
    File(Arc<Path>),
    Memory(Arc<[u8]>),
}

/// Reading from any place.
trait Bytes: Read + Seek + Send {}
impl<R: Read + Seek + Send> Bytes for R {}

impl Archive {
    fn open(&self) -> io::Result<Box<dyn Bytes>> {
        Ok(match self {
            Archive::File(path) => Box::new(File::open(path)?),
            Archive::Memory(bytes) => Box::new(Cursor::new(bytes.clone())),
        })
    }
}

/// A file in an archive.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    archive: Archive,
    pub(super) name: String,
    method: u16,
    is_encrypted: bool,
    crc: u32,
    packed: u64,
    size: u64,
    header: u64,
}

/// The archive's directory is longer than this: more files than anybody has.
const MAX_DIRECTORY: u64 = 1 << 30;

/// What follows a directory is at most so long: its own record, a comment, the records of ZIP64.
const MAX_END: u64 = 22 + 0xFFFF + 20 + 56;

fn damaged(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("damaged zip archive: {reason}"))
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> io::Result<u64> {
    let field = bytes.get(at..).and_then(<[u8]>::first_chunk::<N>);
    let field = field.ok_or_else(|| damaged("its directory is cut"))?;
    let mut wide = [0; 8];
    for (wide, byte) in wide.iter_mut().zip(field) {
        *wide = *byte;
    }
    Ok(u64::from_le_bytes(wide))
}

/// The files of an archive that may hold PGN, in the order of its directory: those whose names say so,
/// or all if none does; no folders, and nothing that macOS adds.
pub(super) fn entries(archive: &Archive) -> io::Result<Vec<Entry>> {
    let mut file = archive.open()?;
    let length = file.seek(SeekFrom::End(0))?;
    let tail_start = length.saturating_sub(MAX_END);
    file.seek(SeekFrom::Start(tail_start))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    let end = memchr::memmem::rfind(&tail, b"PK\x05\x06")
        .ok_or_else(|| damaged("it ends before its directory"))?;
    let record = tail.get(end..).unwrap_or_default();
    let (mut size, mut offset) = (number::<4>(record, 12)?, number::<4>(record, 16)?);
    let mut count = number::<2>(record, 10)?;
    let locator = end.checked_sub(20).and_then(|at| tail.get(at..end)).unwrap_or_default();
    if (offset == 0xFFFF_FFFF || size == 0xFFFF_FFFF || count == 0xFFFF)
        && locator.starts_with(b"PK\x06\x07")
    {
        file.seek(SeekFrom::Start(number::<8>(locator, 8)?))?;
        let mut record = [0; 56];
        file.read_exact(&mut record)?;
        (count, size, offset) =
            (number::<8>(&record, 32)?, number::<8>(&record, 40)?, number::<8>(&record, 48)?);
    }
    if size > MAX_DIRECTORY || offset.saturating_add(size) > length {
        return Err(damaged("its directory lies outside it"));
    }
    file.seek(SeekFrom::Start(offset))?;
    let mut directory = vec![0; size as usize];
    file.read_exact(&mut directory)?;
    let mut rest = directory.as_slice();
    let mut entries = Vec::new();
    for _ in 0..count {
        let (entry, used) = entry(archive, rest)?;
        rest = rest.get(used..).unwrap_or_default();
        let is_text = !entry.name.ends_with('/') && !entry.name.starts_with("__MACOSX/");
        if is_text {
            entries.push(entry);
        }
    }
    let says_pgn = |entry: &Entry| entry.name.to_ascii_lowercase().contains(".pgn");
    if entries.iter().any(says_pgn) {
        entries.retain(says_pgn);
    }
    Ok(entries)
}

/// An entry of the directory, and its length there.
fn entry(archive: &Archive, record: &[u8]) -> io::Result<(Entry, usize)> {
    if !record.starts_with(b"PK\x01\x02") {
        return Err(damaged("an entry of its directory is none"));
    }
    let field = |at| number::<2>(record, at).map(|length| length as usize);
    let (name_length, extra_length, comment_length) = (field(28)?, field(30)?, field(32)?);
    let name = record.get(46..46 + name_length).unwrap_or_default();
    let mut extra =
        record.get(46 + name_length..46 + name_length + extra_length).unwrap_or_default();
    let (mut packed, mut size) = (number::<4>(record, 20)?, number::<4>(record, 24)?);
    let mut header = number::<4>(record, 42)?;
    while extra.len() >= 4 {
        let length = number::<2>(extra, 2)? as usize;
        if number::<2>(extra, 0)? == 1 {
            // ZIP64: those of the fields, in this order, that did not fit
            let mut at = 4;
            for value in [&mut size, &mut packed, &mut header] {
                if *value == 0xFFFF_FFFF {
                    *value = number::<8>(extra, at)?;
                    at += 8;
                }
            }
        }
        extra = extra.get(4 + length..).unwrap_or_default();
    }
    let entry = Entry {
        archive: archive.clone(),
        name: String::from_utf8_lossy(name).into_owned(),
        method: number::<2>(record, 10)? as u16,
        is_encrypted: number::<2>(record, 8)? & 1 == 1,
        crc: number::<4>(record, 16)? as u32,
        packed,
        size,
        header,
    };
    Ok((entry, 46 + name_length + extra_length + comment_length))
}

impl Entry {
    /// The file's bytes; their checksum is checked at the end. `count` is told of packed bytes.
    pub(super) fn open<R: Read + Send + 'static>(
        &self,
        count: impl FnOnce(Box<dyn Read + Send>) -> R,
    ) -> io::Result<Box<dyn Read + Send>> {
        if self.is_encrypted {
            return Err(io::Error::new(io::ErrorKind::Unsupported, "it is encrypted"));
        }
        let mut file = self.archive.open()?;
        file.seek(SeekFrom::Start(self.header))?;
        let mut header = [0; 30];
        file.read_exact(&mut header)?;
        if !header.starts_with(b"PK\x03\x04") {
            return Err(damaged("a file is not where the directory says"));
        }
        let skip = number::<2>(&header, 26)? + number::<2>(&header, 28)?;
        file.seek(SeekFrom::Current(skip as i64))?;
        let packed = BufReader::with_capacity(256 << 10, count(Box::new(file.take(self.packed))));
        let source: Box<dyn Read + Send> = match self.method {
            0 => Box::new(packed),
            8 => Box::new(flate2::bufread::DeflateDecoder::new(packed)),
            12 => Box::new(bzip2::bufread::BzDecoder::new(packed)),
            93 => {
                let mut decoder = zstd::Decoder::with_buffer(packed)?;
                decoder.window_log_max(MAX_WINDOW_LOG)?;
                Box::new(decoder)
            }
            method => {
                let reason = format!("compression method {method} of zip is not known here");
                return Err(io::Error::new(io::ErrorKind::Unsupported, reason));
            }
        };
        let checked =
            Checked { source, sum: flate2::Crc::new(), expected: self.crc, left: self.size };
        Ok(Box::new(Named { name: "zip", source: checked }))
    }
}

/// Ends with an error where the size or the checksum is not that of the directory.
struct Checked {
    source: Box<dyn Read + Send>,
    sum: flate2::Crc,
    expected: u32,
    left: u64,
}

impl Read for Checked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        if count == 0 && !buffer.is_empty() {
            return match self.left {
                0 if self.sum.sum() == self.expected => Ok(0),
                0 => Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum is wrong")),
                _ => Err(io::ErrorKind::UnexpectedEof.into()),
            };
        }
        self.sum.update(buffer.get(..count).unwrap_or_default());
        let too_long =
            || io::Error::new(io::ErrorKind::InvalidData, "a file is longer than it says");
        self.left = self.left.checked_sub(count as u64).ok_or_else(too_long)?;
        Ok(count)
    }
}

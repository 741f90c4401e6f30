//! Reading the files of zip archives (PKWARE APPNOTE 6.3).
//!
//! The crate `zip` opens an archive only if the central directory at its end is intact. This also reads
//! the files of truncated and damaged archives, up to the damage, by the header before each file.

mod directory;
mod local;

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use super::decompress::{MAX_WINDOW_LOG, NamedDecoder};

/// The bytes of an archive.
#[derive(Clone, Debug)]
pub(super) enum Archive {
    File(Arc<Path>),
    Memory(Arc<[u8]>),
}

/// A seekable reader.
trait ReadSeek: Read + Seek + Send {}
impl<R: Read + Seek + Send> ReadSeek for R {}

impl Archive {
    fn open(&self) -> io::Result<Box<dyn ReadSeek>> {
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
    compressed_size: u64,
    size: u64,
    /// The offset of the local header.
    header: u64,
}

fn damaged(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("damaged zip archive: {reason}"))
}

/// Reads a little-endian number of `N` bytes.
fn number<const N: usize>(bytes: &[u8], at: usize) -> io::Result<u64> {
    let field = bytes.get(at..).and_then(<[u8]>::first_chunk::<N>);
    let field = field.ok_or_else(|| damaged("its directory is truncated"))?;
    let mut wide = [0; 8];
    for (wide, byte) in wide.iter_mut().zip(field) {
        *wide = *byte;
    }
    Ok(u64::from_le_bytes(wide))
}

/// Replaces those fields of an entry that do not fit in 32 bits by the 64-bit values in its ZIP64 extra
/// field, where they are in the same order.
fn apply_zip64(mut extra: &[u8], fields: &mut [&mut u64]) -> io::Result<()> {
    while extra.len() >= 4 {
        let length = number::<2>(extra, 2)? as usize;
        if number::<2>(extra, 0)? == 1 {
            let wide = fields.iter_mut().filter(|field| ***field == 0xFFFF_FFFF);
            for (n, field) in wide.enumerate() {
                **field = number::<8>(extra, 4 + 8 * n)?;
            }
        }
        extra = extra.get(4 + length..).unwrap_or_default();
    }
    Ok(())
}

/// The files of an archive, and the damage of its directory, if any.
pub(super) struct Listing {
    pub(super) files: Vec<Entry>,
    pub(super) damage: Option<io::Error>,
}

/// Lists the files of an archive that may be PGN, in order: those with `.pgn` in their names and nested
/// archives, or all files if there is no such name. Directories and files of macOS are omitted, and so
/// are hidden files (with a dot at the start of a path component) if there are others. If the directory
/// is damaged or truncated, files are found by their local headers. `stop` is called from time to time.
pub(super) fn list(archive: &Archive, stop: &dyn Fn() -> bool) -> io::Result<Listing> {
    let (mut files, damage) = match directory::entries(archive) {
        Ok(files) => (files, None),
        Err(error) if error.raw_os_error().is_some() => return Err(error),
        Err(error) => (local::entries(archive, stop)?, Some(error)),
    };
    files.retain(|file| !file.name.ends_with('/') && !file.name.starts_with("__MACOSX/"));
    let is_hidden = |name: &str| name.starts_with('.') && name != "." && name != "..";
    let is_visible = |file: &Entry| !file.name.split('/').any(is_hidden);
    if files.iter().any(is_visible) {
        files.retain(is_visible);
    }
    let is_pgn = |file: &Entry| file.name.to_ascii_lowercase().contains(".pgn");
    if files.iter().any(is_pgn) {
        // nested archives are kept, so that they are reported as errors and not silently skipped
        files.retain(|file| is_pgn(file) || file.name.to_ascii_lowercase().ends_with(".zip"));
    }
    let damage = damage.map(|error| match files.len() {
        0 => error,
        count => {
            let found = format!("{error}; {count} of its files were found by their local headers");
            io::Error::new(error.kind(), found)
        }
    });
    Ok(Listing { files, damage })
}

impl Entry {
    /// Opens the file. Its checksum is verified at the end. Compressed bytes are read through `count`.
    pub(super) fn open<R: Read + Send + 'static>(
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
        let mut header = [0; local::HEADER];
        match file.read_exact(&mut header) {
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error),
            read if read.is_err() || !header.starts_with(&local::MAGIC) => {
                return Err(damaged("the file is not at the offset in the directory"));
            }
            _ => {}
        }
        let skip = number::<2>(&header, 26)? + number::<2>(&header, 28)?;
        file.seek(SeekFrom::Current(skip as i64))?;
        let compressed =
            BufReader::with_capacity(256 << 10, count(Box::new(file.take(self.compressed_size))));
        let source: Box<dyn Read + Send> = match self.method {
            0 => Box::new(compressed),
            8 => Box::new(flate2::bufread::DeflateDecoder::new(compressed)),
            12 => Box::new(bzip2::bufread::BzDecoder::new(compressed)),
            93 => {
                let mut decoder = zstd::Decoder::with_buffer(compressed)?;
                decoder.window_log_max(MAX_WINDOW_LOG)?;
                Box::new(decoder)
            }
            method => {
                let reason = format!("zip compression method {method} is not supported");
                return Err(io::Error::new(io::ErrorKind::Unsupported, reason));
            }
        };
        let (expected, size) = (self.crc, self.size);
        let checked = CheckedReader { source, sum: flate2::Crc::new(), expected, size, read: 0 };
        Ok(Box::new(NamedDecoder { name: "zip", source: checked }))
    }
}

/// A reader that ends with an error if the size or the checksum is not that of the directory.
struct CheckedReader {
    source: Box<dyn Read + Send>,
    sum: flate2::Crc,
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

//! Zip archives: the texts in them. The format is APPNOTE 6.3 of PKWARE.

mod directory;
mod local;

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

/// Fills in those of some fields of an entry that did not fit: ZIP64 has them, in their order, in what is
/// extra.
fn widen(mut extra: &[u8], fields: &mut [&mut u64]) -> io::Result<()> {
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

/// The files of an archive, and what is wrong with it as a whole.
pub(super) struct Listing {
    pub(super) files: Vec<Entry>,
    pub(super) damage: Option<io::Error>,
}

/// The files of an archive that may hold PGN, in its order: those whose names say so and archives, or all if no
/// name says so; no folders, nothing that macOS adds, and nothing hidden (a part of its name begins with a dot) if all is not. Where the directory is cut or damaged, they are found by what
/// stands before each of them. `stop` is asked now and then.
pub(super) fn list(archive: &Archive, stop: &dyn Fn() -> bool) -> io::Result<Listing> {
    let (mut files, damage) = match directory::entries(archive) {
        Ok(files) => (files, None),
        Err(error) if error.raw_os_error().is_some() => return Err(error),
        Err(error) => (local::entries(archive, stop)?, Some(error)),
    };
    files.retain(|file| !file.name.ends_with('/') && !file.name.starts_with("__MACOSX/"));
    let is_hidden = |part: &str| part.starts_with('.') && part != "." && part != "..";
    let is_shown = |file: &Entry| !file.name.split('/').any(is_hidden);
    if files.iter().any(is_shown) {
        files.retain(is_shown);
    }
    let says_pgn = |file: &Entry| file.name.to_ascii_lowercase().contains(".pgn");
    if files.iter().any(says_pgn) {
        // that archives in archives are not read is told, and not passed over
        files.retain(|file| says_pgn(file) || file.name.to_ascii_lowercase().ends_with(".zip"));
    }
    let damage = damage.map(|error| match files.len() {
        0 => error,
        count => {
            let found = format!("{error}; {count} of its files were found by their own headers");
            io::Error::new(error.kind(), found)
        }
    });
    Ok(Listing { files, damage })
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
        let mut header = [0; local::HEADER];
        match file.read_exact(&mut header) {
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error),
            read if read.is_err() || !header.starts_with(&local::MAGIC) => {
                return Err(damaged("the file is not where the directory says"));
            }
            _ => {}
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
        let (expected, size) = (self.crc, self.size);
        let checked = Checked { source, sum: flate2::Crc::new(), expected, size, read: 0 };
        Ok(Box::new(Named { name: "zip", source: checked }))
    }
}

/// Ends with an error where the size or the checksum is not that of the directory. All that was read comes
/// before it.
struct Checked {
    source: Box<dyn Read + Send>,
    sum: flate2::Crc,
    expected: u32,
    size: u64,
    read: u64,
}

impl Read for Checked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let damaged = |reason| Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        if self.read > self.size {
            return damaged("the file is longer than the directory says");
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

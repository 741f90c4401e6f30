//! Where PGN comes from: files and streams, plain or compressed.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The largest window that a zstd frame may ask for, as a power of two: what `zstd --ultra --long=31`
/// makes, and the most that there is.
const MAX_WINDOW_LOG: u32 = 31;

/// Bytes asked of a file at once, before decompression.
const BUFFER: usize = 256 << 10;

/// A source of PGN. Compression (zstd, gzip, bzip2; several frames or members one after the other)
/// is recognised by the first bytes, whatever the name.
pub enum Source {
    /// A file.
    Path(PathBuf),
    /// Anything that gives bytes, with a name for messages.
    Stream(String, Box<dyn Read + Send>),
}

impl Source {
    /// The name for messages.
    pub fn name(&self) -> String {
        match self {
            Source::Path(path) => path.display().to_string(),
            Source::Stream(name, _) => name.clone(),
        }
    }

    /// The bytes of a file, before decompression; `None` of a stream.
    ///
    /// # Errors
    /// When the file is not there, or is a directory.
    pub fn byte_len(&self) -> io::Result<Option<u64>> {
        match self {
            Source::Path(path) => {
                let metadata = path.metadata()?;
                if metadata.is_dir() {
                    return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
                }
                Ok(Some(metadata.len()))
            }
            Source::Stream(..) => Ok(None),
        }
    }

    /// The text, decompressed. `read` counts the bytes before that.
    pub(super) fn open(self, read: &Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
        let raw: Box<dyn Read + Send> = match self {
            Source::Path(path) => Box::new(File::open(path)?),
            Source::Stream(_, stream) => stream,
        };
        decompressed(Counting { source: raw, read: read.clone() })
    }
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Source").field(&self.name()).finish()
    }
}

impl From<&Path> for Source {
    fn from(path: &Path) -> Source {
        Source::Path(path.to_owned())
    }
}

impl From<PathBuf> for Source {
    fn from(path: PathBuf) -> Source {
        Source::Path(path)
    }
}

/// Counts what has been read.
struct Counting {
    source: Box<dyn Read + Send>,
    read: Arc<AtomicU64>,
}

impl Read for Counting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.source.read(buffer)?;
        self.read.fetch_add(bytes as u64, Ordering::Relaxed);
        Ok(bytes)
    }
}

/// What the first bytes of a file say about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Plain,
    Zstd,
    Gzip,
    Bzip2,
}

impl Format {
    fn of(magic: &[u8]) -> Format {
        match *magic {
            // a frame, or a skippable one
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Format::Zstd,
            [0x1F, 0x8B, ..] => Format::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Format::Bzip2,
            _ => Format::Plain,
        }
    }
}

fn decompressed(mut raw: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut magic = [0; 4];
    let mut seen = 0;
    while let Some(free) = magic.get_mut(seen..).filter(|free| !free.is_empty()) {
        match raw.read(free) {
            Ok(0) => break,
            Ok(bytes) => seen += bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let magic = magic.get(..seen).unwrap_or_default().to_vec();
    let format = Format::of(&magic);
    let whole = Cursor::new(magic).chain(raw);
    if format == Format::Plain {
        return Ok(Box::new(whole));
    }
    let whole = BufReader::with_capacity(BUFFER, whole);
    Ok(match format {
        Format::Zstd => {
            let mut decoder = zstd::Decoder::with_buffer(whole)?;
            decoder.window_log_max(MAX_WINDOW_LOG)?;
            Box::new(Named { name: "zstd", source: decoder })
        }
        Format::Gzip => {
            Box::new(Named { name: "gzip", source: flate2::bufread::MultiGzDecoder::new(whole) })
        }
        _ => Box::new(Named { name: "bzip2", source: bzip2::bufread::MultiBzDecoder::new(whole) }),
    })
}

/// Says in its errors what was being decompressed.
struct Named<R> {
    name: &'static str,
    source: R,
}

impl<R: Read> Read for Named<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.source.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            io::ErrorKind::UnexpectedEof => {
                let reason = format!("the {} data end in the middle of a frame", self.name);
                io::Error::new(io::ErrorKind::UnexpectedEof, reason)
            }
            kind => io::Error::new(kind, format!("damaged {} data: {error}", self.name)),
        })
    }
}

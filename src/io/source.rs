//! Sources of PGN: files, splits of files, bytes and streams; plain, compressed or archived.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::decompress::{Compression, decompressor, detect_format};
use super::error::ReadError;
use super::split::Split;
use super::zip;
use super::zstd_parallel::{FrameReader, JobQueue, has_short_frames};

/// The largest archive that is read from a stream into memory, in bytes.
const MAX_ARCHIVE: u64 = 1 << 30;

/// A source of PGN. Compression (zstd, gzip, bzip2; also several frames or members in sequence) and
/// zip archives are detected by the first bytes, whatever the name.
pub enum Source {
    /// A file.
    Path(PathBuf),
    /// A range of a file.
    Split(Split),
    /// Bytes in memory, with a name for messages. `as_ref` must return the same bytes each time.
    Bytes(String, Arc<dyn AsRef<[u8]> + Send + Sync>),
    /// A reader, with a name for messages, and the number of its bytes if it is known.
    Stream(String, Box<dyn Read + Send>, Option<u64>),
}

impl Source {
    /// Returns the name of the source in messages.
    pub fn name(&self) -> String {
        match self {
            Source::Path(path) => path.display().to_string(),
            Source::Split(split) => split.name(),
            Source::Bytes(name, _) | Source::Stream(name, ..) => name.clone(),
        }
    }

    /// Returns the size of a file, of bytes in memory or of a stream, before decompression; `None` if
    /// it is unknown, as for pipes.
    ///
    /// # Errors
    /// If the file does not exist, is a directory, is not readable, or has changed since it was
    /// split.
    pub fn byte_len(&self) -> io::Result<Option<u64>> {
        match self {
            Source::Path(path) => {
                let metadata = path.metadata()?;
                if metadata.is_dir() {
                    return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
                }
                if !metadata.is_file() {
                    return Ok(None);
                }
                // only opening shows whether the file is readable
                File::open(path)?;
                Ok(Some(metadata.len()))
            }
            Source::Split(split) => {
                split.check()?;
                Ok(Some(split.end.saturating_sub(split.start)))
            }
            Source::Bytes(_, bytes) => Ok(Some((**bytes).as_ref().len() as u64)),
            Source::Stream(_, _, size) => Ok(*size),
        }
    }

    /// Returns the sum of the sizes of sources, before decompression; `None` if one is a stream.
    ///
    /// # Errors
    /// For the first file that does not exist or is not readable.
    pub fn total_bytes(sources: &[Source]) -> Result<Option<u64>, ReadError> {
        let mut total = Some(0);
        for source in sources {
            match source.byte_len() {
                Ok(bytes) => total = total.zip(bytes).map(|(sum, bytes)| sum + bytes),
                Err(error) => return Err(ReadError::Open { source: source.name(), error }),
            }
        }
        Ok(total)
    }

    /// Opens the source for reading decompressed bytes. `bytes_read` counts the bytes before
    /// decompression. Zip archives are an error.
    pub(crate) fn open(self, bytes_read: &Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
        PendingSource::Source(self).open_stream(bytes_read, &[], &|| false)?.map_err(|_| {
            let reason = "zip archives are not supported here: extract the file first";
            io::Error::new(io::ErrorKind::Unsupported, reason)
        })
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

/// A source that has not been opened: one of the caller's, or a file in an archive.
pub(super) enum PendingSource {
    Source(Source),
    Entry(String, zip::Entry),
    /// The damage of an archive, which is reported after its files.
    Damage(String, io::Error),
}

/// An opened source.
pub(super) enum Opened {
    /// Decompressed text. For a split, also the offset where its text starts, which is known once
    /// some of it has been read.
    Stream(Box<dyn Read + Send>, Option<Arc<AtomicU64>>),
    /// Text in memory.
    Memory(SharedBytes),
    /// The files of an archive, to be opened one after the other.
    Archive(Vec<PendingSource>),
}

impl PendingSource {
    /// Returns the name of the source in messages.
    pub(super) fn name(&self) -> String {
        match self {
            PendingSource::Source(source) => source.name(),
            PendingSource::Entry(archive, entry) => format!("{archive}/{}", entry.name),
            PendingSource::Damage(archive, _) => archive.clone(),
        }
    }

    /// Whether it is a file or bytes in memory, which any thread may read without blocking for
    /// long.
    pub(super) fn is_local(&self) -> bool {
        match self {
            PendingSource::Source(Source::Path(path)) => {
                path.metadata().is_ok_and(|file| file.is_file())
            }
            PendingSource::Source(Source::Stream(..)) => false,
            PendingSource::Source(Source::Split(_) | Source::Bytes(..)) => true,
            PendingSource::Entry(..) | PendingSource::Damage(..) => true,
        }
    }

    /// Opens the source for reading decompressed bytes, or returns the files of an archive, as
    /// [`PendingSource::open`].
    pub(super) fn open_stream(
        self,
        bytes_read: &Arc<AtomicU64>,
        names: &[&str],
        stop: &dyn Fn() -> bool,
    ) -> io::Result<Result<Box<dyn Read + Send>, Vec<PendingSource>>> {
        Ok(match self.open(bytes_read, None, names, stop)? {
            Opened::Stream(bytes, _) => Ok(bytes),
            Opened::Memory(bytes) => {
                let source = Box::new(io::Cursor::new(bytes));
                Ok(Box::new(CountingReader { source, count: bytes_read.clone() }))
            }
            Opened::Archive(files) => Err(files),
        })
    }

    /// Opens the source. `bytes_read` counts the bytes before decompression. zstd files of several
    /// frames are decompressed in parallel if there is a queue of `jobs`. The files of an archive
    /// are those whose names contain one of `names`, or all if there are none. `stop` is called
    /// after signals.
    pub(super) fn open(
        self,
        bytes_read: &Arc<AtomicU64>,
        jobs: Option<&Arc<JobQueue>>,
        names: &[&str],
        stop: &dyn Fn() -> bool,
    ) -> io::Result<Opened> {
        let counting = |source| CountingReader { source, count: bytes_read.clone() };
        let name = self.name();
        let (path, raw): (_, Box<dyn Read + Send>) = match self {
            PendingSource::Source(Source::Path(path)) => {
                let file = File::open(&path)?;
                (file.metadata()?.is_file().then_some(path), Box::new(file))
            }
            PendingSource::Source(Source::Split(split)) if split.is_whole() => {
                split.check()?;
                let file = File::open(&split.path)?;
                (Some(split.path), Box::new(file))
            }
            PendingSource::Source(Source::Split(split)) => {
                let (text, offset) = split.open(counting)?;
                return Ok(Opened::Stream(text, Some(offset)));
            }
            PendingSource::Source(Source::Bytes(_, bytes)) => {
                let bytes = SharedBytes(bytes);
                if Compression::of(bytes.as_ref()) == Compression::Plain {
                    return Ok(Opened::Memory(bytes));
                }
                (None, Box::new(io::Cursor::new(bytes)))
            }
            PendingSource::Source(Source::Stream(_, stream, _)) => (None, stream),
            PendingSource::Damage(_, error) => return Err(error),
            // a file in an archive may be compressed, too: games.zip/games.pgn.zst
            PendingSource::Entry(_, entry) => {
                let (format, raw) = detect_format(entry.open(counting)?, stop)?;
                if format == Compression::Zip {
                    let reason = "zip archives inside of zip archives are not supported";
                    return Err(io::Error::new(io::ErrorKind::Unsupported, reason));
                }
                return Ok(Opened::Stream(decompressor(format, raw)?, None));
            }
        };
        let (format, raw) = detect_format(counting(raw), stop)?;
        if let (Compression::Zstd, Some(path), Some(jobs)) = (format, &path, jobs)
            && has_short_frames(path)?
        {
            let frames = FrameReader::new(raw, jobs.clone());
            return Ok(Opened::Stream(Box::new(frames), None));
        }
        if format != Compression::Zip {
            return Ok(Opened::Stream(decompressor(format, raw)?, None));
        }
        let archive = match path {
            Some(path) => zip::Archive::File(path.into()),
            None => {
                let mut bytes = Vec::new();
                raw.take(MAX_ARCHIVE + 1).read_to_end(&mut bytes)?;
                if bytes.len() as u64 > MAX_ARCHIVE {
                    let reason =
                        "a zip archive of more than 1 GB must be read from a file, not a stream";
                    return Err(io::Error::new(io::ErrorKind::Unsupported, reason));
                }
                zip::Archive::Memory(bytes.into())
            }
        };
        let zip::Listing { files, damage } = zip::list(&archive, names, stop)?;
        let files = files.into_iter().map(|file| PendingSource::Entry(name.clone(), file));
        let damage = damage.map(|error| PendingSource::Damage(name.clone(), error));
        Ok(Opened::Archive(files.chain(damage).collect()))
    }
}

/// Bytes in memory of the caller.
#[derive(Clone)]
pub(super) struct SharedBytes(Arc<dyn AsRef<[u8]> + Send + Sync>);

impl AsRef<[u8]> for SharedBytes {
    fn as_ref(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

/// A reader that counts the bytes read.
pub(super) struct CountingReader {
    source: Box<dyn Read + Send>,
    count: Arc<AtomicU64>,
}

impl Read for CountingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.source.read(buffer)?;
        self.count.fetch_add(bytes as u64, Ordering::Relaxed);
        Ok(bytes)
    }
}

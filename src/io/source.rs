//! Where PGN comes from: files, parts of files and streams, plain, compressed or archived.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::decompress::{Format, decompressed, recognized};
use super::read::ReadError;
use super::split::Split;
use super::zip;
use super::zstd_parallel::{FrameReader, Jobs, has_short_frames};

/// An archive that is no file has to be in memory.
const MAX_ARCHIVE: u64 = 1 << 30;

/// A source of PGN. Compression (zstd, gzip, bzip2; several frames or members one after the other)
/// and zip archives are recognized by the first bytes, whatever the name.
pub enum Source {
    /// A file.
    Path(PathBuf),
    /// A part of a file.
    Split(Split),
    /// Bytes in memory, with a name for messages; the same ones each time they are asked for.
    Bytes(String, Arc<dyn AsRef<[u8]> + Send + Sync>),
    /// Anything that gives bytes, with a name for messages.
    Stream(String, Box<dyn Read + Send>),
}

impl Source {
    /// The name for messages.
    pub fn name(&self) -> String {
        match self {
            Source::Path(path) => path.display().to_string(),
            Source::Split(split) => split.name(),
            Source::Bytes(name, _) | Source::Stream(name, _) => name.clone(),
        }
    }

    /// The bytes of a file or of memory, before decompression; `None` of a stream, a pipe among them.
    ///
    /// # Errors
    /// When the file is not there, is a directory, may not be read, or has changed since it was split.
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
                // whether it may be read shows only when it is opened
                File::open(path)?;
                Ok(Some(metadata.len()))
            }
            Source::Split(split) => {
                split.check()?;
                Ok(Some(split.end.saturating_sub(split.start)))
            }
            Source::Bytes(_, bytes) => Ok(Some((**bytes).as_ref().len() as u64)),
            Source::Stream(..) => Ok(None),
        }
    }

    /// The bytes of some sources together, before decompression; `None` if one is a stream.
    ///
    /// # Errors
    /// The first file that is not there or may not be read.
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

    /// All bytes, decompressed; `read` counts them before that. Archives are no such thing.
    pub(crate) fn open(self, read: &Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
        match Waiting::Source(self).open(read, None, &|| false)? {
            Opened::Text(bytes, _) => Ok(bytes),
            Opened::Held(bytes) => {
                let source = Box::new(io::Cursor::new(bytes));
                Ok(Box::new(Counting { source, read: read.clone() }))
            }
            Opened::Archive(_) => {
                Err(io::Error::new(io::ErrorKind::Unsupported, "a zip archive is not read here"))
            }
        }
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

/// What is to be read: a source that the caller named, or a file of an archive.
pub(super) enum Waiting {
    Source(Source),
    Entry(String, zip::Entry),
    /// What is wrong with an archive as a whole, which is told after its files.
    Damage(String, io::Error),
}

/// What opening gives.
pub(super) enum Opened {
    /// The text, decompressed; of a part of a file, also where it begins, which is known when some of it
    /// has been read.
    Text(Box<dyn Read + Send>, Option<Arc<AtomicU64>>),
    /// The text, which is in memory.
    Held(Held),
    /// The files of an archive, to be opened one after the other.
    Archive(Vec<Waiting>),
}

impl Waiting {
    /// The name for messages.
    pub(super) fn name(&self) -> String {
        match self {
            Waiting::Source(source) => source.name(),
            Waiting::Entry(archive, entry) => format!("{archive}/{}", entry.name),
            Waiting::Damage(archive, _) => archive.clone(),
        }
    }

    /// Whether it is a file or in memory: then nobody waits for it long, and any thread may read it.
    pub(super) fn is_local(&self) -> bool {
        match self {
            Waiting::Source(Source::Path(path)) => path.metadata().is_ok_and(|file| file.is_file()),
            Waiting::Source(Source::Stream(..)) => false,
            Waiting::Source(Source::Split(_) | Source::Bytes(..)) => true,
            Waiting::Entry(..) | Waiting::Damage(..) => true,
        }
    }

    /// Opens it. `read` counts the bytes before decompression; what can be decompressed in parts is left
    /// in the `jobs`, if there are any; `stop` is asked when a signal comes.
    pub(super) fn open(
        self,
        read: &Arc<AtomicU64>,
        jobs: Option<&Arc<Jobs>>,
        stop: &dyn Fn() -> bool,
    ) -> io::Result<Opened> {
        let counting = |source| Counting { source, read: read.clone() };
        let name = self.name();
        let (path, raw): (_, Box<dyn Read + Send>) = match self {
            Waiting::Source(Source::Path(path)) => {
                let file = File::open(&path)?;
                (file.metadata()?.is_file().then_some(path), Box::new(file))
            }
            Waiting::Source(Source::Split(split)) if split.is_whole() => {
                split.check()?;
                let file = File::open(&split.path)?;
                (Some(split.path), Box::new(file))
            }
            Waiting::Source(Source::Split(split)) => {
                let (text, begins_at) = split.open(counting)?;
                return Ok(Opened::Text(text, Some(begins_at)));
            }
            Waiting::Source(Source::Bytes(_, bytes)) => {
                let bytes = Held(bytes);
                if Format::of(bytes.as_ref()) == Format::Plain {
                    return Ok(Opened::Held(bytes));
                }
                (None, Box::new(io::Cursor::new(bytes)))
            }
            Waiting::Source(Source::Stream(_, stream)) => (None, stream),
            Waiting::Damage(_, error) => return Err(error),
            // what is compressed in an archive is so once more
            Waiting::Entry(_, entry) => {
                let (format, whole) = recognized(entry.open(counting)?, stop)?;
                if format == Format::Zip {
                    let reason = "a zip archive in another is not opened";
                    return Err(io::Error::new(io::ErrorKind::Unsupported, reason));
                }
                return Ok(Opened::Text(decompressed(format, whole)?, None));
            }
        };
        let (format, whole) = recognized(counting(raw), stop)?;
        if let (Format::Zstd, Some(path), Some(jobs)) = (format, &path, jobs)
            && has_short_frames(path)?
        {
            let frames = FrameReader::new(whole, jobs.clone());
            return Ok(Opened::Text(Box::new(frames), None));
        }
        if format != Format::Zip {
            return Ok(Opened::Text(decompressed(format, whole)?, None));
        }
        let archive = match path {
            Some(path) => zip::Archive::File(path.into()),
            None => {
                let mut bytes = Vec::new();
                whole.take(MAX_ARCHIVE + 1).read_to_end(&mut bytes)?;
                if bytes.len() as u64 > MAX_ARCHIVE {
                    let reason =
                        "a zip archive of more than 1 GB is read from a file, not a stream";
                    return Err(io::Error::new(io::ErrorKind::Unsupported, reason));
                }
                zip::Archive::Memory(bytes.into())
            }
        };
        let zip::Listing { files, damage } = zip::list(&archive, stop)?;
        let files = files.into_iter().map(|file| Waiting::Entry(name.clone(), file));
        let damage = damage.map(|error| Waiting::Damage(name.clone(), error));
        Ok(Opened::Archive(files.chain(damage).collect()))
    }
}

/// Bytes in memory that the caller gave.
#[derive(Clone)]
pub(super) struct Held(Arc<dyn AsRef<[u8]> + Send + Sync>);

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

/// Counts what has been read.
pub(super) struct Counting {
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

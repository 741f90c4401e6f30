//! Reading parts of a file, of which those that were read before stay in memory.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use super::error::{TableError, TableFile};

/// The size of the parts in which a file is read.
const CHUNK: u64 = 1 << 14;
/// The size from which parts of a file are not kept: their list would be large.
const LARGEST_KEPT: u64 = 1 << 35;

/// The limits that the tables of a set share.
#[derive(Debug)]
pub(super) struct Limits {
    /// The bytes that may still be kept in memory.
    pub(super) bytes: AtomicUsize,
    /// The number of files that may still be kept open.
    pub(super) files: AtomicUsize,
}

impl Limits {
    /// Takes some of a limit, if there is as much.
    fn take(limit: &AtomicUsize, count: usize) -> bool {
        limit
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(count))
            .is_ok()
    }
}

/// A file that is read at any offset, by many threads at once.
#[derive(Debug)]
pub(super) struct BlockFile {
    name: TableFile,
    path: PathBuf,
    /// `None` if the file is opened for each read.
    file: Option<File>,
    pub(super) len: u64,
    chunks: Vec<OnceLock<Box<[u8]>>>,
    limits: Arc<Limits>,
}

impl BlockFile {
    pub(super) fn open(
        name: TableFile,
        path: PathBuf,
        limits: Arc<Limits>,
    ) -> Result<BlockFile, TableError> {
        let unreadable = |error: io::Error| unreadable(name, &error);
        let file = File::open(&path).map_err(unreadable)?;
        let len = file.metadata().map_err(unreadable)?.len();
        let keeps = Limits::take(&limits.files, 1);
        let mut chunks = Vec::new();
        if len < LARGEST_KEPT {
            chunks.resize_with(len.div_ceil(CHUNK) as usize, OnceLock::new);
        }
        Ok(BlockFile { name, path, file: keeps.then_some(file), len, chunks, limits })
    }

    /// The error of impossible contents.
    #[cold]
    pub(super) fn damaged(&self, reason: &'static str) -> TableError {
        TableError::Damaged(self.name, reason)
    }

    /// Returns `len` bytes.
    #[inline(always)]
    pub(super) fn bytes(&self, offset: u64, len: usize) -> Result<Cow<'_, [u8]>, TableError> {
        let (number, within) = ((offset / CHUNK) as usize, (offset % CHUNK) as usize);
        if let Some(kept) = self.chunks.get(number).and_then(OnceLock::get)
            && let Some(bytes) = kept.get(within..within + len)
        {
            return Ok(Cow::Borrowed(bytes));
        }
        self.read_bytes(offset, len)
    }

    /// [`BlockFile::bytes`] that are not in memory, or in two parts of the file.
    #[cold]
    fn read_bytes(&self, offset: u64, len: usize) -> Result<Cow<'_, [u8]>, TableError> {
        let end = offset.checked_add(len as u64).filter(|&end| end <= self.len);
        let end = end.ok_or_else(|| self.damaged("it is too short"))?;
        let start = offset / CHUNK * CHUNK;
        if end <= start + CHUNK
            && let Some(slot) = self.chunks.get((offset / CHUNK) as usize)
            && let size = CHUNK.min(self.len - start) as usize
            && Limits::take(&self.limits.bytes, size)
        {
            let read = self.read(start, size)?.into();
            let chunk = slot.get_or_init(|| read); // another thread may have read it meanwhile
            let within = (offset - start) as usize;
            return Ok(Cow::Borrowed(&chunk[within..within + len]));
        }
        Ok(Cow::Owned(self.read(offset, len)?))
    }

    fn read(&self, offset: u64, len: usize) -> Result<Vec<u8>, TableError> {
        let mut bytes = vec![0; len];
        let read = match &self.file {
            Some(file) => read_exact_at(file, &mut bytes, offset),
            None => {
                File::open(&self.path).and_then(|file| read_exact_at(&file, &mut bytes, offset))
            }
        };
        match read {
            Ok(()) => Ok(bytes),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(self.damaged("it became shorter after it was opened"))
            }
            Err(error) => Err(unreadable(self.name, &error)),
        }
    }
}

/// A part of the header, read from one offset to the next.
pub(super) struct Header<'a> {
    file: &'a BlockFile,
    offset: u64,
}

impl<'a> Header<'a> {
    pub(super) fn new(file: &'a BlockFile) -> Header<'a> {
        Header { file, offset: 0 }
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], TableError> {
        let bytes = self.file.bytes(self.offset, N)?;
        self.offset += N as u64;
        Ok(std::array::from_fn(|n| bytes[n]))
    }

    pub(super) fn u8(&mut self) -> Result<u8, TableError> {
        Ok(u8::from_le_bytes(self.bytes()?))
    }

    pub(super) fn u16(&mut self) -> Result<u16, TableError> {
        Ok(u16::from_le_bytes(self.bytes()?))
    }

    pub(super) fn u32(&mut self) -> Result<u32, TableError> {
        Ok(u32::from_le_bytes(self.bytes()?))
    }

    /// Skips a part of the file, and returns its offset.
    pub(super) fn skip(&mut self, len: u64) -> Result<u64, TableError> {
        let start = self.offset;
        let end = start.checked_add(len).filter(|&end| end <= self.file.len);
        self.offset = end.ok_or_else(|| self.damaged("it is too short"))?;
        Ok(start)
    }

    pub(super) fn align(&mut self, to: u64) {
        self.offset = self.offset.next_multiple_of(to);
    }

    pub(super) fn damaged(&self, reason: &'static str) -> TableError {
        self.file.damaged(reason)
    }

    pub(super) fn ensure(&self, holds: bool, reason: &'static str) -> Result<(), TableError> {
        if holds { Ok(()) } else { Err(self.damaged(reason)) }
    }
}

fn unreadable(name: TableFile, error: &io::Error) -> TableError {
    TableError::Unreadable(name, error.raw_os_error().unwrap_or_default())
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                bytes = &mut bytes[read..];
                offset += read as u64;
            }
        }
    }
    Ok(())
}

#[cfg(not(any(unix, windows)))]
fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

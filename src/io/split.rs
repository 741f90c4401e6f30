//! Splits of files, for reading them independently on several machines or processes.
//!
//! A split is a range of a file's bytes. It has the games from the first boundary at or after its
//! start to the first one at or after its end. The readers of neighboring splits find the same
//! boundaries, so that each game is in exactly one split, whatever the ranges. A boundary is a
//! location where a game certainly starts: an `[Event "` after a result that is not in a comment,
//! since no closing brace follows before the next opening one. Other games belong to the split of
//! the game before them.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::decompress::{Compression, decompressor};
use super::zstd_frames::FrameScanner;

/// A range of a PGN file that can be read independently. See [`plan_splits`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Split {
    /// The path of the file.
    pub path: PathBuf,
    /// The start of the range in bytes: anywhere in a plain file, at a frame of a zstd file, else 0.
    pub start: u64,
    /// The end of the range, as above or the size of the file.
    pub end: u64,
    /// The size of the file when it was split. If it has changed, reading fails.
    pub file_bytes: u64,
}

impl Split {
    /// Whether the split is the whole file.
    pub fn is_whole(&self) -> bool {
        self.start == 0 && self.end >= self.file_bytes
    }

    /// Returns the path, with `@` and the start of the range if that is not 0.
    pub fn name(&self) -> String {
        match self.start {
            0 => self.path.display().to_string(),
            start => format!("{}@{start}", self.path.display()),
        }
    }

    /// Checks that the file exists and has the same size.
    pub(super) fn check(&self) -> io::Result<()> {
        let bytes = self.path.metadata()?.len();
        if bytes == self.file_bytes {
            return Ok(());
        }
        let reason = format!(
            "the file has changed since it was split: it has {bytes} bytes, expected {}",
            self.file_bytes
        );
        Err(io::Error::new(io::ErrorKind::InvalidData, reason))
    }

    /// Opens the text of the games of the split. Bytes of the range are read through `count`. Also
    /// returns the offset of the text in the file (in the decompressed text from `start` on, if the
    /// file is compressed), which is set once some of the text has been read.
    pub(super) fn open<R: Read + Send + 'static>(
        &self,
        count: impl FnOnce(Box<dyn Read + Send>) -> R,
    ) -> io::Result<(Box<dyn Read + Send>, Arc<AtomicU64>)> {
        self.check()?;
        let format = Compression::of_file(&self.path)?;
        let open_at = |start| -> io::Result<File> {
            let mut file = File::open(&self.path)?;
            file.seek(SeekFrom::Start(start))?;
            Ok(file)
        };
        let body = open_at(self.start)?.take(self.end.saturating_sub(self.start));
        let after = match self.end < self.file_bytes {
            true => Some(decompressor(format, open_at(self.end)?)?),
            false => None,
        };
        let base = if format == Compression::Plain { self.start } else { 0 };
        let text_offset = Arc::new(AtomicU64::new(base));
        let reader = SplitReader {
            stream: decompressor(format, count(Box::new(body)))?,
            after,
            phase: if self.start > 0 { Phase::FindFirst } else { Phase::Copy },
            buffer: Vec::new(),
            base: 0,
            text_offset: text_offset.clone(),
            range_end: None,
            ready: 0,
            returned: 0,
            // no game starts before the first byte
            is_end: self.end == 0,
        };
        Ok((Box::new(reader), text_offset))
    }
}

/// Plans splits of files, of about `split_bytes` compressed bytes each. Together, they contain each
/// game of the files once. Plain files can be split anywhere, zstd files between two frames; other
/// files have one split each.
///
/// # Errors
/// If a file does not exist, with its path.
///
/// ```
/// use enroque::io::plan_splits;
/// assert!(plan_splits(&["no such file.pgn".into()], 1 << 26).is_err());
/// ```
pub fn plan_splits(
    paths: &[PathBuf],
    split_bytes: u64,
) -> Result<Vec<Split>, (PathBuf, io::Error)> {
    let mut splits = Vec::new();
    for path in paths {
        plan(path, split_bytes.max(1), &mut splits).map_err(|error| (path.clone(), error))?;
    }
    Ok(splits)
}

fn plan(path: &Path, split_bytes: u64, splits: &mut Vec<Split>) -> io::Result<()> {
    let file_bytes = path.metadata()?.len();
    let format = Compression::of_file(path)?;
    let mut start = 0;
    let mut push = |end: u64| {
        splits.push(Split { path: path.to_owned(), start, end, file_bytes });
        start = end;
    };
    match format {
        // of equal size, without a small one at the end
        Compression::Plain => {
            let count = file_bytes.div_ceil(split_bytes).max(1);
            for n in 1..count {
                push((u128::from(file_bytes) * u128::from(n) / u128::from(count)) as u64);
            }
        }
        Compression::Zstd => {
            let mut last = 0;
            for frame in FrameScanner::new(File::open(path)?, file_bytes) {
                // a skippable frame belongs to the split of the frame before it
                if frame.content_size != Some(0) && frame.start - last >= split_bytes {
                    push(frame.start);
                    last = frame.start;
                }
            }
        }
        Compression::Gzip | Compression::Bzip2 | Compression::Zip => {}
    }
    push(file_bytes);
    Ok(())
}

/// The phases of reading a split.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Skip the text up to the first boundary, which belongs to the split before.
    FindFirst,
    /// Return the text up to the end of the range.
    Copy,
    /// Return the text up to the first boundary after the range.
    FindNext,
}

/// A reader of the text of a split.
struct SplitReader {
    stream: Box<dyn Read + Send>,
    /// The text after the range, until it becomes `stream`.
    after: Option<Box<dyn Read + Send>>,
    phase: Phase,
    buffer: Vec<u8>,
    /// The length of the text before the buffer.
    base: u64,
    /// The offset in the file of the text that is returned.
    text_offset: Arc<AtomicU64>,
    /// The length of the text in the range, once it has been read.
    range_end: Option<u64>,
    /// The length of the text at the start of the buffer that may be returned.
    ready: usize,
    /// The length of the text in the buffer that has been returned.
    returned: usize,
    is_end: bool,
}

/// The number of bytes that are read at once.
const CHUNK: usize = 64 << 10;

impl SplitReader {
    /// Makes text ready, unless it is at the end.
    fn advance(&mut self) -> io::Result<()> {
        let mut has_more = true;
        while self.returned == self.ready && !self.is_end {
            self.drop_front(self.ready);
            (self.ready, self.returned) = (0, 0);
            if !self.decide(!has_more) && !self.is_end {
                // all text has been read and searched
                if !has_more {
                    self.is_end = true;
                }
                has_more = self.fill()?;
            }
        }
        Ok(())
    }

    fn drop_front(&mut self, bytes: usize) {
        self.buffer.drain(..bytes);
        self.base += bytes as u64;
    }

    /// Reads more text; `false` at the end of the file.
    fn fill(&mut self) -> io::Result<bool> {
        let filled = self.buffer.len();
        self.buffer.resize(filled + CHUNK, 0);
        let read = self.stream.read(self.buffer.get_mut(filled..).unwrap_or_default());
        self.buffer.truncate(filled + *read.as_ref().unwrap_or(&0));
        if read? > 0 {
            return Ok(true);
        }
        let Some(after) = self.after.take() else { return Ok(false) };
        self.stream = after;
        self.range_end = Some(self.base + filled as u64);
        Ok(true)
    }

    /// Sets `ready`; `false` if that needs more text.
    fn decide(&mut self, is_end: bool) -> bool {
        match self.phase {
            Phase::Copy => {
                let remaining = self.range_end.map_or(u64::MAX, |end| end - self.base);
                let limit = usize::try_from(remaining).unwrap_or(usize::MAX);
                self.ready = self.buffer.len().min(limit);
                if remaining == 0 {
                    self.phase = Phase::FindNext;
                }
                self.ready > 0 || remaining == 0
            }
            Phase::FindFirst => match find_boundary(&self.buffer, is_end) {
                Boundary::At { offset, seen_from } => {
                    let is_after =
                        |at: usize| self.range_end.is_some_and(|end| self.base + at as u64 >= end);
                    let is_next = is_after(offset);
                    // the next split finds the same boundary, unless it starts after the result
                    // before it
                    self.is_end = is_next && is_after(seen_from);
                    self.phase = if is_next { Phase::FindNext } else { Phase::Copy };
                    self.drop_front(offset);
                    self.text_offset.fetch_add(self.base, Ordering::Relaxed);
                    true
                }
                Boundary::NotBefore(offset) => {
                    self.drop_front(offset);
                    false
                }
            },
            Phase::FindNext => match find_boundary(&self.buffer, is_end) {
                Boundary::At { offset, .. } => {
                    self.ready = offset;
                    self.is_end = true;
                    true
                }
                Boundary::NotBefore(offset) => {
                    self.ready = offset;
                    offset > 0
                }
            },
        }
    }
}

impl Read for SplitReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.advance()?;
        let ready = self.buffer.get(self.returned..self.ready).unwrap_or_default();
        let count = ready.len().min(out.len());
        if let (Some(out), Some(ready)) = (out.get_mut(..count), ready.get(..count)) {
            out.copy_from_slice(ready);
        }
        self.returned += count;
        Ok(count)
    }
}

/// The result of a search for a boundary.
enum Boundary {
    /// A boundary at this offset, which the text from `seen_from` on is enough to find.
    At { offset: usize, seen_from: usize },
    /// No boundary in the text before this offset, which need not be searched again.
    NotBefore(usize),
}

const GAME_START: &[u8] = b"\n[Event \"";

/// The maximum number of bytes after a boundary in which a comment that includes it may end.
const LOOK_AHEAD: usize = 1 << 20;

/// The number of bytes before a boundary in which the result is searched for.
const LOOK_BACK: usize = 64;

/// Finds the first boundary in a text. A boundary that is found in the end of a text is also found
/// in the whole text.
fn find_boundary(text: &[u8], is_end: bool) -> Boundary {
    for at in memchr::memmem::find_iter(text, GAME_START) {
        let (before, after) = text.split_at(at + 1);
        let Some(seen_from) = result_before(before) else { continue };
        let window = after.get(..LOOK_AHEAD).unwrap_or(after);
        match memchr::memchr2(b'{', b'}', window).and_then(|brace| window.get(brace)) {
            Some(b'}') => {}
            None if window.len() < LOOK_AHEAD && !is_end => {
                return Boundary::NotBefore(at.saturating_sub(LOOK_BACK));
            }
            _ => return Boundary::At { offset: at + 1, seen_from },
        }
    }
    match is_end {
        true => Boundary::NotBefore(text.len()),
        false => Boundary::NotBefore(text.len().saturating_sub(LOOK_BACK + GAME_START.len())),
    }
}

/// Returns the offset of the byte before the result at the end of a text.
fn result_before(text: &[u8]) -> Option<usize> {
    let first = text.len().saturating_sub(LOOK_BACK - 8);
    let tail = text.get(first..)?.trim_ascii_end();
    [b"1-0".as_slice(), b"0-1", b"1/2-1/2", b"*"].iter().find_map(|result| {
        let before = tail.strip_suffix(*result)?;
        let &byte = before.last()?;
        let is_separate = byte.is_ascii_whitespace() || matches!(byte, b'}' | b')');
        is_separate.then_some(first + before.len() - 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boundary(text: &str) -> Option<usize> {
        match find_boundary(text.as_bytes(), true) {
            Boundary::At { offset, .. } => Some(offset),
            Boundary::NotBefore(_) => None,
        }
    }

    #[test]
    fn boundaries() {
        assert_eq!(boundary("e4 1-0\n\n[Event \"x\"]\n"), Some(8));
        assert_eq!(boundary("} *\r\n[Event \"x\"]\n1. e4 {a} *"), Some(5));
        // no result, the result not complete, another tag between, in a comment, not at a line
        // start
        for text in [
            "e4\n\n[Event \"x\"]\n",
            "1-0\n\n[Event \"x\"]\n",
            " 1-0\n[Site \"y\"]\n[Event \"x\"]\n",
            " 1-0\n\n[Event \"x\"]\n} 1. e4 {a} *",
            " 1-0 [Event \"x\"]\n",
        ] {
            assert_eq!(boundary(text), None, "{text}");
        }
    }
}

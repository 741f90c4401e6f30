//! Files in splits, for readers that do not know of each other: on other cores, machines, clusters.
//!
//! A split is a range of a file's bytes. It holds the games from the first boundary at or after its
//! start to the first one at or after its end, and whoever reads the split before it or after it
//! finds the same boundaries: each game is in one split, whatever the ranges. A boundary is where a
//! game certainly begins: at an `[Event "` after a result, with no closing brace before the next
//! opening one, so that it does not stand in a comment. Games without such a beginning go with the
//! one before them.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::decompress::{Format, decompressed};
use super::zstd_frames::FrameWalk;

/// A part of a PGN file that can be read for itself. See [`plan_splits`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Split {
    /// The file.
    pub path: PathBuf,
    /// Where the range begins: in a plain file anywhere, in a zstd file at a frame, else at 0.
    pub start: u64,
    /// Where it ends, as above or at the file's end.
    pub end: u64,
    /// The file's size when it was split: a file that has changed since is refused.
    pub file_bytes: u64,
}

impl Split {
    /// Whether it is the whole file.
    pub fn is_whole(&self) -> bool {
        self.start == 0 && self.end >= self.file_bytes
    }

    /// The file's name, and `@` and the start if that is not 0.
    pub fn name(&self) -> String {
        match self.start {
            0 => self.path.display().to_string(),
            start => format!("{}@{start}", self.path.display()),
        }
    }

    /// Whether the file is there and as it was.
    pub(super) fn check(&self) -> io::Result<()> {
        let bytes = self.path.metadata()?.len();
        if bytes == self.file_bytes {
            return Ok(());
        }
        let reason = format!(
            "the file has changed since it was split: it has {bytes} bytes, not {}",
            self.file_bytes
        );
        Err(io::Error::new(io::ErrorKind::InvalidData, reason))
    }

    /// The text of its games, and where that begins in the file, or in the text of the frame at its
    /// start if the file is compressed; known when some of the text has been read. Bytes of the range
    /// go through `count`.
    pub(super) fn open<R: Read + Send + 'static>(
        &self,
        count: impl FnOnce(Box<dyn Read + Send>) -> R,
    ) -> io::Result<(Box<dyn Read + Send>, Arc<AtomicU64>)> {
        self.check()?;
        let format = Format::of_file(&self.path)?;
        let part = |start| -> io::Result<File> {
            let mut file = File::open(&self.path)?;
            file.seek(SeekFrom::Start(start))?;
            Ok(file)
        };
        let body = part(self.start)?.take(self.end.saturating_sub(self.start));
        let after = match self.end < self.file_bytes {
            true => Some(decompressed(format, part(self.end)?)?),
            false => None,
        };
        let base = if format == Format::Plain { self.start } else { 0 };
        let begins_at = Arc::new(AtomicU64::new(base));
        let text = SplitText {
            stream: decompressed(format, count(Box::new(body)))?,
            after,
            aim: if self.start > 0 { Aim::First } else { Aim::Copy },
            buffer: Vec::new(),
            base: 0,
            begins_at: begins_at.clone(),
            range_end: None,
            ready: 0,
            given: 0,
            // before the first byte there is no game
            is_end: self.end == 0,
        };
        Ok((Box::new(text), begins_at))
    }
}

/// Files in splits of about so many bytes, before decompression, in order: together they hold each
/// game of the files once. A plain file can be split anywhere, a zstd file between its frames, if it
/// has several; others are one split each.
///
/// # Errors
/// When a file is not there, with its name.
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
    let format = Format::of_file(path)?;
    let mut start = 0;
    let mut push = |end: u64| {
        splits.push(Split { path: path.to_owned(), start, end, file_bytes });
        start = end;
    };
    match format {
        // as equal as they can be: no small rest at the end
        Format::Plain => {
            let count = file_bytes.div_ceil(split_bytes).max(1);
            for n in 1..count {
                push((u128::from(file_bytes) * u128::from(n) / u128::from(count)) as u64);
            }
        }
        Format::Zstd => {
            let mut last = 0;
            for frame in FrameWalk::new(File::open(path)?, file_bytes) {
                // one to be skipped goes with the one before it: it is nothing by itself
                if frame.content != Some(0) && frame.start - last >= split_bytes {
                    push(frame.start);
                    last = frame.start;
                }
            }
        }
        Format::Gzip | Format::Bzip2 | Format::Zip => {}
    }
    push(file_bytes);
    Ok(())
}

/// What is done with the text that comes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// To find the first game: what is before it is another split's.
    First,
    /// To give it all out, up to the range's end.
    Copy,
    /// To find the first game of the next split: what is before it belongs here.
    Next,
}

/// The text of a split.
struct SplitText {
    stream: Box<dyn Read + Send>,
    /// What comes after the range, until it is the stream.
    after: Option<Box<dyn Read + Send>>,
    aim: Aim,
    buffer: Vec<u8>,
    /// Text before the buffer.
    base: u64,
    /// What is told of the beginning of the text that is given out.
    begins_at: Arc<AtomicU64>,
    /// Text in the range, once that has been read.
    range_end: Option<u64>,
    /// The part of the buffer that may be given out, and how much of that was.
    ready: usize,
    given: usize,
    is_end: bool,
}

/// Bytes that are read at once.
const CHUNK: usize = 64 << 10;

impl SplitText {
    /// Makes something ready; nothing at the end.
    fn advance(&mut self) -> io::Result<()> {
        let mut has_more = true;
        while self.given == self.ready && !self.is_end {
            self.drop_front(self.ready);
            (self.ready, self.given) = (0, 0);
            if !self.decide(!has_more) && !self.is_end {
                // there is no more, and all that there is has been looked at
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

    /// Reads more; `false` at the file's end.
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

    /// Decides what of the buffer may be given out; `false` if that needs more text.
    fn decide(&mut self, is_end: bool) -> bool {
        match self.aim {
            Aim::Copy => {
                let left = self.range_end.map_or(u64::MAX, |end| end - self.base);
                self.ready = self.buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
                if left == 0 {
                    self.aim = Aim::Next;
                }
                self.ready > 0 || left == 0
            }
            Aim::First => match find_boundary(&self.buffer, is_end) {
                Found::At { place, seen_from } => {
                    let is_after =
                        |at: usize| self.range_end.is_some_and(|end| self.base + at as u64 >= end);
                    let is_next = is_after(place);
                    // the next split finds the same, unless it cannot see all that makes it one
                    self.is_end = is_next && is_after(seen_from);
                    self.aim = if is_next { Aim::Next } else { Aim::Copy };
                    self.drop_front(place);
                    self.begins_at.fetch_add(self.base, Ordering::Relaxed);
                    true
                }
                Found::NotBefore(place) => {
                    self.drop_front(place);
                    false
                }
            },
            Aim::Next => match find_boundary(&self.buffer, is_end) {
                Found::At { place, .. } => {
                    self.ready = place;
                    self.is_end = true;
                    true
                }
                Found::NotBefore(place) => {
                    self.ready = place;
                    place > 0
                }
            },
        }
    }
}

impl Read for SplitText {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.advance()?;
        let ready = self.buffer.get(self.given..self.ready).unwrap_or_default();
        let count = ready.len().min(out.len());
        if let (Some(out), Some(ready)) = (out.get_mut(..count), ready.get(..count)) {
            out.copy_from_slice(ready);
        }
        self.given += count;
        Ok(count)
    }
}

enum Found {
    /// Here, and that is known from the text from `seen_from` on.
    At { place: usize, seen_from: usize },
    /// Not in the text before this place, which is needed no more.
    NotBefore(usize),
}

const BEGINNING: &[u8] = b"\n[Event \"";

/// A comment that goes on over a game's tags closes within so many bytes, or is no comment.
const LOOK_AHEAD: usize = 1 << 20;

/// Text before a beginning that shows the result.
const LOOK_BACK: usize = 64;

/// The first boundary in a text. A boundary that is found without the text before some place is found
/// with it too.
fn find_boundary(text: &[u8], is_end: bool) -> Found {
    for at in memchr::memmem::find_iter(text, BEGINNING) {
        let (before, after) = text.split_at(at + 1);
        let Some(seen_from) = result_before(before) else { continue };
        let window = after.get(..LOOK_AHEAD).unwrap_or(after);
        match memchr::memchr2(b'{', b'}', window).and_then(|brace| window.get(brace)) {
            Some(b'}') => {}
            None if window.len() < LOOK_AHEAD && !is_end => {
                return Found::NotBefore(at.saturating_sub(LOOK_BACK));
            }
            _ => return Found::At { place: at + 1, seen_from },
        }
    }
    match is_end {
        true => Found::NotBefore(text.len()),
        false => Found::NotBefore(text.len().saturating_sub(LOOK_BACK + BEGINNING.len())),
    }
}

/// Where the result with which a text ends begins, with the byte before it.
fn result_before(text: &[u8]) -> Option<usize> {
    let first = text.len().saturating_sub(LOOK_BACK - 8);
    let tail = text.get(first..)?.trim_ascii_end();
    [b"1-0".as_slice(), b"0-1", b"1/2-1/2", b"*"].iter().find_map(|result| {
        let before = tail.strip_suffix(*result)?;
        let &byte = before.last()?;
        let stands_alone = byte.is_ascii_whitespace() || matches!(byte, b'}' | b')');
        stands_alone.then_some(first + before.len() - 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boundary(text: &str) -> Option<usize> {
        match find_boundary(text.as_bytes(), true) {
            Found::At { place, .. } => Some(place),
            Found::NotBefore(_) => None,
        }
    }

    #[test]
    fn boundaries() {
        assert_eq!(boundary("e4 1-0\n\n[Event \"x\"]\n"), Some(8));
        assert_eq!(boundary("} *\r\n[Event \"x\"]\n1. e4 {a} *"), Some(5));
        // no result, a result that is cut off, another tag before, a comment
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

//! Text for the threads that parse, a part at a time.
//!
//! A part ends where a game seems to begin. What follows comes with it, to be looked at, and again with
//! the next part, so that the parts can be parsed apart, and whoever joins them finds out whether a game
//! began there.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::source::{Opened, Source, Waiting};
use super::zstd_parallel::Jobs;
use crate::pgn::{SAMPLE, Text, check_encoding};
use crate::pool::{ASK_EVERY, Interrupted};

/// Room before the text of a part for what the part before left over.
const HEADROOM: usize = 64 << 10;

/// A game's beginning, as far as it is looked for; a line feed stands before it.
const BEGINNING: &[u8] = b"[Event ";

/// So much of the text after a part's end is there to be looked at, or more: enough to see a tag.
const MIN_AFTER: usize = 256;

/// A batch is read in so many parts or more.
const PARTS: usize = 16;

/// A thread reads and parses no more than so much text at once, so that as much as can stays in its cache:
/// some tenths of a millisecond of work.
const MAX_PART: usize = 512 << 10;

/// A text, or the next part of one.
pub(super) struct Part {
    pub(super) source: Arc<str>,
    buffer: Vec<u8>,
    /// Where in the buffer the text is.
    place: Range<usize>,
    /// Where in the buffer the part ends; what follows is the next one's.
    end: usize,
    /// The source has no more after this.
    pub(super) is_end: bool,
    /// Why it has no more, if not because it ended.
    pub(super) failure: Option<io::Error>,
    /// There was a part before; the first byte is then its last one.
    pub(super) continues: bool,
    /// It begins where a game seems to begin, or at its source's beginning.
    pub(super) is_open: bool,
    /// Where the text of the source begins in its file; see [`Split`](super::Split).
    pub(super) begins_at: u64,
    /// Bytes of all sources that had been read, before decompression.
    pub(super) read: u64,
    /// Where in the text the first game begins: after the byte of context that a part before left.
    pub(super) from: usize,
}

impl Part {
    /// The text, and what follows.
    pub(super) fn text(&self) -> Text<'_> {
        let bytes = self.bytes();
        Text { bytes, is_end: self.is_end, is_failed: self.failure.is_some() }
    }

    fn bytes(&self) -> &[u8] {
        self.buffer.get(self.place.clone()).unwrap_or_default()
    }

    /// Where in the text the games of this part begin.
    pub(super) fn range(&self) -> Range<usize> {
        self.from..self.end - self.place.start
    }

    /// Puts what an earlier part left over before the text; the first game begins at `from` in it.
    pub(super) fn prepend(&mut self, left: &[u8], from: usize) {
        // the byte of context is the last one of what is left
        let first = self.place.start + self.from;
        self.from = from;
        if let Some(start) = first.checked_sub(left.len()) {
            if let Some(room) = self.buffer.get_mut(start..first) {
                room.copy_from_slice(left);
            }
            self.place.start = start;
        } else {
            self.buffer.splice(..first, left.iter().copied());
            let moved = left.len() - first;
            self.place = 0..self.place.end + moved;
            self.end += moved;
        }
    }

    /// The buffer, to be used again.
    pub(super) fn into_buffer(self) -> Vec<u8> {
        self.buffer
    }
}

/// The source that is being read.
struct Current {
    name: Arc<str>,
    stream: Box<dyn Read + Send>,
    is_local: bool,
    /// Where its text begins, if not at 0.
    begins_at: Option<Arc<AtomicU64>>,
    /// What of it has been read and is not given; none before its first part.
    tail: Option<Tail>,
}

/// The beginning of the next part, after the last byte of the one before.
struct Tail {
    bytes: Vec<u8>,
    is_open: bool,
}

/// Reads sources one after the other.
pub(super) struct Feed {
    sources: VecDeque<Waiting>,
    current: Option<Current>,
    part_bytes: usize,
    /// A part in which no game begins is read on until it is so long.
    batch_bytes: usize,
    /// Compressed bytes that have been read.
    read: Arc<AtomicU64>,
    /// What other threads may decompress.
    jobs: Arc<Jobs>,
    /// Buffers that may be used again.
    spare: Vec<Vec<u8>>,
}

impl Feed {
    /// The text of some sources, in parts of batches of about so many bytes.
    pub(super) fn new(sources: Vec<Source>, batch_bytes: usize) -> Feed {
        Feed {
            sources: sources.into_iter().map(Waiting::Source).collect(),
            current: None,
            part_bytes: (batch_bytes / PARTS).clamp(1, MAX_PART),
            batch_bytes,
            read: Arc::default(),
            jobs: Arc::default(),
            spare: Vec::new(),
        }
    }

    /// How many bytes have been read, before decompression.
    pub(super) fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    pub(super) fn recycle(&mut self, buffers: &mut Vec<Vec<u8>>) {
        self.spare.append(buffers);
    }

    /// What other threads may decompress.
    pub(super) fn jobs(&self) -> &Arc<Jobs> {
        &self.jobs
    }

    /// Whether something may still come.
    pub(super) fn has_more(&self) -> bool {
        self.current.is_some() || !self.sources.is_empty()
    }

    /// Whether any thread may read the next part: of files and memory, which are there. For other things
    /// one may wait, or they want the thread that gave them.
    pub(super) fn is_local(&self) -> bool {
        match &self.current {
            Some(current) => current.is_local,
            None => self.sources.front().is_none_or(Waiting::is_local),
        }
    }

    /// The next part; none at the end. `stop` is asked now and then; when it says so, what has been read
    /// is lost.
    pub(super) fn next_part(
        &mut self,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Part>, Interrupted> {
        if let Some(failed) = self.open_next(stop)? {
            return Ok(Some(failed));
        }
        let Some(current) = &mut self.current else { return Ok(None) };
        let tail = current.tail.take();
        let begin = if tail.is_some() { HEADROOM } else { 0 };
        let mut part = Part {
            source: current.name.clone(),
            buffer: self.spare.pop().unwrap_or_default(),
            place: begin..begin,
            end: begin,
            is_end: false,
            failure: None,
            continues: tail.is_some(),
            is_open: tail.as_ref().is_none_or(|tail| tail.is_open),
            begins_at: 0,
            read: 0,
            from: usize::from(tail.is_some()),
        };
        let begun = tail.map(|tail| tail.bytes).unwrap_or_default();
        part.place.end += begun.len();
        let mut wanted = if part.continues { self.part_bytes } else { self.part_bytes.max(SAMPLE) };
        make_room(&mut part.buffer, part.place.end.saturating_add(wanted));
        if let Some(place) = part.buffer.get_mut(part.place.clone()) {
            place.copy_from_slice(&begun);
        }
        let begins = loop {
            fill(&mut part, &mut current.stream, wanted, stop)?;
            let text = part.bytes();
            match last_beginning(text, part.from) {
                _ if part.is_end => break None,
                None if text.len() < self.batch_bytes => wanted = text.len(),
                begins => break begins,
            }
        };
        part.end = part.place.start + begins.unwrap_or(part.bytes().len());
        let begins_at = current.begins_at.as_ref();
        part.begins_at = begins_at.map_or(0, |place| place.load(Ordering::Relaxed));
        part.read = self.read.load(Ordering::Relaxed);
        if !part.continues
            && let Err(reason) = check_encoding(part.bytes())
        {
            part.failure = Some(io::Error::new(io::ErrorKind::InvalidData, reason));
            part.is_end = true;
            (part.place, part.end) = (0..0, 0);
        }
        if part.is_end {
            self.current = None;
        } else {
            let after = part.end.saturating_sub(1)..part.place.end;
            let bytes = part.buffer.get(after).unwrap_or_default().to_vec();
            current.tail = Some(Tail { bytes, is_open: begins.is_some() });
        }
        Ok(Some(part))
    }

    /// Opens the next source if none is open; the part that tells of it if that fails.
    fn open_next(&mut self, stop: &dyn Fn() -> bool) -> Result<Option<Part>, Interrupted> {
        while self.current.is_none()
            && let Some(next) = self.sources.pop_front()
        {
            let name = Arc::<str>::from(next.name());
            let is_local = next.is_local();
            match next.open(&self.read, Some(&self.jobs), stop) {
                Ok(Opened::Text(stream, begins_at)) => {
                    self.current = Some(Current { name, stream, is_local, begins_at, tail: None });
                }
                Ok(Opened::Archive(files)) => {
                    for file in files.into_iter().rev() {
                        self.sources.push_front(file);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    return Err(Interrupted);
                }
                Err(error) => {
                    return Ok(Some(Part {
                        source: name,
                        buffer: Vec::new(),
                        place: 0..0,
                        end: 0,
                        is_end: true,
                        failure: Some(error),
                        continues: false,
                        is_open: true,
                        begins_at: 0,
                        read: self.bytes_read(),
                        from: 0,
                    }));
                }
            }
        }
        Ok(None)
    }
}

/// The last place in a text, after `from`, where a game seems to begin, with enough after it.
fn last_beginning(text: &[u8], from: usize) -> Option<usize> {
    let end = text.len().checked_sub(MIN_AFTER)?;
    let begins = |&at: &usize| {
        let before = at.checked_sub(1).and_then(|before| text.get(before));
        before == Some(&b'\n') && text.get(at..).is_some_and(|rest| rest.starts_with(BEGINNING))
    };
    memchr::memrchr_iter(b'[', text.get(..end)?).take_while(|&at| at > from).find(begins)
}

/// Makes a buffer as long as this; what is in it does not count.
fn make_room(buffer: &mut Vec<u8>, size: usize) {
    if buffer.is_empty() {
        // fresh memory is zero already: nothing goes over it before it is read into
        *buffer = vec![0; size];
    } else if buffer.len() < size {
        buffer.resize(size, 0);
    }
}

/// Reads so many bytes more.
fn fill(
    part: &mut Part,
    stream: &mut impl Read,
    wanted: usize,
    stop: &dyn Fn() -> bool,
) -> Result<(), Interrupted> {
    let end = part.place.end.saturating_add(wanted);
    make_room(&mut part.buffer, end);
    let mut asked = Instant::now();
    while let Some(free) = part.buffer.get_mut(part.place.end..end).filter(|free| !free.is_empty())
    {
        match stream.read(free) {
            Ok(0) => {
                part.is_end = true;
                break;
            }
            Ok(bytes) => part.place.end += bytes.min(free.len()),
            // a signal: what waits for a slow source hears of it here
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                if stop() {
                    return Err(Interrupted);
                }
            }
            Err(error) => {
                part.failure = Some(error);
                part.is_end = true;
                break;
            }
        }
        if asked.elapsed() >= ASK_EVERY {
            if stop() {
                return Err(Interrupted);
            }
            asked = Instant::now();
        }
    }
    Ok(())
}

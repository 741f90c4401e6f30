//! Text for the threads that parse, a part at a time.
//!
//! A part ends where a game seems to begin. What follows comes with it, to be looked at, and again with
//! the next part, so that the parts can be parsed apart, and whoever joins them finds out whether a game
//! began there.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::chunk::Part;
use super::source::{Held, Opened, Source, Waiting};
use super::zstd_parallel::Jobs;
use crate::pgn::{SAMPLE, check_encoding};
use crate::pool::{Interrupted, STOP_INTERVAL};

/// A game's beginning, as far as it is looked for; a line feed stands before it.
const BEGINNING: &[u8] = b"[Event ";

/// So much of the text after a part's end is there to be looked at, or more: enough to see a tag.
const MIN_AFTER: usize = 256;

/// A batch is read in so many parts or more.
const PARTS: usize = 16;

/// A thread reads and parses no more than so much text at once, so that as much as can stays in its cache:
/// some tenths of a millisecond of work.
const MAX_PART: usize = 512 << 10;

/// And no less, where the last parts are made smaller.
const MIN_LAST_PART: usize = 64 << 10;

/// The source that is being read.
struct Current {
    name: Arc<str>,
    input: Input,
    is_local: bool,
    /// Where its text begins, if not at 0.
    begins_at: Option<Arc<AtomicU64>>,
    /// Nothing of it has been given.
    is_first: bool,
    /// The next part begins where a game seems to begin, or at the beginning.
    is_open: bool,
}

/// What a source's text comes from, and where its next part begins: with the last byte of the one before, if
/// there is one.
enum Input {
    /// It is read, part by part; these bytes already have been.
    Stream(Box<dyn Read + Send>, Vec<u8>),
    /// It is in memory, where the parts are parsed: at this place.
    Held(Held, usize),
}

/// Reads sources one after the other.
pub(super) struct Feed {
    sources: VecDeque<Waiting>,
    current: Option<Current>,
    part_bytes: usize,
    /// A part in which no game begins is read on until it is so long.
    batch_bytes: usize,
    /// If more than one: a part is no more than one of so many of what is left of the last source, if that is
    /// known.
    shares: usize,
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
            shares: 1,
            read: Arc::default(),
            jobs: Arc::default(),
            spare: Vec::new(),
        }
    }

    /// Says how many threads there are, and whether all is read at once, without batches: then the last parts
    /// are smaller, so that all threads end at about the same time.
    pub(super) fn set_threads(&mut self, threads: usize, is_all: bool) {
        self.jobs.set_threads(threads);
        self.shares = if is_all && threads > 1 { 2 * threads } else { 1 };
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
        let (name, is_first) = (current.name.clone(), current.is_first);
        let mut wanted = if is_first { self.part_bytes.max(SAMPLE) } else { self.part_bytes };
        let mut part = match &current.input {
            Input::Stream(_, begun) => {
                Part::of_stream(name, self.spare.pop().unwrap_or_default(), begun, wanted)
            }
            Input::Held(text, begin) => {
                let part = Part::of_held(name, text.clone(), *begin);
                if self.shares > 1 && self.sources.is_empty() {
                    wanted = wanted.min((part.bytes_after() / self.shares).max(MIN_LAST_PART));
                }
                part
            }
        };
        (part.continues, part.is_open) = (!is_first, current.is_open);
        part.from = usize::from(!is_first);
        let begins = loop {
            match &mut current.input {
                Input::Stream(stream, _) => fill(&mut part, stream, wanted, stop)?,
                Input::Held(..) => part.is_end = part.grow(wanted) < wanted,
            }
            let text = part.bytes();
            match last_beginning(text, part.from) {
                _ if part.is_end => break None,
                // memory of somebody else's may have less than it had
                None if text.len() < self.batch_bytes => wanted = text.len().max(1),
                begins => break begins,
            }
        };
        part.end_at(begins.unwrap_or(part.bytes().len()));
        (current.is_first, current.is_open) = (false, begins.is_some());
        match &mut current.input {
            Input::Stream(_, begun) => *begun = part.rest().to_vec(),
            Input::Held(_, begin) => *begin = part.rest_begins(),
        }
        let begins_at = current.begins_at.as_ref();
        part.begins_at = begins_at.map_or(0, |place| place.load(Ordering::Relaxed));
        if let Input::Held(..) = current.input {
            self.read.fetch_add(part.range().len() as u64, Ordering::Relaxed);
        }
        part.read = self.read.load(Ordering::Relaxed);
        if is_first && let Err(reason) = check_encoding(part.bytes()) {
            part.refuse(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        if part.is_end {
            self.current = None;
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
            let (input, begins_at) = match next.open(&self.read, Some(&self.jobs), stop) {
                Ok(Opened::Text(stream, begins_at)) => {
                    (Input::Stream(stream, Vec::new()), begins_at)
                }
                Ok(Opened::Held(text)) => (Input::Held(text, 0), None),
                Ok(Opened::Archive(files)) => {
                    for file in files.into_iter().rev() {
                        self.sources.push_front(file);
                    }
                    continue;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    return Err(Interrupted);
                }
                Err(error) => {
                    return Ok(Some(Part::failed(name, error, self.bytes_read())));
                }
            };
            let (is_first, is_open) = (true, true);
            self.current = Some(Current { name, input, is_local, begins_at, is_first, is_open });
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

/// Reads so many bytes more.
fn fill(
    part: &mut Part,
    stream: &mut impl Read,
    wanted: usize,
    stop: &dyn Fn() -> bool,
) -> Result<(), Interrupted> {
    let mut asked = Instant::now();
    let mut left = wanted;
    while let Some(free) = part.room(left).filter(|free| !free.is_empty()) {
        match stream.read(free) {
            Ok(0) => {
                part.is_end = true;
                break;
            }
            Ok(bytes) => left -= part.grow(bytes.min(left)),
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
        if asked.elapsed() >= STOP_INTERVAL {
            if stop() {
                return Err(Interrupted);
            }
            asked = Instant::now();
        }
    }
    Ok(())
}

//! Text for the threads that parse: batches of it, read ahead.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::source::{Opened, Source, Waiting};
use crate::pgn::{SAMPLE, check_encoding};
use crate::pool::{Interrupted, Run};

/// How often a long read asks whether it should stop.
const ASK_EVERY: Duration = Duration::from_millis(20);

/// Room before the text of a part for what the part before left over.
const HEADROOM: usize = 64 << 10;

/// A text, or the next part of one.
pub(super) struct Part {
    pub(super) source: Arc<str>,
    buffer: Vec<u8>,
    /// Where in the buffer the text begins.
    start: usize,
    /// The source has no more after this.
    pub(super) is_end: bool,
    /// Why it has no more, if not because it ended.
    pub(super) failure: Option<io::Error>,
    /// There was a part before.
    pub(super) continues: bool,
    /// Where the text of the source begins in its file; see [`Split`](super::Split).
    pub(super) begins_at: u64,
    /// Where in the text the first game begins: after the byte of context that a part before left.
    pub(super) from: usize,
}

impl Part {
    pub(super) fn text(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }

    /// Puts what an earlier part left over before the text; the first game begins at `from` in it.
    pub(super) fn prepend(&mut self, left: &[u8], from: usize) {
        self.from = from;
        if let Some(start) = self.start.checked_sub(left.len()) {
            if let Some(room) = self.buffer.get_mut(start..self.start) {
                room.copy_from_slice(left);
            }
            self.start = start;
        } else {
            self.buffer.splice(..self.start, left.iter().copied());
            self.start = 0;
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
    /// Where its text begins, if not at 0.
    begins_at: Option<Arc<AtomicU64>>,
}

/// Reads sources one after the other.
pub(super) struct Feed {
    sources: VecDeque<Waiting>,
    current: Option<Current>,
    batch_bytes: usize,
    /// Compressed bytes that have been read.
    read: Arc<AtomicU64>,
    /// How many threads may decompress.
    threads: Arc<AtomicUsize>,
    /// Buffers that may be used again.
    spare: Vec<Vec<u8>>,
}

impl Feed {
    pub(super) fn new(sources: Vec<Source>, batch_bytes: usize, read: Arc<AtomicU64>) -> Feed {
        let sources = sources.into_iter().map(Waiting::Source).collect();
        Feed {
            sources,
            current: None,
            batch_bytes,
            read,
            threads: Arc::default(),
            spare: Vec::new(),
        }
    }

    pub(super) fn recycle(&mut self, buffer: Vec<u8>) {
        if self.spare.len() < 2 {
            self.spare.push(buffer);
        }
    }

    /// The next batch: parts of a size together, of one source or of several. Empty at the end. The
    /// calling thread asks `run.stop` now and then; when it says so, what has been read is lost.
    pub(super) fn next_batch(&mut self, run: Run<'_>) -> Result<Vec<Part>, Interrupted> {
        self.threads.store(run.most_threads(), Ordering::Relaxed);
        let stop = run.stop;
        let mut batch = Vec::new();
        let mut wanted = self.batch_bytes;
        while wanted > 0 {
            let continues = self.current.is_some();
            if let Some(failed) = self.open_next(stop)? {
                batch.push(failed);
                continue;
            }
            let Some(Current { name, stream, begins_at }) = &mut self.current else { break };
            let mut part = Part {
                source: name.clone(),
                buffer: self.spare.pop().unwrap_or_default(),
                start: 0,
                is_end: false,
                failure: None,
                continues,
                begins_at: 0,
                from: 0,
            };
            fill(&mut part, stream, wanted, stop)?;
            part.begins_at = begins_at.as_ref().map_or(0, |place| place.load(Ordering::Relaxed));
            if !continues && let Err(reason) = check_encoding(part.text()) {
                part.failure = Some(io::Error::new(io::ErrorKind::InvalidData, reason));
                part.is_end = true;
                part.start = part.buffer.len();
            }
            wanted = wanted.saturating_sub(part.text().len().max(1));
            if part.is_end {
                self.current = None;
            }
            batch.push(part);
        }
        Ok(batch)
    }

    /// Opens the next source if none is open; the part that tells of it if that fails.
    fn open_next(&mut self, stop: &dyn Fn() -> bool) -> Result<Option<Part>, Interrupted> {
        while self.current.is_none()
            && let Some(next) = self.sources.pop_front()
        {
            let name = Arc::<str>::from(next.name());
            match next.open(&self.read, Some(&self.threads), stop) {
                Ok(Opened::Text(stream, begins_at)) => {
                    self.current = Some(Current { name, stream, begins_at });
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
                        start: 0,
                        is_end: true,
                        failure: Some(error),
                        continues: false,
                        begins_at: 0,
                        from: 0,
                    }));
                }
            }
        }
        Ok(None)
    }
}

/// Reads up to so many bytes, at least enough to tell text from other things.
fn fill(
    part: &mut Part,
    stream: &mut impl Read,
    wanted: usize,
    stop: &dyn Fn() -> bool,
) -> Result<(), Interrupted> {
    part.start = if part.continues { HEADROOM } else { 0 };
    let size = part.start + wanted.max(SAMPLE);
    if part.buffer.is_empty() {
        // fresh memory is zero already: nothing goes over it before it is read into
        part.buffer = vec![0; size];
    } else if part.buffer.len() < size {
        part.buffer.resize(size, 0);
    }
    part.buffer.truncate(size);
    let mut filled = part.start;
    let mut asked = Instant::now();
    while let Some(free) = part.buffer.get_mut(filled..).filter(|free| !free.is_empty()) {
        match stream.read(free) {
            Ok(0) => {
                part.is_end = true;
                break;
            }
            Ok(bytes) => filled += bytes.min(free.len()),
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
    part.buffer.truncate(filled);
    Ok(())
}

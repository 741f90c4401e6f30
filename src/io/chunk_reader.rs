//! Reading sources in chunks.
//!
//! A chunk ends where a game seems to start. It includes some text after its end, which the next
//! chunk repeats, so that chunks can be parsed independently. The merger checks whether a game
//! really started there.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::chunk::Chunk;
use super::source::{Opened, PendingSource, SharedBytes, Source};
use super::zstd_parallel::JobQueue;
use crate::pgn::{SAMPLE, check_encoding};
use crate::pool::{Interrupted, STOP_INTERVAL};

/// The text that marks the start of a game, after a line feed.
const GAME_START: &[u8] = b"[Event ";

/// The minimum text after the end of a chunk in bytes: enough for a whole tag.
const MIN_AFTER: usize = 256;

/// The minimum number of chunks of a batch.
const MIN_CHUNKS: usize = 16;

/// The maximum size of a chunk in bytes: it fits in a core's cache, and parsing it takes a few
/// tenths of a millisecond.
const MAX_CHUNK: usize = 512 << 10;

/// The minimum size of the smaller chunks at the end of the sources.
const MIN_LAST_CHUNK: usize = 64 << 10;

/// The maximum size of a buffer that is kept for reuse: a text of many megabytes without a game would
/// enlarge all of them one after the other.
const MAX_FREE_BUFFER: usize = 4 * MAX_CHUNK;

/// The source that is being read.
struct CurrentSource {
    name: Arc<str>,
    input: Input,
    is_local: bool,
    /// The offset of its text in the file, if not 0.
    source_offset: Option<Arc<AtomicU64>>,
    /// Whether no chunk of it has been read.
    is_first: bool,
    /// Whether the next chunk starts where a game seems to start, or at the start of the source.
    starts_at_game: bool,
}

/// The text of a source, and where its next chunk starts: with the last byte of the chunk before,
/// if there is one.
enum Input {
    /// A stream, and the bytes already read for the next chunk.
    Stream(Box<dyn Read + Send>, Vec<u8>),
    /// A text in memory, which is parsed in place, and the offset of the next chunk.
    Memory(SharedBytes, usize),
}

/// Reads sources one after the other, in chunks.
pub(super) struct ChunkReader {
    sources: VecDeque<PendingSource>,
    current: Option<CurrentSource>,
    chunk_bytes: usize,
    /// A chunk in which no game starts is extended up to this size.
    batch_bytes: usize,
    /// If more than 1, a chunk of the last source is at most this fraction of its remaining text,
    /// where that is known.
    shares: usize,
    /// The number of compressed bytes read.
    bytes_read: Arc<AtomicU64>,
    /// Decompression jobs for other threads.
    jobs: Arc<JobQueue>,
    /// Buffers for reuse.
    free_buffers: Vec<Vec<u8>>,
}

impl ChunkReader {
    /// Creates a reader of sources, with batches of about this size.
    pub(super) fn new(sources: Vec<Source>, batch_bytes: usize) -> ChunkReader {
        ChunkReader {
            sources: sources.into_iter().map(PendingSource::Source).collect(),
            current: None,
            chunk_bytes: (batch_bytes / MIN_CHUNKS).clamp(1, MAX_CHUNK),
            batch_bytes,
            shares: 1,
            bytes_read: Arc::default(),
            jobs: Arc::default(),
            free_buffers: Vec::new(),
        }
    }

    /// Sets the number of threads. If all sources are read in one call, the last chunks are
    /// smaller, so that all threads finish at about the same time.
    pub(super) fn set_threads(&mut self, threads: usize, is_all: bool) {
        self.jobs.set_threads(threads);
        self.shares = if is_all && threads > 1 { 2 * threads } else { 1 };
    }

    /// Returns the number of bytes read, before decompression.
    pub(super) fn bytes_read(&self) -> u64 {
        self.bytes_read.load(Ordering::Relaxed)
    }

    /// Takes buffers for reuse, but not those of long games.
    pub(super) fn recycle(&mut self, buffers: &mut Vec<Vec<u8>>) {
        let is_usual = |buffer: &Vec<u8>| buffer.capacity() <= MAX_FREE_BUFFER;
        self.free_buffers.extend(buffers.drain(..).filter(is_usual));
    }

    /// Returns the queue of decompression jobs for other threads.
    pub(super) fn jobs(&self) -> &Arc<JobQueue> {
        &self.jobs
    }

    /// Whether there may be another chunk.
    pub(super) fn has_more(&self) -> bool {
        self.current.is_some() || !self.sources.is_empty()
    }

    /// Whether any thread may read the next chunk: of files and memory. Other sources may block, or
    /// must be read on the thread of the caller that passed them.
    pub(super) fn is_local(&self) -> bool {
        match &self.current {
            Some(current) => current.is_local,
            None => self.sources.front().is_none_or(PendingSource::is_local),
        }
    }

    /// Reads the next chunk; `None` at the end. `stop` is called from time to time; if it returns
    /// true, the text read so far is lost.
    pub(super) fn next_chunk(
        &mut self,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Chunk>, Interrupted> {
        if let Some(failed) = self.open_next(stop)? {
            return Ok(Some(failed));
        }
        let Some(current) = &mut self.current else { return Ok(None) };
        let (name, is_first) = (current.name.clone(), current.is_first);
        let mut wanted = if is_first { self.chunk_bytes.max(SAMPLE) } else { self.chunk_bytes };
        let mut chunk = match &current.input {
            Input::Stream(_, carried) => {
                Chunk::of_stream(name, self.free_buffers.pop().unwrap_or_default(), carried, wanted)
            }
            Input::Memory(text, start) => {
                let chunk = Chunk::of_memory(name, text.clone(), *start);
                if self.shares > 1 && self.sources.is_empty() {
                    wanted = wanted.min((chunk.bytes_after() / self.shares).max(MIN_LAST_CHUNK));
                }
                chunk
            }
        };
        (chunk.has_previous, chunk.starts_at_game) = (!is_first, current.starts_at_game);
        chunk.first_game = usize::from(!is_first);
        let next_game = loop {
            match &mut current.input {
                Input::Stream(stream, _) => fill(&mut chunk, stream, wanted, stop)?,
                Input::Memory(..) => chunk.is_end = chunk.grow(wanted) < wanted,
            }
            let text = chunk.bytes();
            match last_game_start(text, chunk.first_game) {
                _ if chunk.is_end => break None,
                // the memory of the caller may have become shorter: never request 0 bytes
                None if text.len() < self.batch_bytes => wanted = text.len().max(1),
                next_game => break next_game,
            }
        };
        chunk.set_end(next_game.unwrap_or(chunk.bytes().len()));
        (current.is_first, current.starts_at_game) = (false, next_game.is_some());
        match &mut current.input {
            Input::Stream(_, carried) => *carried = chunk.next_chunk_prefix().to_vec(),
            Input::Memory(_, start) => *start = chunk.next_chunk_start(),
        }
        let source_offset = current.source_offset.as_ref();
        chunk.is_of_split = source_offset.is_some();
        chunk.source_offset = source_offset.map_or(0, |offset| offset.load(Ordering::Relaxed));
        if let Input::Memory(..) = current.input {
            self.bytes_read.fetch_add(chunk.games_range().len() as u64, Ordering::Relaxed);
        }
        chunk.bytes_read = self.bytes_read.load(Ordering::Relaxed);
        if is_first && let Err(reason) = check_encoding(chunk.bytes()) {
            chunk.reject(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        if chunk.is_end {
            self.current = None;
        }
        Ok(Some(chunk))
    }

    /// Opens the next source if none is open. If that fails, returns a chunk with the error.
    fn open_next(&mut self, stop: &dyn Fn() -> bool) -> Result<Option<Chunk>, Interrupted> {
        while self.current.is_none()
            && let Some(next) = self.sources.pop_front()
        {
            let name = Arc::<str>::from(next.name());
            let is_local = next.is_local();
            let opened = next.open(&self.bytes_read, Some(&self.jobs), &[".pgn"], stop);
            let (input, source_offset) = match opened {
                Ok(Opened::Stream(stream, source_offset)) => {
                    (Input::Stream(stream, Vec::new()), source_offset)
                }
                Ok(Opened::Memory(text)) => (Input::Memory(text, 0), None),
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
                    return Ok(Some(Chunk::failed(name, error, self.bytes_read())));
                }
            };
            self.current = Some(CurrentSource {
                name,
                input,
                is_local,
                source_offset,
                is_first: true,
                starts_at_game: true,
            });
        }
        Ok(None)
    }
}

/// Returns the last offset after `from` where a game seems to start, with enough text after it.
fn last_game_start(text: &[u8], from: usize) -> Option<usize> {
    let end = text.len().checked_sub(MIN_AFTER)?;
    let is_start = |&at: &usize| {
        let before = at.checked_sub(1).and_then(|before| text.get(before));
        before == Some(&b'\n') && text.get(at..).is_some_and(|rest| rest.starts_with(GAME_START))
    };
    memchr::memrchr_iter(b'[', text.get(..end)?).take_while(|&at| at > from).find(is_start)
}

/// Reads this many more bytes of a stream, or up to its end.
fn fill(
    chunk: &mut Chunk,
    stream: &mut impl Read,
    wanted: usize,
    stop: &dyn Fn() -> bool,
) -> Result<(), Interrupted> {
    let mut last_check = Instant::now();
    let mut remaining = wanted;
    while let Some(free) = chunk.reserve(remaining).filter(|free| !free.is_empty()) {
        match stream.read(free) {
            Ok(0) => {
                chunk.is_end = true;
                break;
            }
            Ok(bytes) => remaining -= chunk.grow(bytes.min(remaining)),
            // a signal, perhaps while a slow source blocks
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                if stop() {
                    return Err(Interrupted);
                }
            }
            Err(error) => {
                chunk.failure = Some(error);
                chunk.is_end = true;
                break;
            }
        }
        if last_check.elapsed() >= STOP_INTERVAL {
            if stop() {
                return Err(Interrupted);
            }
            last_check = Instant::now();
        }
    }
    Ok(())
}

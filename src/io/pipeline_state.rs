//! The state that the threads of a [`Pipeline`](super::pipeline::Pipeline) share.

use std::collections::VecDeque;

use super::chunk::Chunk;
use super::chunk_reader::ChunkReader;
use super::parse::Parsed;

/// The maximum number of unmerged chunks per thread, which bounds the memory.
const MAX_AHEAD: usize = 2;

/// A chunk and its result; `None` if it has to be parsed after the chunk before it.
pub(super) struct ParsedChunk {
    pub(super) chunk: Chunk,
    pub(super) parsed: Option<Parsed>,
}

/// The next action of the calling thread.
pub(super) enum Action<'a> {
    /// Read a chunk, and return the reader.
    Read(&'a mut ChunkReader),
    /// Parse the chunk with this number.
    Parse(usize, Chunk),
    /// Wait for other threads.
    Wait,
    /// All chunks have been merged; their number.
    End(usize),
}

/// The state that is shared by the threads of one call.
pub(super) struct State<'a> {
    /// `None` while a thread reads.
    pub(super) reader: Option<&'a mut ChunkReader>,
    /// The number of bytes still to be read.
    pub(super) wanted: usize,
    /// Whether any thread may read the next chunk.
    pub(super) is_local: bool,
    /// Chunks that the calling thread has read for other threads, and their numbers.
    pub(super) unparsed: VecDeque<(usize, Chunk)>,
    /// Parsed chunks from the next one to be merged on; `None` if not yet parsed.
    pub(super) parsed: VecDeque<Option<ParsedChunk>>,
    /// The number of merged chunks.
    pub(super) merged: usize,
    /// The number of chunks that have been read.
    pub(super) read: usize,
    pub(super) is_at_end: bool,
    /// Buffers for reuse.
    pub(super) free_buffers: Vec<Vec<u8>>,
}

impl<'a> State<'a> {
    /// Whether another chunk should be read now.
    pub(super) fn should_read_more(&self, threads: usize) -> bool {
        !self.is_at_end && self.read - self.merged <= MAX_AHEAD * threads
    }

    /// Takes the reader if another chunk should be read now and no other thread reads.
    pub(super) fn take_reader(&mut self, threads: usize) -> Option<&'a mut ChunkReader> {
        if !self.should_read_more(threads) {
            return None;
        }
        let reader = self.reader.take()?;
        reader.recycle(&mut self.free_buffers);
        Some(reader)
    }

    /// Whether another thread would find something to do.
    pub(super) fn has_work(&self) -> bool {
        !self.unparsed.is_empty() || self.is_local && !self.is_at_end
    }

    /// Returns the next action of the calling thread when no chunk can be merged.
    pub(super) fn next_action(&mut self, threads: usize) -> Action<'a> {
        if self.is_at_end && self.merged == self.read {
            return Action::End(self.read);
        }
        // reading for the other threads comes first, as long as they have too few chunks
        let is_for_others = !self.is_local && self.unparsed.len() < MAX_AHEAD * (threads - 1);
        if !is_for_others && let Some((number, chunk)) = self.unparsed.pop_front() {
            return Action::Parse(number, chunk);
        }
        if let Some(reader) = self.take_reader(threads) {
            return Action::Read(reader);
        }
        match self.unparsed.pop_front() {
            Some((number, chunk)) => Action::Parse(number, chunk),
            None => Action::Wait,
        }
    }

    /// Registers a chunk that has been read, and returns it with its number.
    pub(super) fn add(&mut self, chunk: Chunk) -> (usize, Chunk) {
        self.wanted = self.wanted.saturating_sub(chunk.games_range().len());
        self.parsed.push_back(None);
        self.read += 1;
        (self.read - 1, chunk)
    }

    /// Stores a parsed chunk. Returns whether it is the next one to be merged.
    pub(super) fn set_parsed(&mut self, number: usize, chunk: ParsedChunk) -> bool {
        let index = number - self.merged;
        if let Some(slot) = self.parsed.get_mut(index) {
            *slot = Some(chunk);
        }
        index == 0
    }

    /// Takes the next chunk to be merged, if it has been parsed.
    pub(super) fn take_parsed(&mut self) -> Option<ParsedChunk> {
        let chunk = self.parsed.front_mut()?.take()?;
        self.parsed.pop_front();
        self.merged += 1;
        Some(chunk)
    }
}

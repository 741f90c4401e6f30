//! Chunks of text: the units of work of the parallel reader.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use super::source::SharedBytes;
use crate::pgn::Text;

/// Free bytes before the text of a chunk, for the unparsed text of the chunk before.
const HEADROOM: usize = 64 << 10;

/// A chunk of a source's text.
pub(super) struct Chunk {
    pub(super) source: Arc<str>,
    memory: Memory,
    /// The range of the text in `memory`.
    range: Range<usize>,
    /// The end of the chunk in `memory`; the text after it belongs to the next chunk.
    end: usize,
    /// Whether it is the last chunk of its source.
    pub(super) is_end: bool,
    /// The error that ended the source, if any.
    pub(super) failure: Option<io::Error>,
    /// Whether the source has a chunk before it, whose last byte is then the first byte of the
    /// text.
    pub(super) has_previous: bool,
    /// Whether it starts where a game seems to start, or at the start of its source.
    pub(super) starts_at_game: bool,
    /// The offset in its file of the text of the source; see [`Split`](super::Split).
    pub(super) source_offset: u64,
    /// Whether its source is a range of a file, which need not have a game.
    pub(super) is_of_split: bool,
    /// The number of bytes of all sources read so far, before decompression.
    pub(super) bytes_read: u64,
    /// The offset in the text of the first game: after the last byte of the chunk before.
    pub(super) first_game: usize,
}

/// The memory of a chunk's text.
enum Memory {
    /// A buffer that the text was read into.
    Buffer(Vec<u8>),
    /// The text of the whole source, with the chunks before it.
    Source(SharedBytes),
}

impl Memory {
    fn bytes(&self) -> &[u8] {
        match self {
            Memory::Buffer(buffer) => buffer,
            Memory::Source(text) => text.as_ref(),
        }
    }
}

impl Chunk {
    /// Creates the chunk of a source that cannot be read.
    pub(super) fn failed(source: Arc<str>, failure: io::Error, bytes_read: u64) -> Chunk {
        let mut chunk = Chunk::new(source, Memory::Buffer(Vec::new()), 0);
        (chunk.is_end, chunk.failure, chunk.bytes_read) = (true, Some(failure), bytes_read);
        chunk
    }

    /// Creates a chunk of a stream with the bytes that were read with the chunk before, and room
    /// for `wanted` more.
    pub(super) fn of_stream(
        source: Arc<str>,
        buffer: Vec<u8>,
        carried: &[u8],
        wanted: usize,
    ) -> Chunk {
        let start = if carried.is_empty() { 0 } else { HEADROOM };
        let mut chunk = Chunk::new(source, Memory::Buffer(buffer), start);
        let free = chunk.reserve(carried.len().saturating_add(wanted)).unwrap_or_default();
        if let Some(free) = free.get_mut(..carried.len()) {
            free.copy_from_slice(carried);
        }
        chunk.grow(carried.len());
        chunk
    }

    /// Creates a chunk of a source in memory that starts at this offset.
    pub(super) fn of_memory(source: Arc<str>, text: SharedBytes, start: usize) -> Chunk {
        Chunk::new(source, Memory::Source(text), start)
    }

    /// Creates an empty chunk, as if it were the first of its source.
    fn new(source: Arc<str>, memory: Memory, start: usize) -> Chunk {
        Chunk {
            source,
            memory,
            range: start..start,
            end: start,
            is_end: false,
            failure: None,
            has_previous: false,
            starts_at_game: true,
            source_offset: 0,
            is_of_split: false,
            bytes_read: 0,
            first_game: 0,
        }
    }

    /// Whether the whole text of the source is in memory.
    pub(super) fn is_of_memory(&self) -> bool {
        matches!(self.memory, Memory::Source(_))
    }

    /// Returns the number of bytes after the text. Only for sources in memory.
    pub(super) fn bytes_after(&self) -> usize {
        self.memory.bytes().len().saturating_sub(self.range.end)
    }

    /// Returns the last bytes before the text. Only for sources in memory.
    pub(super) fn bytes_before(&self, count: usize) -> &[u8] {
        let start = self.range.start.saturating_sub(count);
        self.memory.bytes().get(start..self.range.start).unwrap_or_default()
    }

    /// Returns the text, including the text after the end of the chunk.
    pub(super) fn text(&self) -> Text<'_> {
        Text { bytes: self.bytes(), is_end: self.is_end, is_failed: self.failure.is_some() }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.memory.bytes().get(self.range.clone()).unwrap_or_default()
    }

    /// Returns the range of the text in which the games of this chunk start.
    pub(super) fn games_range(&self) -> Range<usize> {
        self.first_game..self.end - self.range.start
    }

    /// Returns free space after the text in its buffer; `None` if the source is in memory.
    pub(super) fn reserve(&mut self, bytes: usize) -> Option<&mut [u8]> {
        let Memory::Buffer(buffer) = &mut self.memory else { return None };
        let free = self.range.end..self.range.end.saturating_add(bytes);
        if buffer.is_empty() {
            // `vec!` allocates zeroed pages, which are not touched before the text is read into
            // them
            *buffer = vec![0; free.end];
        } else if buffer.len() < free.end {
            buffer.resize(free.end, 0);
        }
        buffer.get_mut(free)
    }

    /// Extends the text by bytes that were read into the reserved space, or by up to `bytes` of the
    /// source in memory. Returns the number of bytes added.
    pub(super) fn grow(&mut self, bytes: usize) -> usize {
        let before = self.range.end;
        self.range.end = before.saturating_add(bytes).min(self.memory.bytes().len()).max(before);
        self.range.end - before
    }

    /// Sets the end of the chunk, as an offset in the text.
    pub(super) fn set_end(&mut self, end: usize) {
        self.end = self.range.start + end;
    }

    /// Returns the offset of the chunk's last byte in memory, where the next chunk starts.
    pub(super) fn next_chunk_start(&self) -> usize {
        self.end.saturating_sub(1)
    }

    /// Returns the bytes with which the next chunk starts: the last byte of this one and the text
    /// after it.
    pub(super) fn next_chunk_prefix(&self) -> &[u8] {
        self.memory.bytes().get(self.next_chunk_start()..self.range.end).unwrap_or_default()
    }

    /// Discards the text and ends the source with an error.
    pub(super) fn reject(&mut self, reason: io::Error) {
        (self.failure, self.is_end) = (Some(reason), true);
        (self.range, self.end) = (0..0, 0);
    }

    /// Inserts the unparsed text of earlier chunks before this one, with the first game at
    /// `first_game` in it.
    pub(super) fn prepend(&mut self, pending: &[u8], first_game: usize) {
        // the pending text ends with the byte before the first game of this chunk
        let first = self.range.start + self.first_game;
        self.first_game = first_game;
        let start = first.checked_sub(pending.len());
        match &mut self.memory {
            // the pending text is right before it in memory
            Memory::Source(_) => self.range.start = start.unwrap_or_default(),
            Memory::Buffer(buffer) => {
                if let Some(start) = start {
                    if let Some(free) = buffer.get_mut(start..first) {
                        free.copy_from_slice(pending);
                    }
                    self.range.start = start;
                } else {
                    buffer.splice(..first, pending.iter().copied());
                    let moved = pending.len() - first;
                    self.range = 0..self.range.end + moved;
                    self.end += moved;
                }
            }
        }
    }

    /// Returns the buffer, if it has one, for reuse.
    pub(super) fn into_buffer(self) -> Option<Vec<u8>> {
        match self.memory {
            Memory::Buffer(buffer) => Some(buffer),
            Memory::Source(_) => None,
        }
    }
}

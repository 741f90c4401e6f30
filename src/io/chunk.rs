//! A part of a text: what a thread parses at once.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use super::source::Held;
use crate::pgn::Text;

/// Room before the text of a part for what the part before left over.
const HEADROOM: usize = 64 << 10;

/// A text, or the next part of one.
pub(super) struct Part {
    pub(super) source: Arc<str>,
    memory: Memory,
    /// Where in the memory the text is.
    place: Range<usize>,
    /// Where in the memory the part ends; what follows is the next one's.
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

/// Where the text of a part is kept.
enum Memory {
    /// In a buffer that it was read into.
    Own(Vec<u8>),
    /// Where the whole source is; the parts before stand before it.
    Held(Held),
}

impl Memory {
    fn bytes(&self) -> &[u8] {
        match self {
            Memory::Own(buffer) => buffer,
            Memory::Held(text) => text.as_ref(),
        }
    }
}

impl Part {
    /// A part that cannot be read.
    pub(super) fn failed(source: Arc<str>, failure: io::Error, read: u64) -> Part {
        let mut part = Part::new(source, Memory::Own(Vec::new()), 0);
        (part.is_end, part.failure, part.read) = (true, Some(failure), read);
        part
    }

    /// A part of a source that is read into a buffer: it begins with these bytes, and about so many come next.
    pub(super) fn of_stream(
        source: Arc<str>,
        buffer: Vec<u8>,
        begun: &[u8],
        wanted: usize,
    ) -> Part {
        let begin = if begun.is_empty() { 0 } else { HEADROOM };
        let mut part = Part::new(source, Memory::Own(buffer), begin);
        let room = part.room(begun.len().saturating_add(wanted)).unwrap_or_default();
        if let Some(room) = room.get_mut(..begun.len()) {
            room.copy_from_slice(begun);
        }
        part.grow(begun.len());
        part
    }

    /// A part of a source in memory, which begins at this place.
    pub(super) fn of_held(source: Arc<str>, text: Held, begin: usize) -> Part {
        Part::new(source, Memory::Held(text), begin)
    }

    /// A part with nothing in it yet, as if it were its source's first.
    fn new(source: Arc<str>, memory: Memory, begin: usize) -> Part {
        Part {
            source,
            memory,
            place: begin..begin,
            end: begin,
            is_end: false,
            failure: None,
            continues: false,
            is_open: true,
            begins_at: 0,
            read: 0,
            from: 0,
        }
    }

    /// Whether the text is in memory, as all that stands before it.
    pub(super) fn is_held(&self) -> bool {
        matches!(self.memory, Memory::Held(_))
    }

    /// How many bytes follow the text, which is in memory.
    pub(super) fn bytes_after(&self) -> usize {
        self.memory.bytes().len().saturating_sub(self.place.end)
    }

    /// So many bytes right before the text, which is in memory.
    pub(super) fn before(&self, bytes: usize) -> &[u8] {
        let start = self.place.start.saturating_sub(bytes);
        self.memory.bytes().get(start..self.place.start).unwrap_or_default()
    }

    /// The text, and what follows.
    pub(super) fn text(&self) -> Text<'_> {
        Text { bytes: self.bytes(), is_end: self.is_end, is_failed: self.failure.is_some() }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.memory.bytes().get(self.place.clone()).unwrap_or_default()
    }

    /// Where in the text the games of this part begin.
    pub(super) fn range(&self) -> Range<usize> {
        self.from..self.end - self.place.start
    }

    /// Room for so many bytes more in its buffer; none if the text is in memory.
    pub(super) fn room(&mut self, bytes: usize) -> Option<&mut [u8]> {
        let Memory::Own(buffer) = &mut self.memory else { return None };
        let room = self.place.end..self.place.end.saturating_add(bytes);
        if buffer.is_empty() {
            // fresh memory is zero already: nothing goes over it before it is read into
            *buffer = vec![0; room.end];
        } else if buffer.len() < room.end {
            buffer.resize(room.end, 0);
        }
        buffer.get_mut(room)
    }

    /// Counts bytes that have been read into its room, or takes so many more that are in memory. Returns how
    /// many there were.
    pub(super) fn grow(&mut self, bytes: usize) -> usize {
        let before = self.place.end;
        self.place.end = before.saturating_add(bytes).min(self.memory.bytes().len()).max(before);
        self.place.end - before
    }

    /// Ends the part at this place in the text; what follows is the next one's.
    pub(super) fn end_at(&mut self, end: usize) {
        self.end = self.place.start + end;
    }

    /// Where in the memory the part's last byte is, with which the next part begins.
    pub(super) fn rest_begins(&self) -> usize {
        self.end.saturating_sub(1)
    }

    /// What the next part begins with: the last byte of this one, and what has been read after it.
    pub(super) fn rest(&self) -> &[u8] {
        self.memory.bytes().get(self.rest_begins()..self.place.end).unwrap_or_default()
    }

    /// Ends the source, for this reason, with nothing of this part.
    pub(super) fn refuse(&mut self, reason: io::Error) {
        (self.failure, self.is_end) = (Some(reason), true);
        (self.place, self.end) = (0..0, 0);
    }

    /// Puts what an earlier part left over before the text; the first game begins at `from` in it.
    pub(super) fn prepend(&mut self, left: &[u8], from: usize) {
        // the byte of context is the last one of what is left
        let first = self.place.start + self.from;
        self.from = from;
        let start = first.checked_sub(left.len());
        match &mut self.memory {
            // it stands there
            Memory::Held(_) => self.place.start = start.unwrap_or_default(),
            Memory::Own(buffer) => {
                if let Some(start) = start {
                    if let Some(room) = buffer.get_mut(start..first) {
                        room.copy_from_slice(left);
                    }
                    self.place.start = start;
                } else {
                    buffer.splice(..first, left.iter().copied());
                    let moved = left.len() - first;
                    self.place = 0..self.place.end + moved;
                    self.end += moved;
                }
            }
        }
    }

    /// The buffer, to be used again, if it has one.
    pub(super) fn into_buffer(self) -> Option<Vec<u8>> {
        match self.memory {
            Memory::Own(buffer) => Some(buffer),
            Memory::Held(_) => None,
        }
    }
}

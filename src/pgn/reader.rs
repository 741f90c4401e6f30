//! Reading games from a stream, one game's text at a time.

use std::io::{self, Read};

use super::cursor::Cursor;
use super::error::{PgnError, PgnErrorKind as Kind};
use super::game::{Found, read_game};
use super::lines::LinePlace;
use super::record::{MAX_WARNINGS, PgnGame, Record};
use crate::attacks::{Backend, Task, dispatch};

/// A game whose text is longer than this many bytes is broken, unless the reader is told otherwise.
pub const DEFAULT_MAX_GAME_BYTES: usize = 64 << 20;

/// So many bytes are looked at to tell text from other things.
const SAMPLE: usize = 4096;

/// So much is asked of the source at first; the buffer grows when a game does not fit.
const BLOCK: usize = 256 << 10;

/// Reads games one after the other, in memory bounded by the longest game allowed.
///
/// ```
/// use enroque::pgn::Reader;
/// let text = "[White \"A\"]\n\n1. e4 e5 2. Nf3 1-0\n\n1. d4 d5 2. Nd2 *";
/// let mut reader = Reader::new(text.as_bytes());
/// let game = reader.read_game().unwrap().unwrap();
/// assert_eq!(game.tag("White").as_deref(), Some("A"));
/// assert_eq!(game.moves().len(), 3);
/// let game = reader.read_game().unwrap().unwrap();
/// assert_eq!(game.moves().len(), 2);
/// assert_eq!(
///     game.error().unwrap().to_string(),
///     "line 5, column 13, ply 2: \"Nd2\": an own man stands on the target square",
/// );
/// assert!(reader.read_game().unwrap().is_none());
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    buffer: Vec<u8>,
    /// How much of the buffer holds text.
    filled: usize,
    /// Where in the buffer the next game begins; the byte before it, if any, is kept too.
    from: usize,
    /// The line of the buffer's first byte.
    base: LinePlace,
    /// The line of the last fault, from which that of the next is counted.
    last_fault: LinePlace,
    /// The source has no more.
    at_end: bool,
    /// Why it has no more, if not because it ended; given out after the last game.
    failure: Option<io::Error>,
    max_game_bytes: usize,
    /// The rest of an overlong game is being passed over.
    skipping: bool,
    is_checked: bool,
    record: Record,
    /// Faults outside games that wait for the next game.
    carried: Vec<PgnError>,
}

impl<R: Read> Reader<R> {
    /// A reader of games of at most [`DEFAULT_MAX_GAME_BYTES`].
    pub fn new(source: R) -> Reader<R> {
        Reader::with_max_game_bytes(source, DEFAULT_MAX_GAME_BYTES)
    }

    /// A reader that breaks off games whose text, with what stands before them, is longer than
    /// `max_game_bytes`.
    pub fn with_max_game_bytes(source: R, max_game_bytes: usize) -> Reader<R> {
        Reader {
            source,
            buffer: Vec::new(),
            filled: 0,
            from: 0,
            base: LinePlace::START,
            last_fault: LinePlace::START,
            at_end: false,
            failure: None,
            max_game_bytes: max_game_bytes.max(SAMPLE),
            skipping: false,
            is_checked: false,
            record: Record::new(),
            carried: Vec::new(),
        }
    }

    /// The next game, broken ones included; `None` after the last.
    ///
    /// # Errors
    ///
    /// The source's own, after all games that were read before it failed; the last of these is
    /// broken with [`PgnErrorKind::Truncated`](super::PgnErrorKind::Truncated). Binary data is
    /// refused with [`io::ErrorKind::InvalidData`].
    pub fn read_game(&mut self) -> io::Result<Option<PgnGame<'_>>> {
        if !self.is_checked {
            self.check_encoding()?;
            self.is_checked = true;
        }
        loop {
            if self.skipping {
                self.skipping = !self.skip_to_tag();
                if self.skipping && !self.at_end {
                    self.fill();
                    continue;
                }
            }
            let limit = self.from.saturating_add(self.max_game_bytes);
            let text = self.buffer.get(..self.filled.min(limit)).unwrap_or_default();
            let mut cursor = Cursor::new(text, self.from);
            self.record.clear();
            let found = dispatch(ReadGame { cursor: &mut cursor, record: &mut self.record });
            let (end, ended) = (cursor.pos(), cursor.ended());
            // the text up to here is all that this game can see: the source's end, or the limit
            let is_last = self.at_end && self.filled <= limit;
            if ended && !is_last && self.filled < limit {
                self.fill();
                continue;
            }
            let is_cut = found == Found::Game && ended && end == text.len();
            if is_cut && !is_last {
                let reason = "the text of the game is longer than the reader's limit";
                self.record.fail(Kind::TooLong, end, b"", reason);
                self.skipping = true;
            } else if is_cut && self.failure.is_some() {
                self.record.fail(Kind::Truncated, end, b"", "the source broke off here");
            }
            self.locate_faults();
            self.from = end;
            if found == Found::Game {
                let text = self.buffer.get(..self.filled).unwrap_or_default();
                return Ok(Some(PgnGame { record: &self.record, text }));
            }
            if is_last {
                return match self.failure.take() {
                    Some(error) => Err(error),
                    None => Ok(None),
                };
            }
            std::mem::swap(&mut self.carried, &mut self.record.warnings);
        }
    }

    /// What was forgiven after the last game, once [`Reader::read_game`] has given `None`.
    pub fn warnings_after_last_game(&self) -> &[PgnError] {
        if self.record.moves.is_empty() && self.record.tags.is_empty() {
            &self.record.warnings
        } else {
            &[]
        }
    }

    /// Bytes of text that have been read as games so far.
    pub fn bytes_read(&self) -> u64 {
        self.base.offset + self.from as u64
    }

    /// The source.
    pub fn get_ref(&self) -> &R {
        &self.source
    }

    /// Gets more text, dropping what has been read.
    fn fill(&mut self) {
        // one byte more is kept: it tells whether a line begins at `from`
        let drop = self.from.saturating_sub(1);
        if drop > 0 {
            self.base.advance(self.buffer.get(..drop).unwrap_or_default());
            self.buffer.copy_within(drop..self.filled, 0);
            self.from -= drop;
            self.filled -= drop;
        }
        if self.buffer.len() - self.filled < BLOCK / 2 {
            let size = (self.buffer.len() * 2).max(BLOCK);
            self.buffer.resize(size, 0);
        }
        let free = self.buffer.get_mut(self.filled..).unwrap_or_default();
        match self.source.read(free) {
            Ok(0) => self.at_end = true,
            Ok(bytes) => self.filled += bytes.min(free.len()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                self.at_end = true;
                self.failure = Some(error);
            }
        }
    }

    /// Refuses what is no text, so that a wrong file gives one error and not a thousand games.
    fn check_encoding(&mut self) -> io::Result<()> {
        while self.filled < SAMPLE && !self.at_end {
            self.fill();
        }
        let text = self.buffer.get(..self.filled.min(SAMPLE)).unwrap_or_default();
        let is_control = |byte: &&u8| matches!(byte, 0..=8 | 14..=25 | 27..=31);
        let controls = text.iter().filter(is_control).count();
        let reason = if text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF") {
            "the text is UTF-16, and PGN is read from UTF-8 or Latin-1"
        } else if controls > 8 && controls * 32 > text.len() {
            "this is binary data, not PGN"
        } else {
            return Ok(());
        };
        Err(io::Error::new(io::ErrorKind::InvalidData, reason))
    }

    /// Goes on to the next line that begins with a tag; `false` if there is none in the buffer.
    fn skip_to_tag(&mut self) -> bool {
        loop {
            let text = self.buffer.get(..self.filled).unwrap_or_default();
            let rest = text.get(self.from..).unwrap_or_default();
            let Some(offset) = memchr::memchr(b'[', rest) else {
                self.from = self.filled;
                return false;
            };
            let at = self.from + offset;
            // no tag name is longer
            let mut cursor = Cursor::new(text.get(..at + 256).unwrap_or(text), at);
            self.from = at;
            if cursor.is_line_start() && cursor.is_tag() {
                return true;
            }
            if cursor.ended() && text.len() < at + 256 && !self.at_end {
                return false;
            }
            self.from = at + 1;
        }
    }

    /// Fills in the places of the record's faults, and puts those before it that were carried.
    #[inline]
    fn locate_faults(&mut self) {
        if self.record.error.is_some()
            || !self.record.warnings.is_empty()
            || !self.carried.is_empty()
        {
            self.locate_all_faults();
        }
    }

    #[cold]
    fn locate_all_faults(&mut self) {
        let (base, buffer) = (self.base, &self.buffer);
        let last_fault = &mut self.last_fault;
        for fault in self.record.warnings.iter_mut().chain(self.record.error.as_mut()) {
            let offset = base.offset + fault.offset;
            if last_fault.offset > offset || last_fault.offset < base.offset {
                *last_fault = base;
            }
            let seen = (last_fault.offset - base.offset) as usize;
            last_fault.advance(buffer.get(seen..fault.offset as usize).unwrap_or_default());
            fault.offset = offset;
            fault.line = last_fault.line;
            fault.column = last_fault.column();
        }
        if !self.carried.is_empty() {
            self.carried.append(&mut self.record.warnings);
            self.carried.truncate(MAX_WARNINGS);
            std::mem::swap(&mut self.carried, &mut self.record.warnings);
        }
    }
}

/// One game, compiled for the processor's instruction set.
struct ReadGame<'a, 't> {
    cursor: &'a mut Cursor<'t>,
    record: &'a mut Record,
}

impl Task for ReadGame<'_, '_> {
    type Output = Found;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Found {
        read_game(backend, self.cursor, self.record)
    }
}

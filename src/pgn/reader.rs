//! Reading games from a stream, one game's text at a time.

use std::io::{self, Read};

use super::dialect::Dialect;
use super::error::PgnError;
use super::game::Verdict;
use super::game_record::{MAX_WARNINGS, PgnGame};
use super::location::TextLocation;
use super::text_reader::{DEFAULT_MAX_GAME_BYTES, SAMPLE, Step, Text, TextReader, check_encoding};
use crate::attacks::{Backend, Task, dispatch};

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
/// assert_eq!(game.moves().len(), 3);
/// assert!(reader.read_game().unwrap().is_none());
///
/// let mut reader = Reader::new("1. e4 e5 2. Nd2 *".as_bytes());
/// let game = reader.read_game().unwrap().unwrap();
/// assert_eq!(game.moves().len(), 2);
/// let error = game.error().unwrap();
/// assert_eq!((error.line, error.column, error.ply, &*error.token), (1, 13, 2, "Nd2"));
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
    base: TextLocation,
    /// The line of the last error or warning, from which that of the next is counted.
    last_error: TextLocation,
    /// The source has no more.
    at_end: bool,
    /// Why it has no more, if not because it ended; given out after the last game.
    failure: Option<io::Error>,
    is_checked: bool,
    text_reader: TextReader,
    /// Errors and warnings outside games that wait for the next game.
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
            base: TextLocation::START,
            last_error: TextLocation::START,
            at_end: false,
            failure: None,
            is_checked: false,
            text_reader: TextReader::new(max_game_bytes, Dialect::default()),
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
            while self.filled < SAMPLE && !self.at_end {
                self.fill();
            }
            check_encoding(self.buffer.get(..self.filled).unwrap_or_default())
                .map_err(|reason| io::Error::new(io::ErrorKind::InvalidData, reason))?;
            self.is_checked = true;
        }
        loop {
            let text = Text {
                bytes: self.buffer.get(..self.filled).unwrap_or_default(),
                is_end: self.at_end,
                is_failed: self.failure.is_some(),
            };
            match dispatch(NextGame { reader: &mut self.text_reader, text, from: self.from }) {
                Step::More(from) => {
                    self.from = from;
                    self.fill();
                }
                // all are wanted
                Step::Game(end) | Step::FilteredOut(end) => {
                    self.locate_errors();
                    self.from = end;
                    let text = self.buffer.get(..self.filled).unwrap_or_default();
                    return Ok(Some(self.text_reader.game(text)));
                }
                Step::Junk(end) => {
                    self.locate_errors();
                    self.from = end;
                    let warnings = &mut self.text_reader.record_mut().warnings;
                    std::mem::swap(&mut self.carried, warnings);
                }
                Step::End(end) => {
                    self.locate_errors();
                    self.from = end;
                    return match self.failure.take() {
                        Some(error) => Err(error),
                        None => Ok(None),
                    };
                }
            }
        }
    }

    /// What was forgiven after the last game, once [`Reader::read_game`] has given `None`.
    pub fn warnings_after_last_game(&self) -> &[PgnError] {
        let record = self.text_reader.record();
        if record.moves.is_empty() && record.tags.is_empty() { &record.warnings } else { &[] }
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

    /// Fills in the places of the record's errors and warnings, and puts those before it that were carried.
    #[inline]
    fn locate_errors(&mut self) {
        let record = self.text_reader.record();
        let is_clean = record.error.is_none() && record.warnings.is_empty();
        if !is_clean || !self.carried.is_empty() {
            self.locate_all_errors();
        }
    }

    #[cold]
    fn locate_all_errors(&mut self) {
        let (base, buffer) = (self.base, &self.buffer);
        let last_error = &mut self.last_error;
        let record = self.text_reader.record_mut();
        for error in record.warnings.iter_mut().chain(record.error.as_mut()) {
            last_error.locate(error, base, buffer);
        }
        if !self.carried.is_empty() {
            self.carried.append(&mut record.warnings);
            self.carried.truncate(MAX_WARNINGS);
            std::mem::swap(&mut self.carried, &mut record.warnings);
        }
    }
}

/// One game, compiled for the processor's instruction set.
struct NextGame<'a, 't> {
    reader: &'a mut TextReader,
    text: Text<'t>,
    from: usize,
}

impl Task for NextGame<'_, '_> {
    type Output = Step;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Step {
        self.reader.step(backend, self.text, self.from, &|_| Verdict::Wanted)
    }
}

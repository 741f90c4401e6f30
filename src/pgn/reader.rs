//! Reading games from a stream, one at a time.

use std::io::{self, Read};

use super::dialect::Dialect;
use super::error::PgnError;
use super::game::Verdict;
use super::game_record::{MAX_WARNINGS, PgnGame};
use super::location::TextLocation;
use super::text_reader::{DEFAULT_MAX_GAME_BYTES, SAMPLE, Step, Text, TextReader, check_encoding};
use crate::attacks::{dispatch, task};

/// The initial size of the buffer in bytes. It grows when a game does not fit.
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
    /// The number of bytes of text in the buffer.
    filled: usize,
    /// The offset in the buffer of the next game; the byte before it, if any, is kept too.
    from: usize,
    /// The location of the first byte of the buffer.
    base: TextLocation,
    /// The location of the last error or warning, from which the lines of the next are counted.
    last_error: TextLocation,
    /// Whether the source has ended or failed.
    at_end: bool,
    /// The error of the source, which is returned after the last game.
    failure: Option<io::Error>,
    is_checked: bool,
    text_reader: TextReader,
    /// Errors and warnings outside games, which are reported with the next game.
    carried: Vec<PgnError>,
}

impl<R: Read> Reader<R> {
    /// Returns a reader of games of at most [`DEFAULT_MAX_GAME_BYTES`].
    pub fn new(source: R) -> Reader<R> {
        Reader::with_max_game_bytes(source, DEFAULT_MAX_GAME_BYTES)
    }

    /// Returns a reader that stops reading a game, with the error
    /// [`PgnErrorKind::TooLong`](super::PgnErrorKind::TooLong), when its text and the text before
    /// it exceed `max_game_bytes`.
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

    /// Reads the next game, also one with an error; returns `None` after the last.
    ///
    /// # Errors
    ///
    /// The error of the source, after all games before it; the last of them has the error
    /// [`PgnErrorKind::Truncated`](super::PgnErrorKind::Truncated). Binary data is an
    /// [`io::ErrorKind::InvalidData`].
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
            let (reader, from) = (&mut self.text_reader, self.from);
            let step =
                task!(|backend, reader: &mut TextReader, text: Text<'_>, from: usize| -> Step {
                    reader.step(backend, text, from, &|_| Verdict::Wanted)
                });
            match dispatch(step) {
                Step::More(from) => {
                    self.from = from;
                    self.fill();
                }
                // no game is filtered out
                Step::Game(end) | Step::FilteredOut(end) => {
                    self.locate_errors();
                    self.from = end;
                    let text = self.buffer.get(..self.filled).unwrap_or_default();
                    return Ok(Some(self.text_reader.game(text)));
                }
                Step::NoGame(end) => {
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

    /// Returns the warnings after the last game, once [`Reader::read_game`] has returned `None`.
    pub fn warnings_after_last_game(&self) -> &[PgnError] {
        let record = self.text_reader.record();
        if record.moves.is_empty() && record.tags.list.is_empty() { &record.warnings } else { &[] }
    }

    /// Returns the number of bytes of the games read so far.
    pub fn bytes_read(&self) -> u64 {
        self.base.offset + self.from as u64
    }

    /// Reads more text, and drops the text of games that have been read.
    fn fill(&mut self) {
        // the byte before `from` is kept: it decides whether `from` is the start of a line
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

    /// Sets the lines and columns of the record's errors and warnings, and inserts the carried ones
    /// before them.
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

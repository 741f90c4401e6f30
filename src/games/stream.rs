//! Reading PGN a part at a time, for texts that are longer than memory.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::errors::{GameError, GameErrorKind};
use super::feed::{Feed, Part};
use super::join::Joiner;
use super::read::ReadError;
use super::source::Source;
use super::store::Games;
use crate::pgn::DEFAULT_MAX_GAME_BYTES;
use crate::pool::Run;

/// The games of some sources in parts, each of about so much text. The parts depend on the sources
/// and the amount alone, not on the threads.
///
/// ```
/// use enroque::games::{GameStream, Source};
/// use enroque::pool::Run;
/// let text = std::io::Cursor::new(b"1. e4 * 1. d4 *".to_vec());
/// let source = Source::Stream("text".to_owned(), Box::new(text));
/// let mut stream = GameStream::open(vec![source], 4 << 20).unwrap();
/// assert_eq!(stream.next_part(Run::default()).unwrap().unwrap().len(), 2);
/// assert!(stream.next_part(Run::default()).unwrap().is_none());
/// ```
pub struct GameStream {
    feed: Feed,
    joiner: Joiner<'static>,
    batch: Option<Vec<Part>>,
}

impl GameStream {
    /// Begins to read.
    ///
    /// # Errors
    /// When a file is not there.
    pub fn open(sources: Vec<Source>, part_bytes: usize) -> Result<GameStream, ReadError> {
        for source in &sources {
            if let Err(error) = source.byte_len() {
                return Err(ReadError::Open { source: source.name(), error });
            }
        }
        let feed = Feed::new(sources, part_bytes, Arc::new(AtomicU64::new(0)));
        let joiner = Joiner::new(DEFAULT_MAX_GAME_BYTES, None);
        Ok(GameStream { feed, joiner, batch: None })
    }

    /// The games of the next part of the text, with what was wrong there; `None` after the last.
    ///
    /// # Errors
    /// When `run.stop` says so.
    pub fn next_part(&mut self, run: Run<'_>) -> Result<Option<Games>, ReadError> {
        let mut batch = match self.batch.take() {
            Some(batch) => batch,
            None => self.feed.next_batch(),
        };
        if batch.is_empty() {
            self.batch = Some(batch);
            return Ok(None);
        }
        let next = self.joiner.read_batch(&mut batch, &mut self.feed, run)?;
        self.batch = Some(next);
        for part in batch {
            self.feed.recycle(part.into_buffer());
        }
        let empty = Games::new_like(self.joiner.games.headers());
        Ok(Some(std::mem::replace(&mut self.joiner.games, empty)))
    }
}

impl std::fmt::Debug for GameStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameStream").finish_non_exhaustive()
    }
}

impl Games {
    /// The first fault of a source as a whole: it cannot be read, breaks off, or holds no games.
    pub fn source_fault(&self) -> Option<&GameError> {
        self.errors().iter().find(|fault| fault.kind == GameErrorKind::Source)
    }
}

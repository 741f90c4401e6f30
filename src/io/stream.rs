//! Reading PGN a part at a time, for texts that are longer than memory.

use std::num::NonZeroUsize;

use super::pipeline::Relay;
use super::read::{Progress, ReadError, ReadOptions};
use super::source::Source;
use crate::games::Games;
use crate::games::{Faults, GameError};
use crate::pool::Run;

/// The games of some sources in parts, each of about so much text or of so many games. What is in
/// them depends on the sources and the options alone, not on the threads.
///
/// ```
/// use enroque::io::{GameStream, ReadOptions, Source};
/// use enroque::pool::Run;
/// let text = std::io::Cursor::new(b"1. e4 * 1. d4 * 1. c4 *".to_vec());
/// let source = Source::Stream("text".to_owned(), Box::new(text));
/// let mut stream = GameStream::open(vec![source], &ReadOptions::default()).unwrap();
/// let two = 2.try_into().unwrap();
/// assert_eq!(stream.next_games(two, Run::default(), |_| {}).unwrap().unwrap().len(), 2);
/// assert_eq!(stream.next_games(two, Run::default(), |_| {}).unwrap().unwrap().len(), 1);
/// assert!(stream.next_games(two, Run::default(), |_| {}).unwrap().is_none());
/// ```
pub struct GameStream {
    /// Its games are those that have been read; so many of them, faults before theirs, were given.
    relay: Relay,
    given: usize,
    /// Text that is read at once, in bytes.
    batch_bytes: usize,
    is_at_end: bool,
    /// What a strict reading ended at, to be told when the games before it have been given.
    fault: Option<Box<GameError>>,
    /// Compressed bytes of all sources.
    total: Option<u64>,
    /// Games given.
    games: u64,
}

impl GameStream {
    /// Begins to read. Of the options `run` does not count: each call has its own.
    ///
    /// # Errors
    /// When a file is not there.
    pub fn open(sources: Vec<Source>, options: &ReadOptions<'_>) -> Result<GameStream, ReadError> {
        let total = Source::total_bytes(&sources)?;
        Ok(GameStream {
            relay: Relay::new(sources, options),
            given: 0,
            batch_bytes: options.batch_bytes(),
            is_at_end: false,
            fault: None,
            total,
            games: 0,
        })
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        Progress { bytes: self.relay.bytes_read(), total: self.total, games: self.games }
    }

    /// The games of the next part of the text, with what was wrong there; `None` after the last.
    ///
    /// # Errors
    /// When `run.stop` says so, or at the first fault if reading is strict; the stream is then at its end.
    pub fn next_part(&mut self, run: Run<'_>) -> Result<Option<Games>, ReadError> {
        if !self.read_part(run)? {
            return Ok(None);
        }
        let games = &mut self.relay.joiner.games;
        let empty = Games::new_like(games.headers());
        let part = std::mem::replace(games, empty);
        self.games += part.len() as u64;
        Ok(Some(part))
    }

    /// The next so many games, fewer only at the end, with what was wrong there; `None` after the
    /// last. Where no game is left but something is to be told, it comes with no games.
    ///
    /// `progress` is called on the calling thread after every part of the text.
    ///
    /// # Errors
    /// When `run.stop` says so, or at the first fault if reading is strict, after the games before it; the stream
    /// is then at its end.
    pub fn next_games(
        &mut self,
        count: NonZeroUsize,
        run: Run<'_>,
        mut progress: impl FnMut(Progress),
    ) -> Result<Option<Games>, ReadError> {
        // one game more than is wanted, so that what comes after the last goes with it
        while self.relay.joiner.games.len() - self.given <= count.get() && !self.is_at_end {
            self.drop_given();
            match self.read_part(run) {
                Ok(true) => progress(self.progress()),
                Ok(false) => {}
                Err(ReadError::Broken(fault)) => {
                    self.end_before(&fault);
                    self.fault = Some(fault);
                }
                Err(error) => return Err(error),
            }
        }
        let (ready, first) = (&mut self.relay.joiner.games, self.given);
        if first == ready.len()
            && let Some(fault) = self.fault.take()
        {
            return Err(ReadError::Broken(fault));
        }
        let end = ready.len().min(first + count.get());
        let mut games = Games::new_like(ready.headers());
        games.copy_rows(ready, first..end);
        let is_rest = end == ready.len();
        games.errors = ready.errors.take(first..end, is_rest);
        games.warnings = ready.warnings.take(first..end, is_rest);
        games.filtered_out = std::mem::take(&mut ready.filtered_out);
        self.given = end;
        self.games += games.len() as u64;
        let tells = games.error_count() + games.warning_count() + games.filtered_out().total() > 0;
        Ok((!games.is_empty() || tells).then_some(games))
    }

    /// Forgets the games from the one with a fault on.
    fn end_before(&mut self, fault: &GameError) {
        let ready = &mut self.relay.joiner.games;
        let origins = &ready.origins;
        let source = origins.names().iter().position(|name| *name == fault.source);
        let places = origins.sources().iter().zip(origins.games());
        // of a source that broke off all games are before that
        let first = fault.game as i64 + i64::from(fault.is_of_source());
        let is_after =
            |(&number, &game): (&u32, &i64)| source == Some(number as usize) && game >= first;
        let end = places.into_iter().position(is_after).unwrap_or(ready.len());
        let mut before = Games::new_like(ready.headers());
        before.copy_rows(ready, 0..end);
        before.filtered_out = ready.filtered_out;
        *ready = before;
    }

    /// Forgets the games that were given.
    fn drop_given(&mut self) {
        if self.given == 0 {
            return;
        }
        let ready = &mut self.relay.joiner.games;
        let mut rest = Games::new_like(ready.headers());
        rest.copy_rows(ready, self.given..ready.len());
        let all = self.given..ready.len();
        rest.errors = ready.errors.take(all.clone(), true);
        rest.warnings = ready.warnings.take(all, true);
        rest.filtered_out = ready.filtered_out;
        *ready = rest;
        self.given = 0;
    }

    /// Reads a part of the text into the joiner; `false` at the end.
    fn read_part(&mut self, run: Run<'_>) -> Result<bool, ReadError> {
        if self.is_at_end {
            return Ok(false);
        }
        // until this part is read: what an interrupted reading left is of no use
        self.is_at_end = true;
        let is_some = self.relay.read(self.batch_bytes, run, |_, _, _| {})?;
        self.is_at_end = !is_some;
        Ok(is_some)
    }
}

impl std::fmt::Debug for GameStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameStream").field("progress", &self.progress()).finish_non_exhaustive()
    }
}

impl Games {
    /// The first fault of a source as a whole: it cannot be read, breaks off, or holds no games.
    pub fn source_fault(&self) -> Option<&GameError> {
        self.errors().iter().find(|fault| fault.is_of_source())
    }
}

impl Faults {
    /// Takes the faults up to the end of some games, from whose first they then count; what was
    /// counted and not kept goes with the rest.
    fn take(&mut self, games: std::ops::Range<usize>, is_rest: bool) -> Faults {
        let is_later = |fault: &GameError| fault.index.is_some_and(|index| index >= games.end);
        let end = match is_rest {
            true => self.list.len(),
            false => self.list.iter().position(is_later).unwrap_or(self.list.len()),
        };
        let mut list: Vec<GameError> = self.list.drain(..end).collect();
        for fault in &mut list {
            fault.index = fault.index.and_then(|index| index.checked_sub(games.start));
        }
        let count = if is_rest { self.count } else { list.len() as u64 };
        *self = Faults::listed(std::mem::take(&mut self.list), self.count - count);
        Faults::listed(list, count)
    }
}

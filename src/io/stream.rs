//! Reading PGN in batches, for texts that are larger than memory.

use std::num::NonZeroUsize;
use std::ops::Range;

use super::error::ReadError;
use super::options::{Progress, ReadOptions};
use super::pipeline::Pipeline;
use super::source::Source;
use crate::games::{GameError, Games};
use crate::pool::Run;
use crate::store::Rows;

/// The number of bytes of text between two reports of progress, unless batches are smaller.
const PROGRESS_INTERVAL: usize = 2 << 20;

/// The total number of games is estimated when 1/16 of the sources has been read.
const ESTIMATE_DIVISOR: u64 = 16;

/// A stream of batches of games, of about the same amount of text or of a number of games each. The
/// batches depend on the sources and the options alone, not on the threads.
///
/// ```
/// use enroque::io::{GameStream, ReadOptions, Source};
/// use enroque::pool::Run;
/// let text = std::io::Cursor::new(b"1. e4 * 1. d4 * 1. c4 *".to_vec());
/// let source = Source::Stream("text".to_owned(), Box::new(text), None);
/// let mut stream = GameStream::open(vec![source], &ReadOptions::default()).unwrap();
/// let two = 2.try_into().unwrap();
/// assert_eq!(stream.next_games(two, Run::default(), |_| {}).unwrap().unwrap().len(), 2);
/// assert_eq!(stream.next_games(two, Run::default(), |_| {}).unwrap().unwrap().len(), 1);
/// assert!(stream.next_games(two, Run::default(), |_| {}).unwrap().is_none());
/// ```
pub struct GameStream {
    /// Its merger has the games that have been read.
    pipeline: Pipeline,
    /// The number of games of the merger that have been returned, with the errors before them.
    returned: usize,
    /// The number of bytes of text that are read at once.
    batch_bytes: usize,
    is_at_end: bool,
    /// The error that ends a strict reading, returned after the games before it.
    strict_error: Option<Box<GameError>>,
    /// The number of compressed bytes of all sources.
    total: Option<u64>,
    /// The number of games that have been returned.
    games: u64,
}

impl GameStream {
    /// Opens a stream. `options.run` is ignored: each call has an argument for it.
    ///
    /// # Errors
    /// If a file does not exist.
    pub fn open(sources: Vec<Source>, options: &ReadOptions<'_>) -> Result<GameStream, ReadError> {
        let total = Source::total_bytes(&sources)?;
        Ok(GameStream {
            pipeline: Pipeline::new(sources, options),
            returned: 0,
            batch_bytes: options.batch_bytes(),
            is_at_end: false,
            strict_error: None,
            total,
            games: 0,
        })
    }

    /// Returns the progress so far.
    pub fn progress(&self) -> Progress {
        Progress { bytes: self.pipeline.bytes_read(), total: self.total, games: self.games }
    }

    /// Reads the games of the next batch of text, with their errors and warnings; `None` at the
    /// end.
    ///
    /// # Errors
    /// If `run.stop` returns true, or at the first error or warning if reading is strict. The
    /// stream is then at its end.
    pub fn next_batch(&mut self, run: Run<'_>) -> Result<Option<Games>, ReadError> {
        if !self.read_batch(run)? {
            return Ok(None);
        }
        let games = &mut self.pipeline.merger.games;
        let empty = Games::new_like(games.headers());
        let batch = std::mem::replace(games, empty);
        self.games += batch.len() as u64;
        Ok(Some(batch))
    }

    /// Reads the next `count` games, or fewer at the end, with their errors and warnings; `None` at
    /// the end. Errors after the last game are returned with an empty batch.
    ///
    /// `progress` is called on the calling thread after every batch of text.
    ///
    /// # Errors
    /// If `run.stop` returns true, or at the first error or warning if reading is strict, after the
    /// games before it. The stream is then at its end.
    pub fn next_games(
        &mut self,
        count: NonZeroUsize,
        run: Run<'_>,
        mut progress: impl FnMut(Progress),
    ) -> Result<Option<Games>, ReadError> {
        // one game more, so that the errors after the last game are returned with it
        while self.pipeline.merger.games.len() - self.returned <= count.get() && !self.is_at_end {
            self.drop_returned();
            match self.read_batch(run) {
                Ok(true) => progress(self.progress()),
                Ok(false) => {}
                Err(ReadError::Broken(error)) => {
                    self.truncate_before(&error);
                    self.strict_error = Some(error);
                }
                Err(error) => return Err(error),
            }
        }
        let (ready, first) = (&mut self.pipeline.merger.games, self.returned);
        if first == ready.len()
            && let Some(error) = self.strict_error.take()
        {
            return Err(ReadError::Broken(error));
        }
        let end = ready.len().min(first + count.get());
        let games = take_rows(ready, first..end);
        self.returned = end;
        self.games += games.len() as u64;
        let reports = games.error_count() + games.warning_count() + games.filtered_out().total();
        Ok((!games.is_empty() || reports > 0).then_some(games))
    }

    /// Reads all games, with their errors and warnings.
    ///
    /// `progress` is called on the calling thread after every 2 MiB of text, and at the end.
    ///
    /// # Errors
    /// If `run.stop` returns true, or at the first error or warning if reading is strict. The
    /// stream is then at its end.
    pub fn read_rest(
        &mut self,
        run: Run<'_>,
        mut progress: impl FnMut(Progress),
    ) -> Result<Games, ReadError> {
        self.drop_returned();
        self.is_at_end = true;
        let (total, interval) = (self.total, self.batch_bytes.min(PROGRESS_INTERVAL));
        let mut total_for_estimate = total;
        let (mut unreported, mut last) = (0, self.progress());
        self.pipeline.read(usize::MAX, run, |merger, read, text| {
            let is_enough = |total: &u64| read > 0 && read >= total / ESTIMATE_DIVISOR;
            if let Some(total) = total_for_estimate.take_if(|total| is_enough(total)) {
                merger.reserve(total as f64 / read as f64);
            }
            last = Progress { bytes: read, total, games: merger.games.len() as u64 };
            unreported += text;
            if unreported >= interval {
                unreported = 0;
                progress(last);
            }
        })?;
        if unreported > 0 {
            progress(last);
        }
        let games = &mut self.pipeline.merger.games;
        let empty = Games::new_like(games.headers());
        let mut games = std::mem::replace(games, empty);
        games.shrink_to_fit();
        Ok(games)
    }

    /// Drops the games from the one with an error on.
    fn truncate_before(&mut self, error: &GameError) {
        let ready = &mut self.pipeline.merger.games;
        let origins = &ready.origins;
        let source = origins.sources.names().iter().position(|name| *name == error.source);
        let locations = origins.sources.rows.iter().zip(&origins.games);
        // all games of a damaged source are before the damage
        let first = error.game as i64 + i64::from(error.is_of_source());
        let is_after =
            |(&number, &game): (&u32, &i64)| source == Some(number as usize) && game >= first;
        let end = locations.into_iter().position(is_after).unwrap_or(ready.len());
        let mut before = Games::new_like(ready.headers());
        before.copy_rows(ready, 0..end);
        before.filtered_out = std::mem::take(&mut ready.filtered_out);
        *ready = before;
    }

    /// Drops the games that have been returned.
    fn drop_returned(&mut self) {
        if self.returned == 0 {
            return;
        }
        let ready = &mut self.pipeline.merger.games;
        let rows = self.returned..ready.len();
        *ready = take_rows(ready, rows);
        self.returned = 0;
    }

    /// Reads a batch of text into the merger; `false` at the end.
    fn read_batch(&mut self, run: Run<'_>) -> Result<bool, ReadError> {
        if self.is_at_end {
            return Ok(false);
        }
        // an interrupted reading cannot be continued
        self.is_at_end = true;
        let has_chunk = self.pipeline.read(self.batch_bytes, run, |_, _, _| {})?;
        self.is_at_end = !has_chunk;
        Ok(has_chunk)
    }
}

/// Copies consecutive games, and moves their errors, warnings and counts of games that were
/// filtered out.
fn take_rows(games: &mut Games, rows: Range<usize>) -> Games {
    let mut taken = Games::new_like(games.headers());
    taken.copy_rows(games, rows.clone());
    taken.errors = games.errors.take(rows.clone(), games.len());
    taken.warnings = games.warnings.take(rows, games.len());
    taken.filtered_out = std::mem::take(&mut games.filtered_out);
    taken
}

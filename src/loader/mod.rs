//! Shuffled training batches, made by background threads where they can be started.
//!
//! A [`Loader`] reads [`Block`]s of games, or of rows of tables, from a [`BlockSource`] and shuffles
//! those of each block. They are divided into groups of [`Config::shuffle_games`] games or
//! [`Config::shuffle_rows`] rows. The samples (positions) of a group are encoded in compact forms into
//! a shuffle buffer, and gathered into batches. The batches depend only on the [`Config`] and the
//! source, not on threads or time. A [`Cursor`] is the position in the data, from which another
//! loader can continue.

mod batch;
mod batches;
mod block;
mod config;
mod cursor;
mod error;
mod producer;
mod read_ahead;
mod sampling;
mod sequences;
mod shuffle_buffer;
mod source;
mod thread;
mod weights;

pub use batch::{Batch, BatchArray};
pub use batches::BatchPool;
pub use block::Block;
pub use config::{Config, OnUnsupported, Selection};
pub use cursor::Cursor;
pub use error::{LoadError, SourceError};
pub use sequences::Sequences;
pub use source::{BlockSource, Blocks, FileCounts, Files, Numbering, OpenFile, Size, SkippedFiles};
pub use weights::Weights;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use crate::columns::Column;
use crate::error::{CallError, ensure};
use crate::pool::Run;
use batches::{Done, Message};
use producer::Producer;
use shuffle_buffer::select;

/// The result of [`Loader::next`].
#[derive(Debug)]
pub enum Next {
    /// A batch.
    Batch(Batch),
    /// The epoch is over; the next call starts the next one.
    End,
    /// The timeout passed before a batch was ready.
    TimedOut,
}

/// Shuffled batches of the positions of a source, epoch after epoch.
///
/// ```
/// use std::sync::Arc;
/// use enroque::games::Games;
/// use enroque::columns::Column;
/// use enroque::loader::{Block, Config, Loader, Next};
/// let games = Games::from_pgn_text("text", b"1. e4 e5 2. Nf3 * 1. d4 *");
/// let columns = vec![("ply".to_owned(), Column::Ply)];
/// let config = Config { batch_size: 3, columns, ..Config::default() };
/// let mut loader = Loader::new(Arc::new(Block::from(games)), config).unwrap();
/// let mut sizes = Vec::new();
/// while let Next::Batch(batch) = loader.next(None).unwrap() {
///     sizes.push(batch.len());
/// }
/// assert_eq!(sizes, [3, 1]);
/// ```
pub struct Loader {
    source: Arc<dyn BlockSource>,
    config: Arc<Config>,
    cursor: Cursor,
    /// The part of the source's size that the batches of this epoch cover.
    done: Done,
    producer: Option<Producer>,
    pool: BatchPool,
}

impl Loader {
    /// A loader at the start of the first epoch. The source is not read yet.
    ///
    /// # Errors
    /// If the configuration is invalid; see [`Config::check`].
    pub fn new(source: Arc<dyn BlockSource>, config: Config) -> Result<Loader, CallError> {
        config.check()?;
        let has_label = config.columns.iter().any(|(_, column)| matches!(column, Column::Label(_)));
        ensure!(
            !has_label || source.is_one_block(),
            Value("columns"),
            "a label has a value for each game or position, so the source must be one Games \
             or Positions in memory"
        );
        let (cursor, pool) = (Cursor::default(), BatchPool::default());
        Ok(Loader {
            source,
            config: Arc::new(config),
            cursor,
            done: Done::default(),
            producer: None,
            pool,
        })
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The source.
    pub fn source(&self) -> &dyn BlockSource {
        &*self.source
    }

    /// The position of the next batch.
    pub fn cursor(&self) -> Cursor {
        self.cursor
    }

    /// The approximate part of [`BlockSource::size`] that the batches of this epoch up to the
    /// cursor cover; 0 if the size is unknown.
    pub fn done(&self) -> u64 {
        self.done.size
    }

    /// The number of samples that columns have skipped in the epoch of the last batch.
    pub fn skipped(&self) -> u64 {
        self.done.skipped
    }

    /// The number of samples of an epoch. `None` if it is unknown: of files and callables, and if
    /// samples are chosen at random or may be skipped by their encodings.
    pub fn epoch_size(&self) -> Option<u64> {
        let Config { selection, on_unsupported, .. } = &*self.config;
        let columns = || self.config.columns.iter();
        let may_skip = *on_unsupported == OnUnsupported::Skip
            && columns().any(|(_, column)| column.may_lack_samples())
            || self.config.skips_positions();
        let are_rows = self.config.sequence().is_some();
        let is_random = selection.sample_probability < 1.0 || selection.weights.is_some();
        if is_random || may_skip || are_rows {
            return None;
        }
        let Some(Size::Games(_) | Size::Rows(_)) = self.source.size() else { return None };
        let mut blocks = self.source.open(&self.config, 0).ok()?;
        let (mut cursor, mut count) = (Cursor::default(), 0);
        while let Some(block) = blocks.next(Run::default()).ok()? {
            let order = self.config.order(0, cursor.block, &block);
            for group in order.chunks(self.config.buffer_len(&block)) {
                let samples =
                    select(&block, group, &self.config, cursor, &AtomicU64::new(0), Run::default())
                        .ok()?;
                count += samples.len() as u64;
            }
            cursor.block += 1;
        }
        Some(count)
    }

    /// Moves to another position; batches made ahead are dropped.
    pub fn seek(&mut self, cursor: Cursor) {
        self.producer = None;
        self.done = Done::default();
        self.cursor = cursor;
    }

    /// Stops the threads without waiting for them, and drops batches made ahead. [`Loader::next`]
    /// starts new threads.
    pub fn stop(&mut self) {
        self.producer = None;
        self.pool = BatchPool::default();
    }

    /// The pool to return used batches to.
    pub fn pool(&self) -> BatchPool {
        self.pool.clone()
    }

    /// Returns the next batch of the epoch, after waiting for at most `timeout`, if given. Where no
    /// thread can be started, it makes the batch itself, however long that takes.
    ///
    /// # Errors
    /// If the source fails or a sample is not supported; the position does not change.
    pub fn next(&mut self, timeout: Option<Duration>) -> Result<Next, LoadError> {
        if self.producer.take_if(|producer| !producer.is_of_this_process()).is_some() {
            self.pool = BatchPool::default();
        }
        let producer = self.producer.get_or_insert_with(|| {
            Producer::start(&self.source, &self.config, self.cursor, &self.pool)
        });
        match producer.receive(timeout) {
            Ok(Message::Batch(batch, cursor, done)) => {
                (self.cursor, self.done) = (cursor, done);
                Ok(Next::Batch(batch))
            }
            Ok(Message::End(done)) => {
                self.cursor = Cursor::epoch(self.cursor.epoch + 1);
                self.done = Done { size: 0, ..done };
                Ok(Next::End)
            }
            Ok(Message::Failed(error)) => {
                self.producer = None;
                Err(error)
            }
            Err(RecvTimeoutError::Timeout) => Ok(Next::TimedOut),
            Err(RecvTimeoutError::Disconnected) => {
                self.producer = None;
                let reason = "the loader thread ended unexpectedly".to_owned();
                Err(LoadError::Source(SourceError::Thread(reason)))
            }
        }
    }
}

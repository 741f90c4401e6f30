//! The batches of a source, one after the other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};

use super::batch::Batch;
use super::block::Block;
use super::config::Config;
use super::cursor::Cursor;
use super::error::LoadError;
use super::read_ahead::read_ahead;
use super::shuffle_buffer::ShuffleBuffer;
use super::source::{BlockSource, Blocks, Numbering};
use crate::columns::{Column, Packed};
use crate::pool::Run;

/// The part of an epoch that is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Done {
    /// The part of the source, by its size.
    pub(super) size: u64,
    /// The number of samples that columns skip.
    pub(super) skipped: u64,
}

/// A message from the producer to [`Batches::next`]: a batch with the cursor after it and what is done
/// before that, the end of the epoch, or an error.
pub(super) enum Message {
    Batch(Batch, Cursor, Done),
    End(Done),
    Failed(LoadError),
}

/// A pool of batches whose memory is reused.
#[derive(Clone, Default)]
pub struct BatchPool(Arc<Mutex<Vec<Batch>>>);

impl BatchPool {
    /// Returns a batch to the pool, if no other thread is using the pool: in a forked child, a
    /// thread of the parent may have been.
    pub fn put(&self, batch: Batch) {
        let batches = match self.0.try_lock() {
            Ok(batches) => Some(batches),
            Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        };
        if let Some(mut batches) = batches.filter(|batches| batches.len() < 8) {
            batches.push(batch);
        }
    }

    /// An empty batch, of reused memory if there is some of its size.
    fn take(&self, config: &Config) -> Result<Batch, LoadError> {
        let reused = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match reused.filter(|batch| batch.is_full_size(config)) {
            Some(batch) => Ok(batch.cleared()),
            None => Ok(Batch::new(config)?),
        }
    }
}

/// Makes the batches of all epochs from a cursor on.
pub(super) struct Batches {
    source: Arc<dyn BlockSource>,
    config: Arc<Config>,
    pool: BatchPool,
    stopped: Arc<AtomicBool>,
    cursor: Cursor,
    epoch: Option<Epoch>,
    /// The batch that is not full yet.
    batch: Option<Batch>,
    /// The memory of all shuffle buffers.
    reused: Vec<Packed>,
}

/// An epoch in progress.
struct Epoch {
    blocks: Box<dyn Blocks>,
    /// The number of the next block.
    next_block: u64,
    /// The number of games or rows before the next block.
    count: u64,
    /// The numbers of games, if a column has them.
    numbering: Numbering,
    block: Option<OpenBlock>,
    /// Whether there are no more blocks.
    is_over: bool,
    /// Whether the epoch has had no sample so far.
    is_empty: bool,
    /// The part before the end of the last shuffle buffer.
    done: Done,
}

/// A block whose samples are in progress.
struct OpenBlock {
    block: Block,
    order: Vec<usize>,
    group_len: usize,
    /// The number of games or rows before the block.
    first: u64,
    /// The part of the source before the block, and with it.
    done: [u64; 2],
    buffer: Option<ShuffleBuffer>,
}

impl OpenBlock {
    /// The games or rows of a group, those of one shuffle buffer.
    fn group(&self, number: u64) -> Option<&[usize]> {
        self.order.chunks(self.group_len).nth(usize::try_from(number).unwrap_or(usize::MAX))
    }

    /// The part of the source before a share, 0 to 1, of a group.
    fn done_before(&self, number: u64, share: f64) -> u64 {
        let len = self.group(number).map_or(0, <[usize]>::len);
        let before = number as f64 * self.group_len as f64 + share * len as f64;
        let [first, end] = self.done;
        let share = before / self.order.len().max(1) as f64;
        first + (end.saturating_sub(first) as f64 * share) as u64
    }
}

impl Batches {
    /// `stopped` makes calls return early.
    pub(super) fn new(
        source: Arc<dyn BlockSource>,
        config: Arc<Config>,
        cursor: Cursor,
        pool: BatchPool,
        stopped: Arc<AtomicBool>,
    ) -> Batches {
        let (epoch, batch, reused) = (None, None, Vec::new());
        Batches { source, config, pool, stopped, cursor, epoch, batch, reused }
    }

    /// Returns the next message; nothing follows an error. `None` if the loader was stopped or
    /// dropped.
    pub(super) fn next(&mut self) -> Option<Message> {
        let stopped = self.stopped.clone();
        let stop = || stopped.load(Ordering::Relaxed);
        let run = Run { threads: self.config.threads, stop: &stop, ..Run::default() };
        self.try_next(run).map_or_else(|error| error.map(Message::Failed), Some)
    }

    /// Returns the next message; `Err(None)` if the loader was stopped.
    fn try_next(&mut self, run: Run<'_>) -> Result<Message, Option<LoadError>> {
        loop {
            if (run.stop)() {
                return Err(None);
            }
            let Some(epoch) = &mut self.epoch else {
                self.epoch = Some(self.open(run)?);
                continue;
            };
            let Some(open) = &mut epoch.block else {
                // do not poll the source after its last block
                if epoch.is_over {
                    return Ok(self.end_epoch()?);
                }
                epoch.open_block(&self.config, &mut self.cursor, run)?;
                continue;
            };
            let number = self.cursor.buffer;
            let Some(buffer) = &open.buffer else {
                match open.group(number) {
                    Some(indices) => {
                        let memory = std::mem::take(&mut self.reused);
                        let (config, cursor) = (&self.config, self.cursor);
                        let game_number = |game| epoch.numbering.number(open.first + game as u64);
                        let filled = ShuffleBuffer::fill(
                            &open.block,
                            indices,
                            config,
                            cursor,
                            game_number,
                            memory,
                            run,
                        )?;
                        epoch.is_empty &= filled.is_empty();
                        epoch.done.size = open.done_before(number, 1.0);
                        epoch.done.skipped += filled.skipped;
                        open.buffer = Some(filled);
                    }
                    None => epoch.block = None,
                }
                continue;
            };
            let mut offset = usize::try_from(self.cursor.offset).unwrap_or(usize::MAX);
            offset = offset.min(buffer.len());
            while offset < buffer.len() {
                let batch = match &mut self.batch {
                    Some(batch) => batch,
                    None => self.batch.insert(self.pool.take(&self.config)?),
                };
                let count = batch.missing().min(buffer.len() - offset);
                batch.fill(&self.config, buffer, offset..offset + count, run).map_err(|_| None)?;
                offset += count;
                self.cursor.offset = offset as u64;
                if let Some(full) = self.batch.take_if(|batch| batch.missing() == 0) {
                    let share = offset as f64 / buffer.len() as f64;
                    let size = open.done_before(number, share);
                    let done = Done { size, ..epoch.done };
                    return Ok(Message::Batch(full, self.cursor, done));
                }
            }
            self.reused = open.buffer.take().map(|buffer| buffer.columns).unwrap_or_default();
            self.cursor = Cursor { buffer: number + 1, offset: 0, ..self.cursor };
        }
    }

    /// Opens the source for the epoch of the cursor.
    fn open(&self, run: Run<'_>) -> Result<Epoch, LoadError> {
        let (config, epoch) = (&*self.config, self.cursor.epoch);
        let mut numbering = Numbering::default();
        if config.columns.iter().any(|(_, column)| *column == Column::Game) {
            numbering = self.source.numbering(config, epoch, run).map_err(LoadError::Source)?;
        }
        let mut blocks = self.source.open(config, epoch).map_err(LoadError::Source)?;
        if self.source.needs_read_ahead() {
            blocks = read_ahead(blocks, config.threads, &self.stopped);
        }
        let is_empty = self.cursor == Cursor::epoch(epoch);
        let (next_block, count, block, is_over, done) = (0, 0, None, false, Done::default());
        Ok(Epoch { blocks, next_block, count, numbering, block, is_over, is_empty, done })
    }

    /// Returns the last batch of the epoch, and after it the end.
    fn end_epoch(&mut self) -> Result<Message, LoadError> {
        if self.epoch.as_ref().is_some_and(|epoch| epoch.is_empty) {
            return Err(LoadError::Empty);
        }
        let done = self.epoch.as_ref().map_or_else(Done::default, |epoch| epoch.done);
        match self.batch.take() {
            Some(batch) if batch.filled() > 0 && !self.config.drop_last => {
                Ok(Message::Batch(batch.truncated(), self.cursor, done))
            }
            _ => {
                self.epoch = None;
                self.cursor = Cursor::epoch(self.cursor.epoch + 1);
                Ok(Message::End(done))
            }
        }
    }
}

impl Epoch {
    /// Reads the next block, and opens it unless it is before that of the cursor.
    fn open_block(
        &mut self,
        config: &Config,
        cursor: &mut Cursor,
        run: Run<'_>,
    ) -> Result<(), LoadError> {
        let before = self.blocks.done();
        let Some(block) = self.blocks.next(run).map_err(LoadError::Source)? else {
            self.is_over = true;
            return Ok(());
        };
        let (number, first) = (self.next_block, self.count);
        self.next_block += 1;
        self.count += block.len() as u64;
        if number >= cursor.block {
            if number > cursor.block {
                *cursor = Cursor { epoch: cursor.epoch, block: number, buffer: 0, offset: 0 };
            }
            let order = config.order(cursor.epoch, number, &block);
            let group_len = config.buffer_len(&block);
            let done = [before, self.blocks.done()];
            self.block = Some(OpenBlock { block, order, group_len, first, done, buffer: None });
        }
        Ok(())
    }
}

//! The thread that makes batches.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::Duration;

use super::batch::Batch;
use super::config::Config;
use super::cursor::Cursor;
use super::error::LoadError;
use super::read_ahead::ReadAhead;
use super::shuffle_buffer::ShuffleBuffer;
use super::source::BlockSource;
use super::thread;
use crate::columns::Packed;
use crate::pool::{Interrupted, Run};

/// A message of the thread: a batch with the cursor after it and the part of the source before that,
/// the end of the epoch, or an error.
pub(super) enum Message {
    Batch(Batch, Cursor, u64),
    End,
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

    fn take(&self) -> Option<Batch> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }
}

impl fmt::Debug for BatchPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchPool").finish_non_exhaustive()
    }
}

/// The thread that makes batches, and the channel of its messages.
pub(super) struct Producer {
    /// `None` only during `drop`.
    messages: Option<Receiver<Message>>,
    /// Makes the thread stop.
    stopped: Arc<AtomicBool>,
    /// The process that the thread belongs to.
    process: u32,
}

impl Producer {
    /// Starts the thread at a cursor.
    pub(super) fn start(
        source: &Arc<dyn BlockSource>,
        config: &Arc<Config>,
        cursor: Cursor,
        pool: &BatchPool,
    ) -> Producer {
        let (sender, messages) = sync_channel(config.prefetch);
        let stopped = Arc::new(AtomicBool::new(false));
        let worker = Worker {
            source: source.clone(),
            config: config.clone(),
            pool: pool.clone(),
            stopped: stopped.clone(),
            sender,
        };
        let messages = match thread::start("enroque-loader", move || worker.epochs(cursor)) {
            Ok(()) => messages,
            Err(error) => {
                let (sender, messages) = sync_channel(1);
                let _ = sender.send(Message::Failed(LoadError::Source(error)));
                messages
            }
        };
        Producer { messages: Some(messages), stopped, process: std::process::id() }
    }

    /// Whether the thread belongs to this process, which may be a forked child.
    pub(super) fn is_of_this_process(&self) -> bool {
        self.process == std::process::id()
    }

    /// Receives the next message; without `timeout`, waits for it as long as needed.
    pub(super) fn receive(&self, timeout: Option<Duration>) -> Result<Message, RecvTimeoutError> {
        match (&self.messages, timeout) {
            (None, _) => Err(RecvTimeoutError::Disconnected),
            (Some(messages), None) => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
            (Some(messages), Some(timeout)) => messages.recv_timeout(timeout),
        }
    }
}

impl Drop for Producer {
    /// Makes the thread stop without waiting for it, since it may be in the middle of a shuffle buffer. A
    /// forked child has no such thread, which may have held the channel's locks, so it leaks the
    /// channel.
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        if !self.is_of_this_process() {
            std::mem::forget(self.messages.take());
        }
    }
}

/// The state of the thread.
struct Worker {
    source: Arc<dyn BlockSource>,
    config: Arc<Config>,
    pool: BatchPool,
    stopped: Arc<AtomicBool>,
    sender: SyncSender<Message>,
}

/// The loader was stopped or dropped, or the error has been sent.
struct Stopped;

impl From<Interrupted> for Stopped {
    fn from(_: Interrupted) -> Stopped {
        Stopped
    }
}

impl Worker {
    /// Makes the batches of all epochs from a cursor on.
    fn epochs(&self, mut cursor: Cursor) {
        let mut reused = Vec::new();
        while self.epoch(cursor, &mut reused) {
            cursor = Cursor::epoch(cursor.epoch + 1);
        }
    }

    /// Makes the batches of an epoch from a cursor on, and returns whether to continue with the
    /// next epoch. `reused` is the memory of all shuffle buffers.
    fn epoch(&self, from: Cursor, reused: &mut Vec<Packed>) -> bool {
        match self.try_epoch(from, reused) {
            Ok(()) => self.send(Message::End).is_ok(),
            Err(Stopped) => false,
        }
    }

    fn send(&self, message: Message) -> Result<(), Stopped> {
        self.sender.send(message).map_err(|_| Stopped)
    }

    fn fail(&self, error: LoadError) -> Stopped {
        let _ = self.send(Message::Failed(error));
        Stopped
    }

    fn try_epoch(&self, from: Cursor, reused: &mut Vec<Packed>) -> Result<(), Stopped> {
        let config = &*self.config;
        let stop = || self.stopped.load(Ordering::Relaxed);
        let run = Run { threads: config.threads, stop: &stop, ..Run::default() };
        let mut blocks = self
            .source
            .open(config, from.epoch)
            .map_err(|error| self.fail(LoadError::Source(error)))?;
        if self.source.needs_read_ahead() {
            blocks = Box::new(ReadAhead::start(blocks, config.threads, self.stopped.clone()));
        }
        let mut batch: Option<Batch> = None;
        let (mut cursor, mut is_empty) = (from, from == Cursor::epoch(from.epoch));
        let mut done = 0;
        for block in 0.. {
            if stop() {
                return Err(Stopped);
            }
            let before = blocks.done();
            let current = match blocks.next(run) {
                Ok(Some(block)) => block,
                Ok(None) => break,
                Err(error) => return Err(self.fail(LoadError::Source(error))),
            };
            if block < from.block {
                continue;
            }
            if block > from.block {
                cursor = Cursor { epoch: from.epoch, block, buffer: 0, offset: 0 };
            }
            let order = config.order(from.epoch, block, &current);
            // the part of the source before a game or row of the block
            let done_before = |index: f64| {
                let part = index / order.len().max(1) as f64;
                before + (blocks.done().saturating_sub(before) as f64 * part) as u64
            };
            let group_len = config.buffer_len(&current);
            let groups = order.chunks(group_len);
            for (number, indices) in groups.enumerate().skip(cursor.buffer as usize) {
                let number = number as u64;
                if number > cursor.buffer {
                    cursor = Cursor { buffer: number, offset: 0, ..cursor };
                }
                let memory = std::mem::take(reused);
                let buffer = ShuffleBuffer::fill(&current, indices, config, cursor, memory, run)
                    .map_err(|error| self.buffer_failed(error))?;
                is_empty &= buffer.is_empty();
                let first = (number as usize * group_len) as f64;
                done = done_before(first + indices.len() as f64);
                let done_at = |part: f64| done_before(first + part * indices.len() as f64);
                self.send_batches(&buffer, &mut cursor, &mut batch, run, done_at)?;
                *reused = buffer.columns;
                cursor = Cursor { buffer: number + 1, offset: 0, ..cursor };
            }
        }
        if is_empty {
            return Err(self.fail(LoadError::Empty));
        }
        match batch.filter(|batch| batch.filled() > 0 && !config.drop_last) {
            Some(batch) => self.send(Message::Batch(batch.truncated(), cursor, done)),
            None => Ok(()),
        }
    }

    fn buffer_failed(&self, error: Option<LoadError>) -> Stopped {
        error.map_or(Stopped, |error| self.fail(error))
    }

    /// Fills batches with the samples of a shuffle buffer and sends the full ones. `done_at` returns the
    /// part of the source before a part of the buffer, 0 to 1.
    fn send_batches(
        &self,
        buffer: &ShuffleBuffer,
        cursor: &mut Cursor,
        batch: &mut Option<Batch>,
        run: Run<'_>,
        done_at: impl Fn(f64) -> u64,
    ) -> Result<(), Stopped> {
        let config = &*self.config;
        let mut offset = (cursor.offset as usize).min(buffer.len());
        while offset < buffer.len() {
            let current = match batch {
                Some(batch) => batch,
                None => {
                    let reused = self.pool.take().filter(|batch| batch.is_full_size(config));
                    let next = reused.map_or_else(|| Batch::new(config), |b| Ok(b.cleared()));
                    batch.insert(next.map_err(|error| self.fail(error.into()))?)
                }
            };
            let count = current.missing().min(buffer.len() - offset);
            current.fill(config, buffer, offset..offset + count, run)?;
            offset += count;
            cursor.offset = offset as u64;
            if current.missing() == 0
                && let Some(full) = batch.take()
            {
                let done = done_at(offset as f64 / buffer.len() as f64);
                self.send(Message::Batch(full, *cursor, done))?;
            }
        }
        Ok(())
    }
}

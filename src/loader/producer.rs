//! The thread that makes batches.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::batches::{BatchPool, Batches, Message};
use super::config::Config;
use super::cursor::Cursor;
use super::source::BlockSource;
use super::thread;

/// Batches made ahead by a thread, or on demand where no thread can be started.
pub(super) struct Producer {
    /// `None` only during `drop`.
    messages: Option<Messages>,
    /// Makes the thread stop.
    stopped: Arc<AtomicBool>,
    /// The process that the thread belongs to.
    process: u32,
}

enum Messages {
    OfThread(Receiver<Message>),
    OnDemand(Box<Mutex<Batches>>),
}

impl Producer {
    /// Starts at a cursor.
    pub(super) fn start(
        source: &Arc<dyn BlockSource>,
        config: &Arc<Config>,
        cursor: Cursor,
        pool: &BatchPool,
    ) -> Producer {
        let stopped = Arc::new(AtomicBool::new(false));
        let batches = || {
            let (source, config) = (source.clone(), config.clone());
            Batches::new(source, config, cursor, pool.clone(), stopped.clone())
        };
        let (sender, messages) = sync_channel(config.prefetch);
        let mut ahead = batches();
        let make = move || {
            while let Some(message) = ahead.next() {
                let is_last = matches!(message, Message::Failed(_));
                if sender.send(message).is_err() || is_last {
                    break;
                }
            }
        };
        let messages = if thread::start("enroque-loader", make) {
            Messages::OfThread(messages)
        } else {
            Messages::OnDemand(Box::new(Mutex::new(batches())))
        };
        Producer { messages: Some(messages), stopped, process: std::process::id() }
    }

    /// Whether the thread belongs to this process, which may be a forked child.
    pub(super) fn is_of_this_process(&self) -> bool {
        self.process == std::process::id()
    }

    /// Receives the next message; without `timeout`, waits for it as long as needed, and without a
    /// thread in any case.
    pub(super) fn receive(&self, timeout: Option<Duration>) -> Result<Message, RecvTimeoutError> {
        let disconnected = RecvTimeoutError::Disconnected;
        match (&self.messages, timeout) {
            (None, _) => Err(disconnected),
            (Some(Messages::OfThread(messages)), None) => messages.recv().map_err(|_| disconnected),
            (Some(Messages::OfThread(messages)), Some(timeout)) => messages.recv_timeout(timeout),
            (Some(Messages::OnDemand(batches)), _) => {
                let mut batches = batches.lock().unwrap_or_else(PoisonError::into_inner);
                batches.next().ok_or(disconnected)
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::{Column, ElementsMut};
    use crate::games::Games;
    use crate::loader::{Batch, Block, Blocks, SourceError};
    use crate::pool::Run;

    /// Two blocks, read by another thread where one can be started, and polled once after the last
    /// block.
    struct TwoBlocks;

    impl BlockSource for TwoBlocks {
        fn open(&self, _: &Config, _: u64) -> Result<Box<dyn Blocks>, SourceError> {
            let of = |text: &[u8]| Block::from(Games::from_pgn_text("text", text));
            let first = of(b"1. e4 e5 2. Nf3 Nc6 * 1. d4 * 1. c4 c5 2. Nc3 1-0");
            Ok(Box::new(vec![None, Some(of(b"1. e4 c5 2. Nf3 d6 3. d4 *")), Some(first)]))
        }

        fn needs_read_ahead(&self) -> bool {
            true
        }

        fn describe(&self) -> String {
            "two blocks".to_owned()
        }
    }

    impl Blocks for Vec<Option<Block>> {
        fn next(&mut self, _: Run<'_>) -> Result<Option<Block>, SourceError> {
            self.pop().ok_or_else(|| SourceError::Thread("asked after the end".to_owned()))
        }

        fn done(&self) -> u64 {
            3 - self.len() as u64
        }
    }

    fn plies(batch: &mut Batch) -> Vec<i32> {
        let count = batch.len();
        match batch.arrays_mut().next().unwrap().array.elements_mut() {
            ElementsMut::Int32(plies) => plies[..count].to_vec(),
            _ => panic!("plies are int32"),
        }
    }

    #[test]
    fn batches_on_demand_are_those_of_a_thread() {
        let source: Arc<dyn BlockSource> = Arc::new(TwoBlocks);
        let columns = vec![("ply".to_owned(), Column::Ply)];
        let config = Config { batch_size: 4, shuffle_games: 2, columns, ..Config::default() };
        for drop_last in [false, true] {
            let config = Arc::new(Config { drop_last, ..config.clone() });
            let (mut cursors, mut sizes) = (vec![Cursor::default()], Vec::new());
            while let Some(&cursor) = cursors.get(sizes.len()) {
                let thread = Producer::start(&source, &config, cursor, &BatchPool::default());
                assert!(matches!(thread.messages, Some(Messages::OfThread(_))));
                let (pool, stopped) = (BatchPool::default(), Arc::new(AtomicBool::new(false)));
                let (source, config) = (source.clone(), config.clone());
                let batches = Batches::new(source, config, cursor, pool, stopped.clone());
                let messages = Some(Messages::OnDemand(Box::new(Mutex::new(batches))));
                let on_demand = Producer { messages, stopped, process: std::process::id() };
                let mut size = 0;
                for _epoch in 0..2 {
                    while let Message::Batch(mut batch, after, done) = thread.receive(None).unwrap()
                    {
                        let other = on_demand.receive(Some(Duration::ZERO)).unwrap();
                        let Message::Batch(mut other, other_after, other_done) = other else {
                            panic!("the epoch ended early");
                        };
                        assert_eq!(plies(&mut batch), plies(&mut other));
                        assert_eq!((after, done), (other_after, other_done));
                        size += batch.len();
                        if after.epoch == 0 && !cursors.contains(&after) {
                            cursors.push(after);
                        }
                    }
                    assert!(matches!(on_demand.receive(None).unwrap(), Message::End(_)));
                }
                sizes.push(size);
            }
            // two epochs of 13 positions
            assert_eq!(sizes[0], if drop_last { 24 } else { 26 });
            assert!(sizes.len() >= 4, "{sizes:?}"); // from the middle of an epoch too
        }
    }
}

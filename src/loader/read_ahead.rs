//! Reading blocks ahead, on another thread.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};

use super::block::Block;
use super::error::SourceError;
use super::source::Blocks;
use super::thread;
use crate::pool::Run;

/// A block, if the source has another, and the part of the source that has been read.
type ReadBlock = (Result<Option<Block>, SourceError>, u64);

/// The blocks of a source, read by another thread: one block ahead, so that memory stays bounded.
pub(super) struct ReadAhead {
    receiver: Receiver<ReadBlock>,
    done: u64,
}

impl ReadAhead {
    /// Starts the thread. It ends after the last block, or soon after `stopped` is set or the
    /// receiver is dropped. If the thread cannot be started, `next` returns an error.
    pub(super) fn start(
        mut blocks: Box<dyn Blocks>,
        threads: Option<NonZeroUsize>,
        stopped: Arc<AtomicBool>,
    ) -> ReadAhead {
        // without capacity: the thread holds one block until it is received
        let (sender, receiver) = sync_channel(0);
        let read = move || {
            let stop = || stopped.load(Ordering::Relaxed);
            loop {
                let run = Run { threads, stop: &stop, ..Run::default() };
                let next = blocks.next(run);
                let is_last = !matches!(next, Ok(Some(_)));
                if sender.send((next, blocks.done())).is_err() || is_last {
                    break;
                }
            }
        };
        let receiver = match thread::start("enroque-reader", read) {
            Ok(()) => receiver,
            Err(error) => {
                let (sender, receiver) = sync_channel(1);
                let _ = sender.send((Err(error), 0));
                receiver
            }
        };
        ReadAhead { receiver, done: 0 }
    }
}

impl Blocks for ReadAhead {
    fn next(&mut self, _: Run<'_>) -> Result<Option<Block>, SourceError> {
        let ended = || SourceError::Thread("the reader thread ended unexpectedly".to_owned());
        let (next, done) = self.receiver.recv().unwrap_or_else(|_| (Err(ended()), self.done));
        self.done = done;
        next
    }

    fn done(&self) -> u64 {
        self.done
    }
}

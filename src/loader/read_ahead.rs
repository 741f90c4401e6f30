//! Reading blocks ahead, on another thread.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use super::block::Block;
use super::error::SourceError;
use super::source::Blocks;
use super::thread;
use crate::pool::Run;

/// A block, if the source has another, and the part of the source that has been read.
type ReadBlock = (Result<Option<Block>, SourceError>, u64);

/// The blocks of a source, read by another thread: one block ahead, so that memory stays bounded.
struct ReadAhead {
    receiver: Receiver<ReadBlock>,
    done: u64,
}

/// Starts a thread that reads blocks. It ends after the last block, or soon after `stopped` is set
/// or the result is dropped. Where no thread can be started, returns the blocks unchanged.
pub(super) fn read_ahead(
    blocks: Box<dyn Blocks>,
    threads: Option<NonZeroUsize>,
    stopped: &Arc<AtomicBool>,
) -> Box<dyn Blocks> {
    let shared = Arc::new(Mutex::new(Some(blocks)));
    let (of_thread, stopped) = (shared.clone(), stopped.clone());
    // without capacity: the thread holds one block until it is received
    let (sender, receiver) = sync_channel(0);
    let read = move || {
        let Some(mut blocks) = of_thread.lock().unwrap_or_else(PoisonError::into_inner).take()
        else {
            return;
        };
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
    if thread::start("enroque-reader", read) {
        return Box::new(ReadAhead { receiver, done: 0 });
    }
    let unread = shared.lock().unwrap_or_else(PoisonError::into_inner).take();
    unread.unwrap_or_else(|| Box::new(ReadAhead { receiver, done: 0 })) // never: no thread took them
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

//! Reading blocks ahead, on another thread.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};

use super::error::SourceError;
use super::source::Blocks;
use crate::games::Games;
use crate::pool::Run;

/// The blocks of a source, read by another thread: one block ahead, so that memory stays bounded.
pub(super) struct ReadAhead {
    receiver: Receiver<(Result<Option<Arc<Games>>, SourceError>, u64)>,
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
                let next = blocks.next(Run { threads, stop: &stop, ..Run::default() });
                let is_last = !matches!(next, Ok(Some(_)));
                if sender.send((next, blocks.done())).is_err() || is_last {
                    break;
                }
            }
        };
        let _ = std::thread::Builder::new().name("enroque-reader".to_owned()).spawn(read);
        ReadAhead { receiver, done: 0 }
    }
}

impl Blocks for ReadAhead {
    fn next(&mut self, _: Run<'_>) -> Result<Option<Arc<Games>>, SourceError> {
        let ended = || SourceError::Other("the reader thread ended unexpectedly".to_owned());
        let (next, done) = self.receiver.recv().unwrap_or_else(|_| (Err(ended()), self.done));
        self.done = done;
        next
    }

    fn done(&self) -> u64 {
        self.done
    }
}

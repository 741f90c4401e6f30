//! Blocks that are read while the one before is worked on.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};

use super::{Blocks, SourceError};
use crate::games::Games;
use crate::pool::Run;

/// The blocks of a source, of which a thread reads the next one meanwhile: one, so that memory stays
/// bounded.
pub(super) struct Ahead(Receiver<Result<Option<Arc<Games>>, SourceError>>);

impl Ahead {
    /// Starts the thread, which ends with the blocks, or soon after `stopped` is set or nobody wants
    /// another. Without a thread there are no blocks, and the caller is told.
    pub(super) fn start(
        mut blocks: Box<dyn Blocks>,
        threads: Option<NonZeroUsize>,
        stopped: Arc<AtomicBool>,
    ) -> Ahead {
        // no room: the thread holds one block until it is wanted
        let (sender, blocks_read) = sync_channel(0);
        let read = move || {
            let stop = || stopped.load(Ordering::Relaxed);
            loop {
                let next = blocks.next(Run { threads, stop: &stop });
                let is_last = !matches!(next, Ok(Some(_)));
                if sender.send(next).is_err() || is_last {
                    break;
                }
            }
        };
        let _ = std::thread::Builder::new().name("enroque-reader".to_owned()).spawn(read);
        Ahead(blocks_read)
    }
}

impl Blocks for Ahead {
    fn next(&mut self, _: Run<'_>) -> Result<Option<Arc<Games>>, SourceError> {
        let died = || SourceError::Other("the thread that reads has died".to_owned());
        self.0.recv().unwrap_or_else(|_| Err(died()))
    }
}

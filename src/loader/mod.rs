//! Games to shuffled batches, on threads of its own: what feeds a training run.
//!
//! A [`Loader`] takes games from a [`Source`] a block at a time, puts the games of a block in an order
//! of its own, and mixes the samples (positions) of so many games at once: a window. The samples of
//! a window are encoded in a compact form while their games are played through once, in parallel, and
//! batches are gathered from there. What comes out depends on the [`Config`] and the source alone, not
//! on threads or time, and a [`Place`] says where one is, so that a run may go on where another
//! stopped.

mod read_ahead;
mod batch;
mod config;
mod source;
mod weights;
mod window;

pub use batch::{Batch, Column};
pub use config::{Config, ConfigError, Fields, OnUnsupported, PlanesForm, Selection};
pub use source::{
    Blocks, PgnFiles, SkippedFile, Source, SourceError, TrainerFiles, describe_files,
};
pub use weights::Weights;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::batch::BatchError;
use crate::games::Games;
use crate::pool::{Interrupted, Run};
use read_ahead::Ahead;
use window::{Store, Window};

/// Where a loader is: before the sample `offset` of a window of a block of an epoch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Place {
    /// How often the source has been gone through.
    pub epoch: u64,
    /// The block of the source, from 0.
    pub block: u64,
    /// The window of the block, from 0.
    pub window: u64,
    /// The sample of the window, from 0.
    pub offset: u64,
}

impl Place {
    /// The first sample of an epoch.
    pub fn epoch(epoch: u64) -> Place {
        Place { epoch, ..Place::default() }
    }
}

/// Why there are no more batches, if not because the epoch is over.
#[derive(Debug)]
pub enum LoadError {
    /// The source says so.
    Source(SourceError),
    /// A sample cannot be written as asked; the game counts from 0 in its block.
    Sample {
        /// The block of the source, from 0.
        block: u64,
        /// The game in the block.
        game: u64,
        /// The ply in the game.
        ply: u32,
        /// What is wrong.
        reason: String,
    },
    /// The whole epoch has not a single sample.
    Empty,
}

impl LoadError {
    fn other(reason: String) -> LoadError {
        LoadError::Source(SourceError::Other(reason))
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Source(error) => error.fmt(f),
            LoadError::Sample { block, game, ply, reason } => {
                write!(f, "block {block}, game {game}, ply {ply}: {reason}")
            }
            LoadError::Empty => f.write_str(
                "the source has not one position that is wanted: no games, or a selection that none \
                 passes",
            ),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<BatchError> for LoadError {
    fn from(error: BatchError) -> LoadError {
        LoadError::other(error.to_string())
    }
}

/// What the thread sends: a batch with the place after it, the end of the epoch, or what went wrong.
enum Message {
    Batch(Batch, Place),
    End,
    Failed(LoadError),
}

/// What [`Loader::next`] gives.
#[derive(Debug)]
pub enum Next {
    /// A batch.
    Batch(Batch),
    /// The epoch is over; the next call begins the next one.
    End,
    /// The wait was over before there was a batch.
    Waiting,
}

/// Memory of batches that were given back, to be filled again.
#[derive(Clone, Default)]
pub struct Recycler(Arc<Mutex<Vec<Batch>>>);

impl Recycler {
    /// Takes a batch back.
    pub fn put(&self, batch: Batch) {
        let mut spare = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.len() < 8 {
            spare.push(batch);
        }
    }

    fn take(&self) -> Option<Batch> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }
}

impl fmt::Debug for Recycler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recycler").finish_non_exhaustive()
    }
}

/// The thread that makes batches.
struct Producer {
    /// Only ever `None` while it is dropped.
    messages: Option<Receiver<Message>>,
    /// Set when nobody wants more.
    stopped: Arc<AtomicBool>,
    /// The process that the thread belongs to.
    process: u32,
}

/// Shuffled batches of a source's positions, epoch after epoch.
///
/// ```
/// use std::sync::Arc;
/// use enroque::games::Games;
/// use enroque::loader::{Config, Fields, Loader, Next};
/// let games = Games::from_pgn_text("text", b"1. e4 e5 2. Nf3 * 1. d4 *");
/// let fields = Fields { positions: true, ..Fields::default() };
/// let config = Config { batch_size: 3, fields, ..Config::default() };
/// let mut loader = Loader::new(Arc::new(Arc::new(games)), config).unwrap();
/// let mut sizes = Vec::new();
/// while let Next::Batch(batch) = loader.next(None).unwrap() {
///     sizes.push(batch.len());
/// }
/// assert_eq!(sizes, [3, 1]);
/// ```
pub struct Loader {
    source: Arc<dyn Source>,
    config: Arc<Config>,
    place: Place,
    producer: Option<Producer>,
    recycler: Recycler,
}

impl Loader {
    /// A loader before the first epoch. Nothing is read yet.
    ///
    /// # Errors
    /// When the configuration makes no sense.
    pub fn new(source: Arc<dyn Source>, config: Config) -> Result<Loader, ConfigError> {
        config.check()?;
        let (place, recycler) = (Place::default(), Recycler::default());
        Ok(Loader { source, config: Arc::new(config), place, producer: None, recycler })
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Where the games come from.
    pub fn source(&self) -> &dyn Source {
        &*self.source
    }

    /// Where the next batch begins.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Goes on from another place; what was made ahead is thrown away.
    pub fn go_to(&mut self, place: Place) {
        self.producer = None;
        self.place = place;
    }

    /// Stops the threads, which end soon after: nobody waits for them. What was made ahead is thrown away;
    /// [`Loader::next`] would start them again.
    pub fn stop(&mut self) {
        self.producer = None;
        self.recycler = Recycler::default();
    }

    /// Where used batches go.
    pub fn recycler(&self) -> Recycler {
        self.recycler.clone()
    }

    /// The next batch of the epoch. Waits for it, but not longer than `patience` if there is one.
    ///
    /// # Errors
    /// When the source fails or a sample cannot be written; the loader stays where it was.
    pub fn next(&mut self, patience: Option<Duration>) -> Result<Next, LoadError> {
        let process = std::process::id();
        if self.producer.take_if(|producer| producer.process != process).is_some() {
            self.recycler = Recycler::default();
        }
        let producer = self.producer.get_or_insert_with(|| {
            start(&self.source, &self.config, self.place, &self.recycler, process)
        });
        let message = match (&producer.messages, patience) {
            (None, _) => Err(RecvTimeoutError::Disconnected),
            (Some(messages), None) => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
            (Some(messages), Some(patience)) => messages.recv_timeout(patience),
        };
        match message {
            Ok(Message::Batch(batch, place)) => {
                self.place = place;
                Ok(Next::Batch(batch))
            }
            Ok(Message::End) => {
                self.place = Place::epoch(self.place.epoch + 1);
                Ok(Next::End)
            }
            Ok(Message::Failed(error)) => {
                self.producer = None;
                Err(error)
            }
            Err(RecvTimeoutError::Timeout) => Ok(Next::Waiting),
            Err(RecvTimeoutError::Disconnected) => {
                self.producer = None;
                Err(LoadError::other("the thread that makes batches has died".to_owned()))
            }
        }
    }
}

impl fmt::Debug for Loader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loader").field("place", &self.place).finish_non_exhaustive()
    }
}

impl Drop for Producer {
    /// The thread is told, and not waited for: it may be in the middle of a window. A forked child has the
    /// producer's memory, but not its thread, which may have held the channel's locks: it is left as it is.
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        if self.process != std::process::id() {
            std::mem::forget(self.messages.take());
        }
    }
}

/// Starts the thread that makes batches, epoch after epoch, from a place on.
fn start(
    source: &Arc<dyn Source>,
    config: &Arc<Config>,
    place: Place,
    recycler: &Recycler,
    process: u32,
) -> Producer {
    let (sender, messages) = sync_channel(config.prefetch);
    let stopped = Arc::new(AtomicBool::new(false));
    let worker = Worker {
        source: source.clone(),
        config: config.clone(),
        recycler: recycler.clone(),
        stopped: stopped.clone(),
        sender,
    };
    // without a thread, the channel is closed and the caller is told
    let _ = std::thread::Builder::new().name("enroque-loader".to_owned()).spawn(move || {
        let (mut place, mut store) = (place, Store::default());
        while worker.epoch(place, &mut store) {
            place = Place::epoch(place.epoch + 1);
        }
    });
    Producer { messages: Some(messages), stopped, process }
}

/// What the thread knows.
struct Worker {
    source: Arc<dyn Source>,
    config: Arc<Config>,
    recycler: Recycler,
    stopped: Arc<AtomicBool>,
    sender: SyncSender<Message>,
}

/// Nobody wants more, or something went wrong and has been said.
struct Over;

impl From<Interrupted> for Over {
    fn from(_: Interrupted) -> Over {
        Over
    }
}

impl Worker {
    /// Makes the batches of an epoch from a place on, its windows in the memory of those before;
    /// whether to go on with the next epoch.
    fn epoch(&self, from: Place, store: &mut Store) -> bool {
        match self.try_epoch(from, store) {
            Ok(()) => self.send(Message::End).is_ok(),
            Err(Over) => false,
        }
    }

    fn send(&self, message: Message) -> Result<(), Over> {
        self.sender.send(message).map_err(|_| Over)
    }

    fn fail(&self, error: LoadError) -> Over {
        let _ = self.send(Message::Failed(error));
        Over
    }

    fn try_epoch(&self, from: Place, store: &mut Store) -> Result<(), Over> {
        let config = &*self.config;
        let stop = || self.stopped.load(Ordering::Relaxed);
        let run = Run { threads: config.threads, stop: &stop };
        let mut blocks = self
            .source
            .open(config, from.epoch)
            .map_err(|error| self.fail(LoadError::Source(error)))?;
        if self.source.is_read_ahead() {
            blocks = Box::new(Ahead::start(blocks, config.threads, self.stopped.clone()));
        }
        let mut batch: Option<Batch> = None;
        let (mut place, mut is_empty) = (from, from == Place::epoch(from.epoch));
        for block in 0.. {
            if stop() {
                return Err(Over);
            }
            let games = match blocks.next(run) {
                Ok(Some(games)) => games,
                Ok(None) => break,
                Err(error) => return Err(self.fail(LoadError::Source(error))),
            };
            if block < from.block {
                continue;
            }
            if block > from.block {
                place = Place { epoch: from.epoch, block, window: 0, offset: 0 };
            }
            let order = config.order(from.epoch, block, games.len());
            let windows = order.chunks(config.window_games());
            for (number, chosen) in windows.enumerate().skip(place.window as usize) {
                let number = number as u64;
                if number > place.window {
                    place = Place { window: number, offset: 0, ..place };
                }
                let spare = std::mem::take(store);
                let window = Window::encode(&games, chosen, config, place, spare, run)
                    .map_err(|error| self.window_failed(error))?;
                is_empty &= window.is_empty();
                self.deliver(&window, &mut place, &mut batch, run)?;
                *store = window.store;
                place = Place { window: number + 1, offset: 0, ..place };
            }
        }
        if is_empty {
            return Err(self.fail(LoadError::Empty));
        }
        match batch.filter(|batch| batch.filled() > 0 && !config.drop_last) {
            Some(batch) => self.send(Message::Batch(batch.truncated(), place)),
            None => Ok(()),
        }
    }

    fn window_failed(&self, error: Option<LoadError>) -> Over {
        error.map_or(Over, |error| self.fail(error))
    }

    /// Fills batches with the samples of a window and sends those that are full.
    fn deliver(
        &self,
        window: &Window,
        place: &mut Place,
        batch: &mut Option<Batch>,
        run: Run<'_>,
    ) -> Result<(), Over> {
        let config = &*self.config;
        let mut at = (place.offset as usize).min(window.len());
        while at < window.len() {
            let current = batch.get_or_insert_with(|| {
                let spare = self.recycler.take().filter(|spare| spare.is_whole(config));
                spare.map_or_else(|| Batch::new(config), Batch::emptied)
            });
            let count = current.room().min(window.len() - at);
            current.fill(config, window, at..at + count, run)?;
            at += count;
            place.offset = at as u64;
            if current.room() == 0
                && let Some(full) = batch.take()
            {
                self.send(Message::Batch(full, *place))?;
            }
        }
        Ok(())
    }
}

/// Games in memory are a source of one block.
impl Source for Arc<Games> {
    fn open(&self, _: &Config, _: u64) -> Result<Box<dyn Blocks>, SourceError> {
        Ok(Box::new(source::Once(Some(self.clone()))))
    }

    fn describe(&self) -> String {
        format!("{} games of {} moves", self.len(), self.moves().len())
    }
}

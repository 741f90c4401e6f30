//! Reading PGN into columns: what may be asked for, and the calls.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::errors::GameError;
use super::feed::Feed;
use super::filter::Filter;
use super::join::Joiner;
use super::source::Source;
use super::store::Games;
use crate::pgn::{DEFAULT_MAX_GAME_BYTES, Dialect};
use crate::pool::Run;

/// How games are read.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'a> {
    /// Threads, and whether to stop; asked every few milliseconds on the calling thread.
    pub run: Run<'a>,
    /// A game whose text is longer than this is broken.
    pub max_game_bytes: usize,
    /// Text that is read at once, in bytes; at least two such amounts are in memory. `None`: a
    /// megabyte for each thread, at least four for several.
    pub batch_bytes: Option<usize>,
    /// Which games are wanted; of those that their tags refuse no move is read.
    pub filter: Option<&'a Filter>,
    /// How the text is written.
    pub dialect: Dialect,
    /// Whether the first fault ends the call: what breaks a game or a source, and what would be
    /// forgiven with a warning.
    pub strict: bool,
}

impl Default for ReadOptions<'_> {
    /// All threads, no stopping, games of at most [`DEFAULT_MAX_GAME_BYTES`].
    fn default() -> Self {
        ReadOptions {
            run: Run::default(),
            max_game_bytes: DEFAULT_MAX_GAME_BYTES,
            batch_bytes: None,
            filter: None,
            dialect: Dialect::default(),
            strict: false,
        }
    }
}

/// After so small a part of the sources it is told how many games there are in all.
const ENOUGH_TO_TELL: u64 = 16;

/// How far reading has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Bytes read, before decompression.
    pub bytes: u64,
    /// Bytes of all sources together; `None` if one of them is a stream.
    pub total: Option<u64>,
    /// Games read.
    pub games: u64,
}

/// Nothing could be read, or the caller wanted to stop.
#[derive(Debug)]
pub enum ReadError {
    /// A file is not there or cannot be read; nothing was.
    Open {
        /// Its name.
        source: String,
        /// Why.
        error: io::Error,
    },
    /// A game or a source is broken or damaged, and the reading was strict.
    Broken(Box<GameError>),
    /// The caller's stop said so.
    Interrupted,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Open { source, error } => write!(f, "{source}: {error}"),
            ReadError::Broken(fault) => fault.fmt(f),
            ReadError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for ReadError {}

impl Games {
    /// Reads all games of all sources, in order. A game that breaks keeps its legal moves, a source
    /// that breaks off keeps its games; both are told by [`Games::errors`].
    ///
    /// `progress` is called on the calling thread after every batch of text.
    ///
    /// # Errors
    /// When a file is not there (before anything is read), `options.run.stop` says so, or something
    /// is wrong and `options.strict` is set.
    pub fn from_pgn(
        sources: Vec<Source>,
        options: ReadOptions<'_>,
        mut progress: impl FnMut(Progress),
    ) -> Result<Games, ReadError> {
        let total = Source::total_bytes(&sources)?;
        let read = Arc::new(AtomicU64::new(0));
        let threads = options.run.most_threads();
        let batch_bytes = options.batch_bytes.unwrap_or(match threads {
            // what one thread has just read is still in its cache when it parses
            1 => 1 << 20,
            _ => (threads << 20).max(4 << 20),
        });
        let mut feed = Feed::new(sources, batch_bytes, read.clone());
        let mut joiner = Joiner::new(&options);
        let interrupted = |_| ReadError::Interrupted;
        let mut batch = feed.next_batch(options.run).map_err(interrupted)?;
        let mut awaited = total;
        while !batch.is_empty() {
            let parsed = read.load(Ordering::Relaxed);
            let next = joiner.read_batch(&mut batch, &mut feed, options.run)?;
            // the sources' beginning tells how many games there are in all
            let is_enough = |total: &u64| parsed > 0 && parsed >= total / ENOUGH_TO_TELL;
            if let Some(total) = awaited.take_if(|total| is_enough(total)) {
                joiner.make_room(total as f64 / parsed as f64);
            }
            for part in batch {
                feed.recycle(part.into_buffer());
            }
            batch = next;
            progress(Progress {
                bytes: read.load(Ordering::Relaxed),
                total,
                games: joiner.len() as u64,
            });
        }
        joiner.finish();
        joiner.games.shrink_to_fit();
        Ok(joiner.games)
    }

    /// Reads all games of a text in memory, plain or compressed, on one thread. `name` is for
    /// messages.
    pub fn from_pgn_text(name: &str, text: &[u8]) -> Games {
        let source = Source::Bytes(name.to_owned(), Arc::new(text.to_vec()));
        let run = Run { threads: std::num::NonZeroUsize::new(1), ..Run::default() };
        let options = ReadOptions { run, ..ReadOptions::default() };
        Games::from_pgn(vec![source], options, |_| {}).unwrap_or_default()
    }
}

//! Reading PGN into columns: what may be asked for, and the calls.

use std::fmt;
use std::io;
use std::sync::Arc;

use super::filter::Filter;
use super::pipeline::Relay;
use super::source::Source;
use crate::games::GameError;
use crate::games::Games;
use crate::pgn::{DEFAULT_MAX_GAME_BYTES, Dialect};
use crate::pool::Run;

/// How games are read.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'a> {
    /// Threads, and whether to stop; asked every few milliseconds on the calling thread.
    pub run: Run<'a>,
    /// A game whose text is longer than this is broken.
    pub max_game_bytes: usize,
    /// Text of about so many bytes makes a batch: [`GameStream::next_part`](super::GameStream::next_part)
    /// gives its games. `None` for 8 MB. A thread reads less at once, and progress is told earlier.
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

/// Text that makes a batch unless a caller says otherwise.
const BATCH_BYTES: usize = 8 << 20;

/// So much text is read before progress is told again.
const TELL_EVERY: usize = 2 << 20;

/// After so small a part of the sources it is told how many games there are in all.
const ENOUGH_TO_TELL: u64 = 16;

impl ReadOptions<'_> {
    /// Text of about so many bytes makes a batch.
    pub(super) fn batch_bytes(&self) -> usize {
        self.batch_bytes.unwrap_or(BATCH_BYTES).max(1)
    }
}

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
    /// `progress` is called on the calling thread after every two megabytes of text, and at the end.
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
        let tell_every = options.batch_bytes().min(TELL_EVERY);
        let mut relay = Relay::new(sources, &options);
        let mut awaited = total;
        let (mut untold, mut last) = (0, Progress { bytes: 0, total, games: 0 });
        relay.read(usize::MAX, options.run, |joiner, read, text| {
            // the sources' beginning tells how many games there are in all
            let is_enough = |total: &u64| read > 0 && read >= total / ENOUGH_TO_TELL;
            if let Some(total) = awaited.take_if(|total| is_enough(total)) {
                joiner.make_room(total as f64 / read as f64);
            }
            last = Progress { bytes: read, total, games: joiner.games.len() as u64 };
            untold += text;
            if untold >= tell_every {
                untold = 0;
                progress(last);
            }
        })?;
        if untold > 0 {
            progress(last);
        }
        let mut games = relay.joiner.games;
        games.shrink_to_fit();
        Ok(games)
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

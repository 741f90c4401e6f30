//! Options of reading PGN.

use super::filter::Filter;
use crate::pgn::{DEFAULT_MAX_GAME_BYTES, Dialect};
use crate::pool::Run;

/// Options of reading PGN.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'a> {
    /// The number of threads, and the function that interrupts the call.
    pub run: Run<'a>,
    /// A game with more bytes of text is broken.
    pub max_game_bytes: usize,
    /// The size of a batch in bytes of text, approximately: a batch is what
    /// [`GameStream::next_batch`](super::GameStream::next_batch) returns. `None` for 8 MiB. With
    /// small batches, threads parse smaller chunks and progress is reported more often.
    pub batch_bytes: Option<usize>,
    /// The games to keep. The moves of games that are filtered out by their tags are not parsed.
    pub filter: Option<&'a Filter>,
    /// The dialect of PGN.
    pub dialect: Dialect,
    /// Whether the first error or warning ends the call.
    pub strict: bool,
}

impl Default for ReadOptions<'_> {
    /// All threads, no interruption, games of at most [`DEFAULT_MAX_GAME_BYTES`], no filter.
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

/// The default size of a batch in bytes of text.
const DEFAULT_BATCH_BYTES: usize = 8 << 20;

impl ReadOptions<'_> {
    /// Returns the size of a batch in bytes of text.
    pub(super) fn batch_bytes(&self) -> usize {
        self.batch_bytes.unwrap_or(DEFAULT_BATCH_BYTES).max(1)
    }
}

/// The progress of reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The number of bytes read, before decompression.
    pub bytes: u64,
    /// The number of bytes of all sources; `None` if one of them is a stream.
    pub total: Option<u64>,
    /// The number of games read.
    pub games: u64,
}

//! Reading PGN into [`Games`].

use std::num::NonZeroUsize;
use std::sync::Arc;

use super::error::ReadError;
use super::options::{Progress, ReadOptions};
use super::pipeline::Pipeline;
use super::source::Source;
use crate::games::GameError;
use crate::games::Games;
use crate::pool::Run;

/// The number of bytes of text between two reports of progress, unless batches are smaller.
const PROGRESS_INTERVAL: usize = 2 << 20;

/// The total number of games is estimated when 1/16 of the sources has been read.
const ESTIMATE_DIVISOR: u64 = 16;

impl Games {
    /// Reads all games of all sources, in order. A broken game keeps the legal moves before its
    /// error, and a damaged source keeps the games before the damage; [`Games::errors`] reports
    /// both.
    ///
    /// `progress` is called on the calling thread after every 2 MiB of text, and at the end.
    ///
    /// # Errors
    /// If a file does not exist (before anything is read), `options.run.stop` returns true, or
    /// `options.strict` is set and there is an error or a warning.
    pub fn from_pgn(
        sources: Vec<Source>,
        options: ReadOptions<'_>,
        mut progress: impl FnMut(Progress),
    ) -> Result<Games, ReadError> {
        let total = Source::total_bytes(&sources)?;
        let interval = options.batch_bytes().min(PROGRESS_INTERVAL);
        let mut pipeline = Pipeline::new(sources, &options);
        let mut total_for_estimate = total;
        let (mut unreported, mut last) = (0, Progress { bytes: 0, total, games: 0 });
        pipeline.read(usize::MAX, options.run, |merger, read, text| {
            let is_enough = |total: &u64| read > 0 && read >= total / ESTIMATE_DIVISOR;
            if let Some(total) = total_for_estimate.take_if(|total| is_enough(total)) {
                merger.reserve(total as f64 / read as f64);
            }
            last = Progress { bytes: read, total, games: merger.games.len() as u64 };
            unreported += text;
            if unreported >= interval {
                unreported = 0;
                progress(last);
            }
        })?;
        if unreported > 0 {
            progress(last);
        }
        let mut games = pipeline.merger.games;
        games.shrink_to_fit();
        Ok(games)
    }

    /// Reads all games of a text in memory, plain or compressed, on one thread. `name` is the name
    /// of the source in messages.
    pub fn from_pgn_text(name: &str, text: &[u8]) -> Games {
        let source = Source::Bytes(name.to_owned(), Arc::new(text.to_vec()));
        let run = Run { threads: NonZeroUsize::new(1), ..Run::default() };
        let options = ReadOptions { run, ..ReadOptions::default() };
        Games::from_pgn(vec![source], options, |_| {}).unwrap_or_default()
    }

    /// Returns the first error of a source, which cannot be read, is damaged, or has no games.
    pub fn source_error(&self) -> Option<&GameError> {
        self.errors().iter().find(|error| error.is_of_source())
    }
}

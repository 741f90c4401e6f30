//! Reading PGN into [`Games`].

use std::num::NonZeroUsize;
use std::sync::Arc;

use super::error::ReadError;
use super::options::{Progress, ReadOptions};
use super::source::Source;
use super::stream::GameStream;
use crate::games::{GameError, Games};
use crate::pool::Run;

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
        progress: impl FnMut(Progress),
    ) -> Result<Games, ReadError> {
        GameStream::open(sources, &options)?.read_rest(options.run, progress)
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

//! Where a loader's games come from.

use std::path::PathBuf;
use std::sync::Arc;

use super::config::Config;
use crate::games::formats::{Format, GameReader};
use crate::games::{GameStream, Games, ReadOptions, Source as PgnSource};
use crate::pool::Run;

/// Games that can be gone through again and again. The same epoch gives the same blocks.
pub trait Source: Send + Sync {
    /// Begins an epoch.
    ///
    /// # Errors
    /// When the games are not there, with the reason in words.
    fn open(&self, config: &Config, epoch: u64) -> Result<Box<dyn Blocks>, String>;
}

/// The games of one epoch, a block at a time.
pub trait Blocks {
    /// The next block; `None` after the last.
    ///
    /// # Errors
    /// When the games cannot be had, with the reason in words.
    fn next(&mut self, run: Run<'_>) -> Result<Option<Arc<Games>>, String>;
}

/// One block.
pub(super) struct Once(pub(super) Option<Arc<Games>>);

impl Blocks for Once {
    fn next(&mut self, _: Run<'_>) -> Result<Option<Arc<Games>>, String> {
        Ok(self.0.take())
    }
}

/// Text for a game that is mixed with others, about.
const BYTES_A_GAME: usize = 3000;

/// PGN files, plain or compressed, read a part at a time. With shuffling, each epoch has an order of
/// its own.
#[derive(Clone, Debug)]
pub struct PgnFiles {
    /// Where they are.
    pub paths: Vec<PathBuf>,
    /// Whether a file that cannot be read, or breaks off, is passed over.
    pub skip_bad: bool,
}

impl Source for PgnFiles {
    fn open(&self, config: &Config, epoch: u64) -> Result<Box<dyn Blocks>, String> {
        let mut paths = config.file_order(epoch, &self.paths);
        if self.skip_bad {
            paths.retain(|path| path.is_file());
        }
        let part = config.shuffle.saturating_mul(BYTES_A_GAME).clamp(4 << 20, 1 << 30);
        let sources = paths.into_iter().map(PgnSource::Path).collect();
        let options = ReadOptions { batch_bytes: Some(part), ..ReadOptions::default() };
        let stream = GameStream::open(sources, &options).map_err(|error| error.to_string())?;
        Ok(Box::new(PgnBlocks { stream, skip_bad: self.skip_bad }))
    }
}

struct PgnBlocks {
    stream: GameStream,
    skip_bad: bool,
}

impl Blocks for PgnBlocks {
    fn next(&mut self, run: Run<'_>) -> Result<Option<Arc<Games>>, String> {
        let part = self.stream.next_part(run).map_err(|error| error.to_string())?;
        if let Some(fault) = part.as_ref().and_then(Games::source_fault)
            && !self.skip_bad
        {
            return Err(fault.to_string());
        }
        Ok(part.map(Arc::new))
    }
}

/// Trainers' files of games, read so many games at a time, from several files if they are small. With
/// shuffling, each epoch has an order of its own.
#[derive(Clone, Debug)]
pub struct TrainerFiles {
    /// Where they are, and their formats.
    pub files: Vec<(PathBuf, Format)>,
    /// Whether a file that cannot be read, or breaks off, is passed over from there.
    pub skip_bad: bool,
}

/// Fewer games are not worth a block.
const LEAST_GAMES: usize = 1000;

impl Source for TrainerFiles {
    fn open(&self, config: &Config, epoch: u64) -> Result<Box<dyn Blocks>, String> {
        let mut files = config.file_order(epoch, &self.files);
        files.reverse();
        let games = config.shuffle.clamp(LEAST_GAMES, 1 << 20);
        Ok(Box::new(TrainerBlocks { files, reader: None, games, skip_bad: self.skip_bad }))
    }
}

struct TrainerBlocks {
    /// The next one is the last.
    files: Vec<(PathBuf, Format)>,
    reader: Option<GameReader>,
    /// How many a block has.
    games: usize,
    skip_bad: bool,
}

impl Blocks for TrainerBlocks {
    fn next(&mut self, run: Run<'_>) -> Result<Option<Arc<Games>>, String> {
        let mut block = Games::new();
        while block.len() < self.games {
            if (run.stop)() {
                return Err("interrupted".to_owned());
            }
            let batch = match &mut self.reader {
                Some(reader) => reader.next_games(self.games - block.len()),
                None => {
                    let Some((path, format)) = self.files.pop() else { break };
                    match GameReader::open(format, &path) {
                        Ok(reader) => {
                            self.reader = Some(reader);
                            continue;
                        }
                        Err(error) => Err(error),
                    }
                }
            };
            match batch {
                Ok(Some(batch)) => block.append(&batch),
                Ok(None) => self.reader = None,
                Err(_) if self.skip_bad => self.reader = None,
                Err(error) => return Err(error.to_string()),
            }
        }
        Ok((!block.is_empty()).then(|| Arc::new(block)))
    }
}

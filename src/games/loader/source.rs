//! Where a loader's games come from.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::config::Config;
use crate::games::formats::{Format, GameReader};
use crate::games::{GameErrorKind, GameStream, Games, ReadOptions, Source as PgnSource};
use crate::pool::Run;

/// Games that can be gone through again and again. The same epoch gives the same blocks.
pub trait Source: Send + Sync {
    /// Begins an epoch.
    ///
    /// # Errors
    /// When the games are not there, with the reason in words.
    fn open(&self, config: &Config, epoch: u64) -> Result<Box<dyn Blocks>, String>;

    /// Whether a block is read by one thread, so that another should do it while the block before is
    /// worked on. It costs the memory of one more block.
    fn is_read_ahead(&self) -> bool {
        false
    }
}

/// The games of one epoch, a block at a time.
pub trait Blocks: Send {
    /// The next block; `None` after the last.
    ///
    /// # Errors
    /// When the games cannot be had, with the reason in words.
    fn next(&mut self, run: Run<'_>) -> Result<Option<Arc<Games>>, String>;
}

/// The files that were passed over because they could not be read, or not to their ends, each with what
/// was wrong: told once, however often the source is gone through.
#[derive(Clone, Debug, Default)]
pub struct PassedOver(Arc<Mutex<Told>>);

#[derive(Debug, Default)]
struct Told {
    reasons: Vec<String>,
    /// How many of them [`PassedOver::news`] has given.
    given: usize,
}

impl PassedOver {
    /// Notes a file, by a reason that names it.
    pub fn note(&self, reason: String) {
        let mut told = self.lock();
        if !told.reasons.contains(&reason) {
            told.reasons.push(reason);
        }
    }

    /// All that were noted.
    pub fn all(&self) -> Vec<String> {
        self.lock().reasons.clone()
    }

    /// Those that were noted since the last call.
    pub fn news(&self) -> Vec<String> {
        let mut told = self.lock();
        let from = told.given;
        told.given = told.reasons.len();
        told.reasons[from..].to_vec()
    }

    fn lock(&self) -> MutexGuard<'_, Told> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
    /// Where files are noted that cannot be read, or break off, and are passed over from there; without
    /// it they are errors.
    pub pass_over: Option<PassedOver>,
}

impl Source for PgnFiles {
    fn open(&self, config: &Config, epoch: u64) -> Result<Box<dyn Blocks>, String> {
        let mut paths = config.file_order(epoch, &self.paths);
        if let Some(passed_over) = &self.pass_over {
            paths.retain(|path| {
                let metadata = std::fs::metadata(path);
                let opened = metadata.and_then(|metadata| match metadata.is_file() {
                    true => std::fs::File::open(path).map(drop),
                    false => Err(io::Error::other("no file")),
                });
                if let Err(error) = &opened {
                    passed_over.note(format!("{}: {error}", path.display()));
                }
                opened.is_ok()
            });
        }
        let part = config.shuffle.saturating_mul(BYTES_A_GAME).clamp(4 << 20, 1 << 30);
        let sources = paths.into_iter().map(PgnSource::Path).collect();
        let options = ReadOptions { batch_bytes: Some(part), ..ReadOptions::default() };
        let stream = GameStream::open(sources, &options).map_err(|error| error.to_string())?;
        Ok(Box::new(PgnBlocks { stream, pass_over: self.pass_over.clone() }))
    }
}

struct PgnBlocks {
    stream: GameStream,
    pass_over: Option<PassedOver>,
}

impl Blocks for PgnBlocks {
    fn next(&mut self, run: Run<'_>) -> Result<Option<Arc<Games>>, String> {
        let part = self.stream.next_part(run).map_err(|error| error.to_string())?;
        let faults = part.iter().flat_map(|part| part.errors());
        for fault in faults.filter(|fault| fault.kind == GameErrorKind::Source) {
            match &self.pass_over {
                None => return Err(fault.to_string()),
                Some(passed_over) => passed_over.note(fault.to_string()),
            }
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
    /// Where files are noted that cannot be read, or break off, and are passed over from there; without
    /// it they are errors.
    pub pass_over: Option<PassedOver>,
}

/// Fewer games are not worth a block.
const LEAST_GAMES: usize = 1000;

impl Source for TrainerFiles {
    fn open(&self, config: &Config, epoch: u64) -> Result<Box<dyn Blocks>, String> {
        let mut files = config.file_order(epoch, &self.files);
        files.reverse();
        let games = config.shuffle.clamp(LEAST_GAMES, 1 << 20);
        Ok(Box::new(TrainerBlocks {
            files,
            reader: None,
            games,
            pass_over: self.pass_over.clone(),
        }))
    }

    fn is_read_ahead(&self) -> bool {
        true
    }
}

struct TrainerBlocks {
    /// The next one is the last.
    files: Vec<(PathBuf, Format)>,
    reader: Option<GameReader>,
    /// How many a block has.
    games: usize,
    pass_over: Option<PassedOver>,
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
                Err(error) => match &self.pass_over {
                    None => return Err(error.to_string()),
                    Some(passed_over) => {
                        passed_over.note(error.to_string());
                        self.reader = None;
                    }
                },
            }
        }
        Ok((!block.is_empty()).then(|| Arc::new(block)))
    }
}

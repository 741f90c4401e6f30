//! Where a loader's games come from.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::config::Config;
use crate::formats::{Format, FormatError, GameReader};
use crate::games::mixed;
use crate::games::{GameError, Games};
use crate::io::{GameStream, ReadError, ReadOptions, Source as PgnSource};
use crate::pool::Run;

/// Why a source has no games, or no more.
#[derive(Debug)]
pub enum SourceError {
    /// A PGN file cannot be opened, or it breaks off.
    Pgn(ReadError),
    /// A trainer's file cannot be opened, or is damaged.
    Format(FormatError),
    /// What else there may be, in words.
    Other(String),
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SourceError::Pgn(error) => error.fmt(f),
            SourceError::Format(error) => error.fmt(f),
            SourceError::Other(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for SourceError {}

/// Games that can be gone through again and again. The same epoch gives the same blocks.
pub trait Source: Send + Sync {
    /// Begins an epoch.
    ///
    /// # Errors
    /// When the games are not there.
    fn open(&self, config: &Config, epoch: u64) -> Result<Box<dyn Blocks>, SourceError>;

    /// Whether a block is read by one thread, so that another should do it while the block before is
    /// worked on. It costs the memory of one more block.
    fn is_read_ahead(&self) -> bool {
        false
    }

    /// What the source is, in few words by which another one is told from it, as far as that is cheap:
    /// a [`Place`](super::Place) means something for one source only.
    fn describe(&self) -> String;
}

/// Files as [`Source::describe`] says them: how many, and a number that follows from their names in
/// order. Their folders do not count: they may have been moved.
pub fn describe_files<'a>(paths: impl IntoIterator<Item = &'a Path>) -> String {
    let (mut files, mut hash) = (0, 0);
    for path in paths {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        let add = |hash, &byte: &u8| mixed(hash ^ u64::from(byte));
        hash = mixed(name.iter().fold(hash, add) ^ name.len() as u64);
        files += 1;
    }
    let plural = if files == 1 { "" } else { "s" };
    format!("{files} file{plural}, names {hash:016x}")
}

/// The games of one epoch, a block at a time.
pub trait Blocks: Send {
    /// The next block; `None` after the last.
    ///
    /// # Errors
    /// When the games cannot be had.
    fn next(&mut self, run: Run<'_>) -> Result<Option<Arc<Games>>, SourceError>;
}

/// The files that were passed over because they could not be read, or not to their ends, each with what
/// was wrong: told once, however often the source is gone through.
#[derive(Clone, Debug, Default)]
pub struct SkippedFile(Arc<Mutex<Told>>);

#[derive(Debug, Default)]
struct Told {
    reasons: Vec<String>,
    /// How many of them [`SkippedFile::news`] has given.
    given: usize,
}

impl SkippedFile {
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
    fn next(&mut self, _: Run<'_>) -> Result<Option<Arc<Games>>, SourceError> {
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
    pub skip_over: Option<SkippedFile>,
}

impl Source for PgnFiles {
    fn open(&self, config: &Config, epoch: u64) -> Result<Box<dyn Blocks>, SourceError> {
        let mut paths = config.file_order(epoch, &self.paths);
        if let Some(skipped_files) = &self.skip_over {
            paths.retain(|path| {
                let metadata = std::fs::metadata(path);
                let opened = metadata.and_then(|metadata| match metadata.is_file() {
                    true => std::fs::File::open(path).map(drop),
                    false => Err(io::Error::other("no file")),
                });
                if let Err(error) = &opened {
                    skipped_files.note(format!("{}: {error}", path.display()));
                }
                opened.is_ok()
            });
        }
        let part = config.shuffle_games.saturating_mul(BYTES_A_GAME).clamp(4 << 20, 1 << 30);
        let sources = paths.into_iter().map(PgnSource::Path).collect();
        let options = ReadOptions { batch_bytes: Some(part), ..ReadOptions::default() };
        let stream = GameStream::open(sources, &options).map_err(SourceError::Pgn)?;
        Ok(Box::new(PgnBlocks { stream, skip_over: self.skip_over.clone() }))
    }

    fn describe(&self) -> String {
        describe_files(self.paths.iter().map(PathBuf::as_path))
    }
}

/// The error of a source's fault: that the file is gone, if it is.
fn broken(fault: &GameError) -> ReadError {
    match std::fs::metadata(&*fault.source) {
        Err(error) => ReadError::Open { source: fault.source.to_string(), error },
        Ok(_) => ReadError::Broken(Box::new(fault.clone())),
    }
}

struct PgnBlocks {
    stream: GameStream,
    skip_over: Option<SkippedFile>,
}

impl Blocks for PgnBlocks {
    fn next(&mut self, run: Run<'_>) -> Result<Option<Arc<Games>>, SourceError> {
        let part = self.stream.next_batch(run).map_err(SourceError::Pgn)?;
        let faults = part.iter().flat_map(|part| part.errors());
        for fault in faults.filter(|fault| fault.is_of_source()) {
            match &self.skip_over {
                None => return Err(SourceError::Pgn(broken(fault))),
                Some(skipped_files) => skipped_files.note(fault.to_string()),
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
    pub skip_over: Option<SkippedFile>,
}

/// Fewer games are not worth a block.
const LEAST_GAMES: usize = 1000;

impl Source for TrainerFiles {
    fn open(&self, config: &Config, epoch: u64) -> Result<Box<dyn Blocks>, SourceError> {
        let mut files = config.file_order(epoch, &self.files);
        files.reverse();
        let games = config.shuffle_games.clamp(LEAST_GAMES, 1 << 20);
        Ok(Box::new(TrainerBlocks {
            files,
            reader: None,
            games,
            skip_over: self.skip_over.clone(),
        }))
    }

    fn is_read_ahead(&self) -> bool {
        true
    }

    fn describe(&self) -> String {
        describe_files(self.files.iter().map(|(path, _)| path.as_path()))
    }
}

struct TrainerBlocks {
    /// The next one is the last.
    files: Vec<(PathBuf, Format)>,
    reader: Option<GameReader>,
    /// How many a block has.
    games: usize,
    skip_over: Option<SkippedFile>,
}

impl Blocks for TrainerBlocks {
    fn next(&mut self, run: Run<'_>) -> Result<Option<Arc<Games>>, SourceError> {
        let mut block = Games::new();
        while block.len() < self.games {
            if (run.stop)() {
                return Err(SourceError::Other("interrupted".to_owned()));
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
                Err(error) => match &self.skip_over {
                    None => return Err(SourceError::Format(error)),
                    Some(skipped_files) => {
                        skipped_files.note(error.to_string());
                        self.reader = None;
                    }
                },
            }
        }
        Ok((!block.is_empty()).then(|| Arc::new(block)))
    }
}

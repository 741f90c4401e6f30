//! Sources of blocks.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::block::Block;
use super::config::Config;
use super::error::SourceError;
use crate::formats::{Format, GameReader};
use crate::games::GameError;
use crate::io::{GameStream, ReadError, ReadOptions, Source as PgnSource};
use crate::pool::Run;
use crate::random::split_mix;

/// A source of blocks that can be read repeatedly. Equal epochs have equal blocks.
pub trait BlockSource: Send + Sync {
    /// Starts an epoch.
    ///
    /// # Errors
    /// If a file cannot be opened, or the source fails otherwise.
    fn open(&self, config: &Config, epoch: u64) -> Result<Box<dyn Blocks>, SourceError>;

    /// Whether another thread should read the next block while the current one is encoded.
    ///
    /// For sources that read with one thread; it takes the memory of one more block.
    fn needs_read_ahead(&self) -> bool {
        false
    }

    /// Whether each epoch is the same block.
    fn is_one_block(&self) -> bool {
        false
    }

    /// The size of an epoch, for its progress; `None` if it is unknown. It may read the sizes of the
    /// files.
    fn size(&self) -> Option<Size> {
        None
    }

    /// The numbers of the games or rows of an epoch through the whole source. It may read all files.
    ///
    /// # Errors
    /// If a file cannot be read.
    fn numbering(&self, _: &Config, _: u64, _: Run<'_>) -> Result<Numbering, SourceError> {
        Ok(Numbering::default())
    }

    /// A short description that is cheap to compute and nearly always differs between sources.
    ///
    /// It is stored in checkpoints, since a [`Cursor`](super::Cursor) is valid for one source only.
    fn describe(&self) -> String;
}

/// The numbers of games or rows, by their order in an epoch.
///
/// Those of files are counted through the files in the order of their list.
#[derive(Debug, Default)]
pub struct Numbering {
    /// The first game of each file, in the order of the epoch, and its number.
    files: Vec<(u64, u64)>,
}

impl Numbering {
    /// The number of a game or row of the epoch.
    pub(super) fn number(&self, index: u64) -> u64 {
        let file = self.files.partition_point(|&(first, _)| first <= index).checked_sub(1);
        file.map_or(index, |file| self.files[file].1 + index - self.files[file].0)
    }
}

/// The number of games or rows of each file, once they have been counted.
#[derive(Clone, Debug, Default)]
pub struct FileCounts(Arc<Mutex<Vec<u64>>>);

/// The size of an epoch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// The number of games.
    Games(u64),
    /// The number of rows.
    Rows(u64),
    /// The number of bytes of the files.
    Bytes(u64),
}

impl Size {
    /// The number of games, rows or bytes.
    pub fn count(self) -> u64 {
        match self {
            Size::Games(count) | Size::Rows(count) | Size::Bytes(count) => count,
        }
    }
}

/// The blocks of one epoch.
pub trait Blocks: Send {
    /// Returns the next block, or `None` after the last.
    ///
    /// # Errors
    /// If a file cannot be read, or the source fails otherwise.
    fn next(&mut self, run: Run<'_>) -> Result<Option<Block>, SourceError>;

    /// The part of [`BlockSource::size`] that the blocks returned so far cover; 0 if it is unknown.
    fn done(&self) -> u64 {
        0
    }
}

/// The files that were skipped because they cannot be read to the end, each with the reason.
///
/// A reason is listed once, however often the source is read.
#[derive(Clone, Debug, Default)]
pub struct SkippedFiles(Arc<Mutex<Reasons>>);

#[derive(Debug, Default)]
struct Reasons {
    all: Vec<String>,
    /// The number of reasons that [`SkippedFiles::unreported`] has returned.
    reported: usize,
}

impl SkippedFiles {
    /// Adds a file by a reason that names it.
    pub fn add(&self, reason: String) {
        let mut reasons = self.lock();
        if !reasons.all.contains(&reason) {
            reasons.all.push(reason);
        }
    }

    /// All reasons.
    pub fn all(&self) -> Vec<String> {
        self.lock().all.clone()
    }

    /// The reasons that were added since the last call.
    pub fn unreported(&self) -> Vec<String> {
        let mut reasons = self.lock();
        let from = reasons.reported;
        reasons.reported = reasons.all.len();
        reasons.all[from..].to_vec()
    }

    fn lock(&self) -> MutexGuard<'_, Reasons> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Games or a table in memory.
impl BlockSource for Block {
    fn open(&self, _: &Config, _: u64) -> Result<Box<dyn Blocks>, SourceError> {
        Ok(Box::new(OneBlock { block: Some(self.clone()), size: self.len() as u64 }))
    }

    fn is_one_block(&self) -> bool {
        true
    }

    fn size(&self) -> Option<Size> {
        let count = self.len() as u64;
        Some(match self {
            Block::Games(_) => Size::Games(count),
            Block::Positions(_) => Size::Rows(count),
        })
    }

    fn describe(&self) -> String {
        match self {
            Block::Games(games) => {
                format!("{} games of {} moves", games.len(), games.moves().len())
            }
            Block::Positions(positions) => format!("{} positions", positions.len()),
        }
    }
}

struct OneBlock {
    block: Option<Block>,
    size: u64,
}

impl Blocks for OneBlock {
    fn next(&mut self, _: Run<'_>) -> Result<Option<Block>, SourceError> {
        Ok(self.block.take())
    }

    fn done(&self) -> u64 {
        if self.block.is_none() { self.size } else { 0 }
    }
}

/// The approximate size of a game of PGN.
const BYTES_PER_GAME: usize = 3000;

/// Opens PGN files, plain or compressed, which are read in blocks.
fn open_pgn(
    files: &Files,
    mut paths: Vec<PathBuf>,
    config: &Config,
) -> Result<PgnBlocks, SourceError> {
    if let Some(skipped) = &files.skipped {
        paths.retain(|path| {
            let metadata = std::fs::metadata(path);
            let opened = metadata.and_then(|metadata| match metadata.is_file() {
                true => std::fs::File::open(path).map(drop),
                false => Err(io::Error::other("not a file")),
            });
            if let Err(error) = &opened {
                skipped.add(format!("{}: {error}", path.display()));
            }
            opened.is_ok()
        });
    }
    let bytes = config.shuffle_games.saturating_mul(BYTES_PER_GAME).clamp(4 << 20, 1 << 30);
    let sources = paths.into_iter().map(PgnSource::Path).collect();
    let mut options = ReadOptions { batch_bytes: Some(bytes), ..ReadOptions::default() };
    options.dialect.annotations.move_times = config.needs_move_times();
    let stream = GameStream::open(sources, &options).map_err(SourceError::Pgn)?;
    Ok(PgnBlocks { stream, skipped: files.skipped.clone() })
}

/// Converts the error of a file: if it no longer exists, this is the error.
fn read_error(error: &GameError) -> ReadError {
    match std::fs::metadata(&*error.source) {
        Err(cause) => ReadError::Open { source: error.source.to_string(), error: cause },
        Ok(_) => ReadError::Broken(Box::new(error.clone())),
    }
}

struct PgnBlocks {
    stream: GameStream,
    skipped: Option<SkippedFiles>,
}

impl Blocks for PgnBlocks {
    fn next(&mut self, run: Run<'_>) -> Result<Option<Block>, SourceError> {
        let games = self.stream.next_batch(run).map_err(SourceError::Pgn)?;
        let errors = games.iter().flat_map(|games| games.errors());
        for error in errors.filter(|error| error.is_of_source()) {
            match &self.skipped {
                None => return Err(SourceError::Pgn(read_error(error))),
                Some(skipped) => skipped.add(error.to_string()),
            }
        }
        Ok(games.map(Block::from))
    }

    fn done(&self) -> u64 {
        self.stream.progress().bytes
    }
}

/// Opens each of several files.
pub trait OpenFile: Send + Sync {
    /// The number of games or rows of a block, and whether the order of the files is random.
    fn block_len(&self, config: &Config) -> (usize, bool);

    /// Opens a file, whose blocks have at most about `len` games or rows.
    ///
    /// # Errors
    /// If it cannot be opened, or is damaged at its beginning.
    fn open(&self, path: &Path, len: usize) -> Result<Box<dyn Blocks>, SourceError>;

    /// Forgets the error of a file that is skipped.
    fn clear_error(&self) {}
}

/// Files; a block may have games or rows of several. With shuffling, each epoch has another order of
/// the files.
#[derive(Clone)]
pub struct Files {
    /// The files.
    pub paths: Vec<PathBuf>,
    /// Opens them, in a training format, for example, to read one after the other; `None` if they are
    /// PGN, of which the next ones are read at the same time.
    pub opener: Option<Arc<dyn OpenFile>>,
    /// The list of files that are skipped because they cannot be read to the end; without a list,
    /// such files are errors.
    pub skipped: Option<SkippedFiles>,
    /// The games or rows of the files.
    pub counts: FileCounts,
}

impl Files {
    /// The number of games or rows of a block, and whether the order of the files is random.
    fn block_len(&self, config: &Config) -> (usize, bool) {
        let pgn = (0, config.shuffle_games > 0);
        self.opener.as_ref().map_or(pgn, |opener| opener.block_len(config))
    }
}

impl BlockSource for Files {
    fn open(&self, config: &Config, epoch: u64) -> Result<Box<dyn Blocks>, SourceError> {
        let (len, is_shuffled) = self.block_len(config);
        let mut paths = config.file_order(epoch, &self.paths, is_shuffled);
        let Some(opener) = self.opener.clone() else {
            return Ok(Box::new(open_pgn(self, paths, config)?));
        };
        paths.reverse();
        let skipped = self.skipped.clone();
        Ok(Box::new(FileBlocks { paths, opener, skipped, open: None, len, before: 0 }))
    }

    fn numbering(
        &self,
        config: &Config,
        epoch: u64,
        run: Run<'_>,
    ) -> Result<Numbering, SourceError> {
        let files: Vec<usize> = (0..self.paths.len()).collect();
        let order = config.file_order(epoch, &files, self.block_len(config).1);
        if order.is_sorted() {
            return Ok(Numbering::default());
        }
        let mut counts = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        for path in &self.paths[counts.len()..] {
            let mut blocks = Files { paths: vec![path.clone()], ..self.clone() }.open(config, 0)?;
            let mut count = 0;
            while let Some(block) = blocks.next(run)? {
                count += block.len() as u64;
            }
            counts.push(count);
        }
        let mut next = 0;
        let files = order.iter().map(|&file| {
            let first = next;
            next += counts[file];
            (first, counts[..file].iter().sum())
        });
        Ok(Numbering { files: files.collect() })
    }

    fn needs_read_ahead(&self) -> bool {
        self.opener.is_some()
    }

    fn size(&self) -> Option<Size> {
        // missing files have none
        let sizes = self.paths.iter().filter_map(|path| std::fs::metadata(path).ok());
        Some(Size::Bytes(sizes.map(|metadata| metadata.len()).sum()))
    }

    /// The number of files, and a hash of their names in order. Folders are ignored, since files may have
    /// been moved.
    fn describe(&self) -> String {
        let mut hash = 0;
        for path in &self.paths {
            let name = path.file_name().unwrap_or_default().as_encoded_bytes();
            let add = |hash, &byte: &u8| split_mix(hash ^ u64::from(byte));
            hash = split_mix(name.iter().fold(hash, add) ^ name.len() as u64);
        }
        let (files, plural) = (self.paths.len(), if self.paths.len() == 1 { "" } else { "s" });
        format!("{files} file{plural}, names {hash:016x}")
    }
}

struct FileBlocks {
    /// The open file and the remaining ones, in reverse order.
    paths: Vec<PathBuf>,
    opener: Arc<dyn OpenFile>,
    skipped: Option<SkippedFiles>,
    open: Option<Box<dyn Blocks>>,
    /// The least number of games or rows of a block but the last.
    len: usize,
    /// The number of bytes of the files before the open one.
    before: u64,
}

impl FileBlocks {
    /// Returns the next block of the open file, or of the next one.
    fn next_of_file(&mut self, path: &Path, run: Run<'_>) -> Result<Option<Block>, SourceError> {
        let open = match &mut self.open {
            Some(open) => open,
            None => self.open.insert(self.opener.open(path, self.len)?),
        };
        open.next(run)
    }
}

impl Blocks for FileBlocks {
    fn next(&mut self, run: Run<'_>) -> Result<Option<Block>, SourceError> {
        let mut block: Option<Block> = None;
        while let Some(path) = self.paths.last().cloned() {
            if (run.stop)() {
                return Err(SourceError::Other("interrupted".to_owned()));
            }
            match (self.next_of_file(&path, run), &self.skipped) {
                (Ok(Some(more)), _) => {
                    let all = match block {
                        Some(before) => before.append(more),
                        None => more,
                    };
                    if all.len() >= self.len {
                        return Ok(Some(all));
                    }
                    block = Some(all);
                    continue;
                }
                (Ok(None), _) => {}
                (Err(error), None) => return Err(error),
                (Err(error), Some(skipped)) => {
                    self.opener.clear_error();
                    skipped.add(error.to_string());
                }
            }
            self.before += std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
            self.open = None;
            self.paths.pop();
        }
        Ok(block.filter(|block| !block.is_empty()))
    }

    fn done(&self) -> u64 {
        self.before + self.open.as_ref().map_or(0, |open| open.done())
    }
}

/// Files of a training format with games.
impl OpenFile for Format {
    fn block_len(&self, config: &Config) -> (usize, bool) {
        (config.shuffle_games.clamp(1000, 1 << 20), config.shuffle_games > 0)
    }

    fn open(&self, path: &Path, len: usize) -> Result<Box<dyn Blocks>, SourceError> {
        let reader = GameReader::open(*self, path).map_err(SourceError::Format)?;
        Ok(Box::new(TrainingBlocks { reader, len }))
    }
}

struct TrainingBlocks {
    reader: GameReader,
    len: usize,
}

impl Blocks for TrainingBlocks {
    fn next(&mut self, _: Run<'_>) -> Result<Option<Block>, SourceError> {
        let games = self.reader.next_games(self.len).map_err(SourceError::Format)?;
        Ok(games.map(Block::from))
    }

    fn done(&self) -> u64 {
        self.reader.bytes_read()
    }
}

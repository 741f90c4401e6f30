//! Reading games from trainers' files, so many at a time.

use std::io::Read;
use std::path::Path;

use super::course::Course;
use super::error::{Fault, FormatError, FormatErrorKind};
use super::input::Input;
use super::scored::ScoredGame;
use super::{Format, binpack, lc0, viriformat};
use crate::attacks::{Backend, Task, dispatch};
use crate::games::Games;

/// A batch ends after so many plies, whatever the number of games: they are in memory together.
const PLIES_A_BATCH: usize = 4 << 20;

/// A trainer's file of games, read a batch at a time: the memory that this takes does not grow with
/// the file.
///
/// ```
/// use enroque::games::Games;
/// use enroque::formats::{Format, GameReader, GameWriter, WriteOptions};
/// let games = Games::from_pgn_text("text", b"1. e4 e5 2. Nf3 1-0");
/// let mut file = Vec::new();
/// let mut writer = GameWriter::new(Format::Viriformat, &mut file, WriteOptions::default());
/// writer.write(&games).unwrap();
/// assert_eq!(writer.finish().unwrap().games, 1);
/// let stream = Box::new(std::io::Cursor::new(file));
/// let mut reader = GameReader::new(Format::Viriformat, "memory", stream);
/// let again = reader.next_games(100).unwrap().unwrap();
/// assert_eq!(again.moves(), games.moves());
/// assert!(reader.next_games(100).unwrap().is_none());
/// ```
pub struct GameReader {
    format: Format,
    course: Course,
    input: Input,
    /// Of binpack.
    chunk: binpack::Chunk,
    /// Of lc0.
    records: lc0::Games,
    game: ScoredGame,
    buffer: Vec<i32>,
}

impl GameReader {
    /// Opens a file; compression (zstd, gzip, bzip2) is recognized by the first bytes.
    ///
    /// # Errors
    /// When it is not there or cannot be read, or its compression is damaged from the start.
    pub fn open(format: Format, path: &Path) -> Result<GameReader, FormatError> {
        let (course, stream) = Course::open(path)?;
        Ok(GameReader::at(course, format, stream))
    }

    /// Reads a stream of bytes that are not compressed; `name` is for messages.
    pub fn new(format: Format, name: &str, stream: Box<dyn Read + Send>) -> GameReader {
        GameReader::at(Course::new(name), format, stream)
    }

    fn at(course: Course, format: Format, stream: Box<dyn Read + Send>) -> GameReader {
        GameReader {
            format,
            course,
            input: Input::new(stream),
            chunk: binpack::Chunk::default(),
            records: lc0::Games::default(),
            game: ScoredGame::new(),
            buffer: Vec::new(),
        }
    }

    /// Bytes of the file that were read, before decompression; 0 of a stream.
    pub fn bytes_read(&self) -> u64 {
        self.course.bytes_read()
    }

    /// The next games, at most so many; fewer if they are long; `None` at the end.
    ///
    /// # Errors
    /// When the file is not what it should be. The games before the fault come first, the error with
    /// the next call, and then the end.
    pub fn next_games(&mut self, max_games: usize) -> Result<Option<Games>, FormatError> {
        let mut games = Games::new();
        if !self.course.is_over() {
            dispatch(Fill { reader: self, games: &mut games, max_games: max_games.max(1) });
        }
        self.course.give((!games.is_empty()).then_some(games))
    }

    #[inline(always)]
    fn next<B: Backend>(&mut self, backend: B) -> Result<bool, Fault> {
        match self.format {
            Format::Viriformat => viriformat::read(backend, &mut self.input, &mut self.game),
            Format::Binpack => {
                binpack::read(backend, &mut self.input, &mut self.chunk, &mut self.game)
            }
            Format::Lc0 => self.records.read(backend, &mut self.input, &mut self.game),
            _ => {
                let format = self.format.name();
                Err(Fault::new(0, FormatErrorKind::NotOf { format, what: "games" }))
            }
        }
    }
}

impl std::fmt::Debug for GameReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameReader")
            .field("source", &self.course.source)
            .field("format", &self.format)
            .field("entries", &self.course.entries)
            .finish_non_exhaustive()
    }
}

struct Fill<'a> {
    reader: &'a mut GameReader,
    games: &'a mut Games,
    max_games: usize,
}

impl Task for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Fill { reader, games, max_games } = self;
        while games.len() < max_games && games.moves().len() < PLIES_A_BATCH {
            let next = reader.next(backend);
            if !reader.course.has_more(next, reader.records.member()) {
                return;
            }
            reader.game.push_to(games, &mut reader.buffer);
        }
    }
}

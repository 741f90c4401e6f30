//! Reading games from training formats, in batches.

use std::io::Read;
use std::path::Path;

use super::error::FormatError;
use super::reader_state::ReaderState;
use super::registry::Format;
use super::scored_game::ScoredGame;
use crate::attacks::{dispatch, task};
use crate::games::Games;

/// The number of plies after which a batch ends, which bounds its memory.
const PLIES_PER_BATCH: usize = 4 << 20;
/// The same for the visited moves of searches.
const VISITS_PER_BATCH: usize = 16 << 20;

/// A reader of the games of a file, in batches. Its memory does not grow with the file.
///
/// ```
/// use enroque::games::Games;
/// use enroque::formats::{Format, GameReader, GameWriter, WriteOptions};
/// let games = Games::from_pgn_text("text", b"1. e4 e5 2. Nf3 1-0");
/// let mut file = Vec::new();
/// let mut writer = GameWriter::new(Format::Viriformat, &mut file, WriteOptions::default());
/// writer.write(&games).unwrap();
/// assert_eq!(writer.finish().unwrap().0.games, 1);
/// let stream = Box::new(std::io::Cursor::new(file));
/// let mut reader = GameReader::new(Format::Viriformat, "memory", stream);
/// let again = reader.next_games(100).unwrap().unwrap();
/// assert_eq!(again.moves(), games.moves());
/// assert!(reader.next_games(100).unwrap().is_none());
/// ```
pub struct GameReader {
    state: ReaderState,
    game: ScoredGame,
    /// Reused memory for evaluations.
    buffer: Vec<i32>,
}

impl GameReader {
    /// Opens a file; compression (zstd, gzip, bzip2) is detected from the first bytes.
    ///
    /// # Errors
    /// When it cannot be opened, or its compression is damaged at the beginning.
    pub fn open(format: Format, path: &Path) -> Result<GameReader, FormatError> {
        ReaderState::open(format, path).map(GameReader::with_state)
    }

    /// Reads an uncompressed stream; `name` is its name in messages.
    pub fn new(format: Format, name: &str, stream: Box<dyn Read + Send>) -> GameReader {
        GameReader::with_state(ReaderState::new(format, name, stream))
    }

    fn with_state(state: ReaderState) -> GameReader {
        GameReader { state, game: ScoredGame::default(), buffer: Vec::new() }
    }

    /// Number of bytes read from the file, before decompression; 0 for a stream.
    pub fn bytes_read(&self) -> u64 {
        self.state.bytes_read()
    }

    /// Returns the next games, at most `max_games`, fewer if they are long; `None` at the end.
    ///
    /// # Errors
    /// When the file is damaged. The games before the error are returned first, the error by the
    /// next call, then `None`.
    pub fn next_games(&mut self, max_games: usize) -> Result<Option<Games>, FormatError> {
        let mut games = Games::new();
        if !self.state.is_finished() {
            fill(self, &mut games, max_games.max(1));
        }
        self.state.result((!games.is_empty()).then_some(games))
    }
}

/// Reads games until a batch is full.
fn fill(reader: &mut GameReader, games: &mut Games, most: usize) {
    dispatch(task!(|backend, reader: &mut GameReader, games: &mut Games, most: usize| -> () {
        while games.len() < most
            && games.moves().len() < PLIES_PER_BATCH
            && games.visits().map_or(0, |visits| visits.items().len()) < VISITS_PER_BATCH
        {
            let GameReader { state, game, .. } = &mut *reader;
            if !state.advance(|format, input| format.read(backend, input, game)) {
                return;
            }
            reader.game.push_to(games, &mut reader.buffer);
        }
    }));
}

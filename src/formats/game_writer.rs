//! Writing games in training formats.

use std::collections::BTreeMap;
use std::io::Write;

use super::bag::OffsetTable;
use super::error::{UnsupportedAt, WriteError};
use super::scored_game::ScoredGame;
use super::{Format, Unsupported, binpack, bulletformat, chessbench, lc0, tar, viriformat};
use crate::attacks::{Backend, Task, dispatch};
use crate::games::Games;
use crate::tensor::NO_SCORE;
use crate::tensor::lc0::InputFormat;

/// The number of buffered bytes that are written at once.
const BUFFER: usize = 1 << 20;

/// Options of writing games. By default: errors instead of skipping, no score for missing
/// evaluations, input format 1, no archive.
#[derive(Clone, Copy, Default, Debug)]
pub struct WriteOptions {
    /// Whether games that the format cannot store (or positions, in formats of positions) are
    /// skipped and counted; otherwise they are errors.
    pub skip_unsupported: bool,
    /// The score of positions without an evaluation. `None` means [`NO_SCORE`] in viriformat and
    /// binpack; other formats then cannot store these positions.
    pub missing_score: Option<i16>,
    /// lc0's input format.
    pub input_format: InputFormat,
    /// Whether lc0's records are written to a tar archive with a compressed file for each game, as
    /// lc0 does; otherwise the games are concatenated.
    pub archive: bool,
}

/// The counts of what was written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Number of games, without the skipped ones.
    pub games: u64,
    /// Number of positions, each before a move.
    pub positions: u64,
    /// Number of bytes before compression.
    pub bytes: u64,
    /// Number of skipped games, or of skipped positions of other games, by [`Unsupported::name`].
    pub skipped: BTreeMap<&'static str, u64>,
}

/// Writes games to a file in a training format, batch by batch.
pub struct GameWriter<W: Write> {
    format: Format,
    options: WriteOptions,
    out: W,
    game: ScoredGame,
    /// Bytes not written yet.
    bytes: Vec<u8>,
    /// For bags: the lengths of the records of the current game, and the table of all records.
    lengths: Vec<usize>,
    offset_table: OffsetTable,
    /// Number of games given to the writer so far.
    game_count: u64,
    written: Written,
}

impl<W: Write> GameWriter<W> {
    /// Makes a writer for an empty file.
    pub fn new(format: Format, out: W, options: WriteOptions) -> GameWriter<W> {
        GameWriter {
            format,
            options,
            out,
            game: ScoredGame::default(),
            bytes: Vec::new(),
            lengths: Vec::new(),
            offset_table: OffsetTable::default(),
            game_count: 0,
            written: Written::default(),
        }
    }

    /// Appends games.
    ///
    /// # Errors
    /// When the format cannot store a game and such games are not skipped; the games before it are
    /// written. When the bytes cannot be written.
    pub fn write(&mut self, games: &Games) -> Result<(), WriteError> {
        dispatch(Add { writer: self, games })
    }

    #[inline(always)]
    fn write_with<B: Backend>(&mut self, backend: B, games: &Games) -> Result<(), WriteError> {
        for game in games.iter() {
            self.game.set(game);
            let before = self.bytes.len();
            let index = self.game_count;
            self.game_count += 1;
            self.lengths.clear();
            match self.add(backend) {
                Ok(skipped) => {
                    self.written.games += 1;
                    self.written.positions += self.game.moves.len() as u64 - skipped;
                    if skipped > 0 {
                        let name = Unsupported::Evaluation.name();
                        *self.written.skipped.entry(name).or_default() += skipped;
                    }
                    for length in self.lengths.drain(..) {
                        self.offset_table.push(length);
                    }
                    self.offset_table.spill()?;
                    if self.format == Format::Lc0 && self.options.archive {
                        lc0::into_member(index, before, &mut self.bytes)?;
                    }
                }
                Err(UnsupportedAt { ply, reason }) => {
                    self.bytes.truncate(before);
                    if !self.options.skip_unsupported {
                        let format = self.format.name();
                        return Err(WriteError::Unsupported { format, game: index, ply, reason });
                    }
                    *self.written.skipped.entry(reason.name()).or_default() += 1;
                }
            }
            if self.bytes.len() >= BUFFER {
                self.flush()?;
            }
        }
        Ok(())
    }

    /// Finishes the file and returns the counts.
    ///
    /// # Errors
    /// When the bytes cannot be written.
    pub fn finish(self) -> Result<Written, WriteError> {
        let (written, mut out) = self.into_inner()?;
        out.flush()?;
        Ok(written)
    }

    /// Like [`GameWriter::finish`], and returns the file too.
    ///
    /// # Errors
    /// When the bytes cannot be written.
    pub fn into_inner(mut self) -> Result<(Written, W), WriteError> {
        self.flush()?;
        if self.format.is_chessbench() {
            self.written.bytes += self.offset_table.finish(&mut self.out)?;
        } else if self.format == Format::Lc0 && self.options.archive {
            self.out.write_all(&tar::END)?;
            self.written.bytes += tar::END.len() as u64;
        }
        Ok((self.written, self.out))
    }

    /// Appends the bytes of the current game; returns the number of skipped positions.
    #[inline(always)]
    fn add<B: Backend>(&mut self, backend: B) -> Result<u64, UnsupportedAt> {
        let (game, options, bytes) = (&self.game, &self.options, &mut self.bytes);
        let (missing, skip) = (options.missing_score, options.skip_unsupported);
        let no_score = missing.unwrap_or(NO_SCORE);
        match self.format {
            Format::Viriformat => viriformat::write(game, no_score, bytes).map(|()| 0),
            Format::Binpack => binpack::write(backend, game, no_score, bytes).map(|()| 0),
            Format::Lc0 => lc0::write(backend, game, options.input_format, bytes).map(|()| 0),
            Format::Bulletformat => bulletformat::write(game, missing, skip, bytes),
            Format::BehavioralCloning | Format::StateValue | Format::ActionValue => {
                chessbench::write(self.format, game, missing, skip, bytes, &mut self.lengths)
            }
        }
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        if self.bytes.is_empty() {
            return Ok(());
        }
        if self.format == Format::Binpack {
            let header = binpack::header(self.bytes.len());
            self.out.write_all(&header)?;
            self.written.bytes += header.len() as u64;
        }
        self.out.write_all(&self.bytes)?;
        self.written.bytes += self.bytes.len() as u64;
        self.bytes.clear();
        Ok(())
    }
}

struct Add<'a, W: Write> {
    writer: &'a mut GameWriter<W>,
    games: &'a Games,
}

impl<W: Write> Task for Add<'_, W> {
    type Output = Result<(), WriteError>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        self.writer.write_with(backend, self.games)
    }
}

impl<W: Write> std::fmt::Debug for GameWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameWriter")
            .field("format", &self.format)
            .field("written", &self.written)
            .finish_non_exhaustive()
    }
}

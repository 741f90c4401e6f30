//! Writing games in training formats.

use std::collections::BTreeMap;
use std::io::Write;

use super::bag::OffsetTable;
use super::error::{Unsupported, UnsupportedAt, WriteError};
use super::format::{GameBytes, WriteOptions};
use super::registry::Format;
use super::scored_game::ScoredGame;
use crate::attacks::{Backend, dispatch, task};
use crate::games::Games;
use crate::pool::{Interrupted, Run};

/// The number of buffered bytes that are written at once.
const BUFFER: usize = 1 << 20;

/// The counts of the games written.
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
    unwritten: GameBytes,
    /// For bags: the table of all records.
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
            unwritten: GameBytes::default(),
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
        self.write_run(games, Run::default())
    }

    /// [`GameWriter::write`], which `run` can stop after some of the games.
    ///
    /// # Errors
    /// As there; an interruption.
    pub fn write_run(&mut self, games: &Games, run: Run<'_>) -> Result<(), WriteError> {
        let writer = self;
        dispatch(task!(
            <W: Write> |backend, writer: &mut GameWriter<W>, games: &Games, run: Run<'_>|
                -> Result<(), WriteError> { writer.write_with(backend, games, run) }
        ))
    }

    #[inline(always)]
    fn write_with<B: Backend>(
        &mut self,
        backend: B,
        games: &Games,
        run: Run<'_>,
    ) -> Result<(), WriteError> {
        for game in games.iter() {
            if !game.has_start() {
                self.game_count += 1;
                *self.written.skipped.entry(Unsupported::NoMoves.name()).or_default() += 1;
                continue;
            }
            self.game.set(game);
            let before = self.unwritten.bytes.len();
            let index = self.game_count;
            self.game_count += 1;
            self.unwritten.lengths.clear();
            match self.format.write(backend, &self.game, &self.options, &mut self.unwritten) {
                Ok(skipped) => {
                    self.written.games += 1;
                    self.written.positions += self.game.moves.len() as u64 - skipped;
                    if skipped > 0 {
                        let name = Unsupported::Evaluation.name();
                        *self.written.skipped.entry(name).or_default() += skipped;
                    }
                    for length in self.unwritten.lengths.drain(..) {
                        self.offset_table.push(length);
                    }
                    self.offset_table.spill()?;
                    let bytes = &mut self.unwritten.bytes;
                    (self.format.info().end_game)(&self.options, index, before, bytes)?;
                }
                Err(UnsupportedAt { ply, reason }) => {
                    self.unwritten.bytes.truncate(before);
                    if !self.options.skip_unsupported {
                        let format = self.format.name();
                        return Err(WriteError::Unsupported { format, game: index, ply, reason });
                    }
                    *self.written.skipped.entry(reason.name()).or_default() += 1;
                }
            }
            if self.unwritten.bytes.len() >= BUFFER {
                self.flush()?;
                if (run.stop)() {
                    return Err(Interrupted.into());
                }
            }
        }
        Ok(())
    }

    /// Finishes the file, and returns it with the counts.
    ///
    /// # Errors
    /// When the bytes cannot be written.
    pub fn finish(mut self) -> Result<(Written, W), WriteError> {
        self.flush()?;
        if self.format.is_chessbench() {
            self.written.bytes += self.offset_table.finish(&mut self.out)?;
        }
        let end = (self.format.info().file_end)(&self.options);
        self.out.write_all(end)?;
        self.out.flush()?;
        self.written.bytes += end.len() as u64;
        Ok((self.written, self.out))
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        let bytes = &mut self.unwritten.bytes;
        if bytes.is_empty() {
            return Ok(());
        }
        if let Some(header) = (self.format.info().chunk_header)(bytes.len()) {
            self.out.write_all(&header)?;
            self.written.bytes += header.len() as u64;
        }
        self.out.write_all(bytes)?;
        self.written.bytes += bytes.len() as u64;
        bytes.clear();
        Ok(())
    }
}

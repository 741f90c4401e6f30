//! Writing games into trainers' files.

use std::collections::BTreeMap;
use std::io::Write;

use super::super::store::Games;
use super::error::{Refused, WriteError};
use super::score::NO_SCORE;
use super::scored::ScoredGame;
use super::{GameFormat, binpack, viriformat};
use crate::attacks::{Backend, Task, dispatch};

/// Bytes that are written at once.
const BUFFER: usize = 1 << 20;

/// How games are written.
#[derive(Clone, Copy, Debug)]
pub struct WriteOptions {
    /// Whether games that the format has no words for are left out and counted; else they are errors.
    pub skip_unsupported: bool,
    /// What stands for an evaluation that is not known.
    pub missing_score: i16,
}

impl Default for WriteOptions {
    /// What cannot be expressed is an error; a missing evaluation is [`NO_SCORE`].
    fn default() -> WriteOptions {
        WriteOptions { skip_unsupported: false, missing_score: NO_SCORE }
    }
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Games, those left out not counted.
    pub games: u64,
    /// Positions with a move.
    pub positions: u64,
    /// Bytes, before compression.
    pub bytes: u64,
    /// Games left out, by [`Inexpressible::name`](super::Inexpressible::name).
    pub left_out: BTreeMap<&'static str, u64>,
}

/// Writes games into a trainer's file, batch by batch.
pub struct GameWriter<W: Write> {
    format: GameFormat,
    options: WriteOptions,
    out: W,
    game: ScoredGame,
    /// What is not written out yet.
    bytes: Vec<u8>,
    /// Games seen so far.
    seen: u64,
    written: Written,
}

impl<W: Write> GameWriter<W> {
    /// A writer of an empty file.
    pub fn new(format: GameFormat, out: W, options: WriteOptions) -> GameWriter<W> {
        GameWriter {
            format,
            options,
            out,
            game: ScoredGame::new(),
            bytes: Vec::new(),
            seen: 0,
            written: Written::default(),
        }
    }

    /// Adds games.
    ///
    /// # Errors
    /// When the format has no words for one, unless such games are left out; then those before it
    /// have been added. When the bytes cannot be written.
    pub fn write(&mut self, games: &Games) -> Result<(), WriteError> {
        dispatch(Add { writer: self, games })
    }

    #[inline(always)]
    fn write_with<B: Backend>(&mut self, backend: B, games: &Games) -> Result<(), WriteError> {
        for game in games.iter() {
            self.game.set(game);
            let before = self.bytes.len();
            let index = self.seen;
            self.seen += 1;
            match self.add(backend) {
                Ok(()) => {
                    self.written.games += 1;
                    self.written.positions += self.game.moves.len() as u64;
                }
                Err(Refused { what, .. }) if self.options.skip_unsupported => {
                    self.bytes.truncate(before);
                    *self.written.left_out.entry(what.name()).or_default() += 1;
                }
                Err(Refused { ply, what }) => {
                    self.bytes.truncate(before);
                    let format = self.format.name();
                    return Err(WriteError::Inexpressible { format, game: index, ply, what });
                }
            }
            if self.bytes.len() >= BUFFER {
                self.flush()?;
            }
        }
        Ok(())
    }

    /// Writes what is left; what was written in all.
    ///
    /// # Errors
    /// When the bytes cannot be written.
    pub fn finish(self) -> Result<Written, WriteError> {
        let (written, mut out) = self.into_inner()?;
        out.flush()?;
        Ok(written)
    }

    /// [`GameWriter::finish`] that hands the file back.
    ///
    /// # Errors
    /// When the bytes cannot be written.
    pub fn into_inner(mut self) -> Result<(Written, W), WriteError> {
        self.flush()?;
        Ok((self.written, self.out))
    }

    #[inline(always)]
    fn add<B: Backend>(&mut self, backend: B) -> Result<(), Refused> {
        let (game, missing) = (&self.game, self.options.missing_score);
        match self.format {
            GameFormat::Viriformat => viriformat::write(game, missing, &mut self.bytes),
            GameFormat::Binpack => binpack::write(backend, game, missing, &mut self.bytes),
        }
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        if self.bytes.is_empty() {
            return Ok(());
        }
        if self.format == GameFormat::Binpack {
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

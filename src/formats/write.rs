//! Writing games into trainers' files.

use std::collections::BTreeMap;
use std::io::Write;

use super::bag::Ends;
use super::error::{Refused, WriteError};
use super::scored::ScoredGame;
use super::{Format, Inexpressible, binpack, bulletformat, chessbench, lc0, tar, viriformat};
use crate::attacks::{Backend, Task, dispatch};
use crate::games::Games;
use crate::tensor::NO_SCORE;
use crate::tensor::lc0::InputFormat;

/// Bytes that are written at once.
const BUFFER: usize = 1 << 20;

/// How games are written.
#[derive(Clone, Copy, Debug)]
pub struct WriteOptions {
    /// Whether games (or positions, where a file holds positions) that the format has no words for are
    /// left out and counted; else they are errors.
    pub skip_unsupported: bool,
    /// What stands for an evaluation that is not known, as a score. `None`: [`NO_SCORE`] in viriformat
    /// and binpack; where a format has no such word, it has none for the position.
    pub missing_score: Option<i16>,
    /// lc0's input format.
    pub input_format: InputFormat,
    /// Whether lc0's records go into a tar archive, a compressed file for each game, as lc0 has them;
    /// else the games stand one after the other.
    pub archive: bool,
}

impl Default for WriteOptions {
    /// What cannot be expressed is an error; nothing stands for a missing evaluation; format 1, no
    /// archive.
    fn default() -> WriteOptions {
        WriteOptions {
            skip_unsupported: false,
            missing_score: None,
            input_format: InputFormat::default(),
            archive: false,
        }
    }
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Games, those left out not counted.
    pub games: u64,
    /// Positions, each before a move.
    pub positions: u64,
    /// Bytes, before compression.
    pub bytes: u64,
    /// Games left out, by [`Inexpressible::name`]; positions left out of other games, likewise.
    pub skipped: BTreeMap<&'static str, u64>,
}

/// Writes games into a trainer's file, batch by batch.
pub struct GameWriter<W: Write> {
    format: Format,
    options: WriteOptions,
    out: W,
    game: ScoredGame,
    /// What is not written out yet.
    bytes: Vec<u8>,
    /// Lengths of a game's records, and where all records end, in a bag.
    lengths: Vec<usize>,
    ends: Ends,
    /// Games seen so far.
    seen: u64,
    written: Written,
}

impl<W: Write> GameWriter<W> {
    /// A writer of an empty file.
    pub fn new(format: Format, out: W, options: WriteOptions) -> GameWriter<W> {
        GameWriter {
            format,
            options,
            out,
            game: ScoredGame::new(),
            bytes: Vec::new(),
            lengths: Vec::new(),
            ends: Ends::default(),
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
            self.lengths.clear();
            match self.add(backend) {
                Ok(skipped) => {
                    self.written.games += 1;
                    self.written.positions += self.game.moves.len() as u64 - skipped;
                    if skipped > 0 {
                        let name = Inexpressible::Evaluation.name();
                        *self.written.skipped.entry(name).or_default() += skipped;
                    }
                    for length in self.lengths.drain(..) {
                        self.ends.push(length);
                    }
                    self.ends.spill()?;
                    if self.format == Format::Lc0 && self.options.archive {
                        lc0::into_member(index, before, &mut self.bytes)?;
                    }
                }
                Err(Refused { what, .. }) if self.options.skip_unsupported => {
                    self.bytes.truncate(before);
                    *self.written.skipped.entry(what.name()).or_default() += 1;
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
        if self.format.is_chessbench() {
            self.written.bytes += self.ends.finish(&mut self.out)?;
        } else if self.format == Format::Lc0 && self.options.archive {
            self.out.write_all(&tar::END)?;
            self.written.bytes += tar::END.len() as u64;
        }
        Ok((self.written, self.out))
    }

    /// Appends a game's bytes; how many of its positions were left out.
    #[inline(always)]
    fn add<B: Backend>(&mut self, backend: B) -> Result<u64, Refused> {
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

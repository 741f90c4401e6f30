//! lc0's training data: records of version 6 ([`V6Record`]), one for each position of a game.
//!
//! lc0 writes a game into a file of its own, compressed by gzip; a day's games go into a tar archive.
//! Both are read, and files with the records of several games too. Input formats 1 to 5, 132 and 133.
//!
//! **From records to games.** The move between two records is the legal one that leads from the first
//! board to the second, if fewer plies are left at the second (or neither says how many: both 0); else a
//! new game begins. So a game may begin where the one before it ended. The last move is the one that the last
//! record says was played, if it is legal and the policy has it. There are no evaluations in centipawns,
//! and the first move has the number 1.
//!
//! **From games to records.** Planes, castling, clocks as lc0 makes them, with nothing before the first
//! position (`history-fill` no). The policy is 1 for the move that was played, 0 for the other legal
//! moves, -1 for all else. All values (`root`, `best`, `played`, `result`) are the game's result, all
//! counts of moves the plies that were left; `orig` is NaN, as lc0 writes it where it does not know;
//! 1 visit; no divergence.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use flate2::write::GzEncoder;

use super::error::{Fault, FormatErrorKind, Inexpressible, Refused};
use super::input::Input;
use super::scored::ScoredGame;
use super::tar;
use crate::attacks::Backend;
use crate::io::Source;
use crate::movegen::legal_moves_with;
use crate::pgn::NO_EVAL;
use crate::position::{Position, Setup};
use crate::rules::GameResult;
use crate::tensor::lc0::{
    HistoryFill, InputFormat, Lc0Policy, V6_BYTES, V6Record, V6Value, v6_format,
};
use crate::tensor::{self, EnPassantRule, History, Policy};
use crate::types::Move;

/// Games with more plies are not written: a game's records are in memory together.
const MAX_PLIES: usize = 20_000;

/// Records of a chunk, or of all chunks in an archive.
#[derive(Default)]
pub(super) struct Records {
    is_begun: bool,
    is_tar: bool,
    /// The file in the archive that is being read, and its name.
    member: Option<(Input, String)>,
    buffer: Vec<u8>,
    /// Where the last record began.
    pub(super) offset: u64,
}

impl Records {
    /// Reads the next record; false at the end. `begins` is set if it is the first of its file.
    pub(super) fn next(
        &mut self,
        input: &mut Input,
        record: &mut [u8; V6_BYTES],
        begins: &mut bool,
    ) -> Result<bool, Fault> {
        if !self.is_begun {
            self.is_begun = true;
            *begins = true;
            self.is_tar = tar::is_tar(input.peek(tar::BLOCK)?);
        }
        if !self.is_tar {
            self.offset = input.offset();
            return read_record(input, record);
        }
        loop {
            if let Some((member, _)) = &mut self.member {
                self.offset = member.offset();
                if read_record(member, record)? {
                    return Ok(true);
                }
                self.member = None;
            }
            *begins = true;
            let Some(name) = tar::next_file(input, &mut self.buffer)? else { return Ok(false) };
            let bytes = std::io::Cursor::new(std::mem::take(&mut self.buffer));
            let stream = Source::Stream(name.clone(), Box::new(bytes))
                .open(&Arc::new(AtomicU64::new(0)))
                .map_err(|error| Fault::new(0, FormatErrorKind::Read(error)))?;
            self.member = Some((Input::new(stream), name));
        }
    }

    /// The name of the archive's file that is being read.
    pub(super) fn member(&self) -> Option<&str> {
        self.member.as_ref().map(|(_, name)| name.as_str())
    }
}

/// A record of version 6, with a known input format.
fn read_record(input: &mut Input, record: &mut [u8; V6_BYTES]) -> Result<bool, Fault> {
    let begin = input.offset();
    let head = input.fill(&mut record[..8])?;
    if head == 0 {
        return Ok(false);
    }
    // another version has another size: its number is looked at first
    if head == 8 {
        v6_format(record).map_err(|error| Fault::new(begin, FormatErrorKind::Lc0(error)))?;
    }
    if head + input.fill(&mut record[head..])? < V6_BYTES {
        return Err(Fault::new(input.offset(), FormatErrorKind::Cut { what: "a record" }));
    }
    Ok(true)
}

/// Records on their way to games.
pub(super) struct Games {
    records: Records,
    record: V6Record,
    /// The first record of the next game is in `record`.
    is_ahead: bool,
    /// The record after it.
    later: V6Record,
    /// What is wrong with that one, the game before it being whole.
    fault: Option<Fault>,
}

impl Default for Games {
    fn default() -> Games {
        Games {
            records: Records::default(),
            record: V6Record::space(),
            is_ahead: false,
            later: V6Record::space(),
            fault: None,
        }
    }
}

impl Games {
    /// See [`Records::member`].
    pub(super) fn member(&self) -> Option<&str> {
        self.records.member()
    }

    /// Reads the next game; false at the end.
    #[inline(always)]
    pub(super) fn read<B: Backend>(
        &mut self,
        backend: B,
        input: &mut Input,
        game: &mut ScoredGame,
    ) -> Result<bool, Fault> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let mut begins = false;
        if !self.is_ahead && !self.records.next(input, self.record.bytes_mut(), &mut begins)? {
            return Ok(false);
        }
        self.is_ahead = false;
        let wrong = |offset| move |error| Fault::new(offset, FormatErrorKind::Lc0(error));
        let mut position = self.record.position().map_err(wrong(self.records.offset))?;
        game.restart(position, result(&self.record));
        loop {
            begins = false;
            let next = self.records.next(input, self.later.bytes_mut(), &mut begins);
            let offset = self.records.offset;
            let setup = match next.and_then(|is_there| match is_there {
                true => self.later.setup().map(Some).map_err(wrong(offset)),
                false => Ok(None),
            }) {
                Ok(Some(setup)) => setup,
                Ok(None) => break,
                Err(fault) if plies_left(&self.record) <= 1.0 => {
                    self.fault = Some(fault);
                    break;
                }
                Err(fault) => return Err(fault),
            };
            let goes_on =
                !begins && may_follow(&self.record, &self.later) && game.moves.len() < MAX_PLIES;
            let step = if goes_on { step(backend, &position, &setup) } else { None };
            let Some(m) = step else {
                self.is_ahead = true;
                break;
            };
            game.push(m, NO_EVAL);
            position.play_unchecked(m);
            std::mem::swap(&mut self.record, &mut self.later);
        }
        if let Some(m) = played(backend, &position, &self.record) {
            game.push(m, NO_EVAL);
        }
        if self.is_ahead {
            std::mem::swap(&mut self.record, &mut self.later);
        }
        Ok(true)
    }
}

fn plies_left(record: &V6Record) -> f32 {
    record.value(V6Value::PliesLeft)
}

/// Whether a record may be the next one of a game: the plies that are left become fewer. A game that
/// begins one move after the last record of another, where that ended, has as many left or more.
fn may_follow(record: &V6Record, later: &V6Record) -> bool {
    let (before, after) = (plies_left(record), plies_left(later));
    after < before || (before == 0.0 && after == 0.0)
}

/// The legal move after which the pieces stand so.
#[inline(always)]
fn step<B: Backend>(backend: B, position: &Position, setup: &Setup) -> Option<Move> {
    if setup.turn == position.turn() {
        return None;
    }
    let moves = legal_moves_with(backend, position);
    moves.into_iter().find(|&m| *position.after(m).placement() == setup.placement)
}

/// The legal move that a record says was played, if its policy has it.
#[inline(always)]
fn played<B: Backend>(backend: B, position: &Position, record: &V6Record) -> Option<Move> {
    let index = usize::from(record.played());
    if !record.probability(index).is_some_and(|probability| probability >= 0.0) {
        return None;
    }
    let policy = Lc0Policy { canonical: record.format().is_canonical() };
    let moves = legal_moves_with(backend, position);
    moves.into_iter().find(|&m| policy.index(position, m) == Some(index))
}

/// How the game of a record ended.
fn result(record: &V6Record) -> GameResult {
    let (q, d) = (record.value(V6Value::ResultQ), record.value(V6Value::ResultD));
    if d > 0.5 {
        GameResult::Draw
    } else if q > 0.5 {
        GameResult::won_by(record.turn())
    } else if q < -0.5 {
        GameResult::won_by(!record.turn())
    } else {
        GameResult::Unknown
    }
}

/// Appends a game's records.
#[inline(always)]
pub(super) fn write<B: Backend>(
    backend: B,
    game: &ScoredGame,
    format: InputFormat,
    bytes: &mut Vec<u8>,
) -> Result<(), Refused> {
    if game.result == GameResult::Unknown {
        return Err(Refused::game(Inexpressible::Result));
    }
    if game.moves.is_empty() {
        return Err(Refused::game(Inexpressible::NoMoves));
    }
    let plies = game.moves.len();
    if plies > MAX_PLIES {
        return Err(Refused { ply: MAX_PLIES, what: Inexpressible::Plies(plies) });
    }
    let policy = Lc0Policy { canonical: format.is_canonical() };
    let mut history = History::new(game.start, EnPassantRule::PseudoLegal);
    let mut record = V6Record::space();
    for (ply, &m) in game.moves.iter().enumerate() {
        let position = *history.position();
        let refused = |_| Refused { ply, what: Inexpressible::Move };
        record.set_history(&history, format, HistoryFill::No).map_err(refused)?;
        for legal in legal_moves_with(backend, &position) {
            if let Some(index) = policy.index(&position, legal) {
                record.set_probability(index, 0.0);
            }
        }
        let index = policy.index(&position, m).and_then(|index| u16::try_from(index).ok());
        let index = index.ok_or(Refused { ply, what: Inexpressible::Move })?;
        record.set_probability(index.into(), 1.0);
        record.set_played(index, 1);
        let q = tensor::value(game.result, position.turn());
        let d = if game.result == GameResult::Draw { 1.0 } else { 0.0 };
        let left = (plies - ply) as f32;
        use V6Value::*;
        for (value, number) in [
            (RootQ, q),
            (BestQ, q),
            (PlayedQ, q),
            (ResultQ, q),
            (RootD, d),
            (BestD, d),
            (PlayedD, d),
            (ResultD, d),
            (RootM, left),
            (BestM, left),
            (PlayedM, left),
            (PliesLeft, left),
            (OrigQ, f32::NAN),
            (OrigD, f32::NAN),
            (OrigM, f32::NAN),
        ] {
            record.set_value(value, number);
        }
        bytes.extend_from_slice(record.bytes());
        history.push(m);
    }
    Ok(())
}

/// Makes of a game's records, from a place on, a file of an archive.
pub(super) fn into_member(number: u64, from: usize, bytes: &mut Vec<u8>) -> std::io::Result<()> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes.get(from..).unwrap_or_default())?;
    let file = encoder.finish()?;
    bytes.truncate(from);
    tar::push_file(&format!("game_{number:09}.gz"), &file, bytes);
    Ok(())
}

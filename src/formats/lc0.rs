//! lc0's training data: records of version 6 ([`V6Record`]) or 7, one for each position of a game.
//!
//! lc0 writes each game to a gzip file, and the games of a day to a tar archive. Both can be read,
//! and also files with the records of several games. Input formats 1 to 5, 132 and 133. Games are
//! read from either version, but not from a file with both.
//!
//! **From records to games.** The move between two records is the legal move that leads from the
//! first board to the second, if `plies_left` decreases (or is 0 in both); otherwise a new game
//! begins. The last move of a game is `played_idx` of its last record, if it is legal and its
//! probability is not negative. There are no evaluations in centipawns, and move numbers start at
//! 1. Search results are in the columns of [`Games`](crate::games::Games), see `lc0_search.rs`.
//!
//! **From games to records.** Planes, castling rights and clocks are as lc0 writes them, with an
//! empty history before the first position (`history-fill` no). The policy is the fractions of the
//! visits, and -1 for moves that are not legal; without visits it is 1 for the move played. The
//! values of `root`, `best` and `played` are those of the search, or else the game's result, which
//! is also `result`; their `m` fields are the plies left. `orig_q` is the network's value, or NaN,
//! lc0's mark for unknown, as `orig_d` and `orig_m` are; the divergence of the policy is 0.
//! `visits` is the number of nodes, 0 if it is unknown, and 1 without a search. Weights are not
//! written. Version 7 also has the fields of [`upgrade_to_v7`].

use std::io::Write;

use super::byte_reader::ByteReader;
use super::error::{FormatErrorKind, OffsetError, Unsupported, UnsupportedAt};
use super::format::{FormatInfo, GameBytes, RecordFormat, TrainingFormat, WriteOptions};
use super::lc0_chunks::ChunkRecords;
use super::lc0_search::{SearchReader, write_search};
use super::record_row::{expected_score, invalid, row};
use super::scored_game::ScoredGame;
use super::tar;
use crate::attacks::Backend;
use crate::io::{Compression, Encoder};
use crate::movegen::{legal_moves, legal_moves_with};
use crate::position::{Position, Setup};
use crate::positions::{Problem, Row, RowErrorKind, RowLabels};
use crate::rules::GameResult;
use crate::tensor::lc0::{
    HistoryFill, Lc0Policy, THETA, V6_BYTES, V6Record, V6Value, V7_BYTES, upgrade_to_v7,
};
use crate::tensor::{self, EnPassantRule, History, Policy};
use crate::types::{Color, Move, NO_EVAL};

/// The longest game that is written, since all records of a game are in memory at once.
const MAX_PLIES: usize = 20_000;

/// lc0's records of version 6.
pub(super) type Lc0 = Lc0Records<6>;
/// lc0's records of version 7.
pub(super) type Lc0V7 = Lc0Records<7>;

/// The formats of lc0, with the state of a reader.
pub(super) struct Lc0Records<const VERSION: u32> {
    records: ChunkRecords,
    record: V6Record,
    /// Whether `record` is already the first record of the next game.
    has_record: bool,
    /// The record after `record`.
    next_record: V6Record,
    /// The error of the next record, returned after the complete game before it.
    error: Option<OffsetError>,
    searched: SearchReader,
}

impl<const VERSION: u32> Default for Lc0Records<VERSION> {
    fn default() -> Lc0Records<VERSION> {
        Lc0Records {
            records: ChunkRecords::default(),
            record: V6Record::empty(),
            has_record: false,
            next_record: V6Record::empty(),
            error: None,
            searched: SearchReader::default(),
        }
    }
}

/// The fields of a record of version 6, with the names of lc0's `V6TrainingData`.
macro_rules! v6_fields {
    () => {
        "version <u4; input_format <u4; probabilities <f4 1858; planes <u8 104; \
            castling_us_ooo u1; castling_us_oo u1; castling_them_ooo u1; castling_them_oo u1; \
            side_to_move_or_enpassant u1; rule50_count u1; invariance_info u1; dummy u1; \
            root_q <f4; best_q <f4; root_d <f4; best_d <f4; root_m <f4; best_m <f4; \
            plies_left <f4; result_q <f4; result_d <f4; played_q <f4; played_d <f4; \
            played_m <f4; orig_q <f4; orig_d <f4; orig_m <f4; visits <u4; played_idx <u2; \
            best_idx <u2; policy_kld <f4; q_st <f4"
    };
}

const V6: FormatInfo = FormatInfo {
    name: "lc0",
    suffixes: &[".v6", ".tar"],
    record_bytes: Some(V6_BYTES),
    record_fields: v6_fields!(),
    description: "planes, policy and values of each position, read by lc0's trainer",
    setup_of,
    row_of,
    end_game: |options, number, start, bytes| match options.archive {
        true => into_member(number, start, bytes),
        false => Ok(()),
    },
    file_end: |options| if options.archive { &tar::END } else { &[] },
    ..FormatInfo::GAMES
};

const V7: FormatInfo = FormatInfo {
    name: "lc0_v7",
    suffixes: &[".v7", ".tar"],
    record_bytes: Some(V7_BYTES),
    record_fields: concat!(
        v6_fields!(),
        "; d_st <f4; opp_played_idx <u2; next_played_idx <u2; reserved <f4 8"
    ),
    description: "the same with short-term values and the next moves, read by lczero-training",
    ..V6
};

impl<const VERSION: u32> TrainingFormat for Lc0Records<VERSION> {
    const INFO: FormatInfo = if VERSION == 7 { V7 } else { V6 };

    #[inline(always)]
    fn read<B: Backend>(
        &mut self,
        backend: B,
        input: &mut ByteReader,
        game: &mut ScoredGame,
    ) -> Result<bool, OffsetError> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let mut is_first = false;
        if !self.has_record && !self.records.next(input, self.record.bytes_mut(), &mut is_first)? {
            return Ok(false);
        }
        self.has_record = false;
        let record_error =
            |offset| move |error| OffsetError::new(offset, FormatErrorKind::Lc0(error));
        let mut position = self.record.position().map_err(record_error(self.records.offset))?;
        game.restart(position, result(&self.record));
        loop {
            is_first = false;
            let next = self.records.next(input, self.next_record.bytes_mut(), &mut is_first);
            let offset = self.records.offset;
            let setup = match next.and_then(|found| match found {
                true => self.next_record.setup().map(Some).map_err(record_error(offset)),
                false => Ok(None),
            }) {
                Ok(Some(setup)) => setup,
                Ok(None) => break,
                Err(error) if plies_left(&self.record) <= 1.0 => {
                    self.error = Some(error);
                    break;
                }
                Err(error) => return Err(error),
            };
            let may_follow = !is_first
                && may_follow(&self.record, &self.next_record)
                && game.moves.len() < MAX_PLIES;
            let m = if may_follow { connecting_move(backend, &position, &setup) } else { None };
            let Some(m) = m else {
                self.has_record = true;
                break;
            };
            self.searched.read(backend, &position, &self.record, game);
            game.push(m, NO_EVAL);
            position.play_unchecked(m);
            std::mem::swap(&mut self.record, &mut self.next_record);
        }
        if let Some(m) = played(backend, &position, &self.record) {
            self.searched.read(backend, &position, &self.record, game);
            game.push(m, NO_EVAL);
            position.play_unchecked(m);
        }
        game.last = position;
        if self.has_record {
            std::mem::swap(&mut self.record, &mut self.next_record);
        }
        Ok(true)
    }

    #[inline(always)]
    fn write<B: Backend>(
        backend: B,
        game: &ScoredGame,
        options: &WriteOptions,
        out: &mut GameBytes,
    ) -> Result<u64, UnsupportedAt> {
        let (format, bytes) = (options.input_format, &mut out.bytes);
        let start = bytes.len();
        if game.result == GameResult::Unknown {
            return Err(UnsupportedAt::game(Unsupported::Result));
        }
        if game.moves.is_empty() {
            return Err(UnsupportedAt::game(Unsupported::NoMoves));
        }
        let plies = game.moves.len();
        if plies > MAX_PLIES {
            return Err(UnsupportedAt { ply: MAX_PLIES, reason: Unsupported::Plies(plies) });
        }
        let policy = Lc0Policy { format };
        let mut history = History::new(game.start, EnPassantRule::PseudoLegal);
        let mut record = V6Record::empty();
        for (ply, &m) in game.moves.iter().enumerate() {
            let position = *history.position();
            let no_index = |_| UnsupportedAt { ply, reason: Unsupported::Move };
            record.set_history(&history, format, HistoryFill::No).map_err(no_index)?;
            for legal in legal_moves_with(backend, &position) {
                if let Some(index) = policy.index(&position, legal) {
                    record.set_probability(index, 0.0);
                }
            }
            let index = policy.index(&position, m).and_then(|index| u16::try_from(index).ok());
            let index = index.ok_or(UnsupportedAt { ply, reason: Unsupported::Move })?;
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
            write_search(&game.search, ply, &position, policy, &mut record);
            bytes.extend_from_slice(record.bytes());
            if VERSION == 7 {
                bytes.extend_from_slice(&[0; V7_BYTES - V6_BYTES]);
            }
            history.push(m);
        }
        if VERSION == 7 {
            upgrade_to_v7(bytes[start..].as_chunks_mut().0, THETA);
        }
        Ok(0)
    }
}

/// Decodes a record as a position with labels. A record with one visit has no search.
fn row_of(record: &[u8]) -> Result<Row<'static>, Problem> {
    let record = record.first_chunk().ok_or("the record is incomplete");
    let record = record.map_err(|reason| invalid(RowErrorKind::Syntax, reason))?;
    let record = V6Record::from_bytes(record).map_err(|e| invalid(RowErrorKind::Syntax, e))?;
    let position = record.position().map_err(|e| invalid(RowErrorKind::ImpossiblePosition, e))?;
    let mut labels = RowLabels::NONE;
    labels.result = match result(&record) {
        GameResult::Unknown => labels.result,
        result => tensor::value(result, Color::White) as i8,
    };
    if record.visits() > 1 {
        labels.nodes = record.visits().into();
        let q = f64::from(record.value(V6Value::RootQ));
        labels.expected_score = expected_score(&position, (q + 1.0) / 2.0);
    }
    let policy = Lc0Policy { format: record.format() };
    let moves = legal_moves(&position);
    let move_of = |index: u16| {
        let index = usize::from(index);
        record.probability(index).filter(|&probability| probability >= 0.0)?;
        moves.iter().copied().find(|&m| policy.index(&position, m) == Some(index))
    };
    if let Some(m) = move_of(record.best()).or_else(|| move_of(record.played())) {
        labels.moves = m.bits();
    }
    row(&position, labels)
}

/// Decodes the position of a record.
fn setup_of(record: &[u8]) -> Result<Setup, String> {
    let record = record.first_chunk().ok_or("the record is incomplete")?;
    let setup = V6Record::from_bytes(record).and_then(|record| record.setup());
    setup.map_err(|error| error.to_string())
}

impl<const VERSION: u32> RecordFormat for Lc0Records<VERSION> {
    fn read_record(
        &mut self,
        input: &mut ByteReader,
        bytes: &mut Vec<u8>,
    ) -> Result<bool, OffsetError> {
        self.records.version = Some(VERSION);
        let found = self.records.next(input, self.record.bytes_mut(), &mut false)?;
        if found {
            let offset = self.records.offset;
            let record_error = |error| OffsetError::new(offset, FormatErrorKind::Lc0(error));
            self.record.setup().map_err(record_error)?;
            bytes.extend_from_slice(self.record.bytes());
            if VERSION == 7 {
                bytes.extend_from_slice(&self.records.tail);
            }
        }
        Ok(found)
    }

    fn member(&self) -> Option<&str> {
        self.records.member()
    }
}

fn plies_left(record: &V6Record) -> f32 {
    record.value(V6Value::PliesLeft)
}

/// Whether a record may follow another in the same game: its `plies_left` is less. This separates a
/// game that starts from the final position of the game before it.
fn may_follow(record: &V6Record, next: &V6Record) -> bool {
    let (before, after) = (plies_left(record), plies_left(next));
    after < before || (before == 0.0 && after == 0.0)
}

/// Returns the legal move that leads from a position to the pieces of a setup.
#[inline(always)]
fn connecting_move<B: Backend>(backend: B, position: &Position, setup: &Setup) -> Option<Move> {
    if setup.turn == position.turn() {
        return None;
    }
    let moves = legal_moves_with(backend, position);
    moves.into_iter().find(|&m| *position.after(m).placement() == setup.placement)
}

/// Returns the move played according to a record, if it is legal and has a probability.
#[inline(always)]
fn played<B: Backend>(backend: B, position: &Position, record: &V6Record) -> Option<Move> {
    let index = usize::from(record.played());
    if !record.probability(index).is_some_and(|probability| probability >= 0.0) {
        return None;
    }
    let policy = Lc0Policy { format: record.format() };
    let moves = legal_moves_with(backend, position);
    moves.into_iter().find(|&m| policy.index(position, m) == Some(index))
}

/// Returns the result of the game of a record.
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

/// Replaces the bytes from `start` on, a game's records, by a compressed file of an archive.
fn into_member(number: u64, start: usize, bytes: &mut Vec<u8>) -> std::io::Result<()> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, Compression::Gzip)?;
    encoder.write_all(bytes.get(start..).unwrap_or_default())?;
    encoder.finish()?;
    bytes.truncate(start);
    tar::push_file(&format!("game_{number:09}.gz"), &file, bytes);
    Ok(())
}

//! ChessBench's records: positions with a move, a probability, or both, in bags (`bag.rs`).
//!
//! | | record |
//! |---|---|
//! | behavioral cloning | FEN, move |
//! | state value | FEN, probability |
//! | action value | FEN, move, probability |
//!
//! The FEN is preceded by its length (LEB128), and so is a move that is followed by a probability.
//! Moves are in UCI notation, with castling as `e1g1`. The probability is the win probability of
//! the side to move in the position, or after the move, as a big-endian double. FENs name the
//! en-passant square if a capture is possible; castling rights are those of standard chess.
//!
//! The encoding is that of Apache Beam's `TupleCoder`, as in `searchless_chess` (Apache-2.0). Games
//! cannot be read back, since the positions are in no order.

use std::io::{Cursor, Write};
use std::path::Path;
use std::sync::Arc;

use super::Format;
use super::bag::{Bag, OffsetTable};
use super::error::{
    FormatError, FormatErrorKind, OffsetError, Unsupported, UnsupportedAt, WriteError,
};
use super::scored_game::ScoredGame;
use crate::games::push_leb128;
use crate::notation::fen;
use crate::notation::uci::{self, CastlingDialect};
use crate::pgn::NO_EVAL;
use crate::position::Position;
use crate::tensor::WinModel;
use crate::types::{Color, Move};

/// Whether the records of a format have a move, and whether they have a probability.
fn fields(format: Format) -> (bool, bool) {
    (format != Format::StateValue, format != Format::BehavioralCloning)
}

/// A record of ChessBench.
#[derive(Clone, PartialEq, Debug)]
pub struct ChessBenchRecord {
    /// The position.
    pub position: Position,
    /// The move, if the format has one.
    pub m: Option<Move>,
    /// The win probability of the side to move, if the format has one.
    pub win_probability: Option<f64>,
}

/// A reader of a ChessBench file, record by record.
///
/// ```no_run
/// use enroque::formats::{ChessBenchReader, Format};
/// let path = std::path::Path::new("state_value_data.bag");
/// let mut reader = ChessBenchReader::open(Format::StateValue, path).unwrap();
/// while let Some(record) = reader.next_record().unwrap() {
///     println!("{:?}", record.win_probability);
/// }
/// ```
pub struct ChessBenchReader {
    source: Arc<str>,
    format: Format,
    bag: Bag,
    entries: u64,
}

impl ChessBenchReader {
    /// Opens a file.
    ///
    /// # Errors
    /// When it cannot be opened or is not a bag, or the format is not one of ChessBench.
    pub fn open(format: Format, path: &Path) -> Result<ChessBenchReader, FormatError> {
        let source: Arc<str> = path.display().to_string().into();
        check_format(format, &source)?;
        let bag = Bag::open(path).map_err(|error| error.in_file(&source, 0))?;
        Ok(ChessBenchReader { source, format, bag, entries: 0 })
    }

    /// Reads an uncompressed bag in memory; `name` is its name in messages.
    ///
    /// # Errors
    /// When it is not a bag, or the format is not one of ChessBench.
    pub fn from_bytes(
        format: Format,
        name: &str,
        bytes: Arc<[u8]>,
    ) -> Result<ChessBenchReader, FormatError> {
        let source: Arc<str> = name.into();
        check_format(format, &source)?;
        let handle = || Box::new(Cursor::new(bytes.clone()));
        let bag = Bag::new(handle(), handle(), false).map_err(|error| error.in_file(&source, 0))?;
        Ok(ChessBenchReader { source, format, bag, entries: 0 })
    }

    /// Returns the next record; `None` after the last.
    ///
    /// # Errors
    /// When the record is invalid.
    pub fn next_record(&mut self) -> Result<Option<ChessBenchRecord>, FormatError> {
        let record = match self.bag.next() {
            Ok(None) => return Ok(None),
            Ok(Some((offset, bytes))) => read(self.format, offset, bytes),
            Err(error) => Err(error),
        };
        let record = record.map_err(|error| error.in_file(&self.source, self.entries + 1))?;
        self.entries += 1;
        Ok(Some(record))
    }
}

impl std::fmt::Debug for ChessBenchReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ChessBenchReader")
            .field("source", &self.source)
            .field("format", &self.format)
            .field("entries", &self.entries)
            .finish_non_exhaustive()
    }
}

/// A writer of a ChessBench file, record by record.
///
/// ```
/// use enroque::formats::{ChessBenchRecord, ChessBenchWriter, Format};
/// use enroque::position::Position;
/// let mut writer = ChessBenchWriter::new(Format::StateValue, Vec::new()).unwrap();
/// let position = Position::standard();
/// writer.push(&ChessBenchRecord { position, m: None, win_probability: Some(0.5) }).unwrap();
/// assert_eq!(writer.finish().unwrap().len(), 1 + 56 + 8 + 8);
/// ```
#[derive(Debug)]
pub struct ChessBenchWriter<W: Write> {
    format: Format,
    out: W,
    buffer: Vec<u8>,
    offset_table: OffsetTable,
    entries: u64,
}

impl<W: Write> ChessBenchWriter<W> {
    /// Makes a writer for an empty file.
    ///
    /// # Errors
    /// When the format is not one of ChessBench.
    pub fn new(format: Format, out: W) -> Result<ChessBenchWriter<W>, FormatError> {
        check_format(format, &"".into())?;
        let (buffer, offset_table) = (Vec::new(), OffsetTable::default());
        Ok(ChessBenchWriter { format, out, buffer, offset_table, entries: 0 })
    }

    /// Appends a record; fields that the format does not have are not written.
    ///
    /// # Errors
    /// When a field of the format is `None`, the position has castling rights of Chess960, or the
    /// bytes cannot be written.
    pub fn push(&mut self, record: &ChessBenchRecord) -> Result<(), WriteError> {
        let (has_move, has_probability) = fields(self.format);
        let reason = if !record.position.has_standard_castling() {
            Some(Unsupported::Chess960)
        } else if has_move && record.m.is_none() {
            Some(Unsupported::NoMoves)
        } else if has_probability && record.win_probability.is_none() {
            Some(Unsupported::Evaluation)
        } else {
            None
        };
        let (format, game) = (self.format.name(), self.entries);
        if let Some(reason) = reason {
            return Err(WriteError::Unsupported { format, game, ply: 0, reason });
        }
        self.buffer.clear();
        write_record(self.format, record, &mut self.buffer);
        self.out.write_all(&self.buffer)?;
        self.offset_table.push(self.buffer.len());
        self.offset_table.spill()?;
        self.entries += 1;
        Ok(())
    }

    /// Finishes the file and returns it.
    ///
    /// # Errors
    /// When the bytes cannot be written.
    pub fn finish(mut self) -> std::io::Result<W> {
        self.offset_table.finish(&mut self.out)?;
        self.out.flush()?;
        Ok(self.out)
    }
}

fn check_format(format: Format, source: &Arc<str>) -> Result<(), FormatError> {
    if format.is_chessbench() {
        return Ok(());
    }
    let what = "ChessBench's records";
    let kind = FormatErrorKind::WrongFormat { format: format.name(), what };
    Err(OffsetError::new(0, kind).in_file(source, 0))
}

/// Decodes a record at an offset of the file.
fn read(format: Format, offset: u64, bytes: &[u8]) -> Result<ChessBenchRecord, OffsetError> {
    let (has_move, has_probability) = fields(format);
    let mut rest = bytes;
    let offset_of = |rest: &[u8]| offset + (bytes.len() - rest.len()) as u64;
    let unexpected_end = |rest: &[u8]| OffsetError::unexpected_end(offset_of(rest), "a record");
    let text = |bytes: &[u8], at| {
        std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| {
            OffsetError::new(at, FormatErrorKind::Text("the text is not UTF-8".into()))
        })
    };
    let at = offset_of(rest);
    let fen_text = text(take_prefixed(&mut rest).ok_or_else(|| unexpected_end(rest))?, at)?;
    let position = fen::read(&fen_text)
        .map_err(|error| OffsetError::new(at, FormatErrorKind::Text(error.to_string().into())))?;
    let at = offset_of(rest);
    let m = if has_move {
        let bytes = match has_probability {
            true => take_prefixed(&mut rest).ok_or_else(|| unexpected_end(rest))?,
            false => std::mem::take(&mut rest),
        };
        let token = text(bytes, at)?;
        Some(uci::read(&position, &token).map_err(|error| {
            OffsetError::new(at, FormatErrorKind::Text(format!("{error}: {fen_text}").into()))
        })?)
    } else {
        None
    };
    let win_probability = if has_probability {
        let (&bytes, after) = rest.split_first_chunk::<8>().ok_or_else(|| unexpected_end(rest))?;
        rest = after;
        Some(f64::from_be_bytes(bytes))
    } else {
        None
    };
    if !rest.is_empty() {
        let kind = FormatErrorKind::Magic { expected: "the end of the record" };
        return Err(OffsetError::new(offset_of(rest), kind));
    }
    Ok(ChessBenchRecord { position, m, win_probability })
}

/// Removes a length (LEB128) and as many bytes from the front; returns the bytes.
fn take_prefixed<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let mut length = 0usize;
    for shift in (0..28).step_by(7) {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        length |= usize::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            let (bytes, after) = rest.split_at_checked(length)?;
            *rest = after;
            return Some(bytes);
        }
    }
    None
}

fn push_prefixed(bytes: &mut Vec<u8>, text: &[u8]) {
    push_leb128(bytes, text.len() as u64);
    bytes.extend_from_slice(text);
}

/// Appends the bytes of a record.
fn write_record(format: Format, record: &ChessBenchRecord, bytes: &mut Vec<u8>) {
    let (has_move, has_probability) = fields(format);
    push_prefixed(bytes, fen::write(&record.position).as_bytes());
    if let Some(m) = record.m.filter(|_| has_move) {
        let text = uci::write(&record.position, m, CastlingDialect::Standard);
        match has_probability {
            true => push_prefixed(bytes, text.as_bytes()),
            false => bytes.extend_from_slice(text.as_bytes()),
        }
    }
    if let Some(probability) = record.win_probability.filter(|_| has_probability) {
        bytes.extend_from_slice(&probability.to_be_bytes());
    }
}

/// Appends the records of the positions before each move of a game, and their lengths to `lengths`;
/// returns how many positions were skipped because they have no evaluation.
///
/// The probability is computed with [`WinModel::ChessBench`].
pub(super) fn write(
    format: Format,
    game: &ScoredGame,
    missing_score: Option<i16>,
    skip: bool,
    bytes: &mut Vec<u8>,
    lengths: &mut Vec<usize>,
) -> Result<u64, UnsupportedAt> {
    let mut skipped = 0;
    let mut position = game.start;
    if !position.has_standard_castling() {
        return Err(UnsupportedAt::game(Unsupported::Chess960));
    }
    for (ply, &m) in game.moves.iter().enumerate() {
        // the evaluation of the position, or that after the move
        let index = if format == Format::ActionValue { ply + 1 } else { ply };
        let eval = game.evals.get(index).copied().filter(|&eval| eval != NO_EVAL);
        let from_stm = |eval: i32| if position.turn() == Color::White { eval } else { -eval };
        let eval = eval.map(from_stm).or(missing_score.map(i32::from));
        if eval.is_none() && format != Format::BehavioralCloning {
            if !skip {
                return Err(UnsupportedAt { ply, reason: Unsupported::Evaluation });
            }
            skipped += 1;
        } else {
            let win_probability =
                eval.map(|eval| WinModel::ChessBench.win_probability(f64::from(eval)));
            let before = bytes.len();
            write_record(
                format,
                &ChessBenchRecord { position, m: Some(m), win_probability },
                bytes,
            );
            lengths.push(bytes.len() - before);
        }
        position.play_unchecked(m);
    }
    Ok(skipped)
}

//! ChessBench's records: positions with a move, a probability, or both, in bags (files of records of any
//! length, `.bag`, and `.bagz` where each is compressed).
//!
//! | | record |
//! |---|---|
//! | behavioral cloning | FEN, move |
//! | state value | FEN, probability |
//! | action value | FEN, move, probability |
//!
//! The FEN has its length before it (LEB128), and so has the move where something follows it; moves are
//! UCI's, castling as the king's step. The probability is the side to move's of winning, eight bytes, big-endian:
//! of the position, or after the move. FENs have an en-passant square where it can be captured, and
//! standard chess's castling rights only.
//!
//! The coding is Apache Beam's `TupleCoder`, as `searchless_chess` (Apache-2.0) uses it. No game comes back
//! out of a file: the positions are in no order.

use std::io::{Cursor, Write};
use std::path::Path;
use std::sync::Arc;

use super::Format;
use super::bag::{Bag, Ends};
use super::error::{Fault, FormatError, FormatErrorKind, Inexpressible, Refused, WriteError};
use super::scored::ScoredGame;
use crate::notation::fen;
use crate::notation::uci::{self, CastlingDialect};
use crate::pgn::NO_EVAL;
use crate::position::Position;
use crate::tensor::WinModel;
use crate::types::{Color, Move};

/// Which of the three kinds a format is: whether its records have a move, and a probability.
fn parts(format: Format) -> (bool, bool) {
    (format != Format::StateValue, format != Format::BehavioralCloning)
}

/// A record of ChessBench's.
#[derive(Clone, PartialEq, Debug)]
pub struct ChessBenchRecord {
    /// The position.
    pub position: Position,
    /// The move, where the kind has one.
    pub m: Option<Move>,
    /// How likely the side to move is to win, where the kind has that.
    pub win_probability: Option<f64>,
}

/// A bag of ChessBench's, read record by record.
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
    /// Opens a bag of one of the three kinds.
    ///
    /// # Errors
    /// When it is not there, is no bag, or the format is none of the three.
    pub fn open(format: Format, path: &Path) -> Result<ChessBenchReader, FormatError> {
        let source: Arc<str> = path.display().to_string().into();
        if !format.is_chessbench() {
            return Err(not_chessbench(format).of(&source, 0));
        }
        let bag = Bag::open(path).map_err(|fault| fault.of(&source, 0))?;
        Ok(ChessBenchReader { source, format, bag, entries: 0 })
    }

    /// Reads a bag in memory, whose records are not compressed; `name` is for messages.
    ///
    /// # Errors
    /// When it is no bag, or the format is none of the three.
    pub fn of_bytes(
        format: Format,
        name: &str,
        bytes: Arc<[u8]>,
    ) -> Result<ChessBenchReader, FormatError> {
        let source: Arc<str> = name.into();
        if !format.is_chessbench() {
            return Err(not_chessbench(format).of(&source, 0));
        }
        let handle = || Box::new(Cursor::new(bytes.clone()));
        let bag = Bag::new(handle(), handle(), false).map_err(|fault| fault.of(&source, 0))?;
        Ok(ChessBenchReader { source, format, bag, entries: 0 })
    }

    /// The next record; `None` after the last.
    ///
    /// # Errors
    /// When it is none.
    pub fn next_record(&mut self) -> Result<Option<ChessBenchRecord>, FormatError> {
        let record = match self.bag.next() {
            Ok(None) => return Ok(None),
            Ok(Some((offset, bytes))) => read(self.format, offset, bytes),
            Err(fault) => Err(fault),
        };
        let record = record.map_err(|fault| fault.of(&self.source, self.entries + 1))?;
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

/// Writes a bag of ChessBench's, record by record.
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
    ends: Ends,
    entries: u64,
}

impl<W: Write> ChessBenchWriter<W> {
    /// A writer of an empty bag of one of the three kinds.
    ///
    /// # Errors
    /// When the format is none of them.
    pub fn new(format: Format, out: W) -> Result<ChessBenchWriter<W>, FormatError> {
        if !format.is_chessbench() {
            return Err(not_chessbench(format).of(&"".into(), 0));
        }
        let (buffer, ends) = (Vec::new(), Ends::default());
        Ok(ChessBenchWriter { format, out, buffer, ends, entries: 0 })
    }

    /// Adds a record; what its kind does not have is left out.
    ///
    /// # Errors
    /// When it has not what its kind has, or castling rights of Chess960, or the bytes cannot be written.
    pub fn push(&mut self, record: &ChessBenchRecord) -> Result<(), WriteError> {
        let (has_move, has_probability) = parts(self.format);
        let what = if !record.position.has_standard_castling() {
            Some(Inexpressible::Chess960)
        } else if has_move && record.m.is_none() {
            Some(Inexpressible::NoMoves)
        } else if has_probability && record.win_probability.is_none() {
            Some(Inexpressible::Evaluation)
        } else {
            None
        };
        let (format, game) = (self.format.name(), self.entries);
        if let Some(what) = what {
            return Err(WriteError::Inexpressible { format, game, ply: 0, what });
        }
        self.buffer.clear();
        write_record(self.format, record, &mut self.buffer);
        self.out.write_all(&self.buffer)?;
        self.ends.push(self.buffer.len());
        self.ends.spill()?;
        self.entries += 1;
        Ok(())
    }

    /// Ends the bag and hands the file back.
    ///
    /// # Errors
    /// When the bytes cannot be written.
    pub fn finish(mut self) -> std::io::Result<W> {
        self.ends.finish(&mut self.out)?;
        self.out.flush()?;
        Ok(self.out)
    }
}

fn not_chessbench(format: Format) -> Fault {
    let what = "ChessBench's records";
    Fault::new(0, FormatErrorKind::NotOf { format: format.name(), what })
}

/// A record's parts.
fn read(format: Format, offset: u64, bytes: &[u8]) -> Result<ChessBenchRecord, Fault> {
    let (has_move, has_probability) = parts(format);
    let mut rest = bytes;
    let place = |rest: &[u8]| offset + (bytes.len() - rest.len()) as u64;
    let cut = |rest: &[u8]| Fault::new(place(rest), FormatErrorKind::Cut { what: "a record" });
    let text = |bytes: &[u8], at| {
        std::str::from_utf8(bytes)
            .map(str::to_owned)
            .map_err(|_| Fault::new(at, FormatErrorKind::Text("text that is not UTF-8".into())))
    };
    let at = place(rest);
    let fen_text = text(prefixed(&mut rest).ok_or_else(|| cut(rest))?, at)?;
    let position = fen::read(&fen_text)
        .map_err(|error| Fault::new(at, FormatErrorKind::Text(error.to_string().into())))?;
    let at = place(rest);
    let m = if has_move {
        let bytes = match has_probability {
            true => prefixed(&mut rest).ok_or_else(|| cut(rest))?,
            false => std::mem::take(&mut rest),
        };
        let token = text(bytes, at)?;
        Some(uci::read(&position, &token).map_err(|error| {
            Fault::new(at, FormatErrorKind::Text(format!("{error}: {fen_text}").into()))
        })?)
    } else {
        None
    };
    let win_probability = if has_probability {
        let (&bytes, after) = rest.split_first_chunk::<8>().ok_or_else(|| cut(rest))?;
        rest = after;
        Some(f64::from_be_bytes(bytes))
    } else {
        None
    };
    if !rest.is_empty() {
        let kind = FormatErrorKind::Magic { expected: "the end of the record" };
        return Err(Fault::new(place(rest), kind));
    }
    Ok(ChessBenchRecord { position, m, win_probability })
}

/// Bytes with their length before them, taken off the front.
fn prefixed<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
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
    let mut length = text.len();
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend_from_slice(text);
}

/// Appends a record's bytes.
fn write_record(format: Format, record: &ChessBenchRecord, bytes: &mut Vec<u8>) {
    let (has_move, has_probability) = parts(format);
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

/// Appends the records of the positions before each move of a game, and their lengths to another list;
/// how many positions were left out for want of an evaluation.
///
/// The probability is by ChessBench's own curve, [`WinModel::ChessBench`].
pub(super) fn write(
    format: Format,
    game: &ScoredGame,
    missing_score: Option<i16>,
    skip: bool,
    bytes: &mut Vec<u8>,
    lengths: &mut Vec<usize>,
) -> Result<u64, Refused> {
    let mut skipped = 0;
    let mut position = game.start;
    if !position.has_standard_castling() {
        return Err(Refused::game(Inexpressible::Chess960));
    }
    for (ply, &m) in game.moves.iter().enumerate() {
        // of the position, or after the move
        let of = if format == Format::ActionValue { ply + 1 } else { ply };
        let eval = game.evals.get(of).copied().filter(|&eval| eval != NO_EVAL);
        let own = |eval: i32| if position.turn() == Color::White { eval } else { -eval };
        let own = eval.map(own).or(missing_score.map(i32::from));
        if own.is_none() && format != Format::BehavioralCloning {
            if !skip {
                return Err(Refused { ply, what: Inexpressible::Evaluation });
            }
            skipped += 1;
        } else {
            let win_probability =
                own.map(|eval| WinModel::ChessBench.win_probability(f64::from(eval)));
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

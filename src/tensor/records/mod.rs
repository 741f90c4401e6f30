//! Positions as binary records of 32 bytes, for training NNUE networks.

mod bullet;
mod packed;

pub use bullet::{Bullet, bullet, read_bullet};
pub use packed::{Packed, pack, unpack};
pub(crate) use packed::{pack_setup, unpack_setup};

use std::ops::Range;

use thiserror::Error;

use super::View;
use super::decode::Decoded;
use super::describe::Conventions;
use super::options::{NameError, Options, dispatch, registry};
use crate::attacks::Backend;
use crate::position::{Position, PositionError};
use crate::types::{Bitboard, Square};

/// The size of a record in bytes.
pub const BYTES: usize = 32;
/// The maximum number of pieces in a record.
const MAX_PIECES: usize = 32;

/// The evaluation and result of a record, from the view of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RecordLabel {
    /// The evaluation in centipawns.
    pub score: i16,
    /// The result: 0 lost, 1 drawn, 2 won.
    pub result: u8,
}

/// A field of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The description.
    pub name: &'static str,
    /// The bytes.
    pub bytes: Range<usize>,
    /// The smallest number, or the smallest byte of a field of several numbers.
    pub low: i64,
    /// The largest number, or the largest byte of a field of several numbers.
    pub high: u64,
}

impl Field {
    const fn new(name: &'static str, bytes: Range<usize>, low: i64, high: u64) -> Field {
        Field { name, bytes, low, high }
    }
}

/// The fields of the mask of occupied squares and of the pieces.
fn piece_fields() -> [Field; 2] {
    [
        Field::new("occupied squares", 0..8, 0, u64::MAX),
        Field::new("pieces, 4 bits each", 8..24, 0, u8::MAX as u64),
    ]
}

/// The fields of a label.
fn label_fields(at: usize) -> [Field; 2] {
    let (low, high) = (i16::MIN.into(), i16::MAX.unsigned_abs().into());
    [
        Field::new("score in centipawns", at..at + 2, low, high),
        Field::new("result: 0 lost, 1 drawn, 2 won", at + 2..at + 3, 0, 2),
    ]
}

/// A kind of records of [`BYTES`] bytes.
///
/// Each kind is defined in one file, by implementing this trait; the registry in `records/mod.rs`
/// lists the types.
pub trait Record {
    /// The name.
    fn name(&self) -> &'static str;

    /// Sets the options that are given; no kind has options.
    ///
    /// # Errors
    /// If the value of an option is unknown.
    fn configure(&mut self, _: &mut Options<'_>) -> Result<(), NameError> {
        Ok(())
    }

    /// Returns the fields in order. Numbers are little-endian.
    fn fields(&self) -> Vec<Field>;

    /// Returns the conventions in words.
    fn conventions(&self) -> Conventions;

    /// Whether positions that differ only in Chess960 castling rights are encoded differently.
    fn distinguishes_chess960(&self) -> bool {
        false
    }

    /// The view of the label.
    fn view(&self) -> View;

    /// Returns the record of a position; the label is from the view of the kind.
    ///
    /// # Errors
    /// If the position or the label does not fit.
    fn write(&self, position: &Position, label: RecordLabel) -> Result<[u8; BYTES], RecordError>;

    /// Decodes a record; its label is ignored.
    ///
    /// # Errors
    /// If the bytes are not a record of the kind.
    fn decode(&self, record: &[u8]) -> Result<Decoded, RecordError>;
}

registry! { $
    /// A kind of records, selected by name.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    RecordKind, "record kind", with_record:
    Bullet(Bullet),
    Packed(Packed),
}

impl RecordKind {
    dispatch! { with_record:
        /// The name.
        pub fn name(&self) -> &'static str;
        /// Returns the fields of a record in order. Numbers are little-endian.
        ///
        /// ```
        /// use enroque::tensor::records::{BYTES, RecordKind};
        /// let fields = RecordKind::named("packed", &[]).unwrap().fields();
        /// assert_eq!((fields[0].name, fields[0].bytes.clone()), ("occupied squares", 0..8));
        /// assert_eq!(fields.last().unwrap().bytes.end, BYTES);
        /// ```
        pub fn fields(&self) -> Vec<Field>;
        /// Returns the conventions of the records.
        pub fn conventions(&self) -> Conventions;
        /// Whether positions that differ only in Chess960 castling rights are encoded differently.
        pub fn distinguishes_chess960(&self) -> bool;
        /// Returns the record of a position. The label is from the side to move's view for `"bullet"`,
        /// from White's for `"packed"`.
        ///
        /// # Errors
        /// See [`bullet()`] and [`pack`].
        #[inline]
        pub fn write(&self, position: &Position, label: RecordLabel) -> Result<[u8; BYTES], RecordError>;
        /// Decodes a record; its label is ignored.
        ///
        /// # Errors
        /// If the bytes are not a record of the kind.
        pub fn decode(&self, record: &[u8]) -> Result<Decoded, RecordError>;
    }

    /// The view of the label.
    pub(crate) fn view(self) -> View {
        with_record!(self, kind => kind.view())
    }
}

/// An error of writing or reading a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum RecordError {
    /// More than 32 pieces.
    #[error("the position has {0} pieces; a record holds {MAX_PIECES} at most")]
    TooManyPieces(u32),
    /// The move number or the halfmove clock is too large.
    #[error(
        "the clock {0} is too large: a record holds halfmove clocks to 255 and move \
                     numbers to 65535"
    )]
    Clock(u32),
    /// The result is not 0, 1 or 2.
    #[error("a result must be 0 (lost), 1 (drawn) or 2 (won), not {0}")]
    Result(u8),
    /// The record does not have 32 bytes.
    #[error("a record must have {BYTES} bytes, not {0}")]
    Length(usize),
    /// A nibble is not the code of a piece.
    #[error("invalid piece code {nibble} on {square}")]
    Piece {
        /// The square.
        square: Square,
        /// The value of the nibble.
        nibble: u8,
    },
    /// The en-passant square is not a square.
    #[error("invalid en-passant square {0}")]
    EnPassant(u8),
    /// The position is illegal.
    #[error(transparent)]
    Position(PositionError),
}

/// Writes the mask of occupied squares and a nibble for each, from a1 to h8; bit n of it is that of
/// the square in `bits[n]`.
#[inline(always)]
fn write_pieces<B: Backend>(
    backend: B,
    occupied: u64,
    bits: [u64; 4],
    record: &mut [u8; BYTES],
) -> Result<(), RecordError> {
    if occupied.count_ones() as usize > MAX_PIECES {
        return Err(RecordError::TooManyPieces(occupied.count_ones()));
    }
    let (mut low, mut high) = (0, 0);
    for (n, bits) in bits.into_iter().enumerate() {
        let bits = backend.compress(bits, occupied);
        low |= backend.to_every_fourth(bits) << n;
        high |= backend.to_every_fourth(bits >> 16) << n;
    }
    record[..8].copy_from_slice(&occupied.to_le_bytes());
    record[8..16].copy_from_slice(&low.to_le_bytes());
    record[16..24].copy_from_slice(&high.to_le_bytes());
    Ok(())
}

/// Returns the mask of occupied squares, and for each bit of a nibble the squares that have it.
#[inline(always)]
fn read_pieces<B: Backend>(
    backend: B,
    record: &[u8; BYTES],
) -> Result<(u64, [u64; 4]), RecordError> {
    let (words, _) = record.as_chunks::<8>();
    let word = |n: usize| u64::from_le_bytes(words[n]);
    let (occupied, low, high) = (word(0), word(1), word(2));
    if occupied.count_ones() as usize > MAX_PIECES {
        return Err(RecordError::TooManyPieces(occupied.count_ones()));
    }
    let bits = [0, 1, 2, 3].map(|n| {
        let bits = backend.of_every_fourth(low >> n) | backend.of_every_fourth(high >> n) << 16;
        backend.expand(bits, occupied)
    });
    Ok((occupied, bits))
}

/// The first of some squares whose nibbles are no piece, as an error.
#[cold]
fn invalid_piece(squares: u64, bits: [u64; 4]) -> RecordError {
    let square = Bitboard(squares).first().unwrap_or(Square::A1);
    let nibble = (0..4).fold(0, |nibble, n| nibble | (bits[n] >> square as u8 & 1) << n);
    RecordError::Piece { square, nibble: nibble as u8 }
}

fn sized(bytes: &[u8]) -> Result<&[u8; BYTES], RecordError> {
    bytes.try_into().map_err(|_| RecordError::Length(bytes.len()))
}

fn check_label(label: RecordLabel) -> Result<(), RecordError> {
    if label.result > 2 { Err(RecordError::Result(label.result)) } else { Ok(()) }
}

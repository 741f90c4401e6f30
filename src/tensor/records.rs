//! Positions as records of 32 bytes: what trainers of small networks keep by the billion.

use std::fmt;

use super::View;
use super::options::{NameError, OptionValue, Options};
use crate::position::{Position, PositionError, Setup};
use crate::types::{Bitboard, CastlingRights, Color, Piece, PieceType, Square};

/// Bytes of a record.
pub const BYTES: usize = 32;
/// The most pieces that a record has room for.
const MAX_PIECES: usize = 32;
/// The nibble of a rook with which one may castle.
const CASTLING_ROOK: u8 = 6;
/// The nibble's bit of Black's pieces, or the opponent's.
const OTHER: u8 = 8;
/// No en-passant square.
const NO_SQUARE: u8 = 64;

/// What a record holds besides the position, from the view that the record has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Label {
    /// An evaluation in centipawns.
    pub score: i16,
    /// How the game ended: 0 lost, 1 drawn, 2 won.
    pub result: u8,
}

/// The kinds of records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    /// `"bullet"`; see [`bullet`].
    Bullet,
    /// `"packed"`; see [`pack`].
    Packed,
}

impl RecordKind {
    /// The names.
    pub const NAMES: &'static [&'static str] = &["bullet", "packed"];

    /// The kind of a name. It has no options.
    ///
    /// # Errors
    /// When the name is unknown, or an option is given.
    pub fn named(name: &str, options: &[(String, OptionValue)]) -> Result<RecordKind, NameError> {
        let found =
            [RecordKind::Bullet, RecordKind::Packed].into_iter().find(|of| of.name() == name);
        let Some(found) = found else {
            let (kind, name) = ("kind of record", name.to_owned());
            return Err(NameError::Unknown { kind, name, known: RecordKind::NAMES });
        };
        Options::new(found.name(), options).finish()?;
        Ok(found)
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            RecordKind::Bullet => "bullet",
            RecordKind::Packed => "packed",
        }
    }

    /// The record of a position. The label is from the side to move's view in bullet's record, from White's
    /// in the packed board.
    ///
    /// # Errors
    /// As of [`bullet`] and [`pack`].
    pub fn write(self, position: &Position, label: Label) -> Result<[u8; BYTES], RecordError> {
        match self {
            RecordKind::Bullet => bullet(position, label),
            RecordKind::Packed => pack(position, label),
        }
    }

    /// From whose view the label is.
    pub(crate) fn view(self) -> View {
        match self {
            RecordKind::Bullet => View::SideToMove,
            RecordKind::Packed => View::White,
        }
    }

    /// Puts another label into a record.
    pub(crate) fn relabel(self, record: &mut [u8; BYTES], label: Label) {
        let [low, high] = label.score.to_le_bytes();
        match self {
            RecordKind::Bullet => record[24..27].copy_from_slice(&[low, high, label.result]),
            RecordKind::Packed => record[28..31].copy_from_slice(&[low, high, label.result]),
        }
    }
}

/// A position cannot be put into a record, or a record holds none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// More pieces than there is room for.
    TooManyPieces(u32),
    /// The move number or the clock is beyond the record's.
    Clock(u32),
    /// The result is not 0, 1 or 2.
    Result(u8),
    /// There are not 32 bytes.
    Length(usize),
    /// A nibble that stands for no piece.
    Piece {
        /// Where it stands.
        square: Square,
        /// Its value.
        nibble: u8,
    },
    /// The en-passant square is none.
    EnPassant(u8),
    /// The pieces make no position.
    Position(PositionError),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::TooManyPieces(pieces) => {
                write!(f, "{pieces} pieces, and a record has room for {MAX_PIECES}")
            }
            RecordError::Clock(clock) => write!(f, "a record has no room for the clock {clock}"),
            RecordError::Result(result) => {
                write!(f, "a result is 0 (lost), 1 (drawn) or 2 (won), not {result}")
            }
            RecordError::Length(length) => write!(f, "a record has {BYTES} bytes, not {length}"),
            RecordError::Piece { square, nibble } => {
                write!(f, "no piece has the number {nibble} that stands on {square}")
            }
            RecordError::EnPassant(square) => write!(f, "there is no en-passant square {square}"),
            RecordError::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordError {}

/// Writes the occupied squares and a nibble for each, from a1 to h8.
fn write_pieces(
    occupied: Bitboard,
    nibble: impl Fn(Square) -> u8,
    record: &mut [u8; BYTES],
) -> Result<(), RecordError> {
    if occupied.len() as usize > MAX_PIECES {
        return Err(RecordError::TooManyPieces(occupied.len()));
    }
    record[..8].copy_from_slice(&occupied.0.to_le_bytes());
    for (n, square) in occupied.into_iter().enumerate() {
        record[8 + n / 2] |= nibble(square) << (4 * (n % 2));
    }
    Ok(())
}

/// The occupied squares with their nibbles.
fn read_pieces(record: &[u8; BYTES]) -> Result<impl Iterator<Item = (Square, u8)>, RecordError> {
    let mut occupied = [0; 8];
    occupied.copy_from_slice(&record[..8]);
    let occupied = Bitboard(u64::from_le_bytes(occupied));
    if occupied.len() as usize > MAX_PIECES {
        return Err(RecordError::TooManyPieces(occupied.len()));
    }
    let nibble = |n: usize| record[8 + n / 2] >> (4 * (n % 2)) & 15;
    Ok(occupied.into_iter().enumerate().map(move |(n, square)| (square, nibble(n))))
}

fn whole(bytes: &[u8]) -> Result<&[u8; BYTES], RecordError> {
    bytes.try_into().map_err(|_| RecordError::Length(bytes.len()))
}

fn check(label: Label) -> Result<(), RecordError> {
    if label.result > 2 { Err(RecordError::Result(label.result)) } else { Ok(()) }
}

/// A position as bullet's record (`ChessBoard` of the crate bulletformat), seen by the side to move: the
/// squares of all pieces, a nibble for each (0 to 5 pawn to king, 8 more for the opponent's), the score,
/// the result, the own king's square and the opponent's as he sees it. The board is flipped by ranks
/// for Black. Castling, en passant, clocks and whose move it is are not in it.
///
/// # Errors
/// When there are more than 32 pieces, or the label's result is not 0, 1 or 2.
pub fn bullet(position: &Position, label: Label) -> Result<[u8; BYTES], RecordError> {
    check(label)?;
    let us = position.turn();
    let placement = position.placement();
    let seen = |square: Square| if us == Color::Black { square.mirror() } else { square };
    let occupied = placement.occupied().0;
    let occupied = Bitboard(if us == Color::Black { occupied.swap_bytes() } else { occupied });
    let own = placement.by_color(us);
    let nibble = |square: Square| {
        let there = seen(square);
        let other = if own.has(there) { 0 } else { OTHER };
        placement.type_at_unchecked(there) as u8 | other
    };
    let mut record = [0; BYTES];
    write_pieces(occupied, nibble, &mut record)?;
    record[24..26].copy_from_slice(&label.score.to_le_bytes());
    record[26] = label.result;
    record[27] = seen(position.king(us)) as u8;
    record[28] = seen(position.king(!us)) as u8 ^ 56;
    Ok(record)
}

/// The set-up of bullet's record, the side to move being White, and its label.
///
/// # Errors
/// When the bytes are no such record.
pub fn read_bullet(bytes: &[u8]) -> Result<(Setup, Label), RecordError> {
    let record = whole(bytes)?;
    let mut setup = Setup::EMPTY;
    for (square, nibble) in read_pieces(record)? {
        let color = if nibble & OTHER == 0 { Color::White } else { Color::Black };
        let piece_type = PieceType::from_index((nibble & 7).into());
        let piece_type = piece_type.ok_or(RecordError::Piece { square, nibble })?;
        setup.placement.put(square, Piece { color, piece_type });
    }
    let score = i16::from_le_bytes([record[24], record[25]]);
    let label = Label { score, result: record[26] };
    check(label)?;
    Ok((setup, label))
}

/// A position as a packed board (viriformat, marlinformat), with all that a FEN has: the squares of
/// all pieces, a nibble for each (0 to 5 pawn to king, 6 a rook with which one may castle, 8 more for
/// Black's), the en-passant square and whose move it is, both clocks, and the score and the result
/// from White's view. Chess960's and double Chess960's castling rights are all there.
///
/// The en-passant square is there where a capture is legal.
///
/// ```
/// use enroque::position::Position;
/// use enroque::tensor::records::{Label, pack, unpack};
/// let start = Position::standard();
/// let record = pack(&start, Label { score: 20, result: 1 }).unwrap();
/// assert_eq!(unpack(&record).unwrap(), (start, Label { score: 20, result: 1 }));
/// ```
///
/// # Errors
/// When there are more than 32 pieces, a clock beyond 255, a move number beyond 65,535, or a result that
/// is not 0, 1 or 2.
pub fn pack(position: &Position, label: Label) -> Result<[u8; BYTES], RecordError> {
    check(label)?;
    let placement = position.placement();
    let white = placement.by_color(Color::White);
    let nibble = |square: Square| {
        let other = if white.has(square) { 0 } else { OTHER };
        let is_castling = position.castling().has(square);
        let piece =
            if is_castling { CASTLING_ROOK } else { placement.type_at_unchecked(square) as u8 };
        piece | other
    };
    let mut record = [0; BYTES];
    write_pieces(placement.occupied(), nibble, &mut record)?;
    let clock = position.halfmove_clock();
    let number = position.fullmove_number();
    let ep_square = position.legal_ep_square().map_or(NO_SQUARE, |square| square as u8);
    record[24] = ep_square | if position.turn() == Color::Black { 1 << 7 } else { 0 };
    record[25] = u8::try_from(clock).map_err(|_| RecordError::Clock(clock))?;
    let number = u16::try_from(number).map_err(|_| RecordError::Clock(number))?;
    record[26..28].copy_from_slice(&number.to_le_bytes());
    record[28..30].copy_from_slice(&label.score.to_le_bytes());
    record[30] = label.result;
    Ok(record)
}

/// The position of a packed board, and its label.
///
/// # Errors
/// When the bytes are no such record, or its pieces make no position. Castling rights and en-passant
/// squares that cannot be true are left out, as in a FEN.
pub fn unpack(bytes: &[u8]) -> Result<(Position, Label), RecordError> {
    let record = whole(bytes)?;
    let mut setup = Setup::EMPTY;
    let mut rooks = Bitboard::EMPTY;
    for (square, nibble) in read_pieces(record)? {
        let color = if nibble & OTHER == 0 { Color::White } else { Color::Black };
        let piece_type = match nibble & 7 {
            CASTLING_ROOK => {
                rooks = rooks.with(square);
                Some(PieceType::Rook)
            }
            piece => PieceType::from_index(piece.into()),
        };
        let piece_type = piece_type.ok_or(RecordError::Piece { square, nibble })?;
        setup.placement.put(square, Piece { color, piece_type });
    }
    setup.castling = CastlingRights(rooks);
    setup.turn = if record[24] >> 7 == 0 { Color::White } else { Color::Black };
    let ep_square = record[24] & 0x7F;
    setup.ep_square = match ep_square {
        NO_SQUARE => None,
        _ => {
            let square = Square::from_index(ep_square.into());
            Some(square.ok_or(RecordError::EnPassant(ep_square))?)
        }
    };
    setup.halfmove_clock = record[25].into();
    setup.fullmove_number = u16::from_le_bytes([record[26], record[27]]).max(1).into();
    let label = Label { score: i16::from_le_bytes([record[28], record[29]]), result: record[30] };
    check(label)?;
    let position = Position::try_from(setup.repaired()).map_err(RecordError::Position)?;
    Ok((position, label))
}

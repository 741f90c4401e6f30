//! Positions as binary records of 32 bytes, for training NNUE networks.

use std::fmt;

use super::View;
use super::options::{NameError, OptionValue, Options};
use crate::position::{Position, PositionError, Setup};
use crate::types::{Bitboard, CastlingRights, Color, Piece, PieceType, Square};

/// The size of a record in bytes.
pub const BYTES: usize = 32;
/// The maximum number of pieces in a record.
const MAX_PIECES: usize = 32;
/// The nibble of a rook with a castling right.
const CASTLING_ROOK: u8 = 6;
/// The bit of a nibble for pieces of Black or of the opponent.
const OTHER: u8 = 8;
/// The value for no en-passant square.
const NO_SQUARE: u8 = 64;

/// The evaluation and result of a record, from the view of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Label {
    /// The evaluation in centipawns.
    pub score: i16,
    /// The result: 0 lost, 1 drawn, 2 won.
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
    /// The names of all kinds.
    pub const NAMES: &'static [&'static str] = &["bullet", "packed"];

    /// Returns the kind of a name. There are no options.
    ///
    /// # Errors
    /// If the name is unknown, or an option is given.
    pub fn named(name: &str, options: &[(String, OptionValue)]) -> Result<RecordKind, NameError> {
        let found =
            [RecordKind::Bullet, RecordKind::Packed].into_iter().find(|of| of.name() == name);
        let Some(found) = found else {
            let (kind, name) = ("record kind", name.to_owned());
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

    /// Returns the record of a position. The label is from the side to move's view for
    /// [`RecordKind::Bullet`], from White's for [`RecordKind::Packed`].
    ///
    /// # Errors
    /// See [`bullet`] and [`pack`].
    pub fn write(self, position: &Position, label: Label) -> Result<[u8; BYTES], RecordError> {
        match self {
            RecordKind::Bullet => bullet(position, label),
            RecordKind::Packed => pack(position, label),
        }
    }

    /// The view of the label.
    pub(crate) fn view(self) -> View {
        match self {
            RecordKind::Bullet => View::SideToMove,
            RecordKind::Packed => View::White,
        }
    }
}

/// An error of writing or reading a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// More than 32 pieces.
    TooManyPieces(u32),
    /// The move number or the halfmove clock is too large.
    Clock(u32),
    /// The result is not 0, 1 or 2.
    Result(u8),
    /// The record does not have 32 bytes.
    Length(usize),
    /// A nibble is not the code of a piece.
    Piece {
        /// The square.
        square: Square,
        /// The value of the nibble.
        nibble: u8,
    },
    /// The en-passant square is not a square.
    EnPassant(u8),
    /// The position is illegal.
    Position(PositionError),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::TooManyPieces(pieces) => {
                write!(f, "the position has {pieces} pieces; a record holds {MAX_PIECES} at most")
            }
            RecordError::Clock(clock) => {
                write!(
                    f,
                    "the clock {clock} is too large: a record holds halfmove clocks to 255 and move \
                     numbers to 65535"
                )
            }
            RecordError::Result(result) => {
                write!(f, "a result must be 0 (lost), 1 (drawn) or 2 (won), not {result}")
            }
            RecordError::Length(length) => {
                write!(f, "a record must have {BYTES} bytes, not {length}")
            }
            RecordError::Piece { square, nibble } => {
                write!(f, "invalid piece code {nibble} on {square}")
            }
            RecordError::EnPassant(square) => write!(f, "invalid en-passant square {square}"),
            RecordError::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordError {}

/// Writes the mask of occupied squares and a nibble for each, from a1 to h8.
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

/// Returns the occupied squares with their nibbles.
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

fn sized(bytes: &[u8]) -> Result<&[u8; BYTES], RecordError> {
    bytes.try_into().map_err(|_| RecordError::Length(bytes.len()))
}

fn check_label(label: Label) -> Result<(), RecordError> {
    if label.result > 2 { Err(RecordError::Result(label.result)) } else { Ok(()) }
}

/// Returns the bulletformat record (`ChessBoard` of the crate bulletformat), from the side to
/// move's side: the mask of occupied squares, a nibble for each piece (0 to 5 for pawn to king,
/// plus 8 for the opponent's), the score, the result, the own king's square and the opponent's
/// king's square from the opponent's side. For Black, the board is flipped by ranks. Castling
/// rights, en passant, clocks and the side to move are not encoded.
///
/// # Errors
/// If there are more than 32 pieces, or the result of the label is not 0, 1 or 2.
pub fn bullet(position: &Position, label: Label) -> Result<[u8; BYTES], RecordError> {
    check_label(label)?;
    let us = position.turn();
    let placement = position.placement();
    let seen = |square: Square| if us == Color::Black { square.mirror() } else { square };
    let occupied = placement.occupied().0;
    let occupied = Bitboard(if us == Color::Black { occupied.swap_bytes() } else { occupied });
    let own = placement.by_color(us);
    let nibble = |square: Square| {
        let square = seen(square);
        let other = if own.has(square) { 0 } else { OTHER };
        placement.type_at_unchecked(square) as u8 | other
    };
    let mut record = [0; BYTES];
    write_pieces(occupied, nibble, &mut record)?;
    record[24..26].copy_from_slice(&label.score.to_le_bytes());
    record[26] = label.result;
    record[27] = seen(position.king(us)) as u8;
    record[28] = seen(position.king(!us)) as u8 ^ 56;
    Ok(record)
}

/// Returns the setup of a bulletformat record, with the side to move as White, and its label.
///
/// # Errors
/// If the bytes are not a bulletformat record.
pub fn read_bullet(bytes: &[u8]) -> Result<(Setup, Label), RecordError> {
    let record = sized(bytes)?;
    let mut setup = Setup::EMPTY;
    for (square, nibble) in read_pieces(record)? {
        let color = if nibble & OTHER == 0 { Color::White } else { Color::Black };
        let piece_type = PieceType::from_index((nibble & 7).into());
        let piece_type = piece_type.ok_or(RecordError::Piece { square, nibble })?;
        setup.placement.put(square, Piece { color, piece_type });
    }
    let score = i16::from_le_bytes([record[24], record[25]]);
    let label = Label { score, result: record[26] };
    check_label(label)?;
    Ok((setup, label))
}

/// Returns the packed board (viriformat, marlinformat), which has all fields of a FEN: the mask of
/// occupied squares, a nibble for each piece (0 to 5 for pawn to king, 6 for a rook with a castling
/// right, plus 8 for Black's), the en-passant square and the side to move, both clocks, and the
/// score and the result from White's view. All castling rights of Chess960 and double Chess960 are
/// encoded.
///
/// The en-passant square is set if a capture is legal.
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
/// If there are more than 32 pieces, a halfmove clock above 255, a move number above 65,535, or a
/// result other than 0, 1 and 2.
pub fn pack(position: &Position, label: Label) -> Result<[u8; BYTES], RecordError> {
    check_label(label)?;
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

/// Returns the position of a packed board and its label.
///
/// # Errors
/// If the bytes are not a packed board, or the position is illegal. Impossible castling rights and
/// en-passant squares are dropped, as in a FEN.
pub fn unpack(bytes: &[u8]) -> Result<(Position, Label), RecordError> {
    let record = sized(bytes)?;
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
    check_label(label)?;
    let position = Position::try_from(setup.repaired()).map_err(RecordError::Position)?;
    Ok((position, label))
}

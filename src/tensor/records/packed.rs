//! Packed boards of viriformat and marlinformat.

use super::{BYTES, Field, Label, OTHER, Record, RecordError};
use super::{check_label, label_fields, piece_fields, read_pieces, sized, write_pieces};
use crate::position::{Position, Setup};
use crate::tensor::View;
use crate::tensor::decode::Decoded;
use crate::tensor::describe::Conventions;
use crate::types::{Bitboard, CastlingRights, Color, Piece, PieceType, Square};

/// The first byte of the label.
const LABEL: usize = 28;
/// The nibble of a rook with a castling right.
const CASTLING_ROOK: u8 = 6;
/// The value for no en-passant square.
const NO_SQUARE: u8 = 64;

/// `"packed"`; see [`pack`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Packed;

impl Record for Packed {
    fn name(&self) -> &'static str {
        "packed"
    }

    fn fields(&self) -> Vec<Field> {
        let square = "en-passant square, 64 for none; plus 128 if Black is to move";
        let clocks = [
            Field::new(square, 24..25, 0, 192),
            Field::new("halfmove clock", 25..26, 0, u8::MAX.into()),
            Field::new("move number", 26..28, 0, u16::MAX.into()),
        ];
        let rest = [Field::new("zero", 31..32, 0, 0)];
        let fields = piece_fields().into_iter().chain(clocks);
        fields.chain(label_fields(LABEL)).chain(rest).collect()
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            view: View::White.description(),
            en_passant: "the square passed is encoded if a capture is legal",
            chess960: "complete: rooks with a right have a separate code",
            source: "PackedBoard of the crate viriformat 3.0",
            ..Conventions::default()
        }
    }

    fn distinguishes_chess960(&self) -> bool {
        true
    }

    fn view(&self) -> View {
        View::White
    }

    #[inline]
    fn write(&self, position: &Position, label: Label) -> Result<[u8; BYTES], RecordError> {
        pack(position, label)
    }

    fn decode(&self, record: &[u8]) -> Result<Decoded, RecordError> {
        let (position, _) = unpack(record)?;
        Ok(Decoded { setup: position.to_setup(), missing: Vec::new() })
    }
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

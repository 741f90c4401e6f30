//! Packed boards of viriformat and marlinformat.

use super::{BYTES, Field, Record, RecordError, RecordLabel};
use super::{
    check_label, invalid_piece, label_fields, piece_fields, read_pieces, sized, write_pieces,
};
use crate::attacks::{Backend, dispatch, task};
use crate::position::{Placement, Position, Setup};
use crate::tensor::View;
use crate::tensor::decode::Decoded;
use crate::tensor::describe::Conventions;
use crate::types::{Bitboard, CastlingRights, Color, Square};

/// The first byte of the label.
const LABEL: usize = 28;
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
    fn write(&self, position: &Position, label: RecordLabel) -> Result<[u8; BYTES], RecordError> {
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
/// use enroque::tensor::records::{RecordLabel, pack, unpack};
/// let start = Position::standard();
/// let record = pack(&start, RecordLabel { score: 20, result: 1 }).unwrap();
/// assert_eq!(unpack(&record).unwrap(), (start, RecordLabel { score: 20, result: 1 }));
/// ```
///
/// # Errors
/// If there are more than 32 pieces, a halfmove clock above 255, a move number above 65,535, or a
/// result other than 0, 1 and 2.
pub fn pack(position: &Position, label: RecordLabel) -> Result<[u8; BYTES], RecordError> {
    check_label(label)?;
    type Record = Result<[u8; BYTES], RecordError>;
    let mut record = dispatch(task!(|backend, position: &Position| -> Record {
        pack_setup(backend, &position.to_setup(), position.legal_ep_square())
    }))?;
    record[LABEL..LABEL + 2].copy_from_slice(&label.score.to_le_bytes());
    record[LABEL + 2] = label.result;
    Ok(record)
}

/// [`pack`] of a legal setup with the label 0; the en-passant square is given.
#[inline(always)]
pub(crate) fn pack_setup<B: Backend>(
    backend: B,
    setup: &Setup,
    ep_square: Option<Square>,
) -> Result<[u8; BYTES], RecordError> {
    let placement = &setup.placement;
    // a rook with a castling right is 6 instead of 3
    let (rooks, [ones, twos, fours]) = (setup.castling.0.0, placement.type_bits());
    let bits = [ones & !rooks, twos, fours | rooks, placement.by_color(Color::Black).0];
    let mut record = [0; BYTES];
    write_pieces(backend, placement.occupied().0, bits, &mut record)?;
    let (clock, number) = (setup.halfmove_clock, setup.fullmove_number);
    let ep_square = ep_square.map_or(NO_SQUARE, |square| square as u8);
    record[24] = ep_square | if setup.turn == Color::Black { 1 << 7 } else { 0 };
    record[25] = u8::try_from(clock).map_err(|_| RecordError::Clock(clock))?;
    let number = u16::try_from(number).map_err(|_| RecordError::Clock(number))?;
    record[26..28].copy_from_slice(&number.to_le_bytes());
    Ok(record)
}

/// Returns the position of a packed board and its label.
///
/// # Errors
/// If the bytes are not a packed board, or the position is illegal. Impossible castling rights and
/// en-passant squares are dropped, as in a FEN.
pub fn unpack(bytes: &[u8]) -> Result<(Position, RecordLabel), RecordError> {
    let record = sized(bytes)?;
    let setup = dispatch(task!(|backend, record: &[u8; BYTES]| -> Result<Setup, RecordError> {
        unpack_setup(backend, record)
    }))?;
    let score = i16::from_le_bytes([record[LABEL], record[LABEL + 1]]);
    let label = RecordLabel { score, result: record[LABEL + 2] };
    check_label(label)?;
    let position = Position::try_from(setup.repaired()).map_err(RecordError::Position)?;
    Ok((position, label))
}

/// Returns the fields of a packed board, not validated.
#[inline(always)]
pub(crate) fn unpack_setup<B: Backend>(
    backend: B,
    record: &[u8; BYTES],
) -> Result<Setup, RecordError> {
    let (occupied, bits) = read_pieces(backend, record)?;
    let [ones, twos, fours, black] = bits;
    let rooks = twos & fours & !ones;
    let types = [ones | rooks, twos, fours & !rooks];
    let placement = Placement::from_type_bits(types, occupied, black);
    let ep_square = match record[24] & 0x7F {
        NO_SQUARE => None,
        square => {
            let read = Square::from_index(square.into());
            Some(read.ok_or(RecordError::EnPassant(square))?)
        }
    };
    Ok(Setup {
        placement: placement.ok_or_else(|| invalid_piece(twos & fours & ones, bits))?,
        turn: if record[24] >> 7 == 0 { Color::White } else { Color::Black },
        castling: CastlingRights(Bitboard(rooks)),
        ep_square,
        halfmove_clock: record[25].into(),
        fullmove_number: u16::from_le_bytes([record[26], record[27]]).max(1).into(),
    })
}
